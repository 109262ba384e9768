-- +goose Up
-- A teacher's answer to the question whether a new list is her class. since is the first day of that list.
CREATE TABLE class_checks (
    school      TEXT NOT NULL REFERENCES schools (slug),
    period      TEXT NOT NULL,
    class       TEXT NOT NULL,
    class_name  TEXT NOT NULL,
    person      TEXT NOT NULL,
    name        TEXT NOT NULL,
    role        TEXT NOT NULL,
    since       TEXT NOT NULL,
    answer      TEXT NOT NULL,
    answered_at BIGINT NOT NULL,
    PRIMARY KEY (school, period, class, person)
);

-- +goose Down
DROP TABLE class_checks;
