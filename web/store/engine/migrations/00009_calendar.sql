-- +goose Up
-- The days of the week (0 is Sunday) and the ranges of dates on which a school is closed. A school without
-- rows has no closed days.
CREATE TABLE closed_weekdays (
    school  TEXT NOT NULL REFERENCES schools (slug),
    weekday BIGINT NOT NULL,
    PRIMARY KEY (school, weekday)
);

CREATE TABLE closed_days (
    school TEXT NOT NULL REFERENCES schools (slug),
    id     TEXT NOT NULL,
    name   TEXT NOT NULL,
    starts TEXT NOT NULL,
    ends   TEXT NOT NULL,
    PRIMARY KEY (school, id)
);
CREATE INDEX closed_days_ends ON closed_days (school, ends, starts);

-- +goose Down
DROP TABLE closed_days;
DROP TABLE closed_weekdays;
