-- +goose Up
-- The marks of an attempt, compressed. Older ones stay in students.
ALTER TABLE attempts ADD COLUMN marks BYTEA NOT NULL DEFAULT '';

-- The same table without the foreign key of save: checking it cost one query for each mark, and a mark is
-- always written together with its save.
CREATE TABLE marks_anew (
    school      TEXT NOT NULL,
    date        TEXT NOT NULL,
    enrolment   BIGINT NOT NULL,
    seq         BIGINT NOT NULL,
    save        TEXT NOT NULL,
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
INSERT INTO marks_anew SELECT school, date, enrolment, seq, save, student, in_seq, out_seq, marked_at, state, returned, answered_at,
    keyed, keyed_by, due_at, tries, unknown_at, asserted, again, part, read_at, attempt FROM marks ORDER BY school, date, enrolment;
DROP TABLE marks;
ALTER TABLE marks_anew RENAME TO marks;
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed)
    WHERE state = 'waiting' OR state = 'confirming' OR state = 'stopped';

-- Contains every column for finding the classes that a person took on the last days, so that no save is
-- read.
DROP INDEX saves_date;
CREATE INDEX saves_date ON saves (school, date, person, class);

-- +goose Down
DROP INDEX saves_date;
CREATE INDEX saves_date ON saves (school, date);
ALTER TABLE attempts DROP COLUMN marks;
