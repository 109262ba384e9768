package handlers

import (
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/roll"
)

// Entrants finds the people of the demonstration.
type Entrants interface {
	PersonByEmail(ctx context.Context, email string) (person roll.Person, passwordHash string, err error)
}

// demoPages are the demonstration's own pages; outside it they do not exist.
type demoPages struct {
	*start
	entrants Entrants
}

// door asks who to be; whoever is signed in already goes home.
func (d *demoPages) door(c echo.Context) error {
	if _, ok := d.sessions.Current(c.Request().Context()); ok {
		return d.root(c)
	}
	device, _ := d.devices.Load(c.Request())
	if err := d.devices.Save(c.Response(), c.Request(), device); err != nil {
		return err
	}
	view := &views.DemoView{Page: d.barePage(c, d.wordsOf(c), device, "")}
	view.Guard = d.tokens.FormToken(device.ID)
	for _, role := range []roll.Role{roll.Teacher, roll.Office, roll.Admin} {
		if person, ok := d.demo.first(role); ok {
			view.Choices = append(view.Choices, views.DemoChoice{
				Email: person.Email, Name: person.Name, Role: person.Role, School: person.SchoolName, Class: person.DueClass,
			})
		}
	}
	return d.render(c, http.StatusOK, views.DemoDoor(view))
}

// enter signs in as one of the demonstration's people, and nobody else.
func (d *demoPages) enter(c echo.Context) error {
	email, err := web.Single(c.Request().PostForm, "email")
	if err != nil {
		return err
	}
	if _, ok := d.demo.person(email); !ok {
		return echo.ErrNotFound
	}
	ctx := c.Request().Context()
	person, _, err := d.entrants.PersonByEmail(ctx, email)
	if err != nil {
		return err
	}
	if err := d.sessions.SignIn(ctx, person.ID, int(person.Epoch)); err != nil {
		return err
	}
	return goTo(c, d.paths.Home())
}

// faults makes the school system fail, or heals it.
func (d *demoPages) faults(c echo.Context) error {
	form := c.Request().PostForm
	name, err := web.Single(form, "fault")
	if err != nil {
		return err
	}
	next, err := web.Single(form, "next")
	if err != nil {
		return err
	}
	fault := part.DemoFault(name)
	if fault != part.FaultNone && !slices.Contains(part.DemoFaults(), fault) {
		return errUnknownChoice()
	}
	if err := d.demo.Break(c.Request().Context(), name); err != nil {
		return err
	}
	d.demo.fault.Store(fault)
	return goTo(c, d.nextOr(next))
}
