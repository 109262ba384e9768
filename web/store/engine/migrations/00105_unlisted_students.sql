-- +goose Up
-- Students in the building whom the list does not name, as a teacher told the office. answered_at is 0 until the office
-- has answered.
CREATE TABLE unlisted_students (
    school        TEXT NOT NULL REFERENCES schools (slug),
    id            TEXT NOT NULL,
    date          TEXT NOT NULL,
    class         TEXT NOT NULL,
    class_name    TEXT NOT NULL,
    name          TEXT NOT NULL,
    told_by       TEXT NOT NULL,
    teller        TEXT NOT NULL,
    teller_role   TEXT NOT NULL,
    told_at       BIGINT NOT NULL,
    answer        TEXT NOT NULL DEFAULT '',
    answered_by   TEXT NOT NULL DEFAULT '',
    answerer      TEXT NOT NULL DEFAULT '',
    answerer_role TEXT NOT NULL DEFAULT '',
    answered_at   BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (school, id),
    UNIQUE (school, date, class, name)
);
CREATE INDEX unlisted_students_open ON unlisted_students (school, answered_at);

-- +goose Down
DROP TABLE unlisted_students;
