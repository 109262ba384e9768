-- +goose Up
-- Events of commands, until a running server writes them to its log. attributes is a list of names and
-- values in JSON. number orders the events of one command.
CREATE TABLE command_events (
    id         TEXT PRIMARY KEY,
    at         BIGINT NOT NULL,
    number     BIGINT NOT NULL,
    level      BIGINT NOT NULL,
    message    TEXT NOT NULL,
    attributes TEXT NOT NULL
);

-- +goose Down
DROP TABLE command_events;
