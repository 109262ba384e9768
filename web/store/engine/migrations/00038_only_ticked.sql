-- +goose Up
-- Who once chose that Save marks nobody but those who are ticked: on a roll without marks "25 others Present" is
-- on for everybody else. It takes the place of others, which stays for programs of the version before.
ALTER TABLE people ADD COLUMN only_ticked BIGINT NOT NULL DEFAULT 0;
ALTER TABLE covers ADD COLUMN only_ticked BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE people DROP COLUMN only_ticked;
ALTER TABLE covers DROP COLUMN only_ticked;
