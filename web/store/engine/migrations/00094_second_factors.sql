-- +goose Up
-- What people prove themselves with besides a password: a passkey, or an authenticator app. The sealed value is the
-- credential of a passkey (JSON), or the secret of an app. The last step is that of the app's newest accepted code.
-- A recovery code is kept as a hash and deleted with its use, and so is the challenge of a passkey after a while.
-- A school demands a second factor of the roles with a row.
CREATE TABLE factors (
    person    TEXT NOT NULL REFERENCES people (id),
    id        TEXT NOT NULL,
    kind      TEXT NOT NULL,
    name      TEXT NOT NULL,
    sealed    BYTEA NOT NULL,
    last_step BIGINT NOT NULL DEFAULT 0,
    made_at   BIGINT NOT NULL,
    used_at   BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (person, id)
);
CREATE TABLE recovery_codes (
    person TEXT NOT NULL REFERENCES people (id),
    hash   TEXT NOT NULL,
    PRIMARY KEY (person, hash)
);
CREATE TABLE used_challenges (
    challenge TEXT PRIMARY KEY,
    person    TEXT NOT NULL REFERENCES people (id),
    used_at   BIGINT NOT NULL
);
CREATE TABLE factor_demands (
    school TEXT NOT NULL REFERENCES schools (slug),
    role   TEXT NOT NULL,
    PRIMARY KEY (school, role)
);

-- +goose Down
DROP TABLE factor_demands;
DROP TABLE used_challenges;
DROP TABLE recovery_codes;
DROP TABLE factors;
