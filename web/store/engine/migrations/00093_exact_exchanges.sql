-- +goose Up
-- The attempts that still have exactly what was sent and answered: it is deleted long before the attempt.
CREATE INDEX attempts_exact ON attempts (claimed_at) WHERE length(packed) > 0 OR length(exchange) > 0;

-- +goose Down
DROP INDEX attempts_exact;
