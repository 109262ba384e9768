-- +goose Up
-- The marks that need a person. Together with the pending ones these are all unsaved marks, so that a day
-- can be counted without reading its marks.
CREATE INDEX marks_unsaved ON marks (school, date)
    WHERE state <> 'saved' AND state <> 'waiting' AND state <> 'confirming' AND state <> 'stopped';

-- Contains the date and the student, so that pending marks need not be read.
DROP INDEX marks_pending;
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed, date, enrolment)
    WHERE state = 'waiting' OR state = 'confirming' OR state = 'stopped';

-- +goose Down
DROP INDEX marks_unsaved;
DROP INDEX marks_pending;
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed)
    WHERE state = 'waiting' OR state = 'confirming' OR state = 'stopped';
