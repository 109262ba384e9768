-- +goose Up
-- The private addresses at which this school's service may live.
ALTER TABLE schools ADD COLUMN allow_private TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE schools DROP COLUMN allow_private;
