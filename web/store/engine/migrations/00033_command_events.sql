-- +goose Up
-- What commands did, until a running server has written it to its log. attributes is a list of names
-- and values in JSON; number orders what one command did.
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
