-- +goose Up
-- Few saves have a reason, so the last ones are read without all the others.
CREATE INDEX saves_reasons ON saves (school, accepted_at) WHERE length(reason) > 0;

-- +goose Down
DROP INDEX saves_reasons;
