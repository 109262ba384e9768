package saves

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/absences"
	"rollbook/web/store/engine"
)

// exporting reads the marks of one export.
type exporting struct {
	store  *Store
	school roll.SchoolID
	names  map[absences.Number]roll.Enrolment
}

// CountMarks returns the number of each student's marks on the dates from from to to.
func (s *Store) CountMarks(ctx context.Context, school roll.SchoolID, from,
	to roll.Date) (map[roll.EnrolmentID]int, error) {
	return engine.Pairs[roll.EnrolmentID, int](ctx, s.Database, `SELECT enrolment, COUNT(*) FROM marks
		WHERE school = $1 AND date >= $2 AND date <= $3 AND past = 0 GROUP BY enrolment`, school, from, to)
}

// EachDayToExport calls each with the school's marks and movements of every date from from to to that has any, by the
// class and the student. It returns the instant for NoteExported.
func (s *Store) EachDayToExport(ctx context.Context, school roll.SchoolID, from, to roll.Date,
	each func([]roll.ExportedMark) error) (at time.Time, err error) {
	if at, err = s.Database.Now(ctx); err != nil {
		return at, err
	}
	e := exporting{s, school, make(map[absences.Number]roll.Enrolment)}
	all, err := engine.Rows[named](ctx, s.Database,
		`SELECT enrolment AS id, past, student, given, family FROM numbers WHERE school = $1 ORDER BY generation`, school)
	if err != nil {
		return at, err
	}
	for _, one := range all {
		e.names[absences.Number{EnrolmentID: one.ID, Past: one.Past}] = one.Enrolment
	}
	dates, err := engine.Rows[roll.Date](ctx, s.Database,
		`SELECT date FROM marks WHERE school = $1 AND date >= $2 AND date <= $3
		UNION SELECT date FROM movements WHERE school = $1 AND date >= $2 AND date <= $3 AND `+absences.Made+
			` ORDER BY date`, school, from, to)
	for _, date := range dates {
		if err != nil {
			return at, err
		}
		var marks []roll.ExportedMark
		if marks, err = e.day(ctx, date); err == nil {
			err = each(marks)
		}
	}
	return at, err
}

// day returns the marks of the date, with the movements. A student with a movement alone has an empty mark.
func (e *exporting) day(ctx context.Context, date roll.Date) ([]roll.ExportedMark, error) {
	of, last, err := e.store.DayAndChanges(ctx, e.school, date)
	if err != nil {
		return nil, err
	}
	moves, err := absences.MadeOn(ctx, e.store.Database, e.school, date)
	if err != nil {
		return nil, err
	}
	for number := range moves {
		if _, marked := of[number.EnrolmentID]; !marked && number.Past == 0 {
			of[number.EnrolmentID] = roll.Mark{Enrolment: number.EnrolmentID}
		}
	}
	marks := make([]roll.ExportedMark, 0, len(of))
	for _, mark := range of {
		one := roll.ExportedMark{Date: date, Mark: mark, Moves: moves[absences.Number{EnrolmentID: mark.Enrolment}]}
		if change := last[mark.Enrolment]; change != nil {
			one.Change = *change
		}
		marks = append(marks, one)
	}
	if err := e.addUnlisted(ctx, date, marks); err != nil {
		return nil, err
	}
	former, err := e.former(ctx, date, moves)
	marks = append(marks, former...)
	if err == nil {
		err = e.addClasses(ctx, date, marks)
	}
	slices.SortFunc(marks, func(a, b roll.ExportedMark) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Mark.Enrolment, b.Mark.Enrolment),
			cmp.Compare(a.Mark.Version, b.Mark.Version))
	})
	return marks, err
}

// addUnlisted adds the students' numbers to the marks of students whom no kept list names.
func (e *exporting) addUnlisted(ctx context.Context, date roll.Date, marks []roll.ExportedMark) error {
	var unlisted []roll.EnrolmentID
	for _, one := range marks {
		if _, listed := e.names[absences.Number{EnrolmentID: one.Mark.Enrolment}]; !listed {
			unlisted = append(unlisted, one.Mark.Enrolment)
		}
	}
	found, err := engine.RowsAmong[roll.Enrolment](ctx, e.store.Database, unlisted, `SELECT enrolment AS id, student
		FROM marks WHERE school = $1 AND date = $2 AND past = 0 AND enrolment IN ($ids)`, e.school, date)
	for _, student := range found {
		e.names[absences.Number{EnrolmentID: student.ID}] = student
	}
	for i := range marks {
		marks[i].Student = e.names[absences.Number{EnrolmentID: marks[i].Mark.Enrolment}]
	}
	return err
}

// former returns the marks of the date whose numbers name other students since, with the movements.
func (e *exporting) former(ctx context.Context, date roll.Date,
	moves map[absences.Number][]roll.Movement) ([]roll.ExportedMark, error) {
	marked := make(map[absences.Number]bool)
	marks, err := withMarks(ctx, e.store.Database, func(rows *sql.Rows, one *roll.ExportedMark) error {
		var number absences.Number
		err := scanMark(rows, &one.Mark, &number.Past)
		number.EnrolmentID = one.Mark.Enrolment
		one.Date, one.Former, one.Student, one.Moves, marked[number] = date, true, e.names[number], moves[number], true
		return err
	}, func(one *roll.ExportedMark) *roll.Mark { return &one.Mark },
		`SELECT `+markColumns+`, m.past FROM marks m WHERE m.school = $1 AND m.date = $2 AND m.past <> 0`, e.school, date)
	for number, made := range moves {
		if number.Past != 0 && !marked[number] {
			marks = append(marks, roll.ExportedMark{Date: date, Former: true, Student: e.names[number], Moves: made,
				Mark: roll.Mark{Enrolment: number.EnrolmentID}})
		}
	}
	return marks, err
}

// addClasses adds the class and reason of the saves of the date to their marks.
func (e *exporting) addClasses(ctx context.Context, date roll.Date, marks []roll.ExportedMark) error {
	of, err := engine.Pairs[roll.Token, roll.ExportedMark](ctx, e.store.Database,
		`SELECT token, class AS class_id, class_name AS class, reason FROM saves WHERE school = $1 AND date = $2`,
		e.school, date)
	for i := range marks {
		save := of[marks[i].Mark.Save]
		marks[i].ClassID, marks[i].Class, marks[i].Reason = save.ClassID, save.Class, save.Reason
		marks[i].Student.ID = marks[i].Mark.Enrolment
	}
	return err
}

// FirstMarked returns the first date with a mark of the school, or "".
func (s *Store) FirstMarked(ctx context.Context, school roll.SchoolID) (roll.Date, error) {
	return engine.Value[roll.Date](ctx, s.Database, `SELECT COALESCE(MIN(date), '') FROM marks WHERE school = $1`, school)
}
