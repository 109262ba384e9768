-- +goose Up
-- A class's students, packed, as the list of the period that was in use had them at the end of each day from since to
-- the day before until; until is '' while the list is in use. A row's number is its place on pages of the day.
CREATE TABLE class_versions (
    school     TEXT NOT NULL REFERENCES schools (slug),
    period     TEXT NOT NULL,
    class      TEXT NOT NULL,
    since      TEXT NOT NULL,
    until      TEXT NOT NULL DEFAULT '',
    class_name TEXT NOT NULL,
    position   BIGINT NOT NULL,
    generation BIGINT NOT NULL,
    students   BYTEA NOT NULL,
    PRIMARY KEY (school, period, class, since)
);

-- +goose Down
DROP TABLE class_versions;
