package entry

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web"
	"rollbook/web/people"
	"rollbook/web/roll"
	"rollbook/web/setup"
	"rollbook/web/store"
)

// FirstSchoolPage is where the first admin adds the first school. As long as there is none, whoever
// has an account is that admin: everybody else is let into a school.
type FirstSchoolPage struct {
	*visit.Shell
	Store      *store.Store
	People     *people.People
	Connecting *setup.Connecting
}

// OfFirst wraps a handler for the first admin, who has no school; to others there is no such page.
func (p *FirstSchoolPage) OfFirst(handle func(*visit.Visit) error) echo.HandlerFunc {
	return p.SignedIn(func(v *visit.Visit) error {
		has, err := p.Store.HasSchools(v.Ctx)
		switch {
		case err != nil:
			return err
		case has && len(v.Memberships) > 0:
			return visit.GoTo(v, v.Home)
		case has, !v.HasPassword:
			return echo.ErrNotFound
		}
		return handle(v)
	})
}

// Get shows the form.
func (p *FirstSchoolPage) Get(v *visit.Visit) error {
	return p.show(v, http.StatusOK, &entry.FirstSchoolView{})
}

func (p *FirstSchoolPage) show(v *visit.Visit, status int, view *entry.FirstSchoolView) error {
	view.Page = p.OfficePage(v, "", "")
	view.Address = p.Paths.FirstSchool()
	return p.Render(v, status, entry.FirstSchool(view))
}

// Post tries what was typed, adds the school, and looks how its school system is read.
func (p *FirstSchoolPage) Post(v *visit.Visit) error {
	fields := web.FieldsOf(v.Request().PostForm)
	text := func(name setup.Field) string { return strings.TrimSpace(fields.Text(string(name))) }
	named := setup.Named{Slug: text(setup.Slug), Name: text(setup.SchoolName), TimeZone: text(setup.TimeZone)}
	typed := setup.Typed{Address: text(setup.Address), Tenant: text(setup.Tenant), Code: text(setup.Code), Key: text(setup.KeyItem)}
	if err := fields.Err(); err != nil {
		return err
	}
	added, err := p.Connecting.AddFirst(v.Ctx, v.Person.ID, named, typed)
	if refusal, ok := errors.AsType[*setup.RefusalError](err); ok {
		if added.BaseURL != "" {
			// A name that only looks like another shows.
			typed.Address = added.BaseURL
		}
		return p.show(v, http.StatusUnprocessableEntity, refusedSchool(named, typed, refusal))
	}
	if roll.KindOf(err) == roll.Stale {
		return visit.GoTo(v, p.Paths.Home())
	}
	if err != nil {
		return err
	}
	p.People.AddedFirstSchool(v.Ctx, v.Person.ID, added.ID)
	if err := p.Connecting.Find(v.Ctx, added); err != nil {
		return err
	}
	return visit.GoTo(v, p.Paths.ConnectionSettings(string(added.ID), ""))
}

// refusedSchool has what was typed, but for what may be a key.
func refusedSchool(named setup.Named, typed setup.Typed, refusal *setup.RefusalError) *entry.FirstSchoolView {
	view := &entry.FirstSchoolView{
		Typed:   entry.FirstSchoolTyped{Name: named.Name, Slug: named.Slug, Zone: named.TimeZone, Address: typed.Address, Tenant: typed.Tenant, Code: typed.Code},
		Refused: string(refusal.Field), Why: refusal.Problem,
	}
	switch {
	case refusal.Problem == "has_user":
		view.Typed.Address = ""
	case refusal.Problem == "is_key" && refusal.Field == setup.Tenant:
		view.Typed.Tenant = ""
	case refusal.Problem == "is_key":
		view.Typed.Code = ""
	}
	return view
}
