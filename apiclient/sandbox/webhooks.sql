CREATE TABLE webhook_addresses (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  school     INTEGER NOT NULL REFERENCES schools (id),
  url        TEXT NOT NULL,
  secret     TEXT NOT NULL, -- whsec_ and base64: what is sent is signed with it
  created_at INTEGER NOT NULL
);
CREATE INDEX webhook_addresses_by_school ON webhook_addresses (school);

CREATE TABLE webhook_deliveries (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  address    INTEGER NOT NULL REFERENCES webhook_addresses (id) ON DELETE CASCADE,
  message    TEXT NOT NULL,
  event      TEXT NOT NULL,
  body       TEXT NOT NULL,
  state      TEXT NOT NULL,
  attempts   INTEGER NOT NULL DEFAULT 0,
  answer     TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  next_at    INTEGER NOT NULL
);
CREATE INDEX webhook_deliveries_by_address ON webhook_deliveries (address, id);
