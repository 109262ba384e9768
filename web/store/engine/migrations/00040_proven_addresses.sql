-- +goose Up
-- When it was proven that an account's address belongs to the person who knows its password: a link that
-- was mailed there was used, or the operator gave the password; 0 where it is not proven. No account made
-- before this migration counts as proven: how it began was not kept, and where the link was handed over,
-- the person who was handed it may have chosen the password. Such an account works as before. It is proven
-- before another school lets it in.
ALTER TABLE people ADD COLUMN proven_at BIGINT NOT NULL DEFAULT 0;

-- 1 where a person other than its addressee was shown the link. Of the links made before, only those for a
-- new password that belong to no school are known to have gone by mail.
ALTER TABLE account_links ADD COLUMN handed BIGINT NOT NULL DEFAULT 1;
UPDATE account_links SET handed = 0 WHERE kind = 'password' AND school = '';

-- +goose Down
ALTER TABLE account_links DROP COLUMN handed;
ALTER TABLE people DROP COLUMN proven_at;
