-- +goose Up
-- The format of packed: 0 is only compressed; 1 leaves out the numbers of the attempt's students and uses a
-- dictionary. marks is empty for an attempt with all marks of its save.
ALTER TABLE attempts ADD COLUMN packing BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE attempts DROP COLUMN packing;
