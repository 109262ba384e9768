-- +goose Up
-- Links for taking the roll of one class on one date without an account. The id is the hash of the link's
-- secret, which is not stored.
CREATE TABLE cover_links (
    id         TEXT PRIMARY KEY,
    school     TEXT NOT NULL REFERENCES schools (slug),
    period     TEXT NOT NULL,
    class      TEXT NOT NULL,
    class_name TEXT NOT NULL,
    date       TEXT NOT NULL,
    ends_at    BIGINT NOT NULL,
    made_by    TEXT NOT NULL,
    made_at    BIGINT NOT NULL,
    revoked_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX cover_links_day ON cover_links (school, date);
CREATE INDEX cover_links_end ON cover_links (ends_at);

-- The users of a link: one row for each name that was typed.
CREATE TABLE covers (
    person      TEXT PRIMARY KEY,
    link        TEXT NOT NULL REFERENCES cover_links (id),
    name        TEXT NOT NULL,
    single_keys BIGINT NOT NULL DEFAULT 1,
    others      BIGINT NOT NULL DEFAULT 0,
    used_at     BIGINT NOT NULL
);
CREATE INDEX covers_link ON covers (link);

-- +goose Down
DROP TABLE covers;
DROP TABLE cover_links;
