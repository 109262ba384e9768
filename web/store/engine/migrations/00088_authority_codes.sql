-- +goose Up
-- The codes of the authority to which a school hands in its attendance. counts is the meaning of a day with the code.
CREATE TABLE authority_codes (
    school   TEXT NOT NULL REFERENCES schools (slug),
    code     TEXT NOT NULL,
    label    TEXT NOT NULL,
    counts   TEXT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (school, code)
);

-- The code of a status, whose reason is empty, or of a reason, whose status is -1.
CREATE TABLE code_uses (
    school TEXT NOT NULL REFERENCES schools (slug),
    status BIGINT NOT NULL,
    reason TEXT NOT NULL,
    code   TEXT NOT NULL,
    PRIMARY KEY (school, status, reason)
);

-- +goose Down
DROP TABLE code_uses;
DROP TABLE authority_codes;
