-- +goose Up
-- When all marks of the school were last exported. A school is removed only while that file is complete.
ALTER TABLE schools ADD COLUMN taken_away_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE schools DROP COLUMN taken_away_at;
