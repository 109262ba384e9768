package sso_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// groups returns the claims of a person with the groups.
func groups(person string, names ...string) func(map[string]any) {
	return func(said map[string]any) {
		said["sub"], said["email"], said["groups"] = "sub of "+person, person, names
	}
}

// byGroups are the fields of a form whose groups decide the roles.
func byGroups(more ...string) []string {
	return append([]string{"otherwise", "", "teachers", "staff\nsubstitutes", "office", "front office", "admins", "it"}, more...)
}

func TestPeopleAreMadeOnlyWhereTheSchoolSaysSo(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	f.claims = groups("new@harbour.example", "front office", "staff")
	sets(t, p, f.URL, byGroups()...)
	v := p.Visit(t)
	if a := f.signsIn(v, start); v.SignedIn() || !strings.Contains(a.Text("#provider-problem"), "has not added you yet") {
		t.Errorf("an unknown person gets %d: %q", a.Code, a.Text("#provider-problem"))
	}
	sets(t, p, f.URL, byGroups("makes", "yes")...)
	f.signsIn(v, start).Want(t, http.StatusSeeOther)
	v.Get("/schools/harbour/day").Want(t, http.StatusOK)
	if text := p.As(t, apptest.Administrator).Get(apptest.PeoplePath).Text("#people"); !strings.Contains(text, "new@harbour.example") {
		t.Errorf("the people are %q", text)
	}
	// Such an account has no password.
	for _, password := range []string{"", " ", apptest.EveryPassword} {
		p.Visit(t).SignsIn("new@harbour.example", password).Want(t, http.StatusUnprocessableEntity)
	}
}

func TestGroupsDecideTheRoleAtEachSignIn(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL, byGroups()...)
	for _, one := range []struct {
		groups []string
		want   roll.Role
	}{
		{[]string{"substitutes"}, roll.Teacher}, {[]string{"it", "staff"}, roll.Admin}, {[]string{"front office"}, roll.Office}, {[]string{"Staff"}, ""},
		{nil, ""}, {[]string{"staff"}, roll.Teacher},
	} {
		f.claims = groups(apptest.Teacher, one.groups...)
		v := p.Visit(t)
		f.signsIn(v, start)
		if role := p.RoleOf(t, apptest.Teacher, apptest.Harbour); role != one.want || v.SignedIn() != (one.want != "") {
			t.Errorf("with %v the role is %q", one.groups, role)
		}
	}
}

func TestALeaverLosesTheSchoolAndEverySessionAtTheNextSignIn(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL, byGroups()...)
	password := p.As(t, apptest.Teacher)
	f.claims = groups(apptest.Teacher, "staff")
	open := p.Visit(t)
	f.signsIn(open, start).Want(t, http.StatusSeeOther)
	f.claims = groups(apptest.Teacher)
	if a := f.signsIn(p.Visit(t), start); !strings.Contains(a.Text("#provider-problem"), "in no group") {
		t.Errorf("a leaver gets %d: %q", a.Code, a.Text("#provider-problem"))
	}
	for name, v := range map[string]*apptest.Visitor{"the provider": open, "the password": password} {
		if v.SignedIn() {
			t.Errorf("a session begun with %s goes on", name)
		}
	}
	if a := p.Visit(t).SignsIn(apptest.Teacher, apptest.EveryPassword); a.Code != http.StatusUnprocessableEntity {
		t.Errorf("the leaver's password answers %d", a.Code)
	}
}

func TestOnceLinkedAPasswordNoLongerOpensTheSchoolExceptForAdmins(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL, byGroups()...)
	for person, groupOf := range map[string]string{apptest.Teacher: "staff", apptest.Administrator: "it"} {
		f.claims = groups(person, groupOf)
		f.signsIn(p.As(t, person), start).Want(t, http.StatusSeeOther)
	}
	v := p.Visit(t)
	a := v.SignsIn(apptest.Teacher, apptest.EveryPassword)
	if a.Code != http.StatusForbidden || v.SignedIn() || !strings.Contains(a.Text("#sign-in-problem"), "Your password no longer opens your school") ||
		!strings.Contains(a.Text("a.primary"), "Sign in with Harbour ID") {
		t.Errorf("the password answers %d: %s", a.Code, a.Text("main"))
	}
	p.As(t, apptest.Administrator).Get(page).Want(t, http.StatusOK)
}

func TestGroupsNeverRemoveTheLastAdminWithAPassword(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL, byGroups("makes", "yes")...)
	// An admin whom the provider made has no password, and so does not count.
	f.claims = func(said map[string]any) {
		groups("it@harbour.example", "it")(said)
		said["auth_time"] = apptest.BootHour().Unix()
	}
	other := p.Visit(t)
	f.signsIn(other, start).Want(t, http.StatusSeeOther)
	for _, names := range [][]string{{"it"}, {"staff"}, {}} {
		f.claims = groups(apptest.Administrator, names...)
		f.signsIn(p.As(t, apptest.Administrator), start)
		if role := p.RoleOf(t, apptest.Administrator, apptest.Harbour); role != roll.Admin {
			t.Errorf("with %v the last admin becomes %q", names, role)
		}
	}
	for _, action := range []string{"disable", "role"} {
		form := other.Filled(apptest.PeoplePath, "#people form.pair", "role", "teacher")
		a := other.Post(apptest.PeoplePath+"/"+apptest.Administrator+"/"+action, form)
		if a.Code != http.StatusUnprocessableEntity || !strings.Contains(a.Text("main"), "the last admin with a password") {
			t.Errorf("%s answers %d: %s", action, a.Code, a.Text("main .notice"))
		}
	}
}

func TestAnAdminsBlockHoldsUntilTheAdminLiftsIt(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL, byGroups("makes", "yes")...)
	f.claims = groups(apptest.Teacher, "staff")
	f.signsIn(p.Visit(t), start).Want(t, http.StatusSeeOther)
	admin := p.As(t, apptest.Administrator)
	admin.DoesTo(apptest.Teacher, "disable").Want(t, http.StatusSeeOther)
	// Another address does not help either.
	for _, address := range []string{apptest.Teacher, "anna.l@harbour.example"} {
		f.claims = func(said map[string]any) {
			groups(apptest.Teacher, "staff")(said)
			said["email"] = address
		}
		v := p.Visit(t)
		if a := f.signsIn(v, start); v.SignedIn() || !strings.Contains(a.Text("#provider-problem"), "has blocked this account") {
			t.Errorf("a blocked person gets %d: %q", a.Code, a.Text("#provider-problem"))
		}
	}
	admin.DoesTo(apptest.Teacher, "enable").Want(t, http.StatusSeeOther)
	f.claims = groups(apptest.Teacher, "staff")
	f.signsIn(p.Visit(t), start).Want(t, http.StatusSeeOther)
}

func TestARecycledAddressDoesNotOpenTheAccountOfItsFormerOwner(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL)
	f.signsIn(p.Visit(t), start).Want(t, http.StatusSeeOther)
	f.claims = with("sub", "somebody new")
	v := p.Visit(t)
	if a := f.signsIn(v, start); v.SignedIn() || !strings.Contains(a.Text("#provider-problem"), "Another account") {
		t.Errorf("the new owner gets %d: %q", a.Code, a.Text("#provider-problem"))
	}
	// The known person may have another address now.
	f.claims = with("email", "anna.married@harbour.example")
	f.signsIn(p.Visit(t), start).Want(t, http.StatusSeeOther)
}

func TestTooManyGroupsForTheTokenEndNoMembership(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	sets(t, p, f.URL, byGroups()...)
	f.claims = groups(apptest.Teacher, "staff")
	f.signsIn(p.Visit(t), start).Want(t, http.StatusSeeOther)
	f.claims = func(said map[string]any) {
		groups(apptest.Teacher)(said)
		delete(said, "groups")
		said["hasgroups"] = true
	}
	if a := f.signsIn(p.Visit(t), start); !strings.Contains(a.Text("#provider-problem"), "too many groups") {
		t.Errorf("it answers %d: %q", a.Code, a.Text("#provider-problem"))
	}
	if role := p.RoleOf(t, apptest.Teacher, apptest.Harbour); role != roll.Teacher {
		t.Errorf("the role is %q", role)
	}
}

func TestTheSessionsOfARemovedProviderEnd(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f, other := newFake(t), newFake(t)
	admin := p.As(t, apptest.Administrator)
	for name, end := range map[string]func(){
		"removed":  func() { admin.Post(page+"/remove", nil).Want(t, http.StatusSeeOther) },
		"replaced": func() { sets(t, p, other.URL) },
	} {
		sets(t, p, f.URL)
		v, unlinked := p.Visit(t), p.As(t, apptest.OfficeWorker)
		f.signsIn(v, start).Want(t, http.StatusSeeOther)
		if end(); v.SignedIn() || !unlinked.SignedIn() || !admin.SignedIn() {
			t.Errorf("%s: signed in are her %t, another %t and the admin %t", name, v.SignedIn(), unlinked.SignedIn(), admin.SignedIn())
		}
	}
}

func TestAnAdminWhoIsLinkedRemovesTheProviderAndGoesOnWithThePassword(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	f := newFake(t)
	f.claims = func(said map[string]any) { said["sub"], said["email"] = "kofi", apptest.Administrator }
	sets(t, p, f.URL)
	admin, elsewhere := p.As(t, apptest.Administrator), p.As(t, apptest.Administrator)
	f.signsIn(elsewhere, start).Want(t, http.StatusSeeOther)
	admin.Post(page+"/remove", nil).Want(t, http.StatusSeeOther)
	if !admin.SignedIn() || elsewhere.SignedIn() {
		t.Errorf("signed in are the one with the password: %t, and the other: %t", admin.SignedIn(), elsewhere.SignedIn())
	}
}
