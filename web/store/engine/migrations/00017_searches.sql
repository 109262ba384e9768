-- +goose Up
-- Saves that the service answered with 404 or 410 because something in them does not exist, while some of
-- their marks are under way. since is the time of the first such answer. queued_at orders the saves that
-- wait to be halved. begun_at is the time when this save's turn began. answered_at is the time of the first
-- answer to a save of the school that was begun after since.
CREATE TABLE searches (
    save        TEXT PRIMARY KEY REFERENCES saves (token),
    school      TEXT NOT NULL,
    since       BIGINT NOT NULL,
    queued_at   BIGINT NOT NULL,
    begun_at    BIGINT NOT NULL DEFAULT 0,
    answered_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX searches_school ON searches (school);
-- Only one save of a school has its turn.
CREATE UNIQUE INDEX searches_begun ON searches (school) WHERE begun_at > 0;

-- +goose Down
DROP TABLE searches;
