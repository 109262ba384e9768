package store

import (
	"sync"
	"testing"
	"time"

	"rollbook/web/roll"
)

func accountLinkSentences() []sentence {
	return []sentence{
		{"an invitation lets somebody new in once, with its role", anInvitationLetsInOnce},
		{"of ten who use one invitation at once one comes in", ofTenOneComesIn},
		{"a link is over when its time has come, when it was withdrawn, and when a newer one was made", aLinkIsOver},
		{"an invitation does not change what somebody is already", anInvitationChangesNobody},
		{"a link for a new password is used once, and ends sessions and other links", aPasswordLinkIsUsedOnce},
		{"links for new passwords are counted", passwordLinksAreCounted},
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
	must(t, f.JoinByLink(t.Context(), link, roll.Person{ID: "p1", Email: link.Email, Name: "Ada Byron"}, "hash", now))
	person, memberships, err := f.Person(t.Context(), "p1")
	must(t, err)
	if person.Name != "Ada Byron" || len(memberships) != 1 || memberships[0].School != north || memberships[0].Role != roll.Office {
		t.Errorf("she is %+v with %+v", person, memberships)
	}
	if err := f.JoinByLink(t.Context(), link, roll.Person{ID: "p2", Email: "b@example.org", Name: "B"}, "hash", now); roll.KindOf(err) != roll.Stale {
		t.Errorf("the second time: %v", err)
	}
	if kept, err := f.AccountLink(t.Context(), "one"); err != nil || kept.Open(now) || kept.UsedAt.IsZero() {
		t.Errorf("kept is %+v, %v", kept, err)
	}
	if _, err := f.AccountLink(t.Context(), "none"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("another link: %v", err)
	}
}

func ofTenOneComesIn(f *fixture) {
	t := f.t
	link := f.added(t, f.invitation("one", "ada@example.org"))
	f.addPerson(t, "p1", "ada@example.org")
	var all sync.WaitGroup
	came := make(chan error, 10)
	for range 10 {
		all.Go(func() { came <- f.JoinByLink(t.Context(), link, roll.Person{ID: "p1"}, "", f.clock.Now()) })
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
		if err := f.JoinByLink(t.Context(), link, roll.Person{ID: "p1"}, "", f.clock.Now()); roll.KindOf(err) != roll.Stale {
			t.Errorf("%s: %v", what, err)
		}
	}
	f.clock.advance(roll.AccountLinkLasts - time.Second)
	if !late.Open(f.clock.Now()) {
		t.Error("it is over a second early")
	}
	f.clock.advance(time.Second)
	if err := f.JoinByLink(t.Context(), late, roll.Person{ID: "p1"}, "", f.clock.Now()); roll.KindOf(err) != roll.Stale || late.Open(f.clock.Now()) {
		t.Errorf("late: %v", err)
	}
	must(t, f.ForgetAccountLinks(t.Context(), f.clock.Now().Add(time.Second)))
	if _, err := f.AccountLink(t.Context(), "late"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("it is not forgotten: %v", err)
	}
}

func anInvitationChangesNobody(f *fixture) {
	t := f.t
	f.addPerson(t, "p1", "ada@example.org")
	must(t, f.Join(t.Context(), "p1", north, roll.Teacher))
	link := f.added(t, f.invitation("one", "ada@example.org"))
	if err := f.JoinByLink(t.Context(), link, roll.Person{ID: "p1"}, "", f.clock.Now()); roll.KindOf(err) != roll.Stale {
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
	epoch, err := f.PasswordByLink(t.Context(), "one", "p1", "new", f.clock.Now())
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
	if _, err := f.PasswordByLink(t.Context(), "one", "p1", "again", f.clock.Now()); roll.KindOf(err) != roll.Stale {
		t.Errorf("the second time: %v", err)
	}
	link.ID = "two"
	f.added(t, link)
	must(t, f.SetPassword(t.Context(), "p1", "typed"))
	if _, err := f.PasswordByLink(t.Context(), "two", "p1", "late", f.clock.Now()); roll.KindOf(err) != roll.Stale {
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
