-- +goose Up
-- When the person last used the PIN on a tablet. Its list of names begins with the most recent.
CREATE TABLE pin_uses (
    tablet  TEXT NOT NULL,
    person  TEXT NOT NULL REFERENCES people (id),
    used_at BIGINT NOT NULL,
    PRIMARY KEY (tablet, person)
);
CREATE INDEX pin_uses_time ON pin_uses (used_at);

-- The name of the shared tablet where the save was pressed; empty for a person's own device.
ALTER TABLE saves ADD COLUMN tablet TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE saves DROP COLUMN tablet;
DROP TABLE pin_uses;
