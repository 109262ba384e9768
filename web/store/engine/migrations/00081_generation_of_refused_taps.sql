-- +goose Up
-- The generation of the tapped page: the number means the student of that generation.
ALTER TABLE refused_taps ADD COLUMN generation BIGINT NOT NULL DEFAULT 1;

-- +goose Down
ALTER TABLE refused_taps DROP COLUMN generation;
