package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"rollbook/web"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/lists"
)

// schoolRoster replaces the students of a period.
type schoolRoster struct {
	ofSchool
	Period   string            `required:"" placeholder:"P" help:"The school period's id; it is added when it is not known."`
	File     string            `required:"" placeholder:"F.csv" help:"A text with any separator, or a workbook (.xlsx), whose header names the columns enrolment, student, given, family, name and class, in English or another language; - reads stdin."`
	Column   map[string]string `placeholder:"K=NAME" help:"Where a column stands that the header does not tell, by its name there or its number: --column enrolment=Ref."`
	Encoding string            `placeholder:"E" help:"How the text is written, such as utf-8 or windows-1250, where it is read wrongly."`
	Sheet    string            `placeholder:"S" help:"The workbook's sheet; else all that hold a list. Where several do and no column has the class, the sheet's name is the class."`
	Skip     bool              `help:"Leave out totals, lines that say the same again, and students who seem to have left."`
	Leavers  bool              `help:"Keep students who seem to have left."`
}

// Run replaces all students, or none.
func (s schoolRoster) Run(ctx context.Context, p *process) error {
	content, err := p.input("--file", s.File)
	if err != nil {
		return err
	}
	return s.with(ctx, p, func(app *web.App, school roll.School) error {
		way := imports.Way{Today: school.Today(app.Clock()).String(), KeepLeavers: s.Leavers}
		students, left, err := s.students(content, way)
		if err != nil {
			return fmt.Errorf("%s: %w", s.File, err)
		}
		return s.replace(ctx, p, app, school, students, left)
	})
}

// replace replaces the students of the period, and prints what was left out.
func (s schoolRoster) replace(ctx context.Context, p *process, app *web.App, school roll.School, students store.StudentFile, left []string) error {
	for _, sheet := range left {
		if err := p.print("%s: sheet %q is left out: it has no column of enrolments\n", s.File, sheet); err != nil {
			return err
		}
	}
	period := roll.PeriodID(s.Period)
	if err := addPeriod(ctx, app, school, period); err != nil {
		return err
	}
	if err := app.Store.PutStudentFile(ctx, school.ID, period, students); err != nil {
		return err
	}
	tell(ctx, app, "student-list-kept", school.ID)
	if err := p.print("%s: period %s has %d students\n", school.ID, period, len(students.Students)); err != nil {
		return err
	}
	return warnUnproven(ctx, p, app, school.ID)
}

// warnUnproven prints a warning when marks of the school are stored but not sent.
func warnUnproven(ctx context.Context, p *process, app *web.App, id roll.SchoolID) error {
	school, err := app.Store.School(ctx, id)
	if err != nil || school.Proof != roll.Unproven {
		return err
	}
	return p.print("%s: marks are kept and not sent until an admin has tried one in Settings, School system\n", id)
}

// students returns the students of the file and the skipped sheets. Its error names the bad lines with their
// faults.
func (s schoolRoster) students(content []byte, way imports.Way) (file store.StudentFile, left []string, err error) {
	sheets, err := tables.ReadSheets(content, tables.Options{Encoding: s.Encoding, Sheet: s.Sheet})
	if err != nil {
		return file, nil, err
	}
	if len(sheets[0].Lines) == 0 {
		return file, nil, errNoHeader
	}
	read := imports.Read(sheets, way)
	if len(s.Column) > 0 {
		list := read.Lists[0]
		if list.Twice, err = s.override(list.Places, list.Twice, list.Header); err != nil {
			return file, nil, err
		}
		way.Places = list.Places
		read = imports.Read(sheets, way)
		read.Lists[0].Twice = list.Twice
	}
	if err := placed(read.Lists[0].Places, read.Lists[0].Twice, imports.StudentColumns()); err != nil {
		return file, nil, err
	}
	var bad []string
	if !s.Skip {
		read.Bad = append(read.Besides, read.Bad...)
		slices.SortStableFunc(read.Bad, func(a, b tables.FileError) int {
			return cmp.Or(cmp.Compare(a.Sheet, b.Sheet), cmp.Compare(a.Line, b.Line))
		})
	}
	for _, fault := range read.Bad {
		bad = append(bad, explainLine(fault))
	}
	if len(bad) > 0 {
		return file, nil, badLines(bad)
	}
	if len(read.All) == 0 {
		return file, nil, errEmpty
	}
	return store.StudentFile{Students: read.All, Named: len(s.Column) == 0 && read.IsNamed()}, read.Left, nil
}

// override sets the positions of columns from --column.
func (s schoolRoster) override(places tables.Places, twice, header []string) ([]string, error) {
	for key, where := range s.Column {
		if !slices.ContainsFunc(imports.StudentColumns(), func(column tables.Column) bool { return column.Key == key }) {
			return nil, usage("--column %s: not one of enrolment, student, given, family, name, class", key)
		}
		at := slices.IndexFunc(header, func(name string) bool { return tables.Fold(name) == tables.Fold(where) })
		if number, err := strconv.Atoi(where); at < 0 && err == nil && number > 0 && number <= len(header) {
			at = number - 1
		}
		if at < 0 {
			return nil, usage("--column %s=%s: the header has no such column", key, where)
		}
		places[key] = at
		twice = slices.DeleteFunc(twice, func(doubled string) bool { return doubled == key })
	}
	return twice, nil
}

// explainLine describes the fault of a line.
func explainLine(fault tables.FileError) string {
	var text string
	switch fault.Code {
	case imports.NotNumber:
		text = fmt.Sprintf("enrolment %q: %v", fault.Value, errNotNumber)
	case imports.StudentNotNumber:
		text = fmt.Sprintf("student %q: %v", fault.Value, errNotNumber)
	case imports.Repeated:
		text = fmt.Sprintf("enrolment %s stands in line %d already, in the same class", fault.Value, fault.Other)
	case imports.Total:
		text = fmt.Sprintf("%q is a total; --skip leaves it out", fault.Value)
	case imports.HeaderAgain:
		text = "the header again; --skip leaves it out"
	case imports.Leaver:
		text = fmt.Sprintf("seems to have left (%s); --skip leaves it out, --leavers keeps it", fault.Value)
	case imports.DateAsClass:
		text = fmt.Sprintf("the class %q is a date: format its column as text, and type the class again", fault.Value)
	case imports.Again:
		text = fmt.Sprintf("the same as line %d; --skip leaves it out", fault.Other)
	case imports.OtherStudent:
		text = fmt.Sprintf("enrolment %s has another student in line %d", fault.Value, fault.Other)
	case imports.LongText:
		text = "a name is too long"
	default:
		return fault.Error()
	}
	if fault.Sheet != "" {
		return fmt.Sprintf("sheet %q, line %d: %s", fault.Sheet, fault.Line, text)
	}
	return fmt.Sprintf("line %d: %s", fault.Line, text)
}

// addPeriod adds a period that neither Rollbook nor the school system knows. The school's periods then count
// as typed, and the service no longer replaces them.
func addPeriod(ctx context.Context, app *web.App, school roll.School, id roll.PeriodID) error {
	periods, _, err := app.Lists.Rosters.Periods(ctx, school)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(periods, func(period roll.Period) bool { return period.ID == id }) {
		return nil
	}
	return app.Store.PutPeriods(ctx, school.ID, lists.Typed, append(periods, roll.Period{ID: id, Name: string(id)}))
}
