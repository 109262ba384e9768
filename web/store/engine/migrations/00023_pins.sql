-- +goose Up
-- The PINs with which people say who they are on a tablet that a class shares. A PIN belongs to
-- the person, and works on the tablets of every school in which they have a role.
CREATE TABLE pins (
    person TEXT PRIMARY KEY REFERENCES people (id),
    hash   TEXT NOT NULL,
    set_at BIGINT NOT NULL
);

-- Wrong PINs in a row. A row counts those for one person on one tablet, those for one person in
-- one school, or those on one tablet, whoever they were for (person is empty).
CREATE TABLE pin_tries (
    place   TEXT NOT NULL,
    person  TEXT NOT NULL,
    tries   BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (place, person)
);
CREATE INDEX pin_tries_person ON pin_tries (person);
CREATE INDEX pin_tries_last ON pin_tries (last_at);

-- +goose Down
DROP TABLE pin_tries;
DROP TABLE pins;
