-- +goose Up
-- What the school system returned with a student's status besides it: comments, checkIn
-- and checkOut, as the JSON that came.
CREATE TABLE remarks (
    save      TEXT NOT NULL REFERENCES saves (token),
    enrolment BIGINT NOT NULL,
    remarks   TEXT NOT NULL,
    PRIMARY KEY (save, enrolment)
);

-- +goose Down
DROP TABLE remarks;
