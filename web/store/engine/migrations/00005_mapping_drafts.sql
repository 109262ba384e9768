-- +goose Up
-- How a school's service is about to be read, with what was last tried, as JSON.
CREATE TABLE mapping_drafts (
    school     TEXT PRIMARY KEY REFERENCES schools (slug),
    draft      TEXT NOT NULL,
    drafted_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE mapping_drafts;
