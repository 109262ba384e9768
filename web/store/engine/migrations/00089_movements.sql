-- +goose Up
-- Students who came late, left or came back, beside their marks. Nothing is changed in place: a removed movement ends,
-- and another replaces it. The sealed value has the reason. Time is HH:MM in the school's zone. The save with the id of
-- a sent one has its time.
CREATE TABLE movements (
    school     TEXT NOT NULL REFERENCES schools (slug),
    id         TEXT NOT NULL,
    generation BIGINT NOT NULL,
    enrolment  BIGINT NOT NULL,
    student    BIGINT NOT NULL,
    date       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    time       TEXT NOT NULL,
    planned    BIGINT NOT NULL,
    sent       BIGINT NOT NULL,
    sealed     BYTEA NOT NULL,
    replaces   TEXT NOT NULL,
    made_by    TEXT NOT NULL,
    maker      TEXT NOT NULL,
    maker_role TEXT NOT NULL,
    made_at    BIGINT NOT NULL,
    ended_by   TEXT NOT NULL DEFAULT '',
    ender      TEXT NOT NULL DEFAULT '',
    ender_role TEXT NOT NULL DEFAULT '',
    ended_at   BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (school, id)
);
CREATE INDEX movements_date ON movements (school, date);

-- +goose Down
DROP TABLE movements;
