-- +goose Up
-- The reasons that a school offers for known absences, one a line, and how many days the school keeps a kind of data.
-- A school without a row has the reasons and the days of the program.
CREATE TABLE known_reasons (
    school         TEXT PRIMARY KEY REFERENCES schools (slug),
    authorised     TEXT NOT NULL,
    not_authorised TEXT NOT NULL
);
CREATE TABLE retentions (
    school TEXT NOT NULL REFERENCES schools (slug),
    kind   TEXT NOT NULL,
    days   BIGINT NOT NULL,
    PRIMARY KEY (school, kind)
);

-- +goose Down
DROP TABLE retentions;
DROP TABLE known_reasons;
