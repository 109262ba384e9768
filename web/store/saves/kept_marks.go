package saves

import (
	"context"
	"database/sql"
	"fmt"
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
const alike = `m.state, m.save, m.marked_at, m.returned, m.answered_at, m.keyed, m.keyed_by`

// MarksAndWaiting returns the newest marks of the enrolments on the date, by enrolment, and whether a row of
// the school is held on that date (HeldFor, HeldAtDoors). Waiting is false without marks, since nothing is
// held then. One statement reads similar marks as one row: a class of 28 is one or two rows.
func (s *Store) MarksAndWaiting(ctx context.Context, school roll.SchoolID, date roll.Date,
	enrolments []roll.EnrolmentID) (marks map[roll.EnrolmentID]roll.Mark, waiting bool, err error) {
	var found []*alikeMarks
	var ofSaves []*roll.Mark
	err = engine.Chunks(enrolments, func(part []roll.EnrolmentID) error {
		among, ids := engine.Among("m.enrolment", 4, part)
		return s.Database.Query(ctx, func(rows *sql.Rows) error {
			one, held, err := scanAlike(rows)
			found, ofSaves, waiting = append(found, one), append(ofSaves, &one.Mark), waiting || held
			return err
		}, `SELECT `+alike+`, string_agg(CAST(m.enrolment AS TEXT) || ' ' || CAST(m.seq AS TEXT), ','),
			CASE WHEN EXISTS (SELECT 1 FROM held_marks h WHERE h.school = $1 AND h.date = $2 AND h.past = 0 AND h.decision = `+literal.Undecided+`) THEN 1 ELSE 0 END
			FROM marks m WHERE m.school = $3 AND m.date = $4 AND m.past = 0 AND `+among+` GROUP BY `+alike, append([]any{school, date, school, date}, ids...)...)
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

// alikeMarks are marks that differ only in their students and versions, which are written "12 1,13 4".
type alikeMarks struct {
	roll.Mark
	students string
}

func scanAlike(rows *sql.Rows) (marks *alikeMarks, held bool, err error) {
	marks = new(alikeMarks)
	var waiting int64
	err = rows.Scan(&marks.Outcome, &marks.Save, engine.ToTime(&marks.MarkedAt), &marks.Returned,
		engine.ToTime(&marks.AnsweredAt), engine.ToTime(&marks.KeyedAt), &marks.KeyedBy, &marks.students, &waiting)
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

// addKeptSaves completes marks like addSaves, but reads only saves that are not cached.
func (s *Store) addKeptSaves(ctx context.Context, found []*roll.Mark) error {
	if unknown := s.saves.complete(found); len(unknown) > 0 {
		if err := addSaves(ctx, s.Database, unknown); err != nil {
			return err
		}
		s.saves.keep(unknown)
	}
	return nil
}

// MarksAt is MarksAndWaiting for a request at a version of the school's marks (roll.Admission). It reads
// nothing if the class was read at that version before. Do not change the returned map.
func (s *Store) MarksAt(ctx context.Context, version int64, school roll.SchoolID, date roll.Date,
	enrolments []roll.EnrolmentID) (marks map[roll.EnrolmentID]roll.Mark, waiting bool, err error) {
	if version == 0 || len(enrolments) == 0 {
		return s.MarksAndWaiting(ctx, school, date, enrolments)
	}
	class := classDay{school: school, date: date, first: enrolments[0]}
	readAt := time.Now()
	if kept, ok := s.classes.find(class, version, enrolments, readAt); ok {
		return kept.marks, kept.waiting, nil
	}
	marks, waiting, err = s.MarksAndWaiting(ctx, school, date, enrolments)
	if err == nil {
		s.classes.keep(class, classMarks{version: version, enrolments: slices.Clone(enrolments), marks: marks,
			waiting: waiting, readAt: readAt})
	}
	return marks, waiting, err
}

// TakingAt returns who took the roll of the enrolments on the date, and who changed it later. For the version of
// MarksAt it reads once.
func (s *Store) TakingAt(ctx context.Context, version int64, school roll.SchoolID, date roll.Date, enrolments []roll.EnrolmentID) (roll.ClassTaking, error) {
	if len(enrolments) == 0 {
		return roll.ClassTaking{}, nil
	}
	class := classDay{school: school, date: date, first: enrolments[0]}
	kept, ok := s.classes.find(class, version, enrolments, time.Now())
	if ok && kept.taking != nil {
		return *kept.taking, nil
	}
	changes, err := s.LastChanges(ctx, school, date, date, enrolments)
	taking := roll.TakingOf(changes)
	if ok && err == nil {
		kept.taking = &taking
		s.classes.keep(class, kept)
	}
	return taking, err
}

// Marks returns the newest marks of the enrolments on the date, by enrolment.
func (s *Store) Marks(ctx context.Context, school roll.SchoolID, date roll.Date,
	enrolments []roll.EnrolmentID) (map[roll.EnrolmentID]roll.Mark, error) {
	marks, _, err := s.MarksAndWaiting(ctx, school, date, enrolments)
	return marks, err
}
