-- +goose Up
-- The PINs that identify people on a shared tablet. A PIN belongs to the person, and works on the tablets of
-- every school where the person has a role.
CREATE TABLE pins (
    person TEXT PRIMARY KEY REFERENCES people (id),
    hash   TEXT NOT NULL,
    set_at BIGINT NOT NULL
);

-- Wrong PINs in a row. A row counts them for a person on a tablet, for a person in a school, or for a tablet
-- and any person (then person is empty).
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
