-- +goose Up
-- 1 if the person once chose that Save marks only ticked students. For all others "25 others Present" is on
-- when a roll has no marks. It replaces the column others, which stays for the previous version of the
-- program.
ALTER TABLE people ADD COLUMN only_ticked BIGINT NOT NULL DEFAULT 0;
ALTER TABLE covers ADD COLUMN only_ticked BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE people DROP COLUMN only_ticked;
ALTER TABLE covers DROP COLUMN only_ticked;
