package command

import (
	"context"
	"fmt"
	"slices"
	"time"

	"rollbook/apiclient/mapping"
	"rollbook/web"
	"rollbook/web/connecting/proof"
	"rollbook/web/roll"
)

// schoolCheck checks a school's connection.
type schoolCheck struct{ ofSchool }

// checkLimit limits all calls together.
const checkLimit = 2 * time.Minute

// Run makes every mapped call once and prints one line for each. It only reads.
func (s schoolCheck) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	mapped, err := proof.MappingOf(school)
	if err != nil {
		return err
	}
	client, err := app.Connecting.Services.Client(ctx, school)
	if err != nil {
		return err
	}
	works := true
	for _, result := range mapping.Check(ctx, client, mapped, school.Today(app.Clock()).String()) {
		line, ok := verdict(result)
		if ok && result.Call == mapping.Students {
			line += classesIn(ctx, app, school)
		}
		works = works && ok
		if err := p.print("%s\n", line); err != nil {
			return err
		}
	}
	if !works {
		return fmt.Errorf("%s: something is wrong with the school's connection, see above", school.ID)
	}
	return nil
}

// verdict returns the line for a call. An empty list that a roll needs is a failure. An unreadable field is
// only mentioned.
func verdict(result mapping.CheckResult) (line string, ok bool) {
	leftOut := slices.ContainsFunc(result.Problems, func(problem mapping.Problem) bool { return problem.LeftOut })
	switch {
	case result.Finding == mapping.FindingNoCall:
		return result.Message, true
	case result.Finding == mapping.FindingWorks, result.Finding == mapping.FindingEmpty && result.Call == mapping.Day:
		return fmt.Sprintf("%s: ok, %d read", result.Call, len(result.Items)), true
	case result.Finding == mapping.FindingPartly && !leftOut:
		return fmt.Sprintf("%s: ok, %d read, but: %s", result.Call, len(result.Items), result.Problems[0]), true
	case result.Finding == mapping.FindingEmpty:
		return result.Message + ": nothing is listed", false
	}
	return oneLine(result.Message), false
}

// classesIn describes how the students of the current period, or the first, are divided into classes.
func classesIn(ctx context.Context, app *web.App, school roll.School) string {
	periods, err := app.Connecting.Services.Periods(ctx, school)
	if err != nil || len(periods) == 0 {
		return ""
	}
	today := school.Today(app.Clock())
	at := max(0, slices.IndexFunc(periods, func(period roll.Period) bool { return period.Current(today) }))
	students, leavers, err := app.Connecting.Services.Students(ctx, school, periods[at].ID)
	if err != nil {
		return ""
	}
	classes := make(map[roll.ClassID]bool)
	for _, student := range students {
		classes[student.Class] = true
	}
	line := fmt.Sprintf("; %s: %d classes, %d students", periods[at].Name, len(classes), len(students))
	if leavers {
		line += ", some seem to have left"
	}
	return line
}
