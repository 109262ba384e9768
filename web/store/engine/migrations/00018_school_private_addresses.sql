-- +goose Up
-- The private addresses at which the school's service may live, for this school only.
ALTER TABLE schools ADD COLUMN allow_private TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE schools DROP COLUMN allow_private;
