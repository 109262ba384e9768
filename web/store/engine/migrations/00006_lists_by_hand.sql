-- +goose Up
-- A file that somebody uploaded and has not confirmed yet: sealed, one a person and
-- school, gone when it is confirmed, discarded or too old. A used one keeps its id only.
CREATE TABLE import_drafts (
    school     TEXT NOT NULL REFERENCES schools (slug),
    person     TEXT NOT NULL REFERENCES people (id),
    id         TEXT NOT NULL,
    period     TEXT NOT NULL,
    sealed     BYTEA NOT NULL,
    used       BIGINT NOT NULL DEFAULT 0,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (school, person)
);
CREATE INDEX import_drafts_expiry ON import_drafts (expires_at);

-- Students whom somebody put together under a name. Owner is the person who alone sees
-- the group; empty where it is the school's.
CREATE TABLE student_groups (
    school  TEXT NOT NULL REFERENCES schools (slug),
    id      TEXT NOT NULL,
    period  TEXT NOT NULL,
    name    TEXT NOT NULL,
    owner   TEXT NOT NULL DEFAULT '',
    made_at BIGINT NOT NULL,
    PRIMARY KEY (school, id)
);
CREATE INDEX student_groups_period ON student_groups (school, period);

CREATE TABLE student_group_members (
    school        TEXT NOT NULL,
    student_group TEXT NOT NULL,
    enrolment     BIGINT NOT NULL,
    PRIMARY KEY (school, student_group, enrolment),
    FOREIGN KEY (school, student_group) REFERENCES student_groups (school, id) ON DELETE CASCADE
);

-- +goose Down
DROP TABLE student_group_members;
DROP TABLE student_groups;
DROP TABLE import_drafts;
