-- +goose Up
-- used_until is 0 for the key in use and for the next ones, otherwise the time when the key's use ended.
ALTER TABLE school_keys ADD COLUMN used_from BIGINT NOT NULL DEFAULT 0;
ALTER TABLE school_keys ADD COLUMN used_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE school_keys ADD COLUMN last_used_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE school_keys ADD COLUMN tried_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE school_keys ADD COLUMN tried TEXT NOT NULL DEFAULT '';
UPDATE school_keys SET used_from = created_at WHERE in_use = 1;
CREATE UNIQUE INDEX school_keys_in_use ON school_keys (school) WHERE in_use = 1;

-- How the school system signs its webhooks. A school without a row accepts none.
CREATE TABLE webhook_schemes (
    school TEXT PRIMARY KEY REFERENCES schools (slug),
    scheme TEXT NOT NULL
);

CREATE TABLE webhook_secrets (
    school     TEXT NOT NULL REFERENCES schools (slug),
    id         TEXT NOT NULL,
    sealed     BYTEA NOT NULL,
    last_four  TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school, id)
);

-- Received webhooks, for display only.
CREATE TABLE webhook_events (
    school      TEXT NOT NULL REFERENCES schools (slug),
    id          TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    message     TEXT NOT NULL,
    size        BIGINT NOT NULL,
    body        TEXT NOT NULL,
    understood  BIGINT NOT NULL,
    PRIMARY KEY (school, id)
);
CREATE INDEX webhook_events_by_time ON webhook_events (school, received_at);

-- Accepted messages, kept for as long as their signature could be used again.
CREATE TABLE webhook_messages (
    school  TEXT NOT NULL REFERENCES schools (slug),
    message TEXT NOT NULL,
    sent_at BIGINT NOT NULL,
    until   BIGINT NOT NULL,
    PRIMARY KEY (school, message)
);
CREATE INDEX webhook_messages_by_end ON webhook_messages (until);

-- +goose Down
DROP TABLE webhook_messages;
DROP TABLE webhook_events;
DROP TABLE webhook_secrets;
DROP TABLE webhook_schemes;
DROP INDEX school_keys_in_use;
ALTER TABLE school_keys DROP COLUMN tried;
ALTER TABLE school_keys DROP COLUMN tried_at;
ALTER TABLE school_keys DROP COLUMN last_used_at;
ALTER TABLE school_keys DROP COLUMN used_until;
ALTER TABLE school_keys DROP COLUMN used_from;
