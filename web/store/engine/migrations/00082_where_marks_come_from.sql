-- +goose Up
-- taken is the save that first marked the student on the date, changed the one that last changed the mark's value.
-- Either is empty when it is the mark's own save. taken is '?' in rows of earlier versions: their history is read
-- from all saves of the date.
ALTER TABLE marks ADD COLUMN taken TEXT NOT NULL DEFAULT '?';
ALTER TABLE marks ADD COLUMN changed TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE marks DROP COLUMN changed;
ALTER TABLE marks DROP COLUMN taken;
