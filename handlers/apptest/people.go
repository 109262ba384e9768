package apptest

import (
	"net/url"
	"testing"

	"rollbook/web/roll"
)

// PeoplePath is the address of the page of the school's people.
const PeoplePath = SettingsPath + "/people"

// NewPassword is an acceptable password.
const NewPassword = "two herons forget the tide"

// InviteForm returns the admin's form for one invitation.
func (v *Visitor) InviteForm(name, email string, role roll.Role) url.Values {
	v.T.Helper()
	return v.Filled(PeoplePath, "#invite", "name", name, "email", email, "role", string(role))
}

// DoesTo presses one of the buttons beside a person: "link", "disable", "enable".
func (v *Visitor) DoesTo(person, action string) Answer {
	v.T.Helper()
	return v.Post(PeoplePath+"/"+person+"/"+action, v.Filled(PeoplePath, "#people form.pair"))
}

// SignsIn tries an address and a password.
func (v *Visitor) SignsIn(email, password string) Answer {
	v.T.Helper()
	return v.Post("/sign-in", v.Filled("/sign-in", "main form", "email", email, "password", password))
}

// RoleOf returns the person's role in the school, or "".
func (p *Program) RoleOf(t testing.TB, person roll.PersonID, school roll.SchoolID) roll.Role {
	t.Helper()
	found, err := p.App.Store.Standings(t.Context(), []roll.PersonID{person})
	Must(t, err)
	return found[person].Roles[school]
}
