-- +goose Up
-- Absences that the office was told of in advance. Nothing is changed in place: a changed absence ends, and another
-- replaces it. The sealed value has the reason and the caller. Weekdays has a digit for each day, Sunday 0.
CREATE TABLE known_absences (
    school      TEXT NOT NULL REFERENCES schools (slug),
    id          TEXT NOT NULL,
    generation  BIGINT NOT NULL,
    period      TEXT NOT NULL,
    enrolment   BIGINT NOT NULL,
    student     BIGINT NOT NULL,
    first_date  TEXT NOT NULL,
    last_date   TEXT NOT NULL,
    weekdays    TEXT NOT NULL,
    after       TEXT NOT NULL,
    status      BIGINT NOT NULL,
    status_name TEXT NOT NULL,
    family      TEXT NOT NULL,
    sealed      BYTEA NOT NULL,
    replaces    TEXT NOT NULL,
    made_by     TEXT NOT NULL,
    maker       TEXT NOT NULL,
    maker_role  TEXT NOT NULL,
    made_at     BIGINT NOT NULL,
    ended_by    TEXT NOT NULL DEFAULT '',
    ender       TEXT NOT NULL DEFAULT '',
    ender_role  TEXT NOT NULL DEFAULT '',
    ended_at    BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (school, id)
);
CREATE INDEX known_absences_last ON known_absences (school, last_date);

-- +goose Down
DROP TABLE known_absences;
