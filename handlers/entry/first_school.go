package entry

import (
	"errors"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/connecting/readings"
	"rollbook/web/connecting/setup"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// FirstSchoolPage is the page where the first admin adds the first school. While there is no school, any
// account belongs to that admin, since all others are invited by a school.
type FirstSchoolPage struct {
	base
	connecting *setup.Connecting
}

// OfFirst wraps a handler for the first admin, who has no school. For others the page does not exist.
func (p *FirstSchoolPage) OfFirst(handle func(*visit.Visit) error) echo.HandlerFunc {
	return p.visitors.SignedIn(func(v *visit.Visit) error {
		has, err := p.store.HasSchools(v.Ctx)
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
	return p.show(v, &entry.FirstSchoolView{})
}

func (p *FirstSchoolPage) show(v *visit.Visit, view *entry.FirstSchoolView) error {
	view.Page = p.pages.OfficePage(v, "", "")
	view.Address = p.pages.Paths.To(paths.FirstSchool)
	return p.pages.Show(v, entry.FirstSchool(view))
}

// Post tries the typed values, adds the school, and searches for its school system's calls.
func (p *FirstSchoolPage) Post(v *visit.Visit) error {
	typed := readings.TypedIn(v.Request().PostForm.Get,
		append(readings.Credentials(), readings.SchoolName, readings.Slug, readings.TimeZone)...)
	added, err := p.connecting.AddFirst(v.Ctx, v.Person.ID, typed)
	if refusal, ok := errors.AsType[*setup.RefusalError](err); ok {
		again := refusal.Refill(typed, roll.School{}, added)
		v.Refuse(roll.Problem(roll.Meaningless, language.CredentialProblemKeys.Of(refusal.Problem)))
		return p.show(v, &entry.FirstSchoolView{Typed: again, Refused: refusal.Field})
	}
	if roll.KindOf(err) == roll.Stale {
		return visit.GoTo(v, p.pages.Paths.To(paths.Home))
	}
	if err != nil {
		return err
	}
	p.people.AddedFirstSchool(v.Ctx, v.Person.ID, added.ID)
	return visit.Done(v, p.connecting.Find(v.Ctx, added), p.pages.Paths.To(paths.ConnectionSettings, added.ID))
}
