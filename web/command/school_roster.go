package command

import (
	"context"
	"fmt"
	"slices"

	"rollbook/web"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// schoolRoster replaces the students of a period.
type schoolRoster struct {
	ofSchool
	Period string `required:"" placeholder:"P" help:"The school period's id; it is added when it is not known."`
	File   string `required:"" placeholder:"F.csv" help:"Columns enrolment, student, given, family, class (or studentSemesterInfoId, studentId, firstName, lastName, className); - reads stdin."`
}

func rosterColumns() []column {
	return []column{
		{names: []string{"enrolment", "studentSemesterInfoId"}, needed: true},
		{names: []string{"student", "studentId"}},
		{names: []string{"given", "firstName"}},
		{names: []string{"family", "lastName"}},
		{names: []string{"class", "className"}},
	}
}

// Run replaces them all, or none.
func (s schoolRoster) Run(ctx context.Context, p *process) error {
	content, err := p.input("--file", s.File)
	if err != nil {
		return err
	}
	rows, err := readTable(content, rosterColumns())
	if err != nil {
		return fmt.Errorf("%s: %w", s.File, err)
	}
	students, err := parseRows(rows, parseStudent)
	if err != nil {
		return fmt.Errorf("%s: %w", s.File, err)
	}
	return s.with(ctx, p, func(app *web.App, school roll.School) error {
		period := roll.PeriodID(s.Period)
		if err := addPeriod(ctx, app, school, period); err != nil {
			return err
		}
		if err := app.Store.PutStudents(ctx, school.ID, period, store.FromFile, students); err != nil {
			return err
		}
		return p.print("%s: period %s has %d students\n", school.ID, period, len(students))
	})
}

func parseStudent(texts []string) (student roll.Enrolment, key string, err error) {
	id, err := roll.ParseEnrolmentID(texts[0])
	if err != nil {
		return student, "", fmt.Errorf("enrolment %q: %w", texts[0], errNotNumber)
	}
	student = roll.Enrolment{ID: id, Given: texts[2], Family: texts[3], Class: roll.ClassID(texts[4]), ClassName: texts[4]}
	if texts[1] != "" {
		person, err := roll.ParseEnrolmentID(texts[1])
		if err != nil {
			return student, "", fmt.Errorf("student %q: %w", texts[1], errNotNumber)
		}
		student.Student = roll.StudentID(person)
	}
	return student, fmt.Sprintf("enrolment %s in class %q", id, texts[4]), nil
}

// addPeriod adds a period that neither Rollbook nor the school system knows. The
// school's periods then count as typed, and are no longer read from there.
func addPeriod(ctx context.Context, app *web.App, school roll.School, id roll.PeriodID) error {
	periods, _, err := app.Rosters.Periods(ctx, school)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(periods, func(period roll.Period) bool { return period.ID == id }) {
		return nil
	}
	return app.Store.PutPeriods(ctx, school.ID, store.Typed, append(periods, roll.Period{ID: id, Name: string(id)}))
}
