-- +goose Up
-- The days for which a school's office opened a school year or term that does not contain them.
CREATE TABLE opened_periods (
    school TEXT NOT NULL REFERENCES schools (slug),
    period TEXT NOT NULL,
    starts TEXT NOT NULL,
    ends   TEXT NOT NULL,
    PRIMARY KEY (school, starts)
);

-- +goose Down
DROP TABLE opened_periods;
