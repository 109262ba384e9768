-- +goose Up
-- The calls of the save that were answered before its present turn: each turn counts its own.
ALTER TABLE searches ADD COLUMN calls_before BIGINT NOT NULL DEFAULT 0;

-- Students whom the school system does not have any more, as a save has found out. They are left out of
-- later saves until their period's list is read again.
CREATE TABLE students_gone (
    school    TEXT NOT NULL REFERENCES schools (slug),
    enrolment BIGINT NOT NULL,
    found_at  BIGINT NOT NULL,
    PRIMARY KEY (school, enrolment)
);

-- +goose Down
DROP TABLE students_gone;
ALTER TABLE searches DROP COLUMN calls_before;
