-- +goose Up
-- The students whom a list names without a number: nothing can be saved for them yet.
CREATE TABLE unnumbered_students (
    school     TEXT NOT NULL REFERENCES schools (slug),
    period     TEXT NOT NULL,
    position   BIGINT NOT NULL,
    student    BIGINT NOT NULL,
    given      TEXT NOT NULL,
    family     TEXT NOT NULL,
    class      TEXT NOT NULL,
    class_name TEXT NOT NULL,
    PRIMARY KEY (school, period, position)
);
-- left_over counts the items of a list that name no further student with a number.
ALTER TABLE lists ADD COLUMN left_over BIGINT NOT NULL DEFAULT 0;
ALTER TABLE held_lists ADD COLUMN left_over BIGINT NOT NULL DEFAULT 0;
ALTER TABLE held_lists ADD COLUMN unnumbered TEXT NOT NULL DEFAULT '[]';

-- +goose Down
ALTER TABLE held_lists DROP COLUMN unnumbered;
ALTER TABLE held_lists DROP COLUMN left_over;
ALTER TABLE lists DROP COLUMN left_over;
DROP TABLE unnumbered_students;
