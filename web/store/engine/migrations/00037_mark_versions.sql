-- +goose Up
-- The sum of a school's versions rises with every change of its marks or held rows. There are several rows
-- so that transactions of one school rarely wait for each other.
CREATE TABLE mark_versions (
    school  TEXT NOT NULL REFERENCES schools (slug),
    slot    BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (school, slot)
);

-- +goose Down
DROP TABLE mark_versions;
