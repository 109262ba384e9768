package saves

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// alike are the columns that many marks of a class share: a save marks a whole class, and most of it is
// answered at once.
const alike = `m.state, m.save, m.marked_at, m.returned, m.answered_at, m.keyed, m.keyed_by, m.taken, m.changed`

// ClassMarks returns the newest marks of the enrolments on the date.
func (s *Store) ClassMarks(ctx context.Context, school roll.SchoolID, date roll.Date,
	enrolments []roll.EnrolmentID) (ClassMarks, error) {
	var found marksFound
	err := engine.Chunks(enrolments, func(part []roll.EnrolmentID) error {
		ids := engine.Padded(part)
		return s.addAlike(ctx, &found, school, date, ` AND m.enrolment IN (`+engine.List(4, len(ids))+`)`, ids...)
	})
	if err != nil {
		return ClassMarks{}, err
	}
	changes, err := s.changesOf(ctx, &found, school, date)
	of := make([]*roll.LastChange, 0, len(found.of))
	for _, student := range enrolments {
		if change := changes[student]; change != nil {
			of = append(of, change)
		}
	}
	return ClassMarks{found.of, found.waiting, roll.TakingOf(of)}, err
}

// Day returns every mark of the school on the date.
func (s *Store) Day(ctx context.Context, school roll.SchoolID, date roll.Date) (map[roll.EnrolmentID]roll.Mark, error) {
	var found marksFound
	err := s.addAlike(ctx, &found, school, date, "")
	return found.of, err
}

// DayAndChanges returns every mark of the school on the date, and the marks' last changes without the values before.
// Students share a change, so that it names none of them.
func (s *Store) DayAndChanges(ctx context.Context, school roll.SchoolID,
	date roll.Date) (map[roll.EnrolmentID]roll.Mark, map[roll.EnrolmentID]*roll.LastChange, error) {
	var found marksFound
	if err := s.addAlike(ctx, &found, school, date, ""); err != nil {
		return nil, nil, err
	}
	changes, err := s.changesOf(ctx, &found, school, date)
	return found.of, changes, err
}

// marksFound are marks as they are found.
type marksFound struct {
	of      map[roll.EnrolmentID]roll.Mark
	changes map[roll.EnrolmentID]*roll.LastChange
	// waiting reports that a row is held, elsewhere that a reading found a change, older that a mark was stored by an
	// earlier version, which did not record its changes.
	waiting, elsewhere, older bool
}

// changesOf returns the last changes of the marks. It reads all saves of the date if the marks do not show them.
func (s *Store) changesOf(ctx context.Context, found *marksFound, school roll.SchoolID,
	date roll.Date) (map[roll.EnrolmentID]*roll.LastChange, error) {
	if !found.elsewhere && !found.older {
		return found.changes, nil
	}
	all, err := s.LastChanges(ctx, school, date, date, slices.Collect(maps.Keys(found.of)))
	changes := make(map[roll.EnrolmentID]*roll.LastChange, len(all))
	for i := range all {
		changes[all[i].Enrolment] = &all[i]
		all[i].Enrolment = 0
	}
	return changes, err
}

// addAlike finds the marks that meet the condition. One statement reads similar marks as one row: a class of 28 is
// one or two rows.
func (s *Store) addAlike(ctx context.Context, found *marksFound, school roll.SchoolID, date roll.Date, condition string,
	args ...any) error {
	var rowsFound []*alikeMarks
	var ofSaves []*roll.Mark
	err := s.Database.Query(ctx, func(rows *sql.Rows) error {
		one := new(alikeMarks)
		err := one.scan(rows, found)
		rowsFound, ofSaves = append(rowsFound, one), append(ofSaves, &one.Mark)
		for _, other := range []*roll.Mark{&one.taken, &one.changed} {
			if other.Save != "" {
				ofSaves = append(ofSaves, other)
			}
		}
		return err
	}, `SELECT `+alike+`, string_agg(CAST(m.enrolment AS TEXT) || ' ' || CAST(m.seq AS TEXT), ','), MIN(`+takenKnown+`),
		CASE WHEN EXISTS (SELECT 1 FROM held_marks h WHERE h.school = $1 AND h.date = $2 AND h.past = 0 AND h.decision = `+
		literal.Undecided+`) THEN 1 ELSE 0 END,
		CASE WHEN EXISTS (SELECT 1 FROM changes_elsewhere c WHERE c.school = $1 AND c.date = $2
		AND c.past = 0) THEN 1 ELSE 0 END
		FROM marks m WHERE m.school = $3 AND m.date = $4 AND m.past = 0`+condition+` GROUP BY `+
		alike, append([]any{school, date, school, date}, args...)...)
	if err == nil {
		err = s.addKeptSaves(ctx, ofSaves)
	}
	students := 0
	for _, one := range rowsFound {
		students += strings.Count(one.students, ",") + 1
	}
	if found.of == nil {
		found.of = make(map[roll.EnrolmentID]roll.Mark, students)
		found.changes = make(map[roll.EnrolmentID]*roll.LastChange, students)
	}
	for _, one := range rowsFound {
		if err == nil {
			err = one.spread(found, date)
		}
	}
	return err
}

// alikeMarks are marks that differ only in their students and versions, which are written "12 1,13 4".
type alikeMarks struct {
	roll.Mark
	// taken and changed are of the saves in the columns of these names.
	taken, changed roll.Mark
	students       string
}

func (a *alikeMarks) scan(rows *sql.Rows, found *marksFound) error {
	var known, held, elsewhere bool
	err := rows.Scan(&a.Outcome, &a.Save, engine.ToTime(&a.MarkedAt), &a.Returned, engine.ToTime(&a.AnsweredAt),
		engine.ToTime(&a.KeyedAt), &a.KeyedBy, &a.taken.Save, &a.changed.Save, &a.students, engine.ToBool(&known),
		engine.ToBool(&held), engine.ToBool(&elsewhere))
	found.waiting, found.elsewhere, found.older = found.waiting || held, found.elsewhere ||
		elsewhere, found.older || !known
	return err
}

// spread adds each of the marks.
func (a *alikeMarks) spread(found *marksFound, date roll.Date) error {
	change := a.lastChange(date)
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
		found.of[mark.Enrolment], found.changes[mark.Enrolment] = mark, &change
	}
	return nil
}

// lastChange returns the last change of each of the marks.
func (a *alikeMarks) lastChange(date roll.Date) roll.LastChange {
	change := roll.LastChange{Date: date, Intent: a.Intent, By: a.By, At: a.MarkedAt,
		Taken: roll.Taking{By: a.By, At: a.MarkedAt}}
	if a.changed.Save != "" {
		change.By, change.At = a.changed.By, a.changed.MarkedAt
	}
	if a.taken.Save != "" {
		change.Taken = roll.Taking{By: a.taken.By, At: a.taken.MarkedAt}
	}
	return change
}

// addKeptSaves completes marks like addSaves, but reads only saves that are not cached.
func (s *Store) addKeptSaves(ctx context.Context, found []*roll.Mark) error {
	if unknown := s.saves.complete(found); len(unknown) > 0 {
		if err := addSaves(ctx, s.Database, unknown); err != nil {
			return err
		}
		for _, mark := range unknown {
			s.saves.Keep(mark.Save, *mark, savesInMemory)
		}
	}
	return nil
}

// ClassMarksAt is ClassMarks for a request at a version of the school's marks (roll.Admission). It reads nothing if
// the class was read at that version before. Do not change the returned map.
func (s *Store) ClassMarksAt(ctx context.Context, version int64, school roll.SchoolID, date roll.Date,
	enrolments []roll.EnrolmentID) (ClassMarks, error) {
	return s.classes.At(version, classOn(school, date, enrolments), classesInMemory, time.Now(),
		func() (ClassMarks, error) {
			return s.ClassMarks(ctx, school, date, enrolments)
		})
}

// Marks returns the newest marks of the enrolments on the date, by enrolment.
func (s *Store) Marks(ctx context.Context, school roll.SchoolID, date roll.Date,
	enrolments []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Mark, error) {
	marks, err := s.ClassMarks(ctx, school, date, enrolments)
	return marks.Of, err
}
