-- +goose Up
-- The providers by which the people of a school sign in (OpenID Connect), and the people who did. The sealed value is the
-- client's secret. Lists have one entry a line. left_at is set while a membership is ended by its groups.
CREATE TABLE providers (
    school    TEXT NOT NULL REFERENCES schools (slug),
    id        TEXT NOT NULL,
    issuer    TEXT NOT NULL,
    name      TEXT NOT NULL,
    client    TEXT NOT NULL,
    sealed    BYTEA NOT NULL,
    tenants   TEXT NOT NULL,
    domains   TEXT NOT NULL,
    claim     TEXT NOT NULL,
    teachers  TEXT NOT NULL,
    office    TEXT NOT NULL,
    admins    TEXT NOT NULL,
    otherwise TEXT NOT NULL,
    makes     BIGINT NOT NULL,
    PRIMARY KEY (school)
);
CREATE TABLE provided_people (
    school    TEXT NOT NULL REFERENCES schools (slug),
    issuer    TEXT NOT NULL,
    subject   TEXT NOT NULL,
    person    TEXT NOT NULL REFERENCES people (id),
    linked_at BIGINT NOT NULL,
    left_at   BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (school, issuer, subject),
    UNIQUE (school, person)
);
CREATE INDEX provided_people_person ON provided_people (person);

-- +goose Down
DROP TABLE provided_people;
DROP TABLE providers;
