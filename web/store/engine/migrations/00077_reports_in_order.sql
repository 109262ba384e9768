-- +goose Up
-- The number of a tablet's last report, its time in milliseconds: an older report changes nothing. The list
-- of refused taps also contains the marks of rolls that a tablet kept: status is the name of the roll's
-- status.
ALTER TABLE tablets ADD COLUMN reported BIGINT NOT NULL DEFAULT 0;
ALTER TABLE refused_taps ADD COLUMN status TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE refused_taps DROP COLUMN status;
ALTER TABLE tablets DROP COLUMN reported;
