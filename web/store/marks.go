package store

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"time"

	"rollbook/web/roll"
)

// markColumns are a mark's own columns, from marks m; addSaves adds those of its save.
const markColumns = `m.enrolment, m.seq, m.state, m.save, m.marked_at, m.returned, m.answered_at, m.keyed, m.keyed_by`

// markTables are marks m with the saves s that they belong to, for conditions on both.
const markTables = `marks m JOIN saves s ON s.token = m.save`

// ofSave is true for the marks m of the save s that have yet to be sent. Their index finds them
// by the time at which they were marked. CROSS JOIN keeps SQLite to that order.
const ofSave = `m.school = s.school AND m.marked_at = s.accepted_at AND m.save = s.token AND ` + pending

// scanMark reads markColumns, and what the query asks for behind them.
func scanMark(rows *sql.Rows, mark *roll.Mark, more ...any) error {
	var markedAt, answeredAt, keyed int64
	into := []any{&mark.Enrolment, &mark.Version, &mark.Outcome, &mark.Save, &markedAt, &mark.Returned, &answeredAt, &keyed, &mark.KeyedBy}
	if err := rows.Scan(append(into, more...)...); err != nil {
		return err
	}
	mark.MarkedAt, mark.AnsweredAt, mark.KeyedAt = instant(markedAt), instant(answeredAt), instant(keyed)
	return nil
}

// reading reads rows: a query of the store, or of a transaction.
type reading func(ctx context.Context, scan func(*sql.Rows) error, text string, args ...any) error

// addSaves completes marks by the saves that they belong to. A class has one or two saves
// on a date, which a join would read again with each of its marks. They are read after
// the marks, since a save never changes.
func addSaves(ctx context.Context, read reading, marks []*roll.Mark) error {
	bySave := make(map[roll.Token][]*roll.Mark)
	for _, mark := range marks {
		bySave[mark.Save] = append(bySave[mark.Save], mark)
	}
	return chunks(slices.Collect(maps.Keys(bySave)), func(tokens []roll.Token) error {
		args := padded(tokens)
		return read(ctx, func(rows *sql.Rows) error {
			var of roll.Mark
			err := rows.Scan(&of.Save, &of.Status, &of.Sent, &of.Family, &of.Observed, &of.By.Person, &of.By.Name, &of.By.Role, &of.By.Tablet)
			for _, mark := range bySave[of.Save] {
				mark.Status, mark.Sent, mark.Family, mark.Observed, mark.By = of.Status, of.Sent, of.Family, of.Observed, of.By
			}
			return err
		}, `SELECT token, status_id, status_name, family, observed, person, person_name, role, tablet
			FROM saves WHERE token IN (`+list(0, len(args))+`)`, args...)
	})
}

// eachMark calls each with every mark m that the condition names.
func eachMark(ctx context.Context, read reading, each func(roll.Mark), condition string, args ...any) error {
	var marks []*roll.Mark
	err := read(ctx, func(rows *sql.Rows) error {
		mark := new(roll.Mark)
		marks = append(marks, mark)
		return scanMark(rows, mark)
	}, `SELECT `+markColumns+` FROM marks m WHERE `+condition, args...)
	if err != nil {
		return err
	}
	if err := addSaves(ctx, read, marks); err != nil {
		return err
	}
	for _, mark := range marks {
		each(*mark)
	}
	return nil
}

// eachDatedMark is eachMark of several dates.
func (s *Store) eachDatedMark(ctx context.Context, each func(roll.Date, roll.Mark), condition string, args ...any) error {
	var marks []*roll.Mark
	var dates []roll.Date
	err := s.query(ctx, func(rows *sql.Rows) error {
		mark, date := new(roll.Mark), roll.Date("")
		err := scanMark(rows, mark, &date)
		marks, dates = append(marks, mark), append(dates, date)
		return err
	}, `SELECT `+markColumns+`, m.date FROM marks m WHERE `+condition, args...)
	if err != nil {
		return err
	}
	if err := addSaves(ctx, s.query, marks); err != nil {
		return err
	}
	for i, mark := range marks {
		each(dates[i], *mark)
	}
	return nil
}

// Marks returns the newest marks of the enrolments on the date, by enrolment.
func (s *Store) Marks(ctx context.Context, school roll.SchoolID, date roll.Date, enrolments []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Mark, error) {
	marks, _, err := s.MarksAndWaiting(ctx, school, date, enrolments)
	return marks, err
}

func marksOf(ctx context.Context, read reading, school roll.SchoolID, date roll.Date, enrolments []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Mark, error) {
	marks := make(map[roll.EnrolmentID]roll.Mark, len(enrolments))
	asked := make(map[roll.EnrolmentID]bool, len(enrolments))
	for _, enrolment := range enrolments {
		asked[enrolment] = true
	}
	keep := func(mark roll.Mark) {
		if asked[mark.Enrolment] {
			marks[mark.Enrolment] = mark
		}
	}
	err := chunks(enrolments, func(part []roll.EnrolmentID) error {
		among, ids := listed("m.enrolment", 2, part)
		return eachMark(ctx, read, keep, `m.school = $1 AND m.date = $2 AND `+among, append([]any{school, date}, ids...)...)
	})
	return marks, err
}

// heldOf lists the held rows of the save, each with the mark that stands there now.
func (t *transaction) heldOf(ctx context.Context, save roll.Save) ([]roll.Held, error) {
	var held []roll.Held
	err := t.query(ctx, func(rows *sql.Rows) error {
		var row roll.Held
		err := scanMark(rows, &row.Theirs, &row.Student)
		row.Enrolment = row.Theirs.Enrolment
		held = append(held, row)
		return err
	}, `SELECT `+markColumns+`, h.student FROM `+heldTables+` WHERE h.save = $1 AND h.decision = `+sqlUndecided+` ORDER BY h.enrolment`, save.Token)
	if err != nil {
		return nil, err
	}
	theirs := make([]*roll.Mark, len(held))
	for i := range held {
		theirs[i] = &held[i].Theirs
	}
	return held, addSaves(ctx, t.query, theirs)
}

// heldTables are held rows h with the newest marks m of their students.
const heldTables = `held_marks h JOIN marks m ON m.school = h.school AND m.date = h.date AND m.enrolment = h.enrolment`

// keepRemarks keeps the answer's remarks on students; a later answer to the same save
// replaces them.
func (t *transaction) keepRemarks(ctx context.Context, attempt roll.Attempt, remarks map[roll.EnrolmentID]string) error {
	for _, mark := range attempt.Marks {
		text, said := remarks[mark.Enrolment]
		if !said {
			continue
		}
		if _, err := t.exec(ctx, `INSERT INTO remarks (save, enrolment, remarks) VALUES ($1, $2, $3)
			ON CONFLICT (save, enrolment) DO UPDATE SET remarks = excluded.remarks`, attempt.Save, mark.Enrolment, text); err != nil {
			return err
		}
	}
	return nil
}

// MarksBetween returns the newest marks of one enrolment on the dates, both included, by date.
func (s *Store) MarksBetween(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, from, to roll.Date) (map[roll.Date]roll.Mark, error) {
	marks := make(map[roll.Date]roll.Mark)
	err := s.eachDatedMark(ctx, func(date roll.Date, mark roll.Mark) { marks[date] = mark },
		`m.school = $1 AND m.date >= $2 AND m.date <= $3 AND m.enrolment = $4`, school, from, to, enrolment)
	return marks, err
}

// HaltBetween stops the enrolment's waiting marks on the dates, both included, but for those of
// which something was sent that could still take effect. It returns how many it stopped.
func (s *Store) HaltBetween(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, from, to roll.Date) (halted int, err error) {
	dates, err := s.MarksBetween(ctx, school, enrolment, from, to)
	if err != nil {
		return 0, err
	}
	err = s.inTransaction(ctx, func(tx *transaction) error {
		halted = 0
		for date := range dates {
			progress, err := tx.progress(ctx, `marks m`, `m.school = $1 AND m.date = $2 AND m.enrolment = $3 AND m.attempt = ''`, school, date, enrolment)
			if err != nil {
				return err
			}
			for _, before := range progress {
				after, ok := before.Halt()
				if !ok {
					continue
				}
				halted++
				if err := tx.writeGroups(ctx, school, date, groups{{becomes: after, enrolments: []roll.EnrolmentID{enrolment}}}, free); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return halted, err
}

// LastChanges returns the newest change for each student and date with a mark, of the enrolments
// and the dates, both included. A save of what stood there already is no change. All are read at
// once, however many students there are.
func (s *Store) LastChanges(ctx context.Context, school roll.SchoolID, from, to roll.Date, enrolments []roll.EnrolmentID) ([]roll.LastChange, error) {
	asked := make(map[roll.EnrolmentID]bool, len(enrolments))
	for _, enrolment := range enrolments {
		asked[enrolment] = true
	}
	var all []foundChange
	err := s.query(ctx, func(rows *sql.Rows) error {
		change, intents, err := scanChange(rows)
		if err != nil {
			return err
		}
		all, err = change.addTo(all, intents, asked)
		return err
	}, `SELECT s.intents, s.date, s.accepted_at, s.person, s.person_name, s.role, s.tablet, '', s.status_name, s.observed
		FROM saves s WHERE s.school = $1 AND s.date >= $2 AND s.date <= $3
		UNION ALL
		SELECT ',' || CAST(c.enrolment AS TEXT) || ':0:0,', c.date, c.found_at, '', '', '', '', c.was, c.status, '' FROM changes_elsewhere c
		WHERE c.school = $1 AND c.date >= $2 AND c.date <= $3`, school, from, to)
	slices.SortFunc(all, foundChange.compare)
	var last []roll.LastChange
	for _, change := range all {
		if at := len(last) - 1; at >= 0 && last[at].Enrolment == change.Enrolment && last[at].Date == change.Date {
			if change.repeats(last[at]) {
				continue
			}
			change.From = last[at].To
			last = last[:at]
		}
		if change.was != "" {
			change.From = change.was
		}
		last = append(last, change.LastChange)
	}
	return last, err
}

// foundChange is a change by a save, or one that a reading found.
type foundChange struct {
	roll.LastChange
	// was names the school system's status before the change; empty for a save's.
	was     string
	version int64
}

// repeats tells whether it is a save of the value that stood there already.
func (c foundChange) repeats(before roll.LastChange) bool {
	return c.was == "" && c.To == before.To && c.Observed == before.Observed
}

func scanChange(rows *sql.Rows) (change foundChange, intents string, err error) {
	var at int64
	err = rows.Scan(&intents, &change.Date, &at, &change.By.Person, &change.By.Name, &change.By.Role, &change.By.Tablet, &change.was, &change.To, &change.Observed)
	change.At = instant(at)
	return change, intents, err
}

// addTo adds the change of each of its students who are asked for.
func (c foundChange) addTo(all []foundChange, intents string, asked map[roll.EnrolmentID]bool) ([]foundChange, error) {
	kept, err := readIntents(intents)
	for _, row := range kept {
		if asked[row.Enrolment] {
			c.Enrolment, c.version = row.Enrolment, row.Version
			all = append(all, c)
		}
	}
	return all, err
}

// compare orders changes by student, date and time.
func (c foundChange) compare(other foundChange) int {
	return cmp.Or(cmp.Compare(c.Enrolment, other.Enrolment), cmp.Compare(c.Date, other.Date), c.At.Compare(other.At), cmp.Compare(c.version, other.version))
}

// PastSave is a save that is over: it was accepted at an earlier instant, sent once, and
// answered.
type PastSave struct {
	Save roll.Save
	// AcceptedAt is the time of the acceptance, Took the wait for the answer, less than a lease.
	AcceptedAt time.Time
	Took       time.Duration
	Reply      roll.Reply
}

// RecordPast keeps past saves with the instants that they name, all in one transaction:
// the history of a demonstration. Everything else is as for a new save: versions, held
// rows, repeated tokens, and what closing makes of the reply.
func (s *Store) RecordPast(ctx context.Context, school roll.School, past []PastSave, closing func(roll.Reply) Closing) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		for _, save := range past {
			then := *tx
			then.Now = save.AcceptedAt
			if err := then.recordPast(ctx, school, save, closing(save.Reply)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *transaction) recordPast(ctx context.Context, school roll.School, past PastSave, closing Closing) error {
	acceptance, err := t.accept(ctx, past.Save.Accepted(t.Now, school.Zone))
	if err != nil || !acceptance.Begins() {
		return err
	}
	attempt, ok, err := t.claim(ctx, school.ID, past.Save.Token, school.Timing(), Terms{})
	if err != nil || !ok {
		return err
	}
	past.Reply.SentAt = t.Now
	t.Now = t.Now.Add(past.Took)
	_, err = t.close(ctx, attempt, past.Reply, closing)
	return err
}

// NoteChangedElsewhere makes conflicts of settled marks that the comparison found changed in
// the school system, and keeps each change for the history. Marks that were made or answered
// anew since then stay as they are. It returns how many marks it moved.
func (s *Store) NoteChangedElsewhere(ctx context.Context, school roll.SchoolID, date roll.Date, changed []roll.Difference) (moved int, err error) {
	err = s.inTransaction(ctx, func(tx *transaction) error {
		moved = 0
		var groups groups
		for _, difference := range changed {
			progress, err := tx.progress(ctx, `marks m`, `m.school = $1 AND m.date = $2 AND m.enrolment = $3 AND m.seq = $4
				AND m.answered_at = $5 AND m.state IN `+sqlReturned+` AND m.attempt = '' AND m.due_at = 0`,
				school, date, difference.Enrolment, difference.Version, milliseconds(difference.AnsweredAt))
			if err != nil {
				return err
			}
			for _, before := range progress {
				moved++
				groups.add(before.Enrolment, before.ChangeElsewhere(difference.There, difference.AsSent, tx.Now))
				if err := tx.insertChange(ctx, school, date, difference); err != nil {
					return err
				}
			}
		}
		// The intents keep what was answered then.
		return tx.writeMarks(ctx, school, date, groups, free)
	})
	return moved, err
}

func (t *transaction) insertChange(ctx context.Context, school roll.SchoolID, date roll.Date, difference roll.Difference) error {
	_, err := t.exec(ctx, `INSERT INTO changes_elsewhere (school, date, enrolment, found_at, was, status) VALUES ($1, $2, $3, $4, $5, $6)`,
		school, date, difference.Enrolment, milliseconds(t.Now), difference.Here, difference.There)
	return err
}

// ChangesElsewhere lists the changes found for the enrolment on the date, the newest first.
func (s *Store) ChangesElsewhere(ctx context.Context, school roll.SchoolID, enrolment roll.EnrolmentID, date roll.Date) ([]roll.ChangeElsewhere, error) {
	var changes []roll.ChangeElsewhere
	err := s.query(ctx, func(rows *sql.Rows) error {
		var change roll.ChangeElsewhere
		var foundAt int64
		err := rows.Scan(&foundAt, &change.Was, &change.Status)
		change.FoundAt = instant(foundAt)
		changes = append(changes, change)
		return err
	}, `SELECT found_at, was, status FROM changes_elsewhere WHERE school = $1 AND date = $2 AND enrolment = $3 ORDER BY found_at DESC`,
		school, date, enrolment)
	return changes, err
}
