package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rollbook/web"
	"rollbook/web/language"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/lists"
)

// schoolRoster replaces the students of a period.
type schoolRoster struct {
	ofSchool
	Period   string            `required:"" placeholder:"P" help:"The school period's id; an unknown period is added."`
	File     string            `required:"" placeholder:"F.csv" help:"A CSV file with any separator, or a workbook (.xlsx), with the columns enrolment, student, given, family, name and class, in English or another language; - reads stdin."`
	Column   map[string]string `placeholder:"K=NAME" help:"Name or number of the column to use for KEY when its header is not recognised: --column enrolment=Ref."`
	Encoding string            `placeholder:"E" help:"Text encoding, such as utf-8 or windows-1250. Default: detected."`
	Sheet    string            `placeholder:"S" help:"Sheet to read. Default: every sheet with a list; without a class column the sheet's name is the class."`
	Skip     bool              `help:"Skip total rows, duplicate rows and students who appear to have left."`
	Leavers  bool              `help:"Keep students who appear to have left."`
}

// Run replaces all students, or none.
func (s schoolRoster) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	content, err := p.input("--file", s.File)
	if err != nil {
		return err
	}
	choices := imports.Choices{Today: school.Today(app.Clock()).String(), KeepLeavers: s.Leavers}
	read, err := s.read(app.Site.Words.English(), content, choices)
	if err != nil {
		return fmt.Errorf("%s: %w", s.File, err)
	}
	return s.replace(ctx, p, app, school, read)
}

// replace replaces the students of the period, and prints the omitted lines and those that a person should
// check.
func (s schoolRoster) replace(ctx context.Context, p *process, app *web.App, school roll.School,
	read *imports.Reading) error {
	for _, sheet := range read.Left {
		if err := p.print("%s: sheet %q is left out: it has no column of enrolments\n", s.File, sheet); err != nil {
			return err
		}
	}
	period := roll.PeriodID(s.Period)
	if err := addPeriod(ctx, app, school, period); err != nil {
		return err
	}
	students := store.StudentFile{Students: read.All, LeftOut: read.Leavers,
		Named: len(s.Column) == 0 && read.IsNamed()}
	err := app.Store.PutStudentFile(ctx, school.ID, period, students)
	if err := p.doneWithEvent(ctx, app, err, "student-list-kept", school.ID, "%s: period %s has %d students\n", school.ID,
		period, len(read.All)); err != nil {
		return err
	}
	words := app.Site.Words.English()
	for _, doubt := range read.Doubts {
		if err := p.print("%s: %s\n", s.File, doubt.Sentence(words)); err != nil {
			return err
		}
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

// read reads the file. Its error names the bad lines with their faults.
func (s schoolRoster) read(words *language.Words, content []byte, choices imports.Choices) (*imports.Reading, error) {
	sheets, err := tables.ReadSheets(content, tables.Options{Encoding: s.Encoding, Sheet: s.Sheet})
	if err != nil {
		return nil, err
	}
	if len(sheets[0].Lines) == 0 {
		return nil, errNoHeader
	}
	read := imports.Read(sheets, choices)
	if len(s.Column) > 0 {
		list := read.Lists[0]
		if list.Twice, err = s.override(list.Places, list.Twice, list.Header); err != nil {
			return nil, err
		}
		choices.Places = list.Places
		read = imports.Read(sheets, choices)
		read.Lists[0].Twice = list.Twice
	}
	if err := placed(read.Lists[0].Places, read.Lists[0].Twice, imports.StudentColumns()); err != nil {
		return nil, err
	}
	faults := read.Bad
	if !s.Skip {
		faults = slices.Concat(read.NotStudents, read.Bad)
		slices.SortStableFunc(faults, func(a, b tables.FileError) int {
			return cmp.Or(cmp.Compare(a.Sheet, b.Sheet), cmp.Compare(a.Line, b.Line))
		})
	}
	if len(faults) > 0 {
		return nil, badLines(explained(words, faults))
	}
	if len(read.All) == 0 {
		return nil, errEmpty
	}
	return read, nil
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

// explained describes the faults of lines.
func explained(words *language.Words, faults []tables.FileError) []string {
	var all []string
	for _, fault := range faults {
		text := imports.NameOfLine(words, fault.Sheet, fault.Line) + ": " +
			strings.TrimSuffix(imports.Sentence(words, fault), ".")
		if imports.MayLeaveOut(fault.Code) {
			text += "; --skip leaves it out"
		}
		if fault.Code == imports.Leaver {
			text += ", --leavers keeps it"
		}
		all = append(all, text)
	}
	return all
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
