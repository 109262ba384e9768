package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"rollbook/web"
	"rollbook/web/identity/tablets"
	"rollbook/web/roll"
)

// device groups the commands about tablets at classroom doors.
type device struct {
	List   deviceList   `cmd:"" help:"List the tablets: id, school, name, classes, state, last seen."`
	Remove deviceRemove `cmd:"" aliases:"revoke" help:"Remove a tablet."`
}

// deviceList lists the tablets.
type deviceList struct {
	School string `placeholder:"S" help:"The school's slug. Default: every school."`
	listing
}

// Run prints one row for each tablet. The time is UTC (RFC 3339), empty for a
// tablet that was never seen.
func (d deviceList) Run(ctx context.Context, p *process, app *web.App) error {
	if d.School != "" {
		if _, err := findSchool(ctx, app, d.School); err != nil {
			return err
		}
	}
	list, err := app.Store.Tablets(ctx, roll.SchoolID(d.School))
	if err != nil {
		return err
	}
	var rows [][]string
	for _, tablet := range list {
		rows = append(rows, []string{string(tablet.ID), string(tablet.School), tablet.Name,
			strings.Join(tablet.ClassNames(), ", "), string(tablet.State()), seen(tablet)})
	}
	return d.print(p, []string{"id", "school", "name", "classes", "state", "seen"}, rows)
}

func seen(tablet roll.Tablet) string {
	if tablet.SeenAt.IsZero() {
		return ""
	}
	return tablet.SeenAt.UTC().Format(time.RFC3339)
}

// deviceRemove removes a tablet.
type deviceRemove struct {
	ID string `required:"" placeholder:"I" help:"The tablet's id, as device list prints it."`
}

// Run removes the tablet: its next request is refused.
func (d deviceRemove) Run(ctx context.Context, p *process, app *web.App) error {
	tablet, err := app.Store.Tablet(ctx, roll.TabletID(d.ID))
	if err != nil && roll.KindOf(err) == roll.NotFound {
		return fmt.Errorf("--id: there is no such tablet: %q", d.ID)
	}
	if err != nil {
		return err
	}
	err = app.Identity.Tablets.Revoke(ctx, tablets.Staff{School: tablet.School}, tablet.ID)
	return p.done(err, "%s of %s is removed\n", tablet.Name, tablet.School)
}
