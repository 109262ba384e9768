-- +goose Up
-- newest_generation counts how often numbers of the school's lists came to mean other students. connected is
-- the generation in which the present connection began; saves of earlier ones are never sent. generation is
-- that of the save's page, negative if its marks waited when the database was copied.
ALTER TABLE schools ADD COLUMN newest_generation BIGINT NOT NULL DEFAULT 1;
ALTER TABLE schools ADD COLUMN connected BIGINT NOT NULL DEFAULT 1;
ALTER TABLE saves ADD COLUMN generation BIGINT NOT NULL DEFAULT 1;

-- The students behind the numbers of the school's lists. past is 0 for the present student of a number,
-- otherwise the generation in which the number began to mean another student. generation is the last one
-- whose list contained the student.
CREATE TABLE numbers (
    school     TEXT NOT NULL REFERENCES schools (slug),
    enrolment  BIGINT NOT NULL,
    period     TEXT NOT NULL,
    past       BIGINT NOT NULL DEFAULT 0,
    student    BIGINT NOT NULL,
    given      TEXT NOT NULL,
    family     TEXT NOT NULL,
    generation BIGINT NOT NULL,
    PRIMARY KEY (school, enrolment, period, past)
);
INSERT INTO numbers (school, enrolment, period, student, given, family, generation)
    SELECT school, enrolment, period, MAX(student), MAX(given), MAX(family), 1 FROM enrolments GROUP BY school, enrolment, period;

-- The last lists of an earlier connection, as JSON, for comparing pages that were made from them. connected
-- is the generation in which that connection began.
CREATE TABLE former_lists (
    school    TEXT NOT NULL REFERENCES schools (slug),
    connected BIGINT NOT NULL,
    lists     TEXT NOT NULL,
    PRIMARY KEY (school, connected)
);

-- A mark belongs to a student, so its key contains past, as in numbers. The column attempt is renamed to
-- lease, so that a process of an earlier version, without generations, can neither send nor accept from now
-- on.
CREATE TABLE marks_anew (
    school      TEXT NOT NULL,
    date        TEXT NOT NULL,
    enrolment   BIGINT NOT NULL,
    past        BIGINT NOT NULL DEFAULT 0,
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
    lease       TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (school, date, enrolment, past)
);
INSERT INTO marks_anew SELECT school, date, enrolment, 0, seq, save, student, in_seq, out_seq, marked_at, state, returned, answered_at,
    keyed, keyed_by, due_at, tries, unknown_at, asserted, again, part, read_at, attempt FROM marks ORDER BY school, date, enrolment;
DROP TABLE marks;
ALTER TABLE marks_anew RENAME TO marks;
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed, date, enrolment, past)
    WHERE state = 'waiting' OR state = 'confirming' OR state = 'stopped';
CREATE INDEX marks_unsaved ON marks (school, date, past)
    WHERE state <> 'saved' AND state <> 'waiting' AND state <> 'confirming' AND state <> 'stopped';

ALTER TABLE held_marks ADD COLUMN past BIGINT NOT NULL DEFAULT 0;
ALTER TABLE changes_elsewhere ADD COLUMN past BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE changes_elsewhere DROP COLUMN past;
ALTER TABLE held_marks DROP COLUMN past;
DELETE FROM marks WHERE past <> 0;
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
    keyed, keyed_by, due_at, tries, unknown_at, asserted, again, part, read_at, lease FROM marks ORDER BY school, date, enrolment;
DROP TABLE marks;
ALTER TABLE marks_anew RENAME TO marks;
CREATE INDEX marks_pending ON marks (school, marked_at, state, keyed, date, enrolment)
    WHERE state = 'waiting' OR state = 'confirming' OR state = 'stopped';
CREATE INDEX marks_unsaved ON marks (school, date)
    WHERE state <> 'saved' AND state <> 'waiting' AND state <> 'confirming' AND state <> 'stopped';
DROP TABLE former_lists;
DROP TABLE numbers;
ALTER TABLE saves DROP COLUMN generation;
ALTER TABLE schools DROP COLUMN connected;
ALTER TABLE schools DROP COLUMN newest_generation;
