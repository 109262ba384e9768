-- +goose Up
-- 1 if the tablet plays a short sound and vibrates with each tap.
ALTER TABLE tablets ADD COLUMN sounds INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE tablets DROP COLUMN sounds;
