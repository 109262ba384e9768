-- +goose Up
-- The request and its answer, compressed. Older ones stay in exchange.
ALTER TABLE attempts ADD COLUMN packed BYTEA NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE attempts DROP COLUMN packed;
