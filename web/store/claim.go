package store

import (
	"context"
	"database/sql"
	"encoding/base32"
	"slices"

	"github.com/google/uuid"

	"rollbook/web/roll"
)

// Due lists the schools that have marks to send. Schools that are paused or asked
// for a wait are left out.
func (s *Store) Due(ctx context.Context) ([]roll.SchoolID, error) {
	now, err := s.engine.now(ctx, s.reader.db)
	if err != nil {
		return nil, err
	}
	var due []roll.SchoolID
	err = s.query(ctx, func(rows *sql.Rows) error {
		var school roll.SchoolID
		err := rows.Scan(&school)
		due = append(due, school)
		return err
	}, `SELECT c.slug FROM schools c WHERE `+maySend+`
		AND EXISTS (SELECT 1 FROM `+markTables+` WHERE m.school = c.slug AND `+pending+` AND `+dueNow+`)`,
		milliseconds(now))
	return due, err
}

const (
	// maySend is true for a school c that is not paused and need not wait until $1.
	maySend = mayBegin + ` AND NOT ` + paused + ` AND NOT EXISTS (SELECT 1 FROM school_states w WHERE w.school = c.slug AND w.wait_until > $1)`
	// dueNow is true for marks that are sent at $1: not after their save's stop, except for the
	// timely repetition of an answered request.
	dueNow = `m.due_at > 0 AND m.due_at <= $1 AND m.attempt = '' AND ` + provenOrGuided + ` AND (s.stops_at > $1 OR m.asserted = 1 AND m.tries = 0 AND NOT (` + heldUp + `))`
)

// Terms limit what a claim may take.
type Terms struct {
	// Most bounds the list; 0 does not.
	Most int
	// Readable leaves out marks that may be sent only after the day was read.
	Readable bool
}

// Claim takes a lease on marks of one save that are due: those that go into one
// request, because they share date, status, check and part. Marks with an open
// attempt stay behind. ok is false when nothing of the school is due. With a token, it
// looks at that save only; else at the oldest.
//
// Every request carries the newest status of each mark. A check in or out that
// was not answered goes before a newer plain mark.
func (s *Store) Claim(ctx context.Context, school roll.SchoolID, token roll.Token, timing roll.Timing, terms Terms) (attempt roll.Attempt, ok bool, err error) {
	err = s.inTransaction(ctx, func(tx *transaction) (err error) {
		attempt, ok, err = tx.claim(ctx, school, token, timing, terms)
		return err
	})
	if err != nil {
		return roll.Attempt{}, false, err
	}
	return attempt, ok, nil
}

// claim claims what is due of the oldest save, or of the one with the token.
func (t *transaction) claim(ctx context.Context, school roll.SchoolID, token roll.Token, timing roll.Timing, terms Terms) (attempt roll.Attempt, ok bool, err error) {
	save, err := t.toSend(ctx, school, token, terms)
	if err != nil || save.token == "" {
		return attempt, false, err
	}
	due, err := t.due(ctx, school, save, terms)
	if err != nil || len(due) == 0 {
		return attempt, false, err
	}
	attempt = t.newAttempt(save, due, terms.Most, timing)
	attempt.School = school
	if err := t.lease(ctx, attempt); err != nil {
		return roll.Attempt{}, false, err
	}
	return attempt, true, t.insertAttempt(ctx, attempt, save)
}

// maySend tells whether anything may be sent for the school.
func (t *transaction) maySend(ctx context.Context, school roll.SchoolID) (may bool, err error) {
	err = t.query(ctx, func(*sql.Rows) error {
		may = true
		return nil
	}, `SELECT 1 FROM schools c WHERE `+maySend+` AND c.slug = $2`, milliseconds(t.Now), school)
	return may, err
}

// dueSave holds the values that the requests of one save have in common.
type dueSave struct {
	token  roll.Token
	date   roll.Date
	status roll.StatusID
	name   string
	check  dueCheck
	// students counts those of the whole save.
	students int
}

// dueCheck is a check in or out, with its time.
type dueCheck struct {
	kind roll.Check
	time string
}

// dueMark is a mark that is due, with the check and part that decide which request it goes into.
type dueMark struct {
	roll.Claimed
	check dueCheck
	part  int64
}

// goesWith tells whether two marks of a save may share a request.
func (d dueMark) goesWith(other dueMark) bool {
	return d.check == other.check && d.part == other.part
}

// toSend reads the save with the token, or the oldest save with a mark that is due; no save where
// nothing may be sent for the school.
func (t *transaction) toSend(ctx context.Context, school roll.SchoolID, token roll.Token, terms Terms) (save dueSave, err error) {
	text, now := `SELECT s.token, s.date, s.status_id, s.status_name, s.check_kind, s.check_time, s.students FROM `, milliseconds(t.Now)
	args := []any{now, token, school}
	if token != "" {
		text += `schools c CROSS JOIN saves s WHERE c.slug = $3 AND ` + maySend + ` AND s.school = c.slug AND s.token = $2`
	} else {
		text += `schools c CROSS JOIN marks m JOIN saves s ON s.token = m.save WHERE c.slug = $3 AND ` + maySend + ` AND m.school = c.slug
			AND ` + pending + ` AND ` + dueNow + ` AND (` + unreadable + ` OR NOT ` + mustReadFirst + `) ORDER BY m.marked_at LIMIT 1`
		args[1] = t.readSince(terms)
	}
	err = t.query(ctx, func(rows *sql.Rows) error {
		return rows.Scan(&save.token, &save.date, &save.status, &save.name, &save.check.kind, &save.check.time, &save.students)
	}, text, args...)
	return save, err
}

// readSince returns $2 of unreadable and mustReadFirst: the instant, in milliseconds, since which
// a mark need not be read before it is sent; -1 for terms without reading.
func (t *transaction) readSince(terms Terms) int64 {
	if !terms.Readable {
		return -1
	}
	return milliseconds(t.Now.Add(-roll.ReadBefore))
}

// due reads the marks of the save that are due.
func (t *transaction) due(ctx context.Context, school roll.SchoolID, save dueSave, terms Terms) (due []dueMark, err error) {
	err = t.query(ctx, func(rows *sql.Rows) error {
		mark := dueMark{check: save.check}
		var inVersion, outVersion int64
		err := rows.Scan(&mark.Enrolment, &mark.Student, &mark.Version, &inVersion, &outVersion, &mark.part)
		mark.CheckVersion = earliest(inVersion, outVersion)
		due = append(due, mark)
		return err
	}, `SELECT m.enrolment, m.student, m.seq, m.in_seq, m.out_seq, m.part FROM saves s CROSS JOIN marks m
		WHERE s.token = $3 AND `+ofSave+` AND `+dueNow+` AND (`+unreadable+` OR NOT `+mustReadFirst+`)
		ORDER BY m.part, m.enrolment`+t.store.engine.lock("m"), milliseconds(t.Now), t.readSince(terms), save.token)
	if err != nil {
		return nil, err
	}
	return due, t.takeEarlierChecks(ctx, school, save.date, due)
}

// earliest returns the smaller of two versions, of which 0 stands for none.
func earliest(a, b int64) int64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// takeEarlierChecks gives each mark whose check belongs to an earlier intent the check of
// that intent. The others have their own, or none where none waits.
func (t *transaction) takeEarlierChecks(ctx context.Context, school roll.SchoolID, date roll.Date, due []dueMark) error {
	for i := range due {
		mark := &due[i]
		if mark.CheckVersion == mark.Version {
			continue
		}
		mark.check = dueCheck{}
		if mark.CheckVersion == 0 {
			continue
		}
		err := t.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&mark.check.kind, &mark.check.time) },
			`SELECT s.check_kind, s.check_time FROM saves s WHERE s.school = $1 AND s.date = $2 AND s.intents LIKE $3`,
			school, date, anyIntent(mark.Enrolment, mark.CheckVersion))
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) newAttempt(save dueSave, due []dueMark, most int, timing roll.Timing) roll.Attempt {
	first := due[0]
	attempt := roll.Attempt{
		ID: newAttemptID(), Save: save.token, Date: save.date, Status: save.status, StatusName: save.name,
		Check: first.check.kind, CheckTime: first.check.time, Part: first.part,
		ClaimedAt: t.Now, LeaseUntil: t.Now.Add(timing.Lease),
	}
	for _, mark := range due {
		if most > 0 && len(attempt.Marks) == most {
			break
		}
		if mark.goesWith(first) {
			attempt.Marks = append(attempt.Marks, mark.Claimed)
		}
	}
	return attempt
}

// newAttemptID makes 16 characters of base32 from the time and the last random bytes of a UUID of version 7
// (RFC 9562, section 5.7): attempts that are made after each other stand beside each other in the index.
func newAttemptID() string {
	// Reading random bytes never fails: it ends the program instead.
	id := uuid.Must(uuid.NewV7())
	return base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString(slices.Concat(id[:6], id[12:]))
}

func (t *transaction) insertAttempt(ctx context.Context, attempt roll.Attempt, save dueSave) error {
	marks, err := packMarks(attempt, save)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, `INSERT INTO attempts (id, school, save, date, students, marks, size, part, claimed_at, lease_until, state)
		VALUES `+tuples(1, 11), attempt.ID, attempt.School, attempt.Save, attempt.Date, "", marks, len(attempt.Marks), attempt.Part,
		milliseconds(attempt.ClaimedAt), milliseconds(attempt.LeaseUntil), roll.Open)
	return err
}

// lease makes the attempt hold its marks.
func (t *transaction) lease(ctx context.Context, attempt roll.Attempt) error {
	return chunks(attempt.Enrolments(), func(part []roll.EnrolmentID) error {
		among, ids := listed("enrolment", 3, part)
		_, err := t.exec(ctx, `UPDATE marks SET attempt = $1, due_at = 0 WHERE school = $2 AND date = $3 AND `+among,
			append([]any{attempt.ID, attempt.School, attempt.Date}, ids...)...)
		return err
	})
}
