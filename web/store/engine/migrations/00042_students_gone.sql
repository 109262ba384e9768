-- +goose Up
-- The save's calls that were answered before its present turn: each turn counts its own.
ALTER TABLE searches ADD COLUMN calls_before BIGINT NOT NULL DEFAULT 0;

-- Students whom the school system no longer has, as the answer to a save showed. Later saves leave them out
-- until their period's list is read again.
CREATE TABLE students_gone (
    school    TEXT NOT NULL REFERENCES schools (slug),
    enrolment BIGINT NOT NULL,
    found_at  BIGINT NOT NULL,
    PRIMARY KEY (school, enrolment)
);

-- +goose Down
DROP TABLE students_gone;
ALTER TABLE searches DROP COLUMN calls_before;
