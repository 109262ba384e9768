package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/web"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// linesListed limits the bad lines in a message.
const linesListed = 5

// The faults of a whole table.
var (
	errNoHeader = errors.New("it has no header line")
	errEmpty    = errors.New("it has no lines besides the header")
)

// readRows reads the file with a header and parses its lines (tables.Read), or returns an error that lists the
// bad lines. Columns may come in any order, their names in any case. It ignores other columns. A repeated id is an
// error.
func readRows[T any](p *process, file string, columns []tables.Column, parse parser[T]) ([]T, error) {
	content, err := p.input("--file", file)
	if err != nil {
		return nil, err
	}
	values, err := parseTable(content, columns, parse)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return values, nil
}

// parser parses a line.
type parser[T any] func(row tables.Row) (T, error)

func parseTable[T any](content []byte, columns []tables.Column, parse parser[T]) ([]T, error) {
	table, err := tables.Read(content, tables.Options{})
	if err != nil {
		return nil, err
	}
	if len(table.Lines) == 0 {
		return nil, errNoHeader
	}
	places, twice := tables.Match(table.Lines[0].Texts, columns)
	if err := placed(places, twice, columns); err != nil {
		return nil, err
	}
	var bad []string
	var values []T
	known := make(map[string]int) // the lines by their ids
	rows, _ := tables.Rows(append(table.Lines[:1:1], table.Behind(0)...), columns)
	for _, row := range rows {
		value, err := parse(row)
		switch before := known[row.Of("id")]; {
		case row.Fault != nil:
			bad = append(bad, row.Fault.Error())
		case err != nil:
			bad = append(bad, fmt.Sprintf("line %d: %v", row.Number, err))
		case before != 0:
			bad = append(bad, fmt.Sprintf("line %d: id %s stands in line %d already", row.Number, row.Of("id"), before))
		default:
			known[row.Of("id")] = row.Number
			values = append(values, value)
		}
	}
	if len(bad) > 0 {
		return nil, badLines(bad)
	}
	if len(values) == 0 {
		return nil, errEmpty
	}
	return values, nil
}

// placed returns an error for missing or repeated columns.
func placed(places tables.Places, twice []string, columns []tables.Column) error {
	if len(twice) > 0 {
		return fmt.Errorf("a column stands there twice: %s", twice[0])
	}
	for _, column := range tables.Missing(places, columns) {
		return fmt.Errorf("a column is missing: %s", strings.Join(column.Names[:min(len(column.Names), 2)], " or "))
	}
	return nil
}

// badLines returns an error that lists the first bad lines.
func badLines(bad []string) error {
	if more := len(bad) - linesListed; more > 0 {
		bad = append(bad[:linesListed:linesListed], fmt.Sprintf("and %d lines more", more))
	}
	return fmt.Errorf("%s (nothing was changed)", strings.Join(bad, "; "))
}

// schoolPeriods replaces a school's periods.
type schoolPeriods struct {
	ofSchool
	File string `required:"" placeholder:"F.csv" help:"Columns id, name, starts, ends; dates as YYYY-MM-DD, empty where not known; - reads stdin."`
}

func periodColumns() []tables.Column {
	return []tables.Column{{Key: "id", Names: []string{"id"}, Needed: true}, {Key: "name", Names: []string{"name"}},
		{Key: "starts", Names: []string{"starts", "startDate"}}, {Key: "ends", Names: []string{"ends", "endDate"}}}
}

// Run replaces all periods, or none.
func (s schoolPeriods) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	periods, err := readRows(p, s.File, periodColumns(), parsePeriod)
	if err != nil {
		return err
	}
	err = app.Store.PutPeriods(ctx, school.ID, lists.FromFile, periods)
	return p.doneWithEvent(ctx, app, err, "periods-changed", school.ID, "%s has %d periods\n", school.ID, len(periods))
}

func parsePeriod(row tables.Row) (period roll.Period, err error) {
	id := row.Of("id")
	if id == "" {
		return period, errors.New("no id")
	}
	period = roll.Period{ID: roll.PeriodID(id), Name: cmp.Or(row.Of("name"), id)}
	for i, key := range []string{"starts", "ends"} {
		date := []*roll.Date{&period.Starts, &period.Ends}[i]
		if *date, err = roll.ParseDate(row.Of(key)); err != nil && row.Of(key) != "" {
			return period, fmt.Errorf("%s %q: %w", key, row.Of(key), err)
		}
	}
	if period.Ends != "" && period.Ends < period.Starts {
		return period, errors.New("it ends before it starts")
	}
	return period, nil
}

// schoolStatuses replaces a school's attendance statuses.
type schoolStatuses struct {
	ofSchool
	File string `required:"" placeholder:"F.csv" help:"Columns id, name and, optionally, family, letter, carries_time; - reads stdin."`
}

// Run replaces all statuses, or none.
func (s schoolStatuses) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	var columns []tables.Column
	for i, name := range []string{"id", "name", "family", "letter", "carries_time"} {
		columns = append(columns, tables.Column{Key: name, Names: []string{name}, Needed: i < 2})
	}
	given, err := readRows(p, s.File, columns, parseStatus)
	if err != nil {
		return err
	}
	statuses := roll.GuessStatuses(given, app.Site.Words.Of(school).StatusLetter)
	err = app.Store.PutStatuses(ctx, school.ID, lists.FromFile, statuses)
	return p.doneWithEvent(ctx, app, err, "statuses-changed", school.ID, "%s has %d attendance statuses\n", school.ID,
		len(given))
}

// parseStatus guesses the family, and whether the status carries a time, where the line does not have them.
func parseStatus(row tables.Row) (status roll.Status, err error) {
	id, err := roll.ParseStatusID(row.Of("id"))
	if err != nil {
		return status, fmt.Errorf("id %q: not a positive whole number in plain digits", row.Of("id"))
	}
	family := cmp.Or(roll.Family(strings.ToLower(row.Of("family"))), roll.GuessFamily(row.Of("name")))
	status = roll.Status{ID: id, Name: row.Of("name"), Family: family, Letter: row.Of("letter")}
	status.CarriesTime = family == roll.Late || family == roll.LeftEarly
	carries := strings.ToLower(row.Of("carries_time"))
	switch {
	case status.Name == "":
		return status, errors.New("no name")
	case !slices.Contains(roll.Families(), family):
		return status, fmt.Errorf("family %q: not one of present, absent, late, excused, left, remote, other",
			row.Of("family"))
	case utf8.RuneCountInString(status.Letter) > roll.LetterLimit:
		return status, fmt.Errorf("letter %q: not one or two characters", status.Letter)
	case slices.Contains([]string{"yes", "true", "1"}, carries):
		status.CarriesTime = true
	case slices.Contains([]string{"no", "false", "0"}, carries):
		status.CarriesTime = false
	case carries != "":
		return status, fmt.Errorf("carries_time %q: neither yes nor no", row.Of("carries_time"))
	}
	return status, nil
}
