-- +goose Up
-- Taps that Rollbook refused, such as those of a class that the tablet lost. The tablet keeps them until
-- they are stored here, and the office marks their students by hand. press is the tablet's name for the
-- batch, so that a repeated one is stored once. reason is the reason of the refusal.
CREATE TABLE refused_taps (
    school TEXT NOT NULL,
    press TEXT NOT NULL,
    enrolment BIGINT NOT NULL,
    tablet TEXT NOT NULL,
    class_name TEXT NOT NULL,
    date TEXT NOT NULL,
    tapped_at BIGINT NOT NULL,
    reason TEXT NOT NULL,
    seen_at BIGINT NOT NULL DEFAULT 0,
    seen_by TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (school, press, enrolment)
);

-- +goose Down
DROP TABLE refused_taps;
