CREATE TABLE schools (
  id        INTEGER PRIMARY KEY,
  code      TEXT NOT NULL UNIQUE,
  tenant    TEXT NOT NULL,
  name      TEXT NOT NULL,
  shape     TEXT NOT NULL,    -- which sample shape generated it, see sample_schools.go
  base_year INTEGER NOT NULL  -- the school year in which it was generated
);

CREATE TABLE api_keys (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  school       INTEGER NOT NULL REFERENCES schools (id),
  name         TEXT NOT NULL,
  hash         BLOB NOT NULL UNIQUE, -- SHA-256: the values are random, so a slow hash would add nothing
  last_four    TEXT NOT NULL,
  origin       TEXT NOT NULL,
  created_at   INTEGER NOT NULL,     -- milliseconds since 1970, as are the next two
  last_used_at INTEGER,
  revoked_at   INTEGER
);
CREATE INDEX api_keys_by_school ON api_keys (school);

CREATE TABLE periods (
  school     INTEGER NOT NULL REFERENCES schools (id),
  id         INTEGER NOT NULL,
  name       TEXT NOT NULL,
  start_date TEXT NOT NULL,
  end_date   TEXT NOT NULL,
  PRIMARY KEY (school, id)
) WITHOUT ROWID;

CREATE TABLE statuses (
  school   INTEGER NOT NULL REFERENCES schools (id),
  id       INTEGER NOT NULL,
  name     TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (school, id)
) WITHOUT ROWID;

CREATE TABLE students (
  school     INTEGER NOT NULL REFERENCES schools (id),
  id         INTEGER NOT NULL,
  first_name TEXT NOT NULL,
  last_name  TEXT NOT NULL,
  entry      INTEGER NOT NULL, -- the year in which the cohort entered the school, relative to base_year
  letter     TEXT NOT NULL,
  place      INTEGER NOT NULL,
  PRIMARY KEY (school, id)
) WITHOUT ROWID;

CREATE TABLE enrolments (
  school     INTEGER NOT NULL REFERENCES schools (id),
  id         INTEGER NOT NULL,
  period     INTEGER NOT NULL,
  student    INTEGER NOT NULL,
  class_name TEXT NOT NULL,
  PRIMARY KEY (school, id)
) WITHOUT ROWID;
CREATE INDEX enrolments_by_period ON enrolments (school, period);

CREATE TABLE marks (
  school    INTEGER NOT NULL,
  enrolment INTEGER NOT NULL,
  date      TEXT NOT NULL,
  status    INTEGER NOT NULL,
  comments  TEXT, -- JSON, as are the next two
  check_in  TEXT,
  check_out TEXT,
  PRIMARY KEY (school, enrolment, date)
) WITHOUT ROWID;
