-- +goose Up
-- The same index with one comparison for each state: for a list of three or more, SQLite builds a table for
-- every changed row.
DROP INDEX marks_pending;
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed)
    WHERE state = 'waiting' OR state = 'confirming' OR state = 'stopped';

-- +goose Down
DROP INDEX marks_pending;
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed) WHERE state IN ('waiting', 'confirming', 'stopped');
