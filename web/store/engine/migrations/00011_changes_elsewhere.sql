-- +goose Up
-- Changes in the school system after Rollbook's mark was settled, found when the day was read. Rows are only
-- added.
CREATE TABLE changes_elsewhere (
    school    TEXT NOT NULL REFERENCES schools (slug),
    date      TEXT NOT NULL,
    enrolment BIGINT NOT NULL,
    found_at  BIGINT NOT NULL,
    was       TEXT NOT NULL,
    status    TEXT NOT NULL,
    PRIMARY KEY (school, date, enrolment, found_at)
);

-- +goose Down
DROP TABLE changes_elsewhere;
