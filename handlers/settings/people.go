package settings

import (
	"net/http"
	"net/url"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/identity/factors"
	"rollbook/web/identity/people"
	"rollbook/web/language"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// PeoplePage is the page of a school's people.
type PeoplePage struct {
	base
	people *people.People
	// factors are the people's second factors.
	factors *factors.Factors
	turn    *tables.Turn
}

// admin returns the visitor, who must be an admin.
func admin(v *visit.Visit) people.Admin { return people.Admin{Person: v.Person.ID, School: v.School} }

// Get shows the people, and the result of the last press.
func (p *PeoplePage) Get(v *visit.Visit) error {
	members, open, err := p.people.Of(v.Ctx, v.School.ID)
	v.Keep(err)
	typed := v.Request().PostForm
	view := &settings.PeopleView{
		Page: p.page(v), Press: v.PressToken(), Mail: p.people.HasMail(), Left: visit.Read(v, p.people.InvitationsLeft), People: members, Invited: open,
		Name: typed.Get("name"), Email: typed.Get("email"), Role: roll.Teacher, Demands: visit.Read(v, p.factors.Demands),
	}
	if role, ok := roll.ParseRole(typed.Get("role")); ok && typed.Has("email") {
		view.Role = role
	}
	done := v.Said("role", "disable", "enable", "pin", "withdraw", "factors", "demand")
	at := slices.IndexFunc(members, func(one roll.MemberOfSchool) bool { return string(one.Person) == v.QueryParam("of") })
	switch {
	case done == "withdraw", done == "demand":
		view.Done = v.Words.Text(language.PeopleDoneKeys.Of(done))
	case done != "" && at >= 0:
		view.Done = v.Words.Text(language.PeopleDoneKeys.Of(done), "Name", members[at].Name)
	}
	return p.pages.Show(v, settings.People(view))
}

// after redirects to the list, or shows there why the press did nothing.
func (p *PeoplePage) after(v *visit.Visit, done string, err error) error {
	return visit.After(v, err, p.pages.Paths.People(string(v.School.ID)), done+"&of="+url.QueryEscape(v.Param("person")), p.Get)
}

// SetRole changes a person's role.
func (p *PeoplePage) SetRole(v *visit.Visit) error {
	role, ok := roll.ParseRole(v.Request().PostForm.Get("role"))
	if !ok {
		return visit.ErrUnknownChoice()
	}
	return p.after(v, "role", p.people.SetRole(v.Ctx, admin(v), roll.PersonID(v.Param("person")), role))
}

// Disable blocks a person at the school.
func (p *PeoplePage) Disable(v *visit.Visit) error {
	return p.after(v, "disable", p.people.KeepOut(v.Ctx, admin(v), roll.PersonID(v.Param("person")), true))
}

// Enable unblocks a person at the school.
func (p *PeoplePage) Enable(v *visit.Visit) error {
	return p.after(v, "enable", p.people.KeepOut(v.Ctx, admin(v), roll.PersonID(v.Param("person")), false))
}

// RemovePIN removes a person's PIN for tablets.
func (p *PeoplePage) RemovePIN(v *visit.Visit) error {
	return p.after(v, "pin", p.people.RemovePIN(v.Ctx, admin(v), roll.PersonID(v.Param("person"))))
}

// RemoveFactors removes a person's passkeys and app, such as after a lost phone.
func (p *PeoplePage) RemoveFactors(v *visit.Visit) error {
	return p.after(v, "factors", p.factors.RemoveOf(v.Ctx, v.School.ID, v.Person.ID, roll.PersonID(v.Param("person"))))
}

// Demand stores the roles that need a second factor in the school.
func (p *PeoplePage) Demand(v *visit.Visit) error {
	demanded := slices.DeleteFunc(settings.AccountRoles(), func(role roll.Role) bool { return !v.Request().PostForm.Has(string(role)) })
	return p.after(v, "demand", p.factors.Demand(v.Ctx, v.School.ID, v.Person.ID, demanded))
}

// Withdraw ends an invitation.
func (p *PeoplePage) Withdraw(v *visit.Visit) error {
	return p.after(v, "withdraw", p.people.Withdraw(v.Ctx, admin(v), roll.AccountLinkID(v.Param("invitation"))))
}

// NewLink makes a link for choosing a new password.
func (p *PeoplePage) NewLink(v *visit.Visit) error {
	press, err := v.Pressed()
	if err != nil {
		return err
	}
	handed, err := p.people.NewLink(v.Ctx, admin(v), press, roll.PersonID(v.Param("person")))
	if err != nil {
		return p.after(v, "", err)
	}
	return p.showHanded(v, []people.Handed{handed})
}

// showHanded shows the links in the answer itself, since a redirect could not show them.
func (p *PeoplePage) showHanded(v *visit.Visit, handed []people.Handed) error {
	view := &settings.PeopleHandedView{Page: p.page(v), AllMailed: true}
	view.Address = p.pages.Paths.People(string(v.School.ID))
	for _, one := range handed {
		line := settings.HandedLink{Email: one.Email, Failed: one.Failed}
		if one.Secret != "" {
			line.Link, view.AllMailed = p.pages.Origin(v)+p.pages.Paths.AccountLink(one.Secret), false
		}
		view.Links = append(view.Links, line)
	}
	return p.pages.Render(v, http.StatusOK, settings.PeopleHanded(view))
}
