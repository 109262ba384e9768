-- +goose Up
-- The other fields that the school system returned with a student's status, as the JSON that came: comments,
-- checkIn and checkOut.
CREATE TABLE remarks (
    save      TEXT NOT NULL REFERENCES saves (token),
    enrolment BIGINT NOT NULL,
    remarks   TEXT NOT NULL,
    PRIMARY KEY (save, enrolment)
);

-- +goose Down
DROP TABLE remarks;
