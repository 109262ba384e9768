-- +goose Up
-- The taps of students that Rollbook refused, such as those of a class that their tablet lost: the tablet keeps
-- them until they stand here, and the office marks these students by hand. press is the tablet's name of the
-- batch, so that one that is brought twice stands here once; reason says why it was refused.
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
