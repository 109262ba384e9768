package command

import (
	"context"

	"rollbook/web"
	"rollbook/web/roll"
)

// schoolTimes sets the form in which the school system expects times.
type schoolTimes struct {
	ofSchool
	Format string `required:"" placeholder:"F" help:"How a time is written: none (times stay in Rollbook), HH:MM, HH:MM:SS, UTC, or JSON with the time in one of its texts, such as {\"time\":\"{HH:MM}\"}, where {HH:MM}, {HH:MM:SS}, {h:MM AM}, {UTC}, {date} and {offset} are replaced."`
	Late   string `default:"none" enum:"in,out,none" placeholder:"K" help:"What the time of a late arrival is sent as: in, out or none."`
	Left   string `default:"none" enum:"in,out,none" placeholder:"K" help:"What the time of an early leaving is sent as: in, out or none."`
}

// Run stores the settings.
func (s schoolTimes) Run(ctx context.Context, p *process, app *web.App, school roll.School) error {
	format := roll.TimeFormat(s.Format)
	if s.Format == "none" {
		format = roll.TimeNotSent
	}
	if problem := format.Check(); problem != "" {
		return usage("--format: %q is none of none, HH:MM, HH:MM:SS and UTC, and no JSON of at most %d bytes with {HH:MM}, {HH:MM:SS} or {UTC} in one of its texts", s.Format, roll.MostTimeTemplate)
	}
	if format == roll.TimeNotSent && s.Late+s.Left != "nonenone" {
		return usage("--late, --left: no time is sent with --format none")
	}
	if err := app.Store.SetTimes(ctx, school.ID, format, check(s.Late), check(s.Left)); err != nil {
		return err
	}
	p.logEvent(ctx, app, "times-changed", school.ID)
	return p.print("%s: times %s, late %s, left early %s\n", school.ID, s.Format, s.Late, s.Left)
}

func check(name string) roll.Check {
	if name == "none" {
		return roll.NoCheck
	}
	return roll.Check(name)
}
