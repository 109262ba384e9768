-- +goose Up
-- The proof that permits sending a school's saves. Connected schools keep sending, and their admins are
-- asked once.
ALTER TABLE schools ADD COLUMN proof TEXT NOT NULL DEFAULT '';
UPDATE schools SET proof = 'before';

-- The reasons why nothing is sent for a school, one in each row. Each ends independently.
CREATE TABLE pauses (
    school   TEXT NOT NULL REFERENCES schools (slug),
    reason   TEXT NOT NULL,
    since    BIGINT NOT NULL,
    probe_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (school, reason)
);
INSERT INTO pauses (school, reason, since, probe_at)
    SELECT school, paused, paused_since, probe_at FROM school_states WHERE paused <> '' AND school IN (SELECT slug FROM schools);
ALTER TABLE school_states DROP COLUMN paused;
ALTER TABLE school_states DROP COLUMN paused_since;
ALTER TABLE school_states DROP COLUMN probe_at;

-- Saves of single students that prove a connection (subject), with what a person saw in the school system.
CREATE TABLE guided_marks (
    save    TEXT PRIMARY KEY REFERENCES saves (token),
    school  TEXT NOT NULL REFERENCES schools (slug),
    subject TEXT NOT NULL,
    seen    TEXT NOT NULL DEFAULT '',
    seen_by TEXT NOT NULL DEFAULT '',
    seen_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX guided_marks_school ON guided_marks (school, subject);

-- Students of the school's list whom an answer named although they were not sent. instead is 1 if it named
-- them in place of students who were sent. reviewed is 1 once a person has checked them.
CREATE TABLE others_named (
    school   TEXT NOT NULL REFERENCES schools (slug),
    attempt  TEXT NOT NULL,
    save     TEXT NOT NULL,
    student  BIGINT NOT NULL,
    date     TEXT NOT NULL,
    status   TEXT NOT NULL,
    instead  BIGINT NOT NULL,
    named_at BIGINT NOT NULL,
    reviewed BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (school, attempt, student)
);
CREATE INDEX others_named_time ON others_named (school, instead, named_at);

-- A person's decisions about a school's connection.
CREATE TABLE connection_decisions (
    school      TEXT NOT NULL REFERENCES schools (slug),
    decision    TEXT NOT NULL,
    decided_at  BIGINT NOT NULL,
    person      TEXT NOT NULL,
    person_name TEXT NOT NULL,
    reason      TEXT NOT NULL DEFAULT ''
);
CREATE INDEX connection_decisions_school ON connection_decisions (school, decided_at);

-- +goose Down
DROP TABLE connection_decisions;
DROP TABLE others_named;
DROP TABLE guided_marks;
ALTER TABLE school_states ADD COLUMN paused TEXT NOT NULL DEFAULT '';
ALTER TABLE school_states ADD COLUMN paused_since BIGINT NOT NULL DEFAULT 0;
ALTER TABLE school_states ADD COLUMN probe_at BIGINT NOT NULL DEFAULT 0;
DROP TABLE pauses;
ALTER TABLE schools DROP COLUMN proof;
