-- +goose Up
-- The number of a tablet's last report, which counts its milliseconds: one that was overtaken changes nothing. And
-- the office's list of refused taps takes the marks of rolls that a tablet kept: status names what the roll gave.
ALTER TABLE tablets ADD COLUMN reported BIGINT NOT NULL DEFAULT 0;
ALTER TABLE refused_taps ADD COLUMN status TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE refused_taps DROP COLUMN status;
ALTER TABLE tablets DROP COLUMN reported;
