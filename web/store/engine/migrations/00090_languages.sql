-- +goose Up
-- The language of pages by person, tablet and school (BCP 47, empty for none chosen), and how a person's pages name and
-- order students.
ALTER TABLE people ADD COLUMN language TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN surname_first BIGINT NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN class_order TEXT NOT NULL DEFAULT '';
ALTER TABLE tablets ADD COLUMN language TEXT NOT NULL DEFAULT '';
ALTER TABLE schools ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE schools DROP COLUMN language;
ALTER TABLE tablets DROP COLUMN language;
ALTER TABLE people DROP COLUMN class_order;
ALTER TABLE people DROP COLUMN surname_first;
ALTER TABLE people DROP COLUMN language;
