-- +goose Up
-- The person of the session, for the list of sessions. It is empty for sessions begun before this migration,
-- which end within 12 hours.
ALTER TABLE sessions ADD COLUMN person TEXT NOT NULL DEFAULT '';
CREATE INDEX sessions_person ON sessions (person);

ALTER TABLE people ADD COLUMN signed_in_at BIGINT NOT NULL DEFAULT 0;

-- A person's block at one school. It does not affect other schools.
ALTER TABLE memberships ADD COLUMN disabled BIGINT NOT NULL DEFAULT 0;
CREATE INDEX memberships_school ON memberships (school);

-- Links for creating an account or choosing a new password. The id is the hash of the link's secret, which
-- is not stored. A link that its user requested has no made_by and no school.
CREATE TABLE account_links (
    id        TEXT PRIMARY KEY,
    kind      TEXT NOT NULL,
    email     TEXT NOT NULL,
    name      TEXT NOT NULL DEFAULT '',
    school    TEXT NOT NULL DEFAULT '',
    role      TEXT NOT NULL DEFAULT '',
    made_by   TEXT NOT NULL DEFAULT '',
    made_at   BIGINT NOT NULL,
    ends_at   BIGINT NOT NULL,
    used_at   BIGINT NOT NULL DEFAULT 0,
    closed_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX account_links_email ON account_links (email);
CREATE INDEX account_links_school ON account_links (school);
CREATE INDEX account_links_end ON account_links (ends_at);

-- +goose Down
DROP TABLE account_links;
DROP INDEX memberships_school;
ALTER TABLE memberships DROP COLUMN disabled;
ALTER TABLE people DROP COLUMN signed_in_at;
DROP INDEX sessions_person;
ALTER TABLE sessions DROP COLUMN person;
