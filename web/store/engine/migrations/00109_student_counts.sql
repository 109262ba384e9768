-- +goose Up
-- students_shown is how many students the school system showed to a person, 0 if nobody could see it, and
-- students_read how many the list had then, 0 before any was read.
ALTER TABLE school_states ADD COLUMN students_shown BIGINT NOT NULL DEFAULT 0;
ALTER TABLE school_states ADD COLUMN students_read BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE school_states DROP COLUMN students_read;
ALTER TABLE school_states DROP COLUMN students_shown;
