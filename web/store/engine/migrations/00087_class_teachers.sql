-- +goose Up
-- The teachers of each class, as the office named them. Teacher is the mail address, or the name of a teacher without one.
CREATE TABLE class_teachers (
    school  TEXT NOT NULL REFERENCES schools (slug),
    class   TEXT NOT NULL,
    teacher TEXT NOT NULL,
    name    TEXT NOT NULL,
    PRIMARY KEY (school, class, teacher)
);
CREATE INDEX class_teachers_teacher ON class_teachers (school, teacher);

-- +goose Down
DROP TABLE class_teachers;
