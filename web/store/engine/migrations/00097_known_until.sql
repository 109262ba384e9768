-- +goose Up
-- The time when a student with a known absence is expected, HH:MM; empty if none is known.
ALTER TABLE known_absences ADD COLUMN until TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE known_absences DROP COLUMN until;
