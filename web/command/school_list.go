package command

import (
	"context"

	"rollbook/web"
)

// schoolList lists the schools.
type schoolList struct{}

// Run prints a line a school, its fields separated by tabs.
func (schoolList) Run(ctx context.Context, p *process) error {
	return p.with(ctx, func(app *web.App) error {
		schools, err := app.Store.Schools(ctx)
		if err != nil {
			return err
		}
		for _, school := range schools {
			key, err := app.Store.KeyInUse(ctx, school.ID)
			if err != nil {
				return err
			}
			allowed := ""
			if school.AllowPrivate != "" {
				allowed = "\t" + school.AllowPrivate
			}
			if err := p.print("%s\t%s\t%s\t%s\t%s\t%s\t%s%s\n", school.ID, school.Name, school.Zone,
				school.BaseURL, school.Tenant, school.Code, "..."+key.LastFour, allowed); err != nil {
				return err
			}
		}
		return nil
	})
}
