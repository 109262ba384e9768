package command

import (
	"context"

	"rollbook/web"
)

// school groups the commands about schools.
type school struct {
	Add      schoolAdd      `cmd:"" help:"Connect a school."`
	List     schoolList     `cmd:"" help:"List the schools: slug, name, zone, address, tenant, code, key, and the private addresses it may live at."`
	Check    schoolCheck    `cmd:"" help:"Call every endpoint of a school and report the results."`
	Allow    schoolAllow    `cmd:"" help:"Set the private addresses allowed for a school's system."`
	Move     schoolMove     `cmd:"" help:"Change the address of a school's system. Applied only if it accepts the key there."`
	Key      schoolKey      `cmd:"" help:"Replace a school's key, list its keys, or remove an old one."`
	Roster   schoolRoster   `cmd:"" help:"Replace the students of a school period by those of a CSV file."`
	Statuses schoolStatuses `cmd:"" help:"Replace a school's attendance statuses by those of a CSV file."`
	Periods  schoolPeriods  `cmd:"" help:"Replace a school's periods by those of a CSV file."`
	Mapping  schoolMapping  `cmd:"" help:"Print, set or reset a school's mapping."`
	Rename   schoolRename   `cmd:"" help:"Give a school another name; its slug and its addresses stay."`
	Remove   schoolRemove   `cmd:"" help:"Show what removing a school deletes, or remove it and export its marks."`
}

// schoolList lists the schools.
type schoolList struct{ listing }

// Run prints one row for each school.
func (s schoolList) Run(ctx context.Context, p *process, app *web.App) error {
	schools, err := app.Store.Schools(ctx)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, school := range schools {
		key, err := app.Store.KeyInUse(ctx, school.ID)
		if err != nil {
			return err
		}
		rows = append(rows, []string{string(school.ID), school.Name, school.Zone.String(), school.BaseURL, school.Tenant,
			school.Code, "..." + key.LastFour, school.AllowPrivate})
	}
	return s.print(p, []string{"slug", "name", "zone", "address", "tenant", "code", "key", "private addresses"}, rows)
}
