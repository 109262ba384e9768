-- +goose Up
-- The students of a file who seem to have left, as JSON: they are on no list, and the settings name them.
ALTER TABLE lists ADD COLUMN left_out TEXT NOT NULL DEFAULT '[]';

-- +goose Down
ALTER TABLE lists DROP COLUMN left_out;
