package store

import (
	"sync"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/keeping"
)

func accountLinkSentences() []sentence {
	return []sentence{
		{"an invitation admits a new person once, with its role", anInvitationLetsInOnce},
		{"when ten people use one invitation at once, one is admitted", oneOfTenIsAdmitted},
		{"a link is over when its time has come, when it was withdrawn, and when a newer one was made", aLinkIsOver},
		{"an invitation does not change an existing role", anInvitationKeepsTheRole},
		{"a link for a new password is used once, and ends sessions and other links", aPasswordLinkIsUsedOnce},
		{"links for new passwords are counted", passwordLinksAreCounted},
		{"an account begun by a mailed link is proven, by one that was handed over it is not", whatAnInvitationProves},
		{"a mailed invitation takes over an account that is not proven", aMailedInvitationTakesOver},
		{"a mailed link for a new password proves, one that was handed over takes the proof away", whatAPasswordLinkProves},
		{"a link that was handed over changes no account that another school knows", aHandedLinkChangesNoAccountElsewhere},
		{"a person who changed the password meanwhile is not joined", aChangedPersonIsNotJoined},
		{"a password from the operator proves the address, and ends earlier sessions", theOperatorsPasswordProves},
	}
}

// invitation returns an invitation to north, made now.
func (f *fixture) invitation(id roll.AccountLinkID, email string) roll.AccountLink {
	now := f.clock.Now().UTC()
	return roll.AccountLink{ID: id, Kind: roll.Invitation, Email: email, Name: "Ada", School: north, Role: roll.Office, MadeBy: "boss", MadeAt: now, Ends: now.Add(roll.AccountLinkLasts)}
}

func (f *fixture) added(t *testing.T, link roll.AccountLink) roll.AccountLink {
	t.Helper()
	must(t, f.AddAccountLink(t.Context(), link))
	kept, err := f.AccountLink(t.Context(), link.ID)
	must(t, err)
	return kept
}

func anInvitationLetsInOnce(f *fixture) {
	t := f.t
	link := f.added(t, f.invitation("one", "ada@example.org"))
	if link != f.invitation("one", "ada@example.org") || !link.Open(f.clock.Now()) {
		t.Errorf("kept is %+v", link)
	}
	now := f.clock.Now()
	f.joins(t, link, roll.Person{ID: "p1", Email: link.Email, Name: "Ada Byron"}, "hash")
	person, memberships, err := f.Person(t.Context(), "p1")
	must(t, err)
	if person.Name != "Ada Byron" || len(memberships) != 1 || memberships[0].School != north || memberships[0].Role != roll.Office {
		t.Errorf("she is %+v with %+v", person, memberships)
	}
	if _, err := f.JoinByLink(t.Context(), link, roll.Person{ID: "p2", Email: "b@example.org", Name: "B"}, "hash", now); roll.KindOf(err) != roll.Stale {
		t.Errorf("the second time: %v", err)
	}
	if kept, err := f.AccountLink(t.Context(), "one"); err != nil || kept.Open(now) || kept.UsedAt.IsZero() {
		t.Errorf("kept is %+v, %v", kept, err)
	}
	if _, err := f.AccountLink(t.Context(), "none"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("another link: %v", err)
	}
}

func oneOfTenIsAdmitted(f *fixture) {
	t := f.t
	link := f.added(t, f.invitation("one", "ada@example.org"))
	f.addPerson(t, "p1", "ada@example.org")
	var all sync.WaitGroup
	came := make(chan error, 10)
	for range 10 {
		all.Go(func() {
			_, err := f.JoinByLink(t.Context(), link, roll.Person{ID: "p1", Epoch: 1}, "", f.clock.Now())
			came <- err
		})
	}
	all.Wait()
	close(came)
	in := 0
	for err := range came {
		if err == nil {
			in++
		} else if roll.KindOf(err) != roll.Stale {
			t.Error(err)
		}
	}
	if in != 1 {
		t.Errorf("%d came in", in)
	}
}

func aLinkIsOver(f *fixture) {
	t := f.t
	f.addPerson(t, "p1", "ada@example.org")
	f.addSchool(t, "south")
	late := f.added(t, f.invitation("late", "late@example.org"))
	withdrawn := f.added(t, f.invitation("withdrawn", "gone@example.org"))
	replaced := f.added(t, f.invitation("replaced", "ada@example.org"))
	elsewhere := f.invitation("elsewhere", "ada@example.org")
	elsewhere.School = "south"
	f.added(t, elsewhere)
	f.added(t, f.invitation("newer", "ada@example.org"))
	if err := f.WithdrawInvitation(t.Context(), "south", "withdrawn", f.clock.Now()); roll.KindOf(err) != roll.NotFound {
		t.Errorf("another school withdraws it: %v", err)
	}
	must(t, f.WithdrawInvitation(t.Context(), north, "withdrawn", f.clock.Now()))
	open, err := f.OpenInvitations(t.Context(), north, f.clock.Now())
	must(t, err)
	if len(open) != 2 || open[0].ID != "newer" || open[1].ID != "late" {
		t.Errorf("open are %+v", open)
	}
	for what, link := range map[string]roll.AccountLink{"withdrawn": withdrawn, "replaced": replaced} {
		if _, err := f.JoinByLink(t.Context(), link, roll.Person{ID: "p1", Epoch: 1}, "", f.clock.Now()); roll.KindOf(err) != roll.Stale {
			t.Errorf("%s: %v", what, err)
		}
	}
	f.clock.advance(roll.AccountLinkLasts - time.Second)
	if !late.Open(f.clock.Now()) {
		t.Error("it is over a second early")
	}
	f.clock.advance(time.Second)
	if _, err := f.JoinByLink(t.Context(), late, roll.Person{ID: "p1", Epoch: 1}, "", f.clock.Now()); roll.KindOf(err) != roll.Stale || late.Open(f.clock.Now()) {
		t.Errorf("late: %v", err)
	}
	f.sweep(keeping.Links, f.clock.Now().Add(time.Second))
	if _, err := f.AccountLink(t.Context(), "late"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("it is not forgotten: %v", err)
	}
}

func anInvitationKeepsTheRole(f *fixture) {
	t := f.t
	f.addPerson(t, "p1", "ada@example.org")
	must(t, f.Join(t.Context(), "p1", north, roll.Teacher))
	link := f.added(t, f.invitation("one", "ada@example.org"))
	if _, err := f.JoinByLink(t.Context(), link, roll.Person{ID: "p1", Epoch: 1}, "", f.clock.Now()); roll.KindOf(err) != roll.Stale {
		t.Errorf("she joins again: %v", err)
	}
	if _, memberships, err := f.Person(t.Context(), "p1"); err != nil || memberships[0].Role != roll.Teacher {
		t.Errorf("she is %+v, %v", memberships, err)
	}
}

func aPasswordLinkIsUsedOnce(f *fixture) {
	t := f.t
	f.addPerson(t, "p1", "ada@example.org")
	sessions := f.Sessions(f.clock.Now)
	must(t, sessions.CommitOwned(t.Context(), "hers", []byte("x"), f.clock.Now().Add(time.Hour), "p1"))
	must(t, sessions.CommitOwned(t.Context(), "his", []byte("y"), f.clock.Now().Add(time.Hour), "p2"))
	must(t, sessions.RenewOwned(t.Context(), "ended", []byte("z"), f.clock.Now().Add(time.Hour), "p2"))
	link := f.invitation("one", "ada@example.org")
	link.Kind, link.School, link.Role = roll.NewPassword, "", ""
	f.added(t, link)
	before, _, err := f.Person(t.Context(), "p1")
	must(t, err)
	epoch, err := f.PasswordByLink(t.Context(), link, before, "new", f.clock.Now())
	must(t, err)
	if _, hash, err := f.PersonByEmail(t.Context(), "ada@example.org"); err != nil || hash != "new" || epoch != before.Epoch+1 {
		t.Errorf("kept is %q with %d after %d, %v", hash, epoch, before.Epoch, err)
	}
	hers, err := sessions.OwnedBy(t.Context(), "p1")
	must(t, err)
	his, err := sessions.OwnedBy(t.Context(), "p2")
	must(t, err)
	if len(hers) != 0 || len(his) != 1 || string(his["his"]) != "y" {
		t.Errorf("sessions left: %v and %v", hers, his)
	}
	if _, err := f.PasswordByLink(t.Context(), link, before, "again", f.clock.Now()); roll.KindOf(err) != roll.Stale {
		t.Errorf("the second time: %v", err)
	}
	link.ID = "two"
	f.added(t, link)
	must(t, f.SetPassword(t.Context(), "p1", "typed"))
	if _, err := f.PasswordByLink(t.Context(), link, f.account(t, "ada@example.org"), "late", f.clock.Now()); roll.KindOf(err) != roll.Stale {
		t.Errorf("after a new password: %v", err)
	}
}

func passwordLinksAreCounted(f *fixture) {
	t := f.t
	begun := f.clock.Now()
	for _, id := range []roll.AccountLinkID{"one", "two"} {
		link := f.invitation(id, "ada@example.org")
		link.Kind = roll.NewPassword
		f.added(t, link)
		f.added(t, link)
		f.clock.advance(time.Minute)
	}
	f.added(t, f.invitation("other", "ada@example.org"))
	for since, want := range map[time.Duration]int{-time.Second: 2, 0: 1, time.Minute: 0} {
		if count, err := f.CountNewPasswords(t.Context(), "ada@example.org", begun.Add(since)); err != nil || count != want {
			t.Errorf("%v later %d, %v", since, count, err)
		}
	}
}

// joins uses the invitation, and returns the account afterwards.
func (f *fixture) joins(t *testing.T, link roll.AccountLink, person roll.Person, hash string) roll.Person {
	t.Helper()
	_, err := f.JoinByLink(t.Context(), link, person, hash, f.clock.Now())
	must(t, err)
	return f.account(t, link.Email)
}

// account returns the person with the address.
func (f *fixture) account(t *testing.T, email string) roll.Person {
	t.Helper()
	person, _, err := f.PersonByEmail(t.Context(), email)
	must(t, err)
	return person
}

// unproven adds an account created with a link that was handed over, with a PIN and a session.
func (f *fixture) unproven(t *testing.T, id roll.PersonID, email string) roll.Person {
	t.Helper()
	link := f.invitation(roll.AccountLinkID("by hand "+id), email)
	link.Handed = true
	person := f.joins(t, f.added(t, link), roll.Person{ID: id, Email: email, Name: "Mallory"}, "hers")
	must(t, f.SetPIN(t.Context(), id, "pin", f.clock.Now()))
	must(t, f.Sessions(f.clock.Now).CommitOwned(t.Context(), "of "+string(id), []byte("x"), f.clock.Now().Add(time.Hour), id))
	return person
}

// wantEnded expects the earlier password, sessions and PIN to be gone, and the address to be proven or not.
func (f *fixture) wantEnded(t *testing.T, email, hash string, proven bool) {
	t.Helper()
	person, kept, err := f.PersonByEmail(t.Context(), email)
	must(t, err)
	sessions, err := f.Sessions(f.clock.Now).OwnedBy(t.Context(), person.ID)
	must(t, err)
	pin, err := f.PINSetAt(t.Context(), person.ID)
	must(t, err)
	if kept != hash || person.Proven != proven || len(sessions) != 0 || !pin.IsZero() {
		t.Errorf("%s: hash %q, proven %t, sessions %v, a PIN of %v", email, kept, person.Proven, sessions, pin)
	}
}

func whatAnInvitationProves(f *fixture) {
	t := f.t
	mailed := f.added(t, f.invitation("mailed", "ada@example.org"))
	if !f.joins(t, mailed, roll.Person{ID: "p1", Email: "ada@example.org", Name: "Ada"}, "hash").Proven {
		t.Error("a mailed one does not prove")
	}
	f.added(t, f.invitation("handed", "bob@example.org"))
	must(t, f.HandOver(t.Context(), "handed"))
	handed, err := f.AccountLink(t.Context(), "handed")
	must(t, err)
	if f.joins(t, handed, roll.Person{ID: "p2", Email: "bob@example.org", Name: "Bob"}, "hash").Proven {
		t.Error("one that was handed over proves")
	}
}

func aMailedInvitationTakesOver(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	person := f.unproven(t, "p1", "ada@example.org")
	link := f.invitation("mailed", "ada@example.org")
	link.School = "south"
	person.Name = "Ada"
	if after := f.joins(t, f.added(t, link), person, "own"); after.Name != "Ada" || after.ID != "p1" {
		t.Errorf("she is %+v", after)
	}
	f.wantEnded(t, "ada@example.org", "own", true)
	if f.roleIn(t, "p1", "south") != roll.Office || f.roleIn(t, "p1", north) != roll.Office {
		t.Error("a school is missing")
	}
}

func whatAPasswordLinkProves(f *fixture) {
	t := f.t
	person := f.unproven(t, "p1", "ada@example.org")
	link := f.invitation("mailed", "ada@example.org")
	link.Kind, link.School, link.Role = roll.NewPassword, "", ""
	_, err := f.PasswordByLink(t.Context(), f.added(t, link), person, "own", f.clock.Now())
	must(t, err)
	f.wantEnded(t, "ada@example.org", "own", true)
	link.ID, link.School, link.Handed = "handed", north, true
	_, err = f.PasswordByLink(t.Context(), f.added(t, link), f.account(t, "ada@example.org"), "the admin's", f.clock.Now())
	must(t, err)
	f.wantEnded(t, "ada@example.org", "the admin's", false)
}

func aHandedLinkChangesNoAccountElsewhere(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	f.addPerson(t, "ada", "ada@example.org")
	f.addPerson(t, "boss", "boss@example.org")
	must(t, f.Join(t.Context(), "boss", "south", roll.Admin))
	for _, school := range []roll.SchoolID{north, "south"} {
		must(t, f.Join(t.Context(), "ada", school, roll.Teacher))
	}
	link := f.invitation("handed", "ada@example.org")
	link.Kind, link.Handed = roll.NewPassword, true
	f.added(t, link)
	refused := func() {
		t.Helper()
		if _, err := f.PasswordByLink(t.Context(), link, f.account(t, "ada@example.org"), "the admin's", f.clock.Now()); roll.KindOf(err) != roll.Stale {
			t.Errorf("the other school's person has another password: %v", err)
		}
		if known, err := f.KnownElsewhere(t.Context(), "ada", north); err != nil || !known {
			t.Errorf("known elsewhere: %t, %v", known, err)
		}
	}
	refused()
	must(t, f.KeepOut(t.Context(), "south", "boss", "ada", true))
	refused()
}

func aChangedPersonIsNotJoined(f *fixture) {
	t := f.t
	f.addPerson(t, "p1", "ada@example.org")
	before := f.account(t, "ada@example.org")
	must(t, f.SetPassword(t.Context(), "p1", "another"))
	link := f.added(t, f.invitation("one", "ada@example.org"))
	if _, err := f.JoinByLink(t.Context(), link, before, "", f.clock.Now()); roll.KindOf(err) != roll.Stale {
		t.Errorf("she joins with what was: %v", err)
	}
	if err := f.LetIn(t.Context(), before, "", north, roll.Teacher); roll.KindOf(err) != roll.Stale {
		t.Errorf("she is let in with what was: %v", err)
	}
	if f.roleIn(t, "p1", north) != "" {
		t.Error("she belongs to the school")
	}
}

func theOperatorsPasswordProves(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	must(t, f.LetIn(t.Context(), roll.Person{ID: "new", Email: "new@example.org", Name: "New"}, "given", north, roll.Teacher))
	if !f.account(t, "new@example.org").Proven || f.roleIn(t, "new", north) != roll.Teacher {
		t.Error("a new person is not proven, or belongs nowhere")
	}
	if err := f.LetIn(t.Context(), roll.Person{ID: "other", Email: "new@example.org"}, "given", north, roll.Admin); roll.KindOf(err) != roll.Stale {
		t.Errorf("the address is taken: %v", err)
	}
	person := f.unproven(t, "p1", "ada@example.org")
	must(t, f.LetIn(t.Context(), person, "given", "south", roll.Office))
	f.wantEnded(t, "ada@example.org", "given", true)
	proven := f.account(t, "ada@example.org")
	must(t, f.LetIn(t.Context(), proven, "", "south", roll.Teacher))
	if after := f.account(t, "ada@example.org"); after != proven || f.roleIn(t, "p1", "south") != roll.Teacher {
		t.Errorf("the account of a proven person became %+v", after)
	}
	begun := f.unproven(t, "p2", "bob@example.org")
	must(t, f.SetPassword(t.Context(), begun.ID, "typed"))
	f.wantEnded(t, "bob@example.org", "typed", true)
}
