package saves

import (
	"context"
	"database/sql"
	"encoding/base32"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
	"rollbook/web/store/packed"
	"rollbook/web/store/schools"
)

// Due returns the schools with marks to send. It leaves out schools that are paused or waiting.
func (s *Store) Due(ctx context.Context) ([]roll.SchoolID, error) {
	now, err := s.Database.Now(ctx)
	if err != nil {
		return nil, err
	}
	return engine.Rows[roll.SchoolID](ctx, s.Database, `SELECT c.slug FROM schools c WHERE `+maySend+`
		AND EXISTS (SELECT 1 FROM `+markTables+` WHERE m.school = c.slug AND `+due+`)`,
		engine.Milliseconds(now))
}

// Terms limit a claim.
type Terms struct {
	// Most limits the list; 0 is no limit.
	Most int
	// Readable leaves out marks that may be sent only after the day was read.
	Readable bool
}

// Claim takes a lease on due marks of one save that share a request, because they have the same date, status,
// check and part. It leaves marks with an open attempt. It returns false when nothing of the school is due.
// With a token it considers only that save, otherwise the oldest.
//
// Every request carries the newest status of each mark. An unanswered check in or out is sent before a newer
// plain mark.
func (s *Store) Claim(ctx context.Context, school roll.SchoolID, token roll.Token, timing roll.Timing,
	terms Terms) (attempt roll.Attempt, ok bool, err error) {
	attempt, err = engine.Returning(ctx, s.Database, func(tx *engine.Transaction) (roll.Attempt, error) {
		return claim(ctx, tx, school, token, timing, terms)
	})
	return attempt, attempt.ID != "", err
}

// claim claims due marks of the save with the token, or of the oldest save.
func claim(ctx context.Context, t *engine.Transaction, school roll.SchoolID, token roll.Token, timing roll.Timing,
	terms Terms) (attempt roll.Attempt, err error) {
	save, err := toSend(ctx, t, school, token, terms)
	if err != nil || save.token == "" {
		return attempt, err
	}
	if save.first {
		if alone, err := isAlone(ctx, t, school); err != nil || !alone {
			return attempt, err
		}
	}
	due, err := dueMarks(ctx, t, school, save, terms)
	if err != nil || len(due) == 0 {
		return attempt, err
	}
	attempt = newAttempt(t, save, due, terms.Most, timing)
	attempt.School, attempt.At = school, save.school
	t.Require(engine.DoAmong(ctx, t, attempt.Enrolments(), `UPDATE marks SET lease = $1, due_at = 0
		WHERE school = $2 AND date = $3 AND past = 0 AND enrolment IN ($ids)`, attempt.ID, attempt.School, attempt.Date))
	return attempt, insertAttempt(ctx, t, attempt, save)
}

// isAlone locks the school, whose calls are made one at a time, and reports whether none is in flight.
func isAlone(ctx context.Context, t *engine.Transaction, school roll.SchoolID) (alone bool, err error) {
	t.Require(schools.Lock(ctx, t, school))
	return mayNowSend(ctx, t, school)
}

// dueSave contains the values that all requests of one save share.
type dueSave struct {
	token  roll.Token
	date   roll.Date
	intent roll.Intent
	// students counts the students of the whole save.
	students   int
	acceptedAt time.Time
	// first is the attempt's First.
	first bool
	// school is the stored school at that time.
	school roll.School
}

// dueMark is a due mark, with the intent and part that determine its request.
type dueMark struct {
	roll.Claimed
	intent roll.Intent
	part   int64
}

// toSend reads the save with the token, or the oldest save with a due mark. It returns an empty save when
// nothing may be sent for the school.
func toSend(ctx context.Context, t *engine.Transaction, school roll.SchoolID, token roll.Token,
	terms Terms) (save dueSave, err error) {
	text, now := `SELECT `+schools.Columns+schools.Largest+`, s.token, s.date, s.students, s.accepted_at, `+intentColumns+
		` FROM `, engine.Milliseconds(t.Now)
	args := []any{now, token, school}
	if token != "" {
		text += `schools c CROSS JOIN saves s WHERE c.slug = $3 AND ` + maySend + ` AND s.school = c.slug AND s.token = $2`
	} else {
		text += `schools c CROSS JOIN marks m JOIN saves s ON s.token = m.save WHERE c.slug = $3 AND ` + maySend +
			` AND m.school = c.slug
			AND ` + claimable + ` ORDER BY m.marked_at LIMIT 1`
		args[1] = readSince(t, terms)
	}
	err = t.Query(ctx, func(rows *sql.Rows) error {
		err := schools.Scan(t, rows, &save.school,
			append([]any{&save.token, &save.date, &save.students, engine.ToTime(&save.acceptedAt)},
				toIntent(&save.intent)...)...)
		save.first = save.school.Proof == roll.ProvenByDocument
		return err
	}, text, args...)
	return save, err
}

// readSince returns $2 of claimable: the time in milliseconds since which a mark can be sent without reading
// first; -1 when the terms do not include reading.
func readSince(t *engine.Transaction, terms Terms) int64 {
	if !terms.Readable {
		return -1
	}
	return engine.Milliseconds(t.Now.Add(-roll.ReadBefore))
}

// dueMarks reads the due marks of the save. Given as a value, the time of marking leads PostgreSQL to the index of
// pending marks even when its statistics are of a time without any.
func dueMarks(ctx context.Context, t *engine.Transaction, school roll.SchoolID, save dueSave,
	terms Terms) (due []dueMark, err error) {
	due, err = engine.All(ctx, t, func(rows *sql.Rows, mark *dueMark) error {
		mark.intent = save.intent
		var inVersion, outVersion int64
		err := rows.Scan(&mark.Enrolment, &mark.Student, &mark.Version, &inVersion, &outVersion, &mark.part)
		mark.CheckVersion = earliest(inVersion, outVersion)
		return err
	}, `SELECT m.enrolment, m.student, m.seq, m.in_seq, m.out_seq, m.part FROM saves s CROSS JOIN schools c
		CROSS JOIN marks m
		WHERE s.token = $3 AND c.slug = s.school AND `+ofSave+` AND m.marked_at = $4 AND `+claimable+`
		ORDER BY m.part, m.enrolment`+
		t.Lock("m"), engine.Milliseconds(t.Now), readSince(t, terms), save.token, engine.Milliseconds(save.acceptedAt))
	if err != nil {
		return nil, err
	}
	return due, takeEarlierChecks(ctx, t, school, save.date, due)
}

// earliest returns the smaller of two versions. 0 means none.
func earliest(a, b int64) int64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// takeEarlierChecks gives marks with a waiting check of an earlier intent that check. The others keep their
// own, or none.
func takeEarlierChecks(ctx context.Context, t *engine.Transaction, school roll.SchoolID, date roll.Date,
	due []dueMark) error {
	for i := range due {
		mark := &due[i]
		if mark.CheckVersion == mark.Version {
			continue
		}
		var earlier roll.Intent
		if mark.CheckVersion != 0 {
			err := t.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(toIntent(&earlier)...) },
				`SELECT `+intentColumns+` FROM saves s WHERE s.school = $1 AND s.date = $2 AND s.intents LIKE $3 AND `+
					sinceNamed("$4"),
				school, date, "%,"+mark.Enrolment.String()+":"+strconv.FormatInt(mark.CheckVersion, 10)+":%", mark.Enrolment)
			if err != nil {
				return err
			}
		}
		mark.intent = mark.intent.WithCheckOf(earlier)
	}
	return nil
}

func newAttempt(t *engine.Transaction, save dueSave, due []dueMark, most int, timing roll.Timing) roll.Attempt {
	first := due[0]
	attempt := roll.Attempt{
		ID: newAttemptID(), Save: save.token, Date: save.date, Intent: first.intent, Part: first.part,
		ClaimedAt: t.Now, LeaseUntil: t.Now.Add(timing.Lease), First: save.first,
	}
	for _, mark := range due {
		if most > 0 && len(attempt.Marks) == most {
			break
		}
		if mark.intent.Call() == first.intent.Call() && mark.part == first.part {
			attempt.Marks = append(attempt.Marks, mark.Claimed)
		}
	}
	return attempt
}

// newAttemptID makes 16 characters of base32 from the time and the last random bytes of a UUID of version 7
// (RFC 9562, section 5.7), so that successive attempts are neighbours in the index.
func newAttemptID() string {
	// Reading random bytes never fails: it ends the program instead.
	id := uuid.Must(uuid.NewV7())
	return base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString(slices.Concat(id[:6], id[12:]))
}

func insertAttempt(ctx context.Context, t *engine.Transaction, attempt roll.Attempt, save dueSave) error {
	marks, err := packed.Marks(attempt.Marks, save.students)
	if err != nil {
		return err
	}
	return t.Do(ctx, `INSERT INTO attempts (id, school, save, date, students, marks, size, part, claimed_at,
		lease_until, state)
		VALUES `+engine.Tuples(1, 11), attempt.ID, attempt.School, attempt.Save, attempt.Date, "", marks, len(attempt.Marks),
		attempt.Part, engine.Milliseconds(attempt.ClaimedAt), engine.Milliseconds(attempt.LeaseUntil), roll.Open)
}

// ToRead returns the due marks of a school that wait for a reading of the day. Those with an unknown attempt
// wait until the service can no longer apply it.
func (s *Store) ToRead(ctx context.Context, school roll.SchoolID, apply time.Duration) ([]roll.Unread, error) {
	now, err := s.Database.Now(ctx)
	if err != nil {
		return nil, err
	}
	unread, err := engine.Rows[roll.Unread](ctx, s.Database,
		`SELECT m.enrolment, m.student, m.seq AS version, s.period, m.date,
		s.status_id AS status, s.status_name AS sent, m.unknown_at FROM `+markTables+` JOIN schools c ON c.slug = m.school
		WHERE m.school = $3 AND `+due+`
		AND (m.unknown_at = 0 OR m.unknown_at <= $4) AND `+mustReadFirst+` ORDER BY m.date, s.period`,
		engine.Milliseconds(now), engine.Milliseconds(now.Add(-roll.ReadBefore)), school,
		engine.Milliseconds(now.Add(-apply)))
	if err != nil {
		return nil, err
	}
	for i := range unread {
		if unread[i].Known, err = s.known(ctx, school, unread[i]); err != nil {
			return nil, err
		}
	}
	return unread, nil
}

// known returns the names of statuses that the service may have for the mark's student.
func (s *Store) known(ctx context.Context, school roll.SchoolID, mark roll.Unread) ([]string, error) {
	var names []string
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		var sent, returned string
		err := rows.Scan(&sent, &returned)
		names = append(names, sent)
		if returned != "" {
			names = append(names, returned)
		}
		return err
	}, `SELECT s.status_name, COALESCE(o.returned, '') FROM saves s
		LEFT JOIN outcomes o ON o.save = s.token AND (o.students = '' OR o.students LIKE $1)
		WHERE s.school = $2 AND s.date = $3 AND s.intents LIKE $4 AND `+sinceNamed("$5"),
		"%"+listText([]roll.EnrolmentID{mark.Enrolment})+"%", school, mark.Date, anyIntentOf(mark.Enrolment), mark.Enrolment)
	return names, err
}

// NoteRead records the finding of a reading for a mark, unless the mark was replaced, sent or settled
// meanwhile.
func (s *Store) NoteRead(ctx context.Context, school roll.SchoolID, mark roll.Unread, found roll.Found,
	returned string) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		progress, err := progress(ctx, tx, `marks m`,
			`m.school = $1 AND m.date = $2 AND m.enrolment = $3 AND m.past = 0 AND m.seq = $4
			AND m.unknown_at = $5 AND m.due_at > 0 AND m.lease = ''`, school, mark.Date, mark.Enrolment, mark.Version,
			engine.Milliseconds(mark.UnknownAt))
		if err != nil || len(progress) == 0 {
			return err
		}
		var groups groups
		groups.add(mark.Enrolment, progress[0].Read(found, returned, tx.Now))
		writeGroups(ctx, tx, school, mark.Date, groups, free)
		return tx.Do(ctx, `UPDATE marks SET read_at = $1 WHERE school = $2 AND date = $3 AND enrolment = $4 AND past = 0`,
			engine.Milliseconds(tx.Now), school, mark.Date, mark.Enrolment)
	})
}

// PutOff delays the marks by the wait, after a failed reading of the day.
func (s *Store) PutOff(ctx context.Context, school roll.SchoolID, marks []roll.Unread, wait time.Duration) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return engine.DoEach(ctx, tx, marks, `UPDATE marks SET due_at = $1 WHERE school = $2 AND date = $3 AND enrolment = $4
			AND past = 0 AND seq = $5 AND due_at > 0`,
			func(_ int, mark roll.Unread) []any {
				return []any{engine.Milliseconds(tx.Now.Add(wait)), school, mark.Date, mark.Enrolment, mark.Version}
			})
	})
}

// KeepRead closes a mark that was changed elsewhere, and accepts the school system's value.
func (s *Store) KeepRead(ctx context.Context, school roll.SchoolID, date roll.Date, enrolment roll.EnrolmentID) error {
	return s.Database.MustChange(ctx, `UPDATE marks SET state = `+literal.Differs+
		` WHERE school = $1 AND date = $2 AND enrolment = $3 AND past = 0 AND state = `+literal.Conflict,
		school, date, enrolment)
}

// mayNowSend reports whether anything may be sent for the school.
func mayNowSend(ctx context.Context, t *engine.Transaction, school roll.SchoolID) (may bool, err error) {
	return engine.Exists(ctx, t, `SELECT 1 FROM schools c WHERE `+maySend+
		` AND c.slug = $2`, engine.Milliseconds(t.Now), school)
}
