-- +goose Up
-- The oldest versions of the program that may use the database, and that may send from it. A version is the number of
-- the newest migration that it knows. A migration that takes something from the statements of an earlier version raises
-- these first.
CREATE TABLE served (
    serve_from BIGINT NOT NULL,
    send_from  BIGINT NOT NULL
);
INSERT INTO served (serve_from, send_from) VALUES (81, 81);

-- +goose Down
DROP TABLE served;
