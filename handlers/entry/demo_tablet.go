package entry

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/pins"
	"rollbook/web/identity/session"
	"rollbook/web/identity/tablets"
	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
)

// DemoTablets makes the visitor's device a tablet of the demonstration, and switches its network.
type DemoTablets struct {
	base
	demo    *visit.Demonstration
	passes  *session.Tablets
	tokens  *auth.Tokens
	rosters *rosters.Rosters
	tablets *tablets.Tablets
	pins    *pins.PINs
	clock   func() time.Time
}

// Enter makes the device a tablet of the due class, in the mode of the form. Its teacher gets the
// demonstration's PIN.
func (d *DemoTablets) Enter(c echo.Context) error {
	mode, known := roll.ParseTabletMode(c.Request().PostForm.Get("mode"))
	teacher, there := d.demo.First(roll.Teacher)
	if !known || !there {
		return echo.ErrNotFound
	}
	ctx := c.Request().Context()
	person, _, err := d.store.PersonByEmail(ctx, teacher.Email)
	if err != nil {
		return err
	}
	class, err := d.classDue(ctx, teacher)
	if err != nil {
		return err
	}
	if err := d.pins.Set(ctx, person.ID, entry.DemoPIN); err != nil {
		return err
	}
	made, err := d.tablets.Add(ctx, tablets.Staff{Person: person.ID, Name: person.Name, School: teacher.School}, d.tokens.New(person.ID), roll.Tablet{
		Name: d.pages.WordsOf(c).Text("demo.tablet"), Mode: mode, Classes: []roll.TabletClass{{ID: class.ID, Name: class.Name}},
	})
	if err != nil {
		return err
	}
	device, _ := d.devices.Load(c.Request())
	tablet, err := d.tablets.UseCode(ctx, made.Code, device.ID, c.RealIP())
	if err != nil {
		return err
	}
	return d.visitors.Become(c, tablet)
}

// classDue returns the class whose roll the teacher would take now, or the school's first.
func (d *DemoTablets) classDue(ctx context.Context, teacher web.DemoPerson) (roll.Class, error) {
	school, err := d.store.School(ctx, teacher.School)
	if err != nil {
		return roll.Class{}, err
	}
	periods, _, err := d.rosters.Periods(ctx, school)
	if err != nil {
		return roll.Class{}, err
	}
	period, err := roll.CurrentPeriod(periods, school.Today(d.clock()))
	if err != nil {
		return roll.Class{}, err
	}
	classes, _, err := d.rosters.Classes(ctx, school, period.ID)
	if err != nil || len(classes) == 0 {
		return roll.Class{}, cmp.Or(err, error(echo.ErrNotFound))
	}
	due := slices.IndexFunc(classes, func(class roll.Class) bool { return class.Name == teacher.DueClass })
	return classes[max(due, 0)], nil
}

// Network switches the requesting tablet's network off or on.
func (d *DemoTablets) Network(c echo.Context) error {
	text := c.Request().PostForm.Get("network")
	pass, _ := d.passes.Load(c.Request())
	if text != "cut" && text != "back" || pass.ID == "" {
		return echo.ErrNotFound
	}
	d.demo.Plugs.Set(pass.ID, text == "back")
	return visit.GoTo(c, d.pages.Paths.Door())
}
