-- +goose Up
-- The generation of the page that was tapped: the number is of the student whom it named then.
ALTER TABLE refused_taps ADD COLUMN generation BIGINT NOT NULL DEFAULT 1;

-- +goose Down
ALTER TABLE refused_taps DROP COLUMN generation;
