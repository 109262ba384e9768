-- +goose Up
-- Tablets at classroom doors. A device is let in while it has the tablet's version; edition counts
-- the changes of what the tablet may show, so that an open page of before ends.
CREATE TABLE tablets (
    id         TEXT PRIMARY KEY,
    school     TEXT NOT NULL REFERENCES schools (slug),
    name       TEXT NOT NULL,
    mode       TEXT NOT NULL,
    version    BIGINT NOT NULL DEFAULT 0,
    edition    BIGINT NOT NULL DEFAULT 0,
    made_at    BIGINT NOT NULL,
    paired_at  BIGINT NOT NULL DEFAULT 0,
    paired_by  TEXT NOT NULL DEFAULT '',
    seen_at    BIGINT NOT NULL DEFAULT 0,
    revoked_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX tablets_school ON tablets (school);

CREATE TABLE tablet_classes (
    tablet     TEXT NOT NULL REFERENCES tablets (id),
    place      BIGINT NOT NULL,
    class      TEXT NOT NULL,
    class_name TEXT NOT NULL,
    PRIMARY KEY (tablet, place)
);

-- Codes that pair a device, once. The id is a hash of the code, with a key of the server. A code
-- of staff has its tablet; one that a device shows has the device's hash, and gets its tablet when
-- staff approve it.
CREATE TABLE pairings (
    id         TEXT PRIMARY KEY,
    tablet     TEXT NOT NULL DEFAULT '',
    school     TEXT NOT NULL DEFAULT '',
    device     TEXT NOT NULL DEFAULT '',
    number     TEXT NOT NULL DEFAULT '',
    address    TEXT NOT NULL DEFAULT '',
    made_by    TEXT NOT NULL DEFAULT '',
    made_at    BIGINT NOT NULL,
    ends_at    BIGINT NOT NULL,
    used_at    BIGINT NOT NULL DEFAULT 0,
    refused_at BIGINT NOT NULL DEFAULT 0,
    -- The hash of the device that used a code of staff: the same press can come twice.
    used_by    TEXT NOT NULL DEFAULT '',
    -- When somebody tried it again after that, and from where.
    tried_at   BIGINT NOT NULL DEFAULT 0,
    tried_from TEXT NOT NULL DEFAULT ''
);
CREATE INDEX pairings_tablet ON pairings (tablet);
CREATE INDEX pairings_school ON pairings (school, ends_at);
CREATE INDEX pairings_device ON pairings (device);
CREATE INDEX pairings_end ON pairings (ends_at);

-- +goose Down
DROP TABLE pairings;
DROP TABLE tablet_classes;
DROP TABLE tablets;
