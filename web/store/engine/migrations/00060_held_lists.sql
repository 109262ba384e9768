-- +goose Up
-- The students of a period as a person last approved them, with those added since. A new reading of the list
-- is compared with them. Without rows the next reading is accepted.
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

-- A list in which too many students are missing, until a person accepts it: its students as JSON, and their
-- hash.
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
