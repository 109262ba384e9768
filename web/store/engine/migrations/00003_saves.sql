-- +goose Up
-- One row for each press of Save. A row never changes.
CREATE TABLE saves (
    token        TEXT PRIMARY KEY,
    school       TEXT NOT NULL REFERENCES schools (slug),
    period       TEXT NOT NULL,
    class        TEXT NOT NULL,
    class_name   TEXT NOT NULL,
    date         TEXT NOT NULL,
    status_id    BIGINT NOT NULL,
    status_name  TEXT NOT NULL,
    family       TEXT NOT NULL,
    check_kind   TEXT NOT NULL,
    check_time   TEXT NOT NULL,
    observed     TEXT NOT NULL,
    reason       TEXT NOT NULL,
    person       TEXT NOT NULL,
    person_name  TEXT NOT NULL,
    role         TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    accepted_at  BIGINT NOT NULL,
    stops_at     BIGINT NOT NULL,
    students     BIGINT NOT NULL
);
CREATE INDEX saves_class ON saves (school, class, date);
CREATE INDEX saves_date ON saves (school, date);

-- The intent of a save for one student. seq numbers the intents of a student on a date. Rows are only added,
-- and later completed with the school system's answer. The key begins with the save, so that its rows share
-- a few pages of the database.
CREATE TABLE intents (
    save        TEXT NOT NULL REFERENCES saves (token),
    enrolment   BIGINT NOT NULL,
    seq         BIGINT NOT NULL,
    student     BIGINT NOT NULL,
    state       TEXT NOT NULL,
    returned    TEXT NOT NULL DEFAULT '',
    answered_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (save, enrolment)
);

-- The newest intent of a student on a date, with the state of its sending. A save locks this row while it
-- compares versions.
CREATE TABLE marks (
    school      TEXT NOT NULL,
    date        TEXT NOT NULL,
    enrolment   BIGINT NOT NULL,
    seq         BIGINT NOT NULL,
    save        TEXT NOT NULL REFERENCES saves (token),
    student     BIGINT NOT NULL,
    in_seq      BIGINT NOT NULL DEFAULT 0,
    out_seq     BIGINT NOT NULL DEFAULT 0,
    marked_at   BIGINT NOT NULL,
    state       TEXT NOT NULL,
    returned    TEXT NOT NULL DEFAULT '',
    answered_at BIGINT NOT NULL DEFAULT 0,
    keyed       BIGINT NOT NULL DEFAULT 0,
    keyed_by    TEXT NOT NULL DEFAULT '',
    due_at      BIGINT NOT NULL DEFAULT 0,
    tries       BIGINT NOT NULL DEFAULT 0,
    unknown_at  BIGINT NOT NULL DEFAULT 0,
    asserted    BIGINT NOT NULL DEFAULT 0,
    again       BIGINT NOT NULL DEFAULT 0,
    part        BIGINT NOT NULL DEFAULT 0,
    read_at     BIGINT NOT NULL DEFAULT 0,
    attempt     TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (school, date, enrolment)
);
-- Contains every column that a page needs about pending marks, so that no mark has to be read.
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed) WHERE state IN ('waiting', 'confirming', 'stopped');

-- One request to the service.
CREATE TABLE attempts (
    id          TEXT PRIMARY KEY,
    school      TEXT NOT NULL,
    save        TEXT NOT NULL,
    date        TEXT NOT NULL,
    students    TEXT NOT NULL,
    size        BIGINT NOT NULL,
    part        BIGINT NOT NULL DEFAULT 0,
    claimed_at  BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    sent_at     BIGINT NOT NULL DEFAULT 0,
    closed_at   BIGINT NOT NULL DEFAULT 0,
    state       TEXT NOT NULL,
    http_status BIGINT NOT NULL DEFAULT 0,
    exchange    TEXT NOT NULL DEFAULT '',
    problem     TEXT NOT NULL DEFAULT '',
    late        TEXT NOT NULL DEFAULT ''
);
CREATE INDEX attempts_save ON attempts (save);
CREATE INDEX attempts_open ON attempts (lease_until) WHERE state = 'open';

-- Rows of a save that met a newer mark and wait for the person's decision.
CREATE TABLE held_marks (
    save      TEXT NOT NULL REFERENCES saves (token),
    school    TEXT NOT NULL,
    date      TEXT NOT NULL,
    enrolment BIGINT NOT NULL,
    student   BIGINT NOT NULL,
    person    TEXT NOT NULL,
    their_seq BIGINT NOT NULL,
    decision  TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (save, enrolment)
);
CREATE INDEX held_marks_open ON held_marks (school, date, person) WHERE decision = '';

-- The last known state of a school's service.
CREATE TABLE school_states (
    school          TEXT PRIMARY KEY,
    paused          TEXT NOT NULL DEFAULT '',
    paused_since    BIGINT NOT NULL DEFAULT 0,
    probe_at        BIGINT NOT NULL DEFAULT 0,
    wait_until      BIGINT NOT NULL DEFAULT 0,
    last_ok_at      BIGINT NOT NULL DEFAULT 0,
    failing_since   BIGINT NOT NULL DEFAULT 0,
    problem         TEXT NOT NULL DEFAULT '',
    largest_list    BIGINT NOT NULL DEFAULT 0
);

-- +goose Down
DROP TABLE school_states;
DROP TABLE held_marks;
DROP TABLE attempts;
DROP TABLE marks;
DROP TABLE intents;
DROP TABLE saves;
