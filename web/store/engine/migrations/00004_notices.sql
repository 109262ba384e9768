-- +goose Up
-- What a school's admins were told, so that they are told once of each trouble.
CREATE TABLE notices (
    school  TEXT NOT NULL REFERENCES schools (slug),
    kind    TEXT NOT NULL,
    since   BIGINT NOT NULL,
    sent_at BIGINT NOT NULL,
    PRIMARY KEY (school, kind, since)
);

-- +goose Down
DROP TABLE notices;
