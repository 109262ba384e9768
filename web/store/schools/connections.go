package schools

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// ConnectionColumns and connectionTables select the recent behaviour of the service of a school c.
const (
	ConnectionColumns = `coalesce(p.reason, ''), coalesce(p.since, 0), coalesce(p.probe_at, 0), c.proof,
		coalesce(w.wait_until, 0), coalesce(w.last_ok_at, 0), coalesce(w.failing_since, 0), coalesce(w.problem, ''),
		coalesce((SELECT n.value FROM instance n WHERE n.name = '` + literal.SendingNote + `'), '')`
	connectionTables = `schools c ` + ConnectionJoins
	ConnectionJoins  = `LEFT JOIN school_states w ON w.school = c.slug
		LEFT JOIN pauses p ON p.school = c.slug AND p.reason = ` + gravest
)

// ScanConnection returns the destinations of ConnectionColumns, and a function that builds the connection
// after the scan.
func ScanConnection() (into []any, read func() roll.Connection) {
	var c roll.Connection
	var proof roll.Proof
	var copied string
	into = []any{&c.Pause, engine.ToTime(&c.PausedSince), engine.ToTime(&c.ProbeAt), &proof, engine.ToTime(&c.WaitUntil),
		engine.ToTime(&c.LastOK), engine.ToTime(&c.FailingSince), &c.Problem, &copied}
	return into, func() roll.Connection {
		c.Unproven, c.Copied = proof == roll.Unproven, copied != ""
		return c
	}
}

// Connection returns the recent behaviour of the school's service.
func (s *Store) Connection(ctx context.Context, school roll.SchoolID) (roll.Connection, error) {
	into, read := ScanConnection()
	err := s.Database.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(into...) },
		`SELECT `+ConnectionColumns+` FROM `+connectionTables+` WHERE c.slug = $1`, school)
	return read(), err
}

// SchoolAndConnection combines School and Connection, which every page needs, in one query.
func (s *Store) SchoolAndConnection(ctx context.Context, id roll.SchoolID) (roll.School, roll.Connection, error) {
	var school roll.School
	into, read := ScanConnection()
	err := engine.Find(ctx, s.Database, func(rows *sql.Rows) error {
		return Scan(s.Database, rows, &school, into...)
	}, `SELECT `+Columns+More+`, `+ConnectionColumns+` FROM `+connectionTables+` WHERE c.slug = $1`, id)
	return school, read(), err
}

// noteEvery limits how often successful calls are recorded.
const noteEvery = 20 * time.Second

// NoteReply records whether the school's service answered: of failures the time of the first after an answer and the
// problem of the last, of answers one in noteEvery. It returns true for the first answer after a failure.
func (s *Store) NoteReply(ctx context.Context, school roll.SchoolID, failed bool,
	problem string) (recovered bool, err error) {
	now, err := s.Database.Now(ctx)
	if err != nil {
		return false, err
	}
	if failed {
		return false, s.noteState(ctx, school, `failing_since = CASE WHEN failing_since = 0 THEN $2 ELSE failing_since END,
			problem = $3`, engine.Milliseconds(now), problem)
	}
	var lastOK, failingSince int64
	if err := s.Database.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&lastOK, &failingSince) },
		`SELECT last_ok_at, failing_since FROM school_states WHERE school = $1`, school); err != nil {
		return false, err
	}
	if failingSince == 0 && now.Sub(engine.Instant(lastOK)) < noteEvery {
		return false, nil
	}
	return failingSince != 0, s.noteState(ctx, school, `last_ok_at = $2, failing_since = 0, problem = ''`,
		engine.Milliseconds(now))
}

// NoteWait records that the service asked for a wait.
func (s *Store) NoteWait(ctx context.Context, school roll.SchoolID, wait time.Duration) error {
	now, err := s.Database.Now(ctx)
	if err != nil {
		return err
	}
	return s.noteState(ctx, school, `wait_until = $2`, engine.Milliseconds(now.Add(wait)))
}

// LearnLargestList records the most students that the service accepts in one request, and when it showed that.
func (s *Store) LearnLargestList(ctx context.Context, school roll.SchoolID, most int) error {
	now, err := s.Database.Now(ctx)
	if err != nil {
		return err
	}
	return s.noteState(ctx, school, `largest_list = $2, list_learned_at = $3`, most, engine.Milliseconds(now))
}

// Calls returns what NoteCalls stored.
func (s *Store) Calls(ctx context.Context, school roll.SchoolID) (calls roll.Calls, err error) {
	err = s.Database.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&calls.Taken, &calls.Refused) },
		`SELECT calls_taken, calls_refused FROM school_states WHERE school = $1`, school)
	return calls, err
}

// NoteCalls records how many simultaneous calls the school's service takes.
func (s *Store) NoteCalls(ctx context.Context, school roll.SchoolID, calls roll.Calls) error {
	return s.noteState(ctx, school, `calls_taken = $2, calls_refused = $3`, calls.Taken, calls.Refused)
}

// StudentCount returns what SetStudentCount stored.
func (s *Store) StudentCount(ctx context.Context, school roll.SchoolID) (count roll.StudentCount, err error) {
	err = s.Database.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&count.Shown, &count.Read) },
		`SELECT students_shown, students_read FROM school_states WHERE school = $1`, school)
	return count, err
}

// SetStudentCount stores the numbers of students that the school system showed and that Rollbook read.
func (s *Store) SetStudentCount(ctx context.Context, school roll.SchoolID, count roll.StudentCount) error {
	return s.noteState(ctx, school, `students_shown = $2, students_read = $3`, count.Shown, count.Read)
}

func (s *Store) noteState(ctx context.Context, school roll.SchoolID, set string, args ...any) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(addState(ctx, tx, school))
		return tx.Do(ctx, `UPDATE school_states SET `+set+` WHERE school = $1`, append([]any{school}, args...)...)
	})
}

// MappingDraft returns the draft of the school's new mapping, as JSON, or "".
func (s *Store) MappingDraft(ctx context.Context, school roll.SchoolID) (string, error) {
	return engine.Value[string](ctx, s.Database, `SELECT draft FROM mapping_drafts WHERE school = $1`, school)
}

// SetMappingDraft replaces the draft.
func (s *Store) SetMappingDraft(ctx context.Context, school roll.SchoolID, draft string) error {
	return s.Database.Do(ctx, `INSERT INTO mapping_drafts (school, draft, drafted_at) VALUES ($1, $2, $3)
		ON CONFLICT (school) DO UPDATE SET draft = excluded.draft, drafted_at = excluded.drafted_at`, school, draft,
		engine.Now)
}
