-- +goose Up
-- Tablets no longer list names, so no name is first; and wrong PINs are counted by name only.
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
