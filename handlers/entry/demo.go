package entry

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/pins"
	"rollbook/web/identity/session"
	"rollbook/web/identity/tablets"
	"rollbook/web/lists/rosters"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// DemoPages are the demonstration's own pages. They exist only there.
type DemoPages struct {
	base
	demo *visit.Demonstration
	// home redirects a signed-in visitor to their first page.
	home echo.HandlerFunc
}

// Door shows the choice of a person. It redirects a signed-in visitor.
func (d *DemoPages) Door(c echo.Context) error {
	if _, ok := d.sessions.Current(c.Request().Context()); ok {
		return d.home(c)
	}
	page, err := d.pages.FormPage(c, "")
	if err != nil {
		return err
	}
	teacher, _ := d.demo.First(roll.Teacher)
	view := &entry.DemoView{Page: page, Teacher: teacher.Name}
	for _, role := range []roll.Role{roll.Teacher, roll.Office, roll.Admin} {
		if person, ok := d.demo.First(role); ok {
			view.Choices = append(view.Choices, entry.DemoChoice{Email: person.Email, Role: person.Role, Class: person.DueClass})
		}
	}
	return d.pages.Render(c, http.StatusOK, entry.DemoDoor(view))
}

// Enter signs in as one of the demonstration's people, and only those.
func (d *DemoPages) Enter(c echo.Context) error {
	email := c.Request().PostForm.Get("person")
	if _, ok := d.demo.Person(email); !ok {
		return echo.ErrNotFound
	}
	return d.enterAs(c, email, d.pages.Paths.To(paths.Home))
}

func (d *DemoPages) enterAs(c echo.Context, email, page string) error {
	ctx := c.Request().Context()
	person, _, err := d.store.PersonByEmail(ctx, email)
	if err != nil {
		return err
	}
	return d.begins.Whole(c, person, page)
}

// Connect signs in as the admin of the unconnected school, and redirects to its connection page. With a field
// "again" it first resets the school.
func (d *DemoPages) Connect(c echo.Context) error {
	if c.Request().PostForm.Get("again") != "" {
		if err := d.demo.BeginAgain(c.Request().Context()); err != nil {
			return err
		}
	}
	admin := d.demo.Unconnected()
	return d.enterAs(c, admin.Email, d.pages.Paths.To(paths.ConnectionSettings, admin.School))
}

// Faults starts or ends a fault of the school system.
func (d *DemoPages) Faults(c echo.Context) error {
	form := c.Request().PostForm
	name, next := form.Get("fault"), form.Get("next")
	fault := part.DemoFault(name)
	if fault != part.FaultNone && !slices.Contains(part.DemoFaults(), fault) {
		return visit.ErrUnknownChoice()
	}
	if err := d.demo.Break(c.Request().Context(), name); err != nil {
		return err
	}
	d.demo.Fault.Store(fault)
	return visit.GoTo(c, visit.NextOr(d.pages.Paths, next))
}

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
	made, err := d.tablets.Add(ctx, tablets.Staff{Person: person.ID, Name: person.Name, School: teacher.School},
		d.tokens.New(person.ID), roll.Tablet{
			Name: d.pages.WordsOf(c).Text("demo.tablet"), Mode: mode,
			Classes: []roll.TabletClass{{ID: class.ID, Name: class.Name}},
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
	period, err := roll.PeriodOn(periods, school.Today(d.clock()))
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
	return visit.GoTo(c, d.pages.Paths.To(paths.Door))
}
