package handlers

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/roll"
)

// demonstration is what every page of the demonstration has besides its own: who
// can be entered as, and what the school system is made to do.
type demonstration struct {
	web.Demo
	fault atomic.Value
}

// bar is the bar of the demonstration; nil outside it.
func (d *demonstration) bar() *views.Demo {
	if d == nil {
		return nil
	}
	bar := &views.Demo{Faults: true, System: d.System()}
	bar.Active, _ = d.fault.Load().(part.DemoFault)
	for _, person := range d.People() {
		bar.People = append(bar.People, views.DemoPerson{
			Email: person.Email, Name: person.Name, SchoolName: person.SchoolName, Role: string(person.Role),
		})
	}
	return bar
}

// person is the one with the address; ok is false for everybody else.
func (d *demonstration) person(email string) (person web.DemoPerson, ok bool) {
	for _, person := range d.People() {
		if person.Email == email {
			return person, true
		}
	}
	return web.DemoPerson{}, false
}

// first is who of the role has most to do: a person of the first school, a teacher
// whose class is due.
func (d *demonstration) first(role roll.Role) (best web.DemoPerson, ok bool) {
	people := d.People()
	better := func(a, b web.DemoPerson) bool {
		if home := people[0].School; (a.School == home) != (b.School == home) {
			return a.School == home
		}
		return a.DueClass != "" && b.DueClass == ""
	}
	for _, person := range people {
		if person.Role == role && (!ok || better(person, best)) {
			best, ok = person, true
		}
	}
	return best, ok
}

// Entrants finds the people of the demonstration.
type Entrants interface {
	PersonByEmail(ctx context.Context, email string) (person roll.Person, passwordHash string, err error)
}

// demoPages are the demonstration's own pages; outside it they do not exist.
type demoPages struct {
	*shell
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
