package apptest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/web/identity/factors"
	"rollbook/web/roll"
)

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

// CoverForm returns the office's form for a link of the class until the time.
func (v *Visitor) CoverForm(class, until string) url.Values {
	v.T.Helper()
	form := v.Filled(CoversPath+"?class="+class, "form.card", "until", until)
	if form.Get("class") != class {
		v.T.Fatalf("the form offers %v", form)
	}
	return form
}

// CoverLink makes a link as the office, and returns its address on this site.
func (p *Program) CoverLink(t testing.TB, class, until string) string {
	t.Helper()
	office := p.As(t, OfficeWorker)
	made := office.Post(CoversPath, office.CoverForm(class, until)).Want(t, http.StatusOK)
	link, ok := strings.CutPrefix(made.Text("code.address"), p.Address)
	if !ok || !strings.HasPrefix(link, "/cover/") {
		t.Fatalf("the link is %q", made.Text("code.address"))
	}
	return link
}

// Covers returns a visitor who has typed the name at the link.
func (p *Program) Covers(t testing.TB, link, name string) *Visitor {
	t.Helper()
	v := p.Visit(t)
	v.Post(link, v.Filled(link, "main form", "name", name)).Want(t, http.StatusSeeOther)
	return v
}

// CoverRoll opens the roll that a cover is redirected to.
func (v *Visitor) CoverRoll() Answer {
	v.T.Helper()
	return v.Follow(v.Get("/")).Want(v.T, http.StatusOK)
}

// TabletForm returns the form for adding a tablet with the classes.
func (v *Visitor) TabletForm(name string, classes ...string) url.Values {
	v.T.Helper()
	form := v.Filled(TabletsPath, "#add", "name", name)
	form["class"] = classes
	return form
}

// PairingCode adds a tablet of the classes as the office, and returns its code.
func (p *Program) PairingCode(t testing.TB, name string, classes ...string) string {
	t.Helper()
	office := p.As(t, OfficeWorker)
	return office.Post(TabletsPath, office.TabletForm(name, classes...)).Want(t, http.StatusOK).PairingCode()
}

// PairingCode returns the code that the page shows.
func (a Answer) PairingCode() string { return strings.ReplaceAll(a.Text(".letters"), " ", "") }

// Pairs types the code on the pairing page.
func (v *Visitor) Pairs(code string) Answer {
	v.T.Helper()
	return v.Post("/pair", v.Filled("/pair", "#pair", "code", code))
}

// Tablet returns a device that was paired as a tablet of the classes.
func (p *Program) Tablet(t testing.TB, name string, classes ...string) *Visitor {
	t.Helper()
	v := p.Visit(t)
	v.Pairs(p.PairingCode(t, name, classes...)).Want(t, http.StatusSeeOther)
	return v
}

// ToTablet posts one of the list's forms for the named tablet: "code" or "revoke".
func (v *Visitor) ToTablet(name, do string) Answer {
	v.T.Helper()
	list := v.Get(TabletsPath).Want(v.T, http.StatusOK)
	form := "#tablets li:contains('" + name + "') [data-do=" + do + "]"
	return v.Post(list.Address(form), list.Form(form))
}

// The PINs of a teacher and of the office in tests.
const (
	TeacherPIN = "7306"
	OfficePIN  = "4815"
	WrongPIN   = "9027"
)

// SetPINs sets the PINs of the teacher and the office.
func (p *Program) SetPINs(t testing.TB) {
	t.Helper()
	Must(t, p.App.Identity.PINs.Set(t.Context(), Teacher, TeacherPIN))
	Must(t, p.App.Identity.PINs.Set(t.Context(), OfficeWorker, OfficePIN))
}

// NameOf returns the name that a person of the tests types on a tablet, or the id of another person.
func NameOf(person string) string {
	if name, known := map[string]string{Teacher: "Anna Lindqvist", OfficeWorker: "Kofi Osei"}[person]; known {
		return name
	}
	return person
}

// LateAfter sets the time until which a student of Harbour is not late.
func (p *Program) LateAfter(t testing.TB, until roll.TimeOfDay) {
	t.Helper()
	school, err := p.App.Store.School(t.Context(), Harbour)
	Must(t, err)
	Must(t, p.App.Store.SetDay(t.Context(), Harbour, school.RollsDue, until, school.PastDays))
}

// TapTablet returns a device that was paired as a tablet for students, with the classes, at a school where
// students are late after 08:40.
func (p *Program) TapTablet(t testing.TB, name string, classes ...string) *Visitor {
	t.Helper()
	p.LateAfter(t, "08:40")
	office, v := p.As(t, OfficeWorker), p.Visit(t)
	form := office.TabletForm(name, classes...)
	form.Set("mode", string(roll.StudentsMode))
	v.Pairs(office.Post(TabletsPath, form).Want(t, http.StatusOK).PairingCode()).Want(t, http.StatusSeeOther)
	return v
}

// AppOf is the authenticator app of a person, on a phone of its own.
type AppOf struct {
	Secret string
	Codes  []string
}

// At returns the code that the app shows at the instant.
func (a AppOf) At(t testing.TB, at time.Time) string {
	t.Helper()
	code, err := factors.CodeAt(a.Secret, at)
	Must(t, err)
	return code
}

// GivesApp sets up an authenticator app for the person, with the code of half a minute ago as the first one.
func (p *Program) GivesApp(t testing.TB, email string) AppOf {
	t.Helper()
	person := roll.Person{ID: roll.PersonID(email), Email: email}
	press := p.App.Identity.Tokens.New(person.ID)
	app := AppOf{Secret: p.App.Identity.Factors.NewApp(person, press).Secret}
	var err error
	app.Codes, err = p.App.Identity.Factors.AddApp(t.Context(), person, press,
		app.At(t, p.App.Clock().Add(-30*time.Second)))
	Must(t, err)
	return app
}
