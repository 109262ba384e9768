package people_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/people"
	"rollbook/web/roll"
)

// oak is the school of these tests, and ada its admin.
func oak() roll.School { return roll.School{ID: "oak", Name: "Oak School"} }

func ada() people.Admin { return people.Admin{Person: "ada", School: oak()} }

// office fakes the store of people, and the check of passwords.
type office struct {
	people.Store
	clock   time.Time
	log     bytes.Buffer
	links   map[roll.AccountLinkID]roll.AccountLink
	members []roll.MemberOfSchool
	// persons are the people with an account, by address.
	persons map[string]roll.Person
	refuses error
	tried   auth.From
	joined  []roll.PersonID
	letIn   []string
	hashed  []string
}

func newOffice() *office {
	return &office{
		clock: time.Date(2026, 11, 20, 8, 30, 0, 0, time.UTC), links: make(map[roll.AccountLinkID]roll.AccountLink),
		members: []roll.MemberOfSchool{
			{Person: "ada", Email: "ada@oak.example", Role: roll.Admin}, {Person: "tom", Email: "tom@oak.example", Role: roll.Teacher},
			{Person: "eva", Email: "eva@oak.example", Role: roll.Teacher, Elsewhere: true}, {Person: "out", Email: "out@oak.example", KeptOut: true},
		},
		persons: map[string]roll.Person{
			"tom@oak.example": {ID: "tom", Email: "tom@oak.example", Name: "Tom", Proven: true, Epoch: 3},
			"una@oak.example": {ID: "una", Email: "una@oak.example", Name: "Una", Epoch: 2},
		},
	}
}

func (o *office) people() *people.People {
	log := slog.New(slog.NewTextHandler(&o.log, nil))
	tokens := auth.NewTokens(bytes.Repeat([]byte("k"), 32))
	return people.New(o, o, o, tokens, nil, func() time.Time { return o.clock }, events.New("people", log, nil, func(context.Context) events.Request { return events.Request{ID: "a-request"} }, func(events.Name) {}))
}

// press is the token of a page that ada has opened.
func press() roll.Token { return auth.NewTokens(bytes.Repeat([]byte("k"), 32)).New("ada") }

func (o *office) wantLogged(t *testing.T, parts ...string) {
	t.Helper()
	for _, part := range append(parts, "request=a-request") {
		if !strings.Contains(o.log.String(), part) {
			t.Errorf("%q is not in the log:\n%s", part, &o.log)
		}
	}
}

func wantKind(t *testing.T, err error, want roll.Kind) {
	t.Helper()
	var problem *roll.Error
	if !errors.As(err, &problem) || problem.Kind != want {
		t.Errorf("the error is %v, want the kind %s", err, want)
	}
}

func TestASignInIsNotedAndARefusedOneIsAWarningWithItsReason(t *testing.T) {
	t.Parallel()
	for reason, refuses := range map[string]error{
		"": nil, "wrong": auth.ErrWrong, "too-many": &auth.ThrottledError{}, "busy": auth.ErrBusy, "too-long": auth.ErrPasswordTooLong, "failed": errors.New("disk"),
	} {
		o := newOffice()
		o.refuses = refuses
		person, err := o.people().Check(t.Context(), "tom@oak.example", "hunter2", auth.From{Device: "d", Address: "192.0.2.7"})
		if !errors.Is(err, refuses) || o.tried != (auth.From{Device: "d", Address: "192.0.2.7"}) {
			t.Errorf("%q: %v from %+v", reason, err, o.tried)
		}
		if refuses == nil {
			if strings.Contains(o.log.String(), "event=sign-in") {
				t.Error("a sign-in is noted before it is complete")
			}
			o.people().Entered(t.Context(), person)
			o.wantLogged(t, "level=INFO", "event=sign-in ", "person=tom")
		} else {
			o.wantLogged(t, "level=WARN", "event=sign-in-refused", "person=tom", "reason="+reason)
		}
		if strings.Contains(o.log.String(), "hunter2") || strings.Contains(o.log.String(), "@") {
			t.Errorf("the log has what was typed: %s", &o.log)
		}
	}
}

func TestAnInvitationPressedTwiceIsOneLinkShownOnce(t *testing.T) {
	t.Parallel()
	o := newOffice()
	p, token := o.people(), press()
	invitees, err := p.Read(t.Context(), "oak", []people.Proposal{{Email: "New@Oak.example", Name: "Nia", Role: "teacher"}})
	if err != nil || len(invitees) != 1 || invitees[0].Problem != "" {
		t.Fatalf("read as %+v, %v", invitees, err)
	}
	first, err := p.Invite(t.Context(), ada(), token, invitees)
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.Invite(t.Context(), ada(), token, invitees)
	if roll.KindOf(err) != roll.Stale || first[0].Secret == "" || len(again) != 0 || len(o.links) != 1 {
		t.Errorf("pressed again: %+v and %+v, %d links, %v", first, again, len(o.links), err)
	}
	if other, err := p.Invite(t.Context(), ada(), press(), invitees); err != nil || other[0].Secret == first[0].Secret {
		t.Errorf("another press: %+v, %v", other, err)
	}
	o.wantLogged(t, "event=invitation-made", "by=ada", "school=oak", "role=teacher")
	if strings.Contains(o.log.String(), first[0].Secret) {
		t.Error("the log has the secret of a link")
	}
}

func TestARefusedInvitationHasAReason(t *testing.T) {
	t.Parallel()
	proposals := []people.Proposal{
		{Email: "tom@oak.example", Role: "teacher"}, {Email: "nonsense", Role: "teacher"}, {Email: "a@oak.example", Role: "boss"},
		{Email: "b@oak.example", Role: "office"}, {Email: "B@oak.example", Role: "office"}, {Email: "c@oak.example", Name: "a\x00", Role: "office"},
		{Email: "una@oak.example", Role: "teacher"},
	}
	want := []roll.MessageKey{"people.problem.here", "people.problem.address", "people.problem.role", "", "people.problem.twice", "people.problem.name", "people.problem.unproven"}
	invitees, err := newOffice().people().Read(t.Context(), "oak", proposals)
	if err != nil {
		t.Fatal(err)
	}
	for i, invitee := range invitees {
		if invitee.Problem != want[i] {
			t.Errorf("%+v is told %q, want %q", proposals[i], invitee.Problem, want[i])
		}
	}
}

func TestALinkWorksOnceWithinThreeDaysForItsPerson(t *testing.T) {
	t.Parallel()
	o := newOffice()
	p := o.people()
	invite := func() string {
		handed, err := p.Invite(t.Context(), ada(), press(), []people.Invitee{{Address: "new@oak.example", As: roll.Teacher}})
		if err != nil {
			t.Fatal(err)
		}
		return handed[0].Secret
	}
	secret, late := invite(), invite()
	if _, err := p.Use(t.Context(), "nonsense", people.Used{}); err == nil {
		t.Error("nonsense opens something")
	} else {
		wantKind(t, err, roll.NotFound)
	}
	_, err := p.Use(t.Context(), secret, people.Used{Name: " ", Password: "a good long password"})
	wantKind(t, err, roll.Meaningless)
	identity, err := p.Use(t.Context(), secret, people.Used{Name: "Nia New", Password: "a good long password"})
	if err != nil || identity.Email != "new@oak.example" || identity.Epoch != 1 || len(o.joined) != 1 {
		t.Fatalf("used as %+v by %v: %v", identity, o.joined, err)
	}
	if about := strings.Join(o.hashed, " "); !strings.Contains(about, "Oak School") || !strings.Contains(about, "new@oak.example") {
		t.Errorf("the password is held against %q", about)
	}
	_, err = p.Use(t.Context(), secret, people.Used{Name: "Nia New", Password: "a good long password"})
	wantKind(t, err, roll.Stale)
	o.clock = o.clock.Add(roll.AccountLinkLasts)
	_, err = p.Open(t.Context(), late)
	wantKind(t, err, roll.Stale)
	o.wantLogged(t, "event=invitation-used", "event=account-link-refused")
}

func TestAnInvitationOfAPersonWithAnAccountNeedsItsPassword(t *testing.T) {
	t.Parallel()
	o := newOffice()
	p := o.people()
	handed, err := p.Invite(t.Context(), ada(), press(), []people.Invitee{{Address: "tom@oak.example", As: roll.Office}})
	if err != nil {
		t.Fatal(err)
	}
	o.refuses = auth.ErrWrong
	if _, err := p.Use(t.Context(), handed[0].Secret, people.Used{Name: "T", Password: "x"}); !errors.Is(err, auth.ErrWrong) || len(o.joined) != 0 {
		t.Errorf("with a wrong password: %v, joined %v", err, o.joined)
	}
	o.refuses = auth.ErrBusy
	_, err = p.Use(t.Context(), handed[0].Secret, people.Used{Password: "x"})
	wantKind(t, err, roll.Unkept)
	o.refuses = nil
	if _, err := p.Use(t.Context(), handed[0].Secret, people.Used{Password: "his own"}); err != nil || len(o.joined) != 1 || len(o.hashed) != 0 {
		t.Errorf("with his own: %v, joined %v, hashed %v", err, o.joined, o.hashed)
	}
}

func TestAnAdminHandsNoPasswordToAMemberOfAnotherSchool(t *testing.T) {
	t.Parallel()
	o := newOffice()
	p := o.people()
	for member, want := range map[roll.PersonID]roll.Kind{"eva": roll.Meaningless, "out": roll.Meaningless, "ada": roll.Meaningless, "stranger": roll.NotFound} {
		_, err := p.NewLink(t.Context(), ada(), press(), member)
		wantKind(t, err, want)
	}
	handed, err := p.NewLink(t.Context(), ada(), press(), "tom")
	if err != nil || handed.Secret == "" {
		t.Fatalf("tom's is %+v, %v", handed, err)
	}
	if _, err := p.Open(t.Context(), handed.Secret); err != nil {
		t.Errorf("tom's link: %v", err)
	}
	o.persons["tom@oak.example"] = roll.Person{ID: "both", Email: "tom@oak.example"}
	_, err = p.Open(t.Context(), handed.Secret)
	wantKind(t, err, roll.Stale)
}

func TestARefusedChangeOfAPersonIsAWarning(t *testing.T) {
	t.Parallel()
	o := newOffice()
	if err := o.people().SetRole(t.Context(), ada(), "ada", roll.Teacher); err == nil {
		t.Error("an admin changes their own role")
	}
	o.wantLogged(t, "level=WARN", "event=person-change-refused", "person=ada", "reason=role-changed")
	if err := o.people().SetRole(t.Context(), ada(), "tom", roll.Office); err != nil {
		t.Error(err)
	}
	o.wantLogged(t, "level=INFO", "event=role-changed", "person=tom", "by=ada", "role=office")
}

func TestAPasswordIsChangedWithTheCurrentOneOnly(t *testing.T) {
	t.Parallel()
	o := newOffice()
	o.refuses = auth.ErrWrong
	tom := o.persons["tom@oak.example"]
	if _, err := o.people().ChangePassword(t.Context(), tom, "x", "a good long password", auth.From{}); !errors.Is(err, auth.ErrWrong) || len(o.hashed) != 0 {
		t.Errorf("with a wrong one: %v", err)
	}
	o.wantLogged(t, "event=password-change-refused", "reason=wrong")
	o.refuses = nil
	if epoch, err := o.people().ChangePassword(t.Context(), tom, "his own", "a good long password", auth.From{}); err != nil || epoch != 7 {
		t.Errorf("with his own: epoch %d, %v", epoch, err)
	}
	_, err := o.people().ChangePassword(t.Context(), tom, "his own", "short", auth.From{})
	wantKind(t, err, roll.Meaningless)
}

func TestALinkThatWasHandedOverOpensNoAccountWhoseAddressIsNotProven(t *testing.T) {
	t.Parallel()
	o := newOffice()
	p := o.people()
	handed, err := p.Invite(t.Context(), ada(), press(), []people.Invitee{{Address: "una@oak.example", As: roll.Teacher}})
	if err != nil || handed[0].Secret == "" {
		t.Fatalf("handed over is %+v, %v", handed, err)
	}
	_, err = p.Use(t.Context(), handed[0].Secret, people.Used{Name: "Una", Password: "a good long password"})
	wantKind(t, err, roll.Stale)
	var problem *roll.Error
	if !errors.As(err, &problem) || problem.Message != "account_link.unproven" || len(o.joined) != 0 {
		t.Errorf("it says %v, joined %v", err, o.joined)
	}
	o.wantLogged(t, "event=account-link-refused", "person=una", "school=oak")
}

func TestTheOperatorSetsPasswordsOfNewAndUnprovenPeopleOnly(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]struct {
		entry people.Entry
		hash  string
	}{"new@oak.example": {people.EntryAdded, "hashed"}, "una@oak.example": {people.EntryProven, "hashed"}, "tom@oak.example": {people.EntryJoined, ""}} {
		o := newOffice()
		p := o.people()
		if entry, err := p.EntryOf(t.Context(), email); err != nil || entry != want.entry {
			t.Errorf("%s comes as %s, %v", email, entry, err)
		}
		entry, err := p.LetIn(t.Context(), people.Newcomer{Email: email, Name: "N", School: oak(), Role: roll.Office}, "a good long password")
		if err != nil || entry != want.entry || len(o.letIn) != 1 || o.letIn[0] != email+" "+want.hash+" oak office" {
			t.Errorf("%s came as %s with %v, %v", email, entry, o.letIn, err)
		}
	}
	_, err := newOffice().people().LetIn(t.Context(), people.Newcomer{Email: "una@oak.example", School: oak()}, "")
	wantKind(t, err, roll.Meaningless)
}
