-- +goose Up
-- The students of a period as a person last approved them, with those who were added since: what a new reading of
-- the list is compared with. None where whatever comes next is taken.
CREATE TABLE approved_students (
    school    TEXT NOT NULL REFERENCES schools (slug),
    period    TEXT NOT NULL,
    enrolment BIGINT NOT NULL,
    student   BIGINT NOT NULL,
    given     TEXT NOT NULL,
    family    TEXT NOT NULL,
    PRIMARY KEY (school, period, enrolment)
);

INSERT INTO approved_students (school, period, enrolment, student, given, family)
SELECT school, period, enrolment, MAX(student), MAX(given), MAX(family) FROM enrolments GROUP BY school, period, enrolment;

-- A list that lacks too much to be used before a person has taken it: its students as JSON, and a hash of that.
CREATE TABLE held_lists (
    school   TEXT NOT NULL REFERENCES schools (slug),
    period   TEXT NOT NULL,
    students TEXT NOT NULL,
    print    TEXT NOT NULL,
    read_at  BIGINT NOT NULL,
    PRIMARY KEY (school, period)
);

-- +goose Down
DROP TABLE held_lists;
DROP TABLE approved_students;
