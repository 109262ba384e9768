-- +goose Up
-- The number of unsent taps in the tablet's last report.
ALTER TABLE tablets ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE tablets DROP COLUMN waiting;
