-- +goose Up
-- The marks that somebody must look at. Together with the pending ones they are all that are not saved, so
-- that a day can be counted without reading its marks.
CREATE INDEX marks_unsaved ON marks (school, date)
    WHERE state <> 'saved' AND state <> 'waiting' AND state <> 'confirming' AND state <> 'stopped';

-- Tells whose marks are pending on which date without reading them.
DROP INDEX marks_pending;
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed, date, enrolment)
    WHERE state = 'waiting' OR state = 'confirming' OR state = 'stopped';

-- +goose Down
DROP INDEX marks_unsaved;
DROP INDEX marks_pending;
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed)
    WHERE state = 'waiting' OR state = 'confirming' OR state = 'stopped';
