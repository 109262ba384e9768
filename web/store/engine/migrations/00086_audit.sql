-- +goose Up
-- The audit log: who signed in, changed or exported something, or was refused. Rows are only added. They are deleted
-- with their school, or by their age. school is empty for an event of no school. An id begins with the time in
-- milliseconds, so that ids are in the order of the events.
CREATE TABLE audit (
    id      TEXT PRIMARY KEY,
    at      BIGINT NOT NULL,
    school  TEXT NOT NULL,
    event   TEXT NOT NULL,
    refused BIGINT NOT NULL,
    made_by TEXT NOT NULL,
    client  TEXT NOT NULL,
    person  TEXT NOT NULL,
    tablet  TEXT NOT NULL,
    reason  TEXT NOT NULL,
    before  TEXT NOT NULL,
    after   TEXT NOT NULL,
    about   TEXT NOT NULL
);
CREATE INDEX audit_school ON audit (school, id);
-- Commands of this version write to the audit log; those of the version before still use command_events.
INSERT INTO audit (id, at, school, event, refused, made_by, client, person, tablet, reason, before, after, about)
    SELECT CAST(at AS TEXT) || CAST(1000000000000 + number AS TEXT), at, '', 'command', 0, 'command', '', '', '', '', '', '', attributes
    FROM command_events WHERE number >= 0 ON CONFLICT (id) DO NOTHING;

-- +goose Down
DROP TABLE audit;
