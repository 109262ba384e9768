-- +goose Up
-- What a save wants of its students stands in one text, ",enrolment:version:student,enrolment:..,",
-- which never changes: a row for each was most of what a save added to the database.
ALTER TABLE saves ADD COLUMN intents TEXT NOT NULL DEFAULT '';
UPDATE saves SET intents = COALESCE((SELECT ',' || string_agg(CAST(i.enrolment AS TEXT) || ':' || CAST(i.seq AS TEXT) || ':' || CAST(i.student AS TEXT), ',' ORDER BY i.enrolment) || ','
    FROM intents i WHERE i.save = saves.token), '');

-- What students of a save came to; only ever added to. The row with the greatest number that names
-- a student is the student's; until there is one, the newest mark tells where it stands, or else it
-- was replaced. Rows of one number are of different students, written at once. students is
-- ",enrolment,enrolment,", empty for all of the save.
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
-- Only what the newest marks tell comes back.
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
