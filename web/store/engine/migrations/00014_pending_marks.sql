-- +goose Up
-- As before, but asked one state after the other: where a list has three or more, SQLite
-- builds a table of it for every row that changes.
DROP INDEX marks_pending;
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed)
    WHERE state = 'waiting' OR state = 'confirming' OR state = 'stopped';

-- +goose Down
DROP INDEX marks_pending;
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed) WHERE state IN ('waiting', 'confirming', 'stopped');
