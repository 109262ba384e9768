-- +goose Up
-- The last copy of each list, from the school system, from a file, or typed.
CREATE TABLE lists (
    school    TEXT NOT NULL REFERENCES schools (slug),
    name      TEXT NOT NULL,
    source    TEXT NOT NULL,
    read_at   BIGINT NOT NULL,
    tried_at  BIGINT NOT NULL,
    problem   TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (school, name)
);

CREATE TABLE periods (
    school   TEXT NOT NULL REFERENCES schools (slug),
    id       TEXT NOT NULL,
    name     TEXT NOT NULL,
    starts   TEXT NOT NULL,
    ends     TEXT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (school, id)
);

CREATE TABLE enrolments (
    school     TEXT NOT NULL REFERENCES schools (slug),
    period     TEXT NOT NULL,
    enrolment  BIGINT NOT NULL,
    student    BIGINT NOT NULL,
    given      TEXT NOT NULL,
    family     TEXT NOT NULL,
    class      TEXT NOT NULL,
    class_name TEXT NOT NULL,
    position   BIGINT NOT NULL,
    PRIMARY KEY (school, period, class, enrolment)
);

CREATE TABLE statuses (
    school       TEXT NOT NULL REFERENCES schools (slug),
    id           BIGINT NOT NULL,
    name         TEXT NOT NULL,
    letter       TEXT NOT NULL,
    family       TEXT NOT NULL,
    carries_time BIGINT NOT NULL,
    position     BIGINT NOT NULL,
    PRIMARY KEY (school, id)
);

CREATE TABLE status_aliases (
    school TEXT NOT NULL REFERENCES schools (slug),
    name   TEXT NOT NULL,
    status BIGINT NOT NULL,
    PRIMARY KEY (school, name)
);

-- +goose Down
DROP TABLE status_aliases;
DROP TABLE statuses;
DROP TABLE enrolments;
DROP TABLE periods;
DROP TABLE lists;
