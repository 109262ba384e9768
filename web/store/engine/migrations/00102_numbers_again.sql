-- +goose Up
-- place is where the marks of a number's earlier student are: 0 among the present marks, when the number names her
-- again, otherwise under the generation in which it last ceased to; NULL is past. The row itself stays, because pages
-- of its generations were made for her.
ALTER TABLE numbers ADD COLUMN place BIGINT;

-- The address of an earlier connection, empty if it is not known: what was sent elsewhere changes nothing here.
ALTER TABLE former_lists ADD COLUMN base_url TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE former_lists DROP COLUMN base_url;
ALTER TABLE numbers DROP COLUMN place;
