package command

import (
	"context"
	"fmt"

	"rollbook/web"
	"rollbook/web/roll"
)

// ofSchool is the flag of the commands about one school.
type ofSchool struct {
	School string `required:"" placeholder:"S" help:"The school's slug."`
}

// ProvideSchool returns the school to a command's Run, and keeps its settings to compare them with those after it.
func (o ofSchool) ProvideSchool(ctx context.Context, p *process, app *web.App) (roll.School, error) {
	found, err := findSchool(ctx, app, o.School)
	if err == nil {
		p.before, err = app.Facts.Of(ctx, found.ID)
	}
	return found, err
}

// findSchool returns the school with the slug.
func findSchool(ctx context.Context, app *web.App, slug string) (roll.School, error) {
	found, err := app.Store.School(ctx, roll.SchoolID(slug))
	if roll.KindOf(err) == roll.NotFound && err != nil {
		return found, fmt.Errorf("--school: there is no such school: %q", slug)
	}
	return found, err
}
