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

// named returns columns with their names in files. The first name is also the key and appears in messages.
func named(needed int, names ...[]string) []tables.Column {
	columns := make([]tables.Column, len(names))
	for i, all := range names {
		columns[i] = tables.Column{Key: all[0], Names: all, Needed: i < needed}
	}
	return columns
}

// readRows reads the file with a header and parses its lines (tables.Read), or returns an error that lists the
// bad lines. Columns may come in any order, their names in any case. It ignores other columns. A repeated
// non-empty key is an error.
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

// parser parses the text of each column, empty for a missing one.
type parser[T any] func(texts []string) (value T, key string, err error)

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
	keys := make(map[string]int)
	for _, line := range table.Behind(0) {
		value, key, err := parse.line(line, places, columns)
		if before := keys[key]; err == nil && key != "" && before != 0 {
			err = fmt.Errorf("line %d: %s stands in line %d already", line.Number, key, before)
		}
		if err != nil {
			bad = append(bad, err.Error())
			continue
		}
		keys[key] = line.Number
		values = append(values, value)
	}
	if len(bad) > 0 {
		return nil, badLines(bad)
	}
	if len(values) == 0 {
		return nil, errEmpty
	}
	return values, nil
}

func (p parser[T]) line(line tables.Line, places tables.Places,
	columns []tables.Column) (value T, key string, err error) {
	if line.Fault != nil {
		return value, "", line.Fault
	}
	texts := make([]string, len(columns))
	for i, column := range columns {
		texts[i] = line.Text(places.Of(column.Key))
	}
	if value, key, err = p(texts); err != nil {
		err = fmt.Errorf("line %d: %w", line.Number, err)
	}
	return value, key, err
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
	return named(1, []string{"id"}, []string{"name"}, []string{"starts", "startDate"}, []string{"ends", "endDate"})
}

// Run replaces all periods, or none.
func (s schoolPeriods) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	periods, err := readRows(p, s.File, periodColumns(), parsePeriod)
	if err != nil {
		return err
	}
	if err := app.Store.PutPeriods(ctx, school.ID, lists.FromFile, periods); err != nil {
		return err
	}
	p.logEvent(ctx, app, "periods-changed", school.ID)
	return p.print("%s has %d periods\n", school.ID, len(periods))
}

func parsePeriod(texts []string) (period roll.Period, key string, err error) {
	period = roll.Period{ID: roll.PeriodID(texts[0]), Name: cmp.Or(texts[1], texts[0])}
	if texts[0] == "" {
		return period, "", errors.New("no id")
	}
	for i, date := range []*roll.Date{&period.Starts, &period.Ends} {
		if text := texts[2+i]; text != "" {
			if *date, err = roll.ParseDate(text); err != nil {
				return period, "", fmt.Errorf("%s %q: %w", periodColumns()[2+i].Key, text, err)
			}
		}
	}
	if period.Ends != "" && period.Ends < period.Starts {
		return period, "", errors.New("it ends before it starts")
	}
	return period, "id " + texts[0], nil
}

// schoolStatuses replaces a school's attendance statuses.
type schoolStatuses struct {
	ofSchool
	File string `required:"" placeholder:"F.csv" help:"Columns id, name, and if wanted family, letter, carries_time; - reads stdin."`
}

func statusColumns() []tables.Column {
	return named(2, []string{"id"}, []string{"name"}, []string{"family"}, []string{"letter"}, []string{"carries_time"})
}

// Run replaces all statuses, or none.
func (s schoolStatuses) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	given, err := readRows(p, s.File, statusColumns(), parseStatus)
	if err != nil {
		return err
	}
	if err := app.Store.PutStatuses(ctx, school.ID, lists.FromFile, roll.GuessStatuses(given)); err != nil {
		return err
	}
	p.logEvent(ctx, app, "statuses-changed", school.ID)
	return p.print("%s has %d attendance statuses\n", school.ID, len(given))
}

// parseStatus guesses the family, and whether the status carries a time, where the line does not have them.
func parseStatus(texts []string) (status roll.Status, key string, err error) {
	id, err := roll.ParseStatusID(texts[0])
	if err != nil {
		return status, "", fmt.Errorf("id %q: not a positive whole number in plain digits", texts[0])
	}
	family := cmp.Or(roll.Family(strings.ToLower(texts[2])), roll.GuessFamily(texts[1]))
	status = roll.Status{ID: id, Name: texts[1], Family: family, Letter: texts[3]}
	if status.Name == "" {
		return status, "", errors.New("no name")
	}
	if !slices.Contains(roll.Families(), family) {
		return status, "", fmt.Errorf("family %q: not one of present, absent, late, excused, left, remote, other", texts[2])
	}
	if utf8.RuneCountInString(status.Letter) > roll.LetterLimit {
		return status, "", fmt.Errorf("letter %q: not one or two characters", texts[3])
	}
	switch strings.ToLower(texts[4]) {
	case "":
		status.CarriesTime = family == roll.Late || family == roll.LeftEarly
	case "yes", "true", "1":
		status.CarriesTime = true
	case "no", "false", "0":
	default:
		return status, "", fmt.Errorf("carries_time %q: neither yes nor no", texts[4])
	}
	return status, "id " + id.String(), nil
}
