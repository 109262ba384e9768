package entry

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/views/part"
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
	return d.enterAs(c, email, d.pages.Paths.Home())
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
	return d.enterAs(c, admin.Email, d.pages.Paths.ConnectionSettings(string(admin.School), ""))
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
