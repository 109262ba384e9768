-- +goose Up
-- How many simultaneous calls the school's service took, and the number that it last refused or slowed at, 0 for none.
-- When it last showed the longest list that it accepts.
ALTER TABLE school_states ADD COLUMN calls_taken BIGINT NOT NULL DEFAULT 0;
ALTER TABLE school_states ADD COLUMN calls_refused BIGINT NOT NULL DEFAULT 0;
ALTER TABLE school_states ADD COLUMN list_learned_at BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE school_states DROP COLUMN list_learned_at;
ALTER TABLE school_states DROP COLUMN calls_refused;
ALTER TABLE school_states DROP COLUMN calls_taken;
