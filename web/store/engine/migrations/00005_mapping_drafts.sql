-- +goose Up
-- The draft of a mapping with the results of its last try, as JSON.
CREATE TABLE mapping_drafts (
    school     TEXT PRIMARY KEY REFERENCES schools (slug),
    draft      TEXT NOT NULL,
    drafted_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE mapping_drafts;
