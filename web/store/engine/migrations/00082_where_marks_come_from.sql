-- +goose Up
-- taken is the save that first marked the student on the date, changed the one that last changed the mark's value.
-- Either is empty when it is the mark's own save. Both are known for the mark's number known. An earlier version of the
-- program leaves them as they are: then the history is read from all saves of the date.
ALTER TABLE marks ADD COLUMN taken TEXT NOT NULL DEFAULT '';
ALTER TABLE marks ADD COLUMN changed TEXT NOT NULL DEFAULT '';
ALTER TABLE marks ADD COLUMN known BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE marks DROP COLUMN known;
ALTER TABLE marks DROP COLUMN changed;
ALTER TABLE marks DROP COLUMN taken;
