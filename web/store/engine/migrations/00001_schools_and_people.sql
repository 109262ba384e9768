-- +goose Up
-- Instants are milliseconds since 1970 (UTC); 0 means none. Dates are texts, YYYY-MM-DD. Flags are 0 or 1,
-- because the two engines agree on numbers.
CREATE TABLE instance (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE schools (
    slug          TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    time_zone     TEXT NOT NULL,
    base_url      TEXT NOT NULL,
    tenant        TEXT NOT NULL,
    school_code   TEXT NOT NULL,
    mapping       TEXT NOT NULL DEFAULT '',
    time_format   TEXT NOT NULL DEFAULT '',
    late_check    TEXT NOT NULL DEFAULT '',
    left_check    TEXT NOT NULL DEFAULT '',
    apply_seconds BIGINT NOT NULL DEFAULT 60,
    call_seconds  BIGINT NOT NULL DEFAULT 15,
    past_days     BIGINT NOT NULL DEFAULT 30,
    created_at    BIGINT NOT NULL
);

CREATE TABLE school_keys (
    school     TEXT NOT NULL REFERENCES schools (slug),
    id         TEXT NOT NULL,
    sealed     BYTEA NOT NULL,
    last_four  TEXT NOT NULL,
    in_use     BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school, id)
);

CREATE TABLE people (
    id            TEXT PRIMARY KEY,
    email         TEXT NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    disabled      BIGINT NOT NULL DEFAULT 0,
    epoch         BIGINT NOT NULL DEFAULT 1,
    single_keys   BIGINT NOT NULL DEFAULT 1,
    others        BIGINT NOT NULL DEFAULT 0,
    created_at    BIGINT NOT NULL
);

CREATE TABLE memberships (
    person TEXT NOT NULL REFERENCES people (id),
    school TEXT NOT NULL REFERENCES schools (slug),
    role   TEXT NOT NULL,
    PRIMARY KEY (person, school)
);

CREATE TABLE sign_in_failures (
    subject  TEXT PRIMARY KEY,
    failures BIGINT NOT NULL,
    last_at  BIGINT NOT NULL
);

CREATE TABLE known_devices (
    person  TEXT NOT NULL REFERENCES people (id),
    device  TEXT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (person, device)
);

CREATE TABLE sessions (
    token      TEXT PRIMARY KEY,
    data       BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- +goose Down
DROP TABLE sessions;
DROP TABLE known_devices;
DROP TABLE sign_in_failures;
DROP TABLE memberships;
DROP TABLE people;
DROP TABLE school_keys;
DROP TABLE schools;
DROP TABLE instance;
