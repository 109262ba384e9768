-- +goose Up
-- Two divisions of a school may each have a class of the same name. An empty period means the class of every period: so
-- do all rows of the version before, which knows only names.

-- The first person who opened a class's roll on the day itself, before any mark. It replaces roll_openings, which the
-- version before still writes.
CREATE TABLE opened_rolls (
    school      TEXT NOT NULL REFERENCES schools (slug),
    date        TEXT NOT NULL,
    period      TEXT NOT NULL,
    class       TEXT NOT NULL,
    person      TEXT NOT NULL,
    person_name TEXT NOT NULL,
    role        TEXT NOT NULL,
    opened_at   BIGINT NOT NULL,
    PRIMARY KEY (school, date, period, class)
);
CREATE INDEX opened_rolls_by_time ON opened_rolls (opened_at);

-- The teachers of each class, as the office named them. It replaces class_teachers, which the version before still
-- writes. Only a class whose name another period of the day has too has a period here.
CREATE TABLE taught_classes (
    school  TEXT NOT NULL REFERENCES schools (slug),
    period  TEXT NOT NULL,
    class   TEXT NOT NULL,
    teacher TEXT NOT NULL,
    name    TEXT NOT NULL,
    PRIMARY KEY (school, period, class, teacher)
);
CREATE INDEX taught_classes_teacher ON taught_classes (school, teacher);

ALTER TABLE reminders ADD COLUMN period TEXT NOT NULL DEFAULT '';
ALTER TABLE unlisted_students ADD COLUMN period TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE unlisted_students DROP COLUMN period;
ALTER TABLE reminders DROP COLUMN period;
DROP TABLE taught_classes;
DROP TABLE opened_rolls;
