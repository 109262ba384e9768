-- +goose Up
-- The time from which students are late, HH:MM in the school's zone; empty for none.
ALTER TABLE schools ADD COLUMN late_after TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE schools DROP COLUMN late_after;
