-- +goose Up
-- When the address was proven to belong to the person who knows the password: by using a link that was
-- mailed there, or by the operator, who gave the password; 0 for unproven. All earlier accounts count as
-- unproven, since their links may have been handed over by another person, who may have chosen the password.
-- They work as before, and must be proven before another school admits them.
ALTER TABLE people ADD COLUMN proven_at BIGINT NOT NULL DEFAULT 0;

-- 1 if a person other than the addressee saw the link. Of earlier links, only those for a new password
-- without a school are known to have been mailed.
ALTER TABLE account_links ADD COLUMN handed BIGINT NOT NULL DEFAULT 1;
UPDATE account_links SET handed = 0 WHERE kind = 'password' AND school = '';

-- +goose Down
ALTER TABLE account_links DROP COLUMN handed;
ALTER TABLE people DROP COLUMN proven_at;
