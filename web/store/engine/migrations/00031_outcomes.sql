-- +goose Up
-- The intents of a save in one text, ",enrolment:version:student,enrolment:..,", which never changes. One
-- row for each intent was most of the data that a save added.
ALTER TABLE saves ADD COLUMN intents TEXT NOT NULL DEFAULT '';
UPDATE saves SET intents = COALESCE((SELECT ',' || string_agg(CAST(i.enrolment AS TEXT) || ':' || CAST(i.seq AS TEXT) || ':' || CAST(i.student AS TEXT), ',' ORDER BY i.enrolment) || ','
    FROM intents i WHERE i.save = saves.token), '');

-- The outcomes of a save's students. Rows are only added. A student's outcome is in the row with the
-- greatest number that lists the student. Without such a row the student's newest mark has the state, if it
-- is of this save; otherwise the intent was replaced. Rows with the same number list different students and
-- were written together. students is ",enrolment,enrolment,", or empty for all of the save.
CREATE TABLE outcomes (
    save        TEXT NOT NULL REFERENCES saves (token),
    number      BIGINT NOT NULL,
    state       TEXT NOT NULL,
    returned    TEXT NOT NULL,
    answered_at BIGINT NOT NULL,
    students    TEXT NOT NULL
);
CREATE INDEX outcomes_save ON outcomes (save);
INSERT INTO outcomes (save, number, state, returned, answered_at, students)
    SELECT i.save, ROW_NUMBER() OVER (PARTITION BY i.save ORDER BY i.state, i.returned, i.answered_at), i.state, i.returned, i.answered_at,
    CASE WHEN COUNT(*) = MAX(s.students) THEN '' ELSE ',' || string_agg(CAST(i.enrolment AS TEXT), ',' ORDER BY i.enrolment) || ',' END
    FROM intents i JOIN saves s ON s.token = i.save WHERE i.state NOT IN ('waiting', 'confirming', 'superseded')
    GROUP BY i.save, i.state, i.returned, i.answered_at;
DROP TABLE intents;

-- +goose Down
-- Only the intents of the newest marks come back.
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
INSERT INTO intents (save, enrolment, seq, student, state, returned, answered_at)
    SELECT save, enrolment, seq, student, state, returned, answered_at FROM marks;
DROP TABLE outcomes;
ALTER TABLE saves DROP COLUMN intents;
