-- +goose Up
-- Whether a short sound and a vibration go with each tap on a tablet.
ALTER TABLE tablets ADD COLUMN sounds INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE tablets DROP COLUMN sounds;
