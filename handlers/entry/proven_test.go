package entry_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/identity/people"
	"rollbook/web/roll"
	store "rollbook/web/store/people"
)

// stolen is the password that an admin chose for the account of another person.
const stolen = "nine newts knit nightly"

// victim is a person whose account an admin of Harbour creates, with a link that was handed to him.
const victim = "vera@tilleuls.example"

// beginsForVictim makes the admin create the victim's account, and returns him signed in as her.
func beginsForVictim(t *testing.T, p *apptest.Program) *apptest.Visitor {
	t.Helper()
	thief := p.Visit(t)
	opensLink(thief, invitationLink(t, p, "Vera", victim, roll.Teacher), "Vera", stolen).Want(t, http.StatusSeeOther)
	if !thief.SignedIn() {
		t.Fatal("he is not signed in")
	}
	return thief
}

// wantLockedOut expects that neither the session nor the password of the thief opens the account.
func wantLockedOut(t *testing.T, p *apptest.Program, thief *apptest.Visitor) {
	t.Helper()
	if thief.SignedIn() {
		t.Error("the thief's session goes on")
	}
	p.Visit(t).SignsIn(victim, stolen).Want(t, http.StatusUnprocessableEntity)
}

// tilleuls is the other school.
func tilleuls(t *testing.T, p *apptest.Program) roll.School {
	t.Helper()
	school, err := p.App.Store.School(t.Context(), apptest.Tilleuls)
	apptest.Must(t, err)
	return school
}

// byCommand adds the victim to the other school, as user add does.
func byCommand(t *testing.T, p *apptest.Program, password string) (people.Entry, error) {
	t.Helper()
	return p.App.Identity.People.LetIn(t.Context(), people.Newcomer{Email: victim, Name: "Vera", School: tilleuls(t, p), Role: roll.Teacher}, password)
}

func TestAPasskeyOfAThiefEndsWhenTheOwnerProvesTheAddress(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	beginsForVictim(t, p)
	vera := personOf(t, p, victim)
	apptest.Must(t, p.App.Store.AddFactor(t.Context(), store.Factor{Person: vera, ID: "key", Kind: store.Passkey, Sealed: []byte("x"), MadeAt: p.App.Clock()}, nil))
	if _, err := byCommand(t, p, apptest.NewPassword); err != nil {
		t.Fatal(err)
	}
	p.Visit(t).SignsIn(victim, apptest.NewPassword).Want(t, http.StatusSeeOther)
	if found, err := p.App.Store.Factors(t.Context(), vera); err != nil || len(found) != 0 {
		t.Errorf("left are %+v, %v", found, err)
	}
}

func TestAnAccountBegunWithALinkThatWasHandedOverJoinsAnotherSchoolWithANewPasswordOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	thief := beginsForVictim(t, p)
	if way, err := byCommand(t, p, ""); err == nil || way != people.EntryProven {
		t.Errorf("without a password she comes as %s, %v", way, err)
	}
	if p.RoleOf(t, personOf(t, p, victim), apptest.Tilleuls) != "" || !thief.SignedIn() {
		t.Error("half of it was done")
	}
	if way, err := byCommand(t, p, apptest.NewPassword); err != nil || way != people.EntryProven {
		t.Fatalf("she comes as %s, %v", way, err)
	}
	wantLockedOut(t, p, thief)
	vera := p.Visit(t)
	vera.SignsIn(victim, apptest.NewPassword).Want(t, http.StatusSeeOther)
	vera.Get("/schools/tilleuls").Want(t, http.StatusOK)
	if way, err := byCommand(t, p, ""); err != nil || way != people.EntryJoined {
		t.Errorf("proven she comes as %s, %v", way, err)
	}
}

func TestWithoutMailAnUnprovenAddressIsNotInvited(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	thief := beginsForVictim(t, p)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Administrator, apptest.Tilleuls, roll.Admin))
	admin := p.As(t, apptest.Administrator)
	const there, todo = "/schools/tilleuls/settings/people", "Ask the server's operator to add it here."
	page := admin.Get(there).Want(t, http.StatusOK)
	one := page.Form("#invite")
	one.Set("email", victim)
	one.Set("role", string(roll.Teacher))
	if says := admin.Post(page.Address("#invite"), one).Want(t, http.StatusUnprocessableEntity).Text("main"); !strings.Contains(says, todo) {
		t.Errorf("one is told %q", says)
	}
	lines := url.Values{"lines": {"Vera," + victim + ",teacher\nNia,nia@tilleuls.example,teacher"}}
	for name, values := range page.Form("#invite") {
		if name != "lines" {
			lines[name] = values
		}
	}
	imported := admin.Post(there+"/import", lines)
	if says := imported.Text("main"); strings.Contains(says, victim) && imported.Code == http.StatusOK {
		t.Errorf("several are told %q", says)
	}
	if open, err := p.App.Store.OpenInvitations(t.Context(), apptest.Tilleuls, p.App.Clock()); err != nil || len(open) > 1 || len(open) == 1 && open[0].Email == victim {
		t.Errorf("open are %+v, %v", open, err)
	}
	if p.RoleOf(t, personOf(t, p, victim), apptest.Tilleuls) != "" || !thief.SignedIn() {
		t.Error("the account has changed")
	}
}

func TestALinkHandedOverBeforeTheAccountWasThereDoesNotJoinIt(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Administrator, apptest.Tilleuls, roll.Admin))
	other := handedIn(t, p, "/schools/tilleuls/settings/people")
	thief := beginsForVictim(t, p)
	if says := thief.Get(other).Want(t, http.StatusGone).Text("main"); !strings.Contains(says, "Ask the server's operator") {
		t.Errorf("it says %q", says)
	}
	thief.Post(other, url.Values{"name": {"Vera"}, "password": {stolen}}).Want(t, http.StatusGone)
	if p.RoleOf(t, personOf(t, p, victim), apptest.Tilleuls) != "" {
		t.Error("it has joined the other school")
	}
}

// handedIn invites the victim on a page of people, and returns the link for handing over.
func handedIn(t *testing.T, p *apptest.Program, path string) string {
	t.Helper()
	admin := p.As(t, apptest.Administrator)
	page := admin.Get(path).Want(t, http.StatusOK)
	form := page.Form("#invite")
	form.Set("email", victim)
	handed := admin.Post(page.Address("#invite"), form).Want(t, http.StatusOK)
	return strings.TrimPrefix(handed.Text("#handed code.address"), p.Address)
}

func TestAResetByHandIsNoProofAndNeedsOneBeforeAnotherSchool(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	thief := p.Visit(t)
	opensLink(thief, passwordLink(t, p, apptest.Teacher), "", stolen).Want(t, http.StatusSeeOther)
	who := people.Newcomer{Email: apptest.Teacher, School: tilleuls(t, p), Role: roll.Teacher}
	if way, err := p.App.Identity.People.LetIn(t.Context(), who, ""); err == nil || way != people.EntryProven {
		t.Errorf("with the admin's password she comes as %s, %v", way, err)
	}
	way, err := p.App.Identity.People.LetIn(t.Context(), who, apptest.NewPassword)
	if err != nil || way != people.EntryProven || thief.SignedIn() {
		t.Errorf("with a new one as %s, %v", way, err)
	}
	p.Visit(t).SignsIn(apptest.Teacher, stolen).Want(t, http.StatusUnprocessableEntity)
}

func TestAMailedLinkThatWasUsedProves(t *testing.T) {
	t.Parallel()
	p, box := bootWithMail(t, nil)
	ada := p.As(t, apptest.Administrator)
	ada.Post(apptest.PeoplePath+"/invite", ada.InviteForm("Vera", victim, roll.Teacher)).Want(t, http.StatusOK)
	opensLink(p.Visit(t), mailedLink(t, p, box.Next(t)), "Vera", apptest.NewPassword).Want(t, http.StatusSeeOther)
	if way, err := byCommand(t, p, ""); err != nil || way != people.EntryJoined {
		t.Errorf("after a mailed invitation she comes as %s, %v", way, err)
	}
}

func TestAnInvitationThatWasNotMailedProvesNothing(t *testing.T) {
	t.Parallel()
	p, box := bootWithMail(t, nil)
	box.Close()
	thief := beginsForVictim(t, p)
	if way, err := byCommand(t, p, ""); err == nil || way != people.EntryProven {
		t.Errorf("she comes as %s, %v", way, err)
	}
	if !thief.SignedIn() {
		t.Error("half of it was done")
	}
}

// begunByHand adds the victim's account in the state that a handed-over link leaves, on a server that has
// mail by now, and returns the thief signed in.
func begunByHand(t *testing.T, p *apptest.Program) *apptest.Visitor {
	t.Helper()
	now := p.App.Clock()
	link := roll.AccountLink{ID: "by hand", Kind: roll.Invitation, Email: victim, School: apptest.Harbour, Role: roll.Teacher, MadeAt: now, Ends: now.Add(roll.AccountLinkLasts), Handed: true}
	apptest.Must(t, p.App.Store.AddAccountLink(t.Context(), link))
	hash, err := p.App.Identity.Passwords.Hash(t.Context(), stolen)
	apptest.Must(t, err)
	_, err = p.App.Store.JoinByLink(t.Context(), link, roll.Person{ID: "vera", Email: victim, Name: "Vera"}, hash, now)
	apptest.Must(t, err)
	thief := p.Visit(t)
	thief.SignsIn(victim, stolen).Want(t, http.StatusSeeOther)
	return thief
}

func TestAMailedInvitationEndsAnAccountStartedByHand(t *testing.T) {
	t.Parallel()
	p, box := bootWithMail(t, nil)
	thief := begunByHand(t, p)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Administrator, apptest.Tilleuls, roll.Admin))
	admin := p.As(t, apptest.Administrator)
	page := admin.Get("/schools/tilleuls/settings/people").Want(t, http.StatusOK)
	form := page.Form("#invite")
	form.Set("email", victim)
	form.Set("role", string(roll.Office))
	admin.Post(page.Address("#invite"), form).Want(t, http.StatusOK)
	vera := p.Visit(t)
	opensLink(vera, mailedLink(t, p, box.Next(t)), "Vera Dupont", apptest.NewPassword).Want(t, http.StatusSeeOther)
	vera.Get("/schools/tilleuls").Want(t, http.StatusOK)
	wantLockedOut(t, p, thief)
	if way, err := byCommand(t, p, ""); err != nil || way != people.EntryJoined {
		t.Errorf("she comes as %s, %v", way, err)
	}
}

func TestAMailedResetEndsAnAccountStartedByHand(t *testing.T) {
	t.Parallel()
	p, box := bootWithMail(t, nil)
	thief := begunByHand(t, p)
	forgets(p.Visit(t), victim).Want(t, http.StatusOK)
	opensLink(p.Visit(t), mailedLink(t, p, box.Next(t)), "", apptest.NewPassword).Want(t, http.StatusSeeOther)
	wantLockedOut(t, p, thief)
	if way, err := byCommand(t, p, ""); err != nil || way != people.EntryJoined {
		t.Errorf("she comes as %s, %v", way, err)
	}
}

func TestTheFirstLinkProvesNoAddress(t *testing.T) {
	t.Parallel()
	p, link := apptest.BootEmpty(t, nil)
	begins(p.Visit(t), link, firstAdmin).Want(t, http.StatusSeeOther)
	if way, err := p.App.Identity.People.EntryOf(t.Context(), firstAdmin); err != nil || way != people.EntryProven {
		t.Errorf("the first admin comes to another school as %s, %v", way, err)
	}
}
