-- +goose Up
-- A tablet lists no names, so nobody heads a list; and wrong PINs are counted for names alone.
DROP TABLE pin_uses;
DELETE FROM pin_tries;

-- +goose Down
CREATE TABLE pin_uses (
    tablet  TEXT NOT NULL,
    person  TEXT NOT NULL REFERENCES people (id),
    used_at BIGINT NOT NULL,
    PRIMARY KEY (tablet, person)
);
CREATE INDEX pin_uses_time ON pin_uses (used_at);
