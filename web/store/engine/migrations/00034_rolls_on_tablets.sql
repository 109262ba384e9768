-- +goose Up
-- The rolls that a tablet last said that it kept and that nobody has saved: their dates and classes.
ALTER TABLE tablets ADD COLUMN rolls TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE tablets DROP COLUMN rolls;
