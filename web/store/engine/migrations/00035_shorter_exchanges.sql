-- +goose Up
-- How packed was made: 0 compressed only, 1 without the numbers of the attempt's students and with a
-- dictionary. marks is empty for an attempt that carries all of its save.
ALTER TABLE attempts ADD COLUMN packing BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE attempts DROP COLUMN packing;
