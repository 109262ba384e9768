-- +goose Up
-- Until when whoever comes is not late, HH:MM on the school's clock; empty where the school does not say.
ALTER TABLE schools ADD COLUMN late_after TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE schools DROP COLUMN late_after;
