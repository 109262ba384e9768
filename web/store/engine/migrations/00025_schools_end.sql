-- +goose Up
-- When everything that was marked in the school was last taken away as a file: a school is only
-- removed while the file has all of it.
ALTER TABLE schools ADD COLUMN taken_away_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE schools DROP COLUMN taken_away_at;
