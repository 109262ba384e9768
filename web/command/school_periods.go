package command

import (
	"context"
	"errors"
	"fmt"

	"rollbook/web"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

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
	period = roll.Period{ID: roll.PeriodID(texts[0]), Name: texts[1]}
	if texts[0] == "" {
		return period, "", errors.New("no id")
	}
	if period.Name == "" {
		period.Name = texts[0]
	}
	if period.Starts, err = optionalDate("starts", texts[2]); err != nil {
		return period, "", err
	}
	if period.Ends, err = optionalDate("ends", texts[3]); err != nil {
		return period, "", err
	}
	if period.Starts != "" && period.Ends != "" && period.Ends < period.Starts {
		return period, "", errors.New("it ends before it starts")
	}
	return period, "id " + texts[0], nil
}

func optionalDate(name, text string) (roll.Date, error) {
	if text == "" {
		return "", nil
	}
	date, err := roll.ParseDate(text)
	if err != nil {
		return "", fmt.Errorf("%s %q: %w", name, text, err)
	}
	return date, nil
}
