package command

import (
	"context"

	"rollbook/web"
	"rollbook/web/roll"
)

// schoolKey replaces a school's key.
type schoolKey struct {
	ofSchool
	KeyFile string `required:"" placeholder:"F" help:"The file that holds the key; - reads it from stdin."`
}

// Run makes the key the one that the school's calls use; running servers take it up
// with their next call.
func (s schoolKey) Run(ctx context.Context, p *process) error {
	return s.with(ctx, p, func(app *web.App, school roll.School) error {
		key, err := readKey(p, s.KeyFile, school)
		if err != nil {
			return err
		}
		if err := app.ReplaceKey(ctx, school.ID, key); err != nil {
			return err
		}
		return p.print("%s now uses the key %s\n", school.ID, key.Masked())
	})
}
