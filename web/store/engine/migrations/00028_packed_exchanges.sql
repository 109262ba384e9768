-- +goose Up
-- What was sent and answered, compressed. What was kept before stays in exchange.
ALTER TABLE attempts ADD COLUMN packed BYTEA NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE attempts DROP COLUMN packed;
