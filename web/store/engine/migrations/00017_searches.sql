-- +goose Up
-- Saves of which the service says that something they name is not there (404, 410), until
-- none of their marks is under way: since is when it first said so, queued_at orders whose
-- turn it is to be halved, begun_at is when that turn began, and answered_at when the first
-- save of the school was answered that was begun after since.
CREATE TABLE searches (
    save        TEXT PRIMARY KEY REFERENCES saves (token),
    school      TEXT NOT NULL,
    since       BIGINT NOT NULL,
    queued_at   BIGINT NOT NULL,
    begun_at    BIGINT NOT NULL DEFAULT 0,
    answered_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX searches_school ON searches (school);
-- One save of a school at a time.
CREATE UNIQUE INDEX searches_begun ON searches (school) WHERE begun_at > 0;

-- +goose Down
DROP TABLE searches;
