-- +goose Up
-- The fault that the tablet's pages notice in themselves: '', broken or malformed (roll.TabletFault).
ALTER TABLE tablets ADD COLUMN fault TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE tablets DROP COLUMN fault;
