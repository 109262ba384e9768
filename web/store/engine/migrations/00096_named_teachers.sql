-- +goose Up
-- The teachers whom the school system names for the student's class, one a line.
ALTER TABLE enrolments ADD COLUMN teachers TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE enrolments DROP COLUMN teachers;
