package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"rollbook/web/roll"
)

// alike lists the columns that many marks of a class have in common: a save marks a whole class, and
// most of it is answered at once.
const alike = `m.state, m.save, m.marked_at, m.returned, m.answered_at, m.keyed, m.keyed_by`

// MarksAndWaiting returns the newest marks of the enrolments on the date, by enrolment, and whether a
// row of the school is held on that date (HeldFor, HeldAtDoors); waiting is false without marks, since
// nothing is held then. One statement reads marks that are alike as one row: a class of 28 is one or
// two of them.
func (s *Store) MarksAndWaiting(ctx context.Context, school roll.SchoolID, date roll.Date, enrolments []roll.EnrolmentID) (marks map[roll.EnrolmentID]roll.Mark, waiting bool, err error) {
	var found []*alikeMarks
	var ofSaves []*roll.Mark
	err = chunks(enrolments, func(part []roll.EnrolmentID) error {
		among, ids := listed("m.enrolment", 4, part)
		return s.query(ctx, func(rows *sql.Rows) error {
			one, held, err := scanAlike(rows)
			found, ofSaves, waiting = append(found, one), append(ofSaves, &one.Mark), waiting || held
			return err
		}, `SELECT `+alike+`, string_agg(CAST(m.enrolment AS TEXT) || ' ' || CAST(m.seq AS TEXT), ','),
			CASE WHEN EXISTS (SELECT 1 FROM held_marks h WHERE h.school = $1 AND h.date = $2 AND h.decision = `+sqlUndecided+`) THEN 1 ELSE 0 END
			FROM marks m WHERE m.school = $3 AND m.date = $4 AND `+among+` GROUP BY `+alike, append([]any{school, date, school, date}, ids...)...)
	})
	if err == nil {
		err = s.addKeptSaves(ctx, ofSaves)
	}
	if err != nil {
		return nil, false, err
	}
	marks = make(map[roll.EnrolmentID]roll.Mark, len(enrolments))
	for _, one := range found {
		if err := one.spread(marks); err != nil {
			return nil, false, err
		}
	}
	return marks, waiting, nil
}

// alikeMarks are marks that differ in nothing but their students and versions, which are written
// "12 1,13 4".
type alikeMarks struct {
	roll.Mark
	students string
}

func scanAlike(rows *sql.Rows) (marks *alikeMarks, held bool, err error) {
	marks = new(alikeMarks)
	var markedAt, answeredAt, keyed, waiting int64
	err = rows.Scan(&marks.Outcome, &marks.Save, &markedAt, &marks.Returned, &answeredAt, &keyed, &marks.KeyedBy, &marks.students, &waiting)
	marks.MarkedAt, marks.AnsweredAt, marks.KeyedAt = instant(markedAt), instant(answeredAt), instant(keyed)
	return marks, waiting != 0, err
}

// spread adds each of the marks.
func (a *alikeMarks) spread(marks map[roll.EnrolmentID]roll.Mark) error {
	for student := range strings.SplitSeq(a.students, ",") {
		enrolment, version, _ := strings.Cut(student, " ")
		number, err := strconv.ParseInt(enrolment, 10, 64)
		if err != nil {
			return fmt.Errorf("read a mark's student: %w", err)
		}
		mark := a.Mark
		if mark.Version, err = strconv.ParseInt(version, 10, 64); err != nil {
			return fmt.Errorf("read a mark's version: %w", err)
		}
		mark.Enrolment = roll.EnrolmentID(number)
		marks[mark.Enrolment] = mark
	}
	return nil
}

// savesInMemory bounds the saves of keptSaves, which take about 300 bytes each.
const savesInMemory = 4000

// keptSaves caches the part of saves that completes their marks, as marks with nothing else. That part
// of a save never changes, so that the cache is never stale.
type keptSaves struct {
	mu sync.Mutex
	of map[roll.Token]roll.Mark
}

// addKeptSaves completes marks as addSaves does, and reads only the saves that it has not read before.
func (s *Store) addKeptSaves(ctx context.Context, found []*roll.Mark) error {
	if unknown := s.saves.complete(found); len(unknown) > 0 {
		if err := addSaves(ctx, s.query, unknown); err != nil {
			return err
		}
		s.saves.keep(unknown)
	}
	return nil
}

// complete completes the marks whose saves are cached, and returns the other marks.
func (k *keptSaves) complete(found []*roll.Mark) (unknown []*roll.Mark) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, mark := range found {
		save, kept := k.of[mark.Save]
		if !kept {
			unknown = append(unknown, mark)
			continue
		}
		mark.Status, mark.Sent, mark.Family, mark.Observed, mark.By = save.Status, save.Sent, save.Family, save.Observed, save.By
	}
	return unknown
}

func (k *keptSaves) keep(read []*roll.Mark) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == nil || len(k.of) >= savesInMemory {
		k.of = make(map[roll.Token]roll.Mark)
	}
	for _, mark := range read {
		k.of[mark.Save] = roll.Mark{Status: mark.Status, Sent: mark.Sent, Family: mark.Family, Observed: mark.Observed, By: mark.By}
	}
}

// HeldFor returns the held rows of the person's saves on the date, which wait for
// her decision, by enrolment, each with the mark that stands there now and the save's
// status; the newest where there are several.
func (s *Store) HeldFor(ctx context.Context, school roll.SchoolID, date roll.Date, person roll.PersonID) (map[roll.EnrolmentID]roll.HeldMark, error) {
	type line struct {
		roll.HeldMark
		acceptedAt int64
	}
	var all []*line
	var theirs []*roll.Mark
	err := s.query(ctx, func(rows *sql.Rows) error {
		row := new(line)
		err := scanMark(rows, &row.Theirs, &row.Student, &row.Save, &row.Chosen, &row.Observed, &row.acceptedAt)
		row.Enrolment = row.Theirs.Enrolment
		all, theirs = append(all, row), append(theirs, &row.Theirs)
		return err
	}, `SELECT `+markColumns+`, h.student, h.save, mine.status_name, mine.observed, mine.accepted_at
		FROM `+heldTables+` JOIN saves mine ON mine.token = h.save
		WHERE h.school = $1 AND h.date = $2 AND h.person = $3 AND h.decision = `+sqlUndecided, school, date, person)
	if err != nil {
		return nil, err
	}
	if err := addSaves(ctx, s.query, theirs); err != nil {
		return nil, err
	}
	// Nearly always there are none, and an ORDER BY costs more than looking.
	slices.SortStableFunc(all, func(a, b *line) int { return cmp.Compare(a.acceptedAt, b.acceptedAt) })
	held := make(map[roll.EnrolmentID]roll.HeldMark, len(all))
	for _, row := range all {
		held[row.Enrolment] = row.HeldMark
	}
	return held, nil
}

// HeldAtDoors returns, as HeldFor does, the held rows of the taps on all tablets, which the office
// decides.
func (s *Store) HeldAtDoors(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.EnrolmentID]roll.HeldMark, error) {
	held := make(map[roll.EnrolmentID]roll.HeldMark)
	var tablets []roll.PersonID
	err := s.query(ctx, func(rows *sql.Rows) error {
		var tablet roll.PersonID
		err := rows.Scan(&tablet)
		tablets = append(tablets, tablet)
		return err
	}, `SELECT DISTINCT h.person FROM held_marks h JOIN tablets t ON t.id = h.person
		WHERE h.school = $1 AND h.date = $2 AND h.decision = `+sqlUndecided, school, date)
	for _, tablet := range tablets {
		if err != nil {
			return nil, err
		}
		var own map[roll.EnrolmentID]roll.HeldMark
		own, err = s.HeldFor(ctx, school, date, tablet)
		maps.Copy(held, own)
	}
	return held, err
}

// Held returns the students with a held row on the date.
func (s *Store) Held(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.EnrolmentID]bool, error) {
	held := make(map[roll.EnrolmentID]bool)
	err := s.query(ctx, func(rows *sql.Rows) error {
		var enrolment roll.EnrolmentID
		err := rows.Scan(&enrolment)
		held[enrolment] = true
		return err
	}, `SELECT enrolment FROM held_marks WHERE school = $1 AND date = $2 AND decision = `+sqlUndecided, school, date)
	return held, err
}

// KeepTheirs closes a held row: the other person's mark stands.
func (s *Store) KeepTheirs(ctx context.Context, save roll.Token, enrolment roll.EnrolmentID) error {
	return s.mustChange(ctx, `UPDATE held_marks SET decision = `+sqlTheirsKept+` WHERE save = $1 AND enrolment = $2`, save, enrolment)
}

// heldSchool is true for a school c that may send nothing but guided marks until a person
// has acted. Its saves wait until midnight, not for roll.WaitLimit.
const heldSchool = `(c.proof = ` + sqlUnproven + ` OR EXISTS (SELECT 1 FROM pauses u WHERE u.school = c.slug AND u.reason = ` + sqlPausedStudents + `))`

// holdOn lets the saves of held schools that are past their stop wait until the midnight
// after their acceptance.
func (t *transaction) holdOn(ctx context.Context) error {
	stops := make(map[roll.Token]time.Time)
	err := t.query(ctx, func(rows *sql.Rows) error {
		var token roll.Token
		var acceptedAt int64
		var name string
		if err := rows.Scan(&token, &acceptedAt, &name); err != nil {
			return err
		}
		zone, err := t.store.zone(name)
		if err == nil {
			stops[token] = roll.DateOf(instant(acceptedAt), zone).End(zone)
		}
		return err
	}, `SELECT DISTINCT s.token, s.accepted_at, c.time_zone FROM `+markTables+` JOIN schools c ON c.slug = m.school
		WHERE `+pending+` AND `+pastItsStop+` AND `+heldSchool, milliseconds(t.Now))
	if err != nil {
		return err
	}
	for token, midnight := range stops {
		if _, err := t.exec(ctx, `UPDATE saves SET stops_at = $1 WHERE token = $2 AND stops_at < $1`, milliseconds(midnight), token); err != nil {
			return err
		}
	}
	return nil
}

// release lets saves that were held beyond roll.WaitLimit wait for as long again from now.
func (t *transaction) release(ctx context.Context, school roll.School) error {
	_, err := t.exec(ctx, `UPDATE saves SET stops_at = $1 WHERE school = $2 AND stops_at > $1 AND stops_at > accepted_at + $3
		AND token IN (SELECT m.save FROM marks m WHERE m.school = $2 AND `+pending+`)`,
		milliseconds(t.Now.Add(roll.WaitLimit)), school.ID, roll.WaitLimit.Milliseconds())
	return err
}
