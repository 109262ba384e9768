-- +goose Up
-- Tablets at classroom doors. A device is admitted while it has the tablet's version. edition counts the
-- changes of the tablet's classes and mode, so that pages opened before a change end.
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

-- Codes that pair a device once. The id is a hash of the code, made with a key of the server. A code made by
-- staff has its tablet. A code shown by a device has the device's hash, and gets its tablet when staff
-- approve it.
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
    -- The hash of the device that used a code of staff, because the same press can come twice.
    used_by    TEXT NOT NULL DEFAULT '',
    -- When and from where the code was tried again after that.
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
