-- +goose Up
-- Notices already sent to a school's admins, so that each trouble is reported only once.
CREATE TABLE notices (
    school  TEXT NOT NULL REFERENCES schools (slug),
    kind    TEXT NOT NULL,
    since   BIGINT NOT NULL,
    sent_at BIGINT NOT NULL,
    PRIMARY KEY (school, kind, since)
);

-- +goose Down
DROP TABLE notices;
