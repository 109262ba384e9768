package store

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/people"
)

func schoolPeopleSentences() []sentence {
	return []sentence{
		{"a change that would leave a school without an admin is refused", theLastAdminStays},
		{"a school lists its people, and marks those of other schools", aSchoolListsItsPeople},
		{"a person blocked by one school stays in the other", blockedByOneSchool},
		{"a person blocked by their only school is disabled until it admits them again", blockedByTheOnlySchool},
		{"only admins change others, and no person changes themself", onlyAdminsChangeOthers},
		{"two admins who change each other at once leave an admin", twoAdminsLeaveOne},
		{"a former admin loses the invitations that they made", formerAdminsLoseInvitations},
		{"a password's names are those of the person and of all their schools", passwordNames},
	}
}

// staff adds two admins of north, and a teacher of north who is in the office of south.
func (f *fixture) staff(t *testing.T) {
	t.Helper()
	f.addSchool(t, "south")
	for _, id := range []roll.PersonID{"ada", "bob", "tom"} {
		f.addPerson(t, id, string(id)+"@example.org")
	}
	must(t, f.Join(t.Context(), "ada", north, roll.Admin))
	must(t, f.Join(t.Context(), "bob", north, roll.Admin))
	must(t, f.Join(t.Context(), "tom", north, roll.Teacher))
	must(t, f.Join(t.Context(), "tom", "south", roll.Office))
}

func (f *fixture) roleIn(t *testing.T, person roll.PersonID, school roll.SchoolID) roll.Role {
	t.Helper()
	found, err := f.Standings(t.Context(), []roll.PersonID{person})
	must(t, err)
	return found[person].Roles[school]
}

// theLastAdminStays tries an operator's actions on the last admin of a school.
func theLastAdminStays(f *fixture) {
	t := f.t
	f.staff(t)
	must(t, f.Disable(t.Context(), "bob"))
	var last *people.LastAdminError
	for name, err := range map[string]error{"disabled": f.Disable(t.Context(), "ada"), "another role": f.Join(t.Context(), "ada", north, roll.Office)} {
		if !errors.As(err, &last) || last.School != north {
			t.Errorf("%s: %v", name, err)
		}
	}
	if role := f.roleIn(t, "ada", north); role != roll.Admin {
		t.Errorf("ada is %s", role)
	}
	must(t, f.Join(t.Context(), "tom", north, roll.Admin))
	must(t, f.Join(t.Context(), "ada", north, roll.Office))
	must(t, f.Disable(t.Context(), "ada"))
}

func aSchoolListsItsPeople(f *fixture) {
	t := f.t
	f.staff(t)
	at := f.clock.Now().UTC().Truncate(time.Second)
	must(t, f.NoteSignIn(t.Context(), "ada", at))
	must(t, f.KeepOut(t.Context(), north, "ada", "bob", true))
	people, err := f.PeopleOfSchool(t.Context(), north)
	must(t, err)
	want := []roll.MemberOfSchool{
		{Person: "ada", Email: "ada@example.org", Name: "Name ada", Role: roll.Admin, SignedInAt: at},
		{Person: "bob", Email: "bob@example.org", Name: "Name bob", Role: roll.Admin, KeptOut: true},
		{Person: "tom", Email: "tom@example.org", Name: "Name tom", Role: roll.Teacher, Elsewhere: true},
	}
	if !slices.Equal(people, want) {
		t.Errorf("listed: %+v", people)
	}
}

func blockedByOneSchool(f *fixture) {
	t := f.t
	f.staff(t)
	before, _, err := f.Person(t.Context(), "tom")
	must(t, err)
	must(t, f.KeepOut(t.Context(), north, "ada", "tom", true))
	person, memberships, err := f.Person(t.Context(), "tom")
	must(t, err)
	if person != before || len(memberships) != 1 || memberships[0].School != "south" {
		t.Errorf("he is %+v with %+v", person, memberships)
	}
	if f.roleIn(t, "tom", north) != "" || f.roleIn(t, "tom", "south") != roll.Office {
		t.Error("not that school alone ends")
	}
	must(t, f.SetRole(t.Context(), north, "ada", "tom", roll.Admin))
	if f.roleIn(t, "tom", "south") != roll.Office || f.roleIn(t, "tom", north) != "" {
		t.Error("a new role reaches another school, or opens this one")
	}
}

func blockedByTheOnlySchool(f *fixture) {
	t := f.t
	f.staff(t)
	before, _, err := f.Person(t.Context(), "bob")
	must(t, err)
	must(t, f.KeepOut(t.Context(), north, "ada", "bob", true))
	out, _, err := f.Person(t.Context(), "bob")
	must(t, err)
	same, _, err := f.PersonByEmail(t.Context(), "bob@example.org")
	must(t, err)
	admins, err := f.Admins(t.Context(), north)
	must(t, err)
	if !out.Disabled || !same.Disabled || out.Epoch != before.Epoch+1 || !slices.Equal(admins, []roll.Reader{{Email: "ada@example.org"}}) {
		t.Errorf("by id %+v, by address %+v, admins are %v", out, same, admins)
	}
	must(t, f.KeepOut(t.Context(), north, "ada", "bob", false))
	if in, memberships, err := f.Person(t.Context(), "bob"); err != nil || in.Disabled || in.Epoch != out.Epoch || memberships[0].Role != roll.Admin {
		t.Errorf("again he is %+v with %+v, %v", in, memberships, err)
	}
}

func onlyAdminsChangeOthers(f *fixture) {
	t := f.t
	f.staff(t)
	f.addPerson(t, "eva", "eva@example.org")
	must(t, f.Join(t.Context(), "eva", "south", roll.Admin))
	for _, pair := range [][2]roll.PersonID{{"ada", "ada"}, {"tom", "bob"}, {"tom", "tom"}, {"eva", "tom"}, {"nobody", "tom"}} {
		role := f.SetRole(t.Context(), north, pair[0], pair[1], roll.Admin)
		out := f.KeepOut(t.Context(), north, pair[0], pair[1], true)
		if roll.KindOf(role) != roll.Forbidden || roll.KindOf(out) != roll.Forbidden {
			t.Errorf("%s of %s: %v, %v", pair[0], pair[1], role, out)
		}
	}
	for what, err := range map[string]error{"role": f.SetRole(t.Context(), north, "ada", "eva", roll.Teacher), "out": f.KeepOut(t.Context(), north, "ada", "eva", true)} {
		if roll.KindOf(err) != roll.NotFound {
			t.Errorf("%s of another school's: %v", what, err)
		}
	}
}

func twoAdminsLeaveOne(f *fixture) {
	t := f.t
	f.staff(t)
	for range 5 {
		must(t, f.Join(t.Context(), "ada", north, roll.Admin))
		must(t, f.Join(t.Context(), "bob", north, roll.Admin))
		var both sync.WaitGroup
		both.Go(func() { _ = f.SetRole(t.Context(), north, "ada", "bob", roll.Teacher) })
		both.Go(func() { _ = f.KeepOut(t.Context(), north, "bob", "ada", true) })
		both.Wait()
		if admins, err := f.Admins(t.Context(), north); err != nil || len(admins) != 1 {
			t.Fatalf("admins are %v, %v", admins, err)
		}
	}
}

func formerAdminsLoseInvitations(f *fixture) {
	t := f.t
	f.staff(t)
	link := f.invitation("one", "new@example.org")
	link.MadeBy = "bob"
	f.added(t, link)
	must(t, f.SetRole(t.Context(), north, "ada", "bob", roll.Office))
	if open, err := f.OpenInvitations(t.Context(), north, f.clock.Now()); err != nil || len(open) != 0 {
		t.Errorf("open are %+v, %v", open, err)
	}
}

func passwordNames(f *fixture) {
	t := f.t
	f.staff(t)
	names, err := f.PasswordNames(t.Context(), "tom")
	must(t, err)
	for _, want := range []string{"tom@example.org", "Name tom", "north", "School south", "code-north", "tenant-south"} {
		if !slices.Contains(names, want) {
			t.Errorf("%q is not among %q", want, names)
		}
	}
}
