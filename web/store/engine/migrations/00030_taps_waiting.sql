-- +goose Up
-- How many taps of students a tablet last said that it kept and had not sent.
ALTER TABLE tablets ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE tablets DROP COLUMN waiting;
