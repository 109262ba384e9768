-- +goose Up
-- The deadline for rolls, HH:MM in the school's zone; empty for none.
ALTER TABLE schools ADD COLUMN rolls_due TEXT NOT NULL DEFAULT '';

-- The first person who opened a class's roll on the day itself, before any mark.
CREATE TABLE roll_openings (
    school      TEXT NOT NULL REFERENCES schools (slug),
    date        TEXT NOT NULL,
    class       TEXT NOT NULL,
    person      TEXT NOT NULL,
    person_name TEXT NOT NULL,
    role        TEXT NOT NULL,
    opened_at   BIGINT NOT NULL,
    PRIMARY KEY (school, date, class)
);
CREATE INDEX roll_openings_by_time ON roll_openings (opened_at);

-- +goose Down
DROP TABLE roll_openings;
ALTER TABLE schools DROP COLUMN rolls_due;
