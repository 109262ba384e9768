-- +goose Up
-- The teachers who were reminded of a class's roll on its date, with the last time.
CREATE TABLE reminders (
    school      TEXT NOT NULL REFERENCES schools (slug),
    date        TEXT NOT NULL,
    class       TEXT NOT NULL,
    teacher     TEXT NOT NULL,
    reminded_at BIGINT NOT NULL,
    PRIMARY KEY (school, date, class, teacher)
);

-- +goose Down
DROP TABLE reminders;
