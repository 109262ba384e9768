-- +goose Up
-- The sealed reason of an absence, and who told of it, from a form whose session had ended. They wait for the sign-in
-- of the person for whom the form was made, and are deleted half an hour later.
CREATE TABLE held_details (
    school  TEXT NOT NULL REFERENCES schools (slug),
    press   TEXT NOT NULL,
    sealed  BYTEA NOT NULL,
    ends_at BIGINT NOT NULL,
    PRIMARY KEY (school, press)
);
CREATE INDEX held_details_end ON held_details (ends_at);

-- +goose Down
DROP TABLE held_details;
