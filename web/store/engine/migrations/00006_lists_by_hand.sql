-- +goose Up
-- An uploaded file that is not confirmed yet: sealed, one for each person and school. It is deleted when it
-- is confirmed, discarded or too old. A confirmed one keeps only its id.
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

-- Groups of students. Only the owner sees a personal group. The owner of a school's group is empty.
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
