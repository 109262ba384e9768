-- +goose Up
-- The dates and classes of unsaved rolls in the tablet's last report.
ALTER TABLE tablets ADD COLUMN rolls TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE tablets DROP COLUMN rolls;
