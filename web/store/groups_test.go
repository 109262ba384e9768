package store

import (
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

func groupSentences() []sentence {
	return []sentence{
		{"a group keeps its members, also those who were not shown", aGroupKeepsItsMembers},
		{"groups are those of one period of one school", groupsAreThoseOfOnePeriod},
		{"statuses are edited with their other names, all or nothing", statusesAreEdited},
		{"the service's other names are counted by the sent status", theServicesOtherNames},
	}
}

func aGroupKeepsItsMembers(f *fixture) {
	t := f.t
	must(t, f.AddGroup(t.Context(), north, roll.Group{ID: "g", Period: "2026", Name: "Choir", Owner: "p"}))
	must(t, f.EditGroup(t.Context(), north, "g", "Band", nil, []roll.EnrolmentID{3, 1, 1 << 60}))
	must(t, f.EditGroup(t.Context(), north, "g", "Band", []roll.EnrolmentID{1, 2, 3}, []roll.EnrolmentID{2, 3}))
	group, err := f.Group(t.Context(), north, "g")
	must(t, err)
	if group.Name != "Band" || group.Owner != "p" || group.Period != "2026" || !slices.Equal(group.Members, []roll.EnrolmentID{2, 3, 1 << 60}) {
		t.Errorf("it is %+v", group)
	}
	must(t, f.DropGroup(t.Context(), north, "g"))
	must(t, f.DropGroup(t.Context(), north, "g"))
	if _, err := f.Group(t.Context(), north, "g"); roll.KindOf(err) != roll.NotFound {
		t.Errorf("after its end: %v", err)
	}
	if err := f.EditGroup(t.Context(), north, "g", "Band", nil, nil); roll.KindOf(err) != roll.NotFound {
		t.Errorf("editing it then: %v", err)
	}
}

func groupsAreThoseOfOnePeriod(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	for _, group := range []roll.Group{{ID: "b", Period: "2026", Name: "B"}, {ID: "other", Period: "2025", Name: "O"}, {ID: "a", Period: "2026", Name: "A"}} {
		must(t, f.AddGroup(t.Context(), north, group))
		f.clock.advance(time.Second)
	}
	must(t, f.AddGroup(t.Context(), "south", roll.Group{ID: "b", Period: "2026", Name: "Theirs"}))
	must(t, f.EditGroup(t.Context(), "south", "b", "Theirs", nil, []roll.EnrolmentID{9}))
	groups, err := f.Groups(t.Context(), north, "2026")
	must(t, err)
	if len(groups) != 2 || groups[0].Name != "B" || len(groups[0].Members) != 0 || groups[1].Name != "A" {
		t.Errorf("they are %+v", groups)
	}
}

func statusesAreEdited(f *fixture) {
	t := f.t
	must(t, f.PutStatuses(t.Context(), north, lists.FromService, []roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}}))
	read, err := f.ListState(t.Context(), north, lists.StatusList)
	must(t, err)
	f.clock.advance(time.Minute)
	must(t, f.EditStatuses(t.Context(), north, false, []roll.Status{{ID: 2, Name: "Absent", Letter: "Z"}, {ID: 1, Name: "Present"}}, map[string]roll.StatusID{"A": 2}))
	if err := f.EditStatuses(t.Context(), north, true, []roll.Status{{ID: 1}, {ID: 1}}, nil); roll.KindOf(err) != roll.Stale {
		t.Errorf("a status twice: %v", err)
	}
	statuses, err := f.Statuses(t.Context(), north)
	must(t, err)
	aliases, err := f.Aliases(t.Context(), north)
	must(t, err)
	state, err := f.ListState(t.Context(), north, lists.StatusList)
	must(t, err)
	if len(statuses) != 2 || statuses[0].Letter != "Z" || len(aliases) != 1 || state != read {
		t.Errorf("they are %+v, %v of %+v", statuses, aliases, state)
	}
	must(t, f.EditStatuses(t.Context(), north, true, statuses[:1], nil))
	if state, err = f.ListState(t.Context(), north, lists.StatusList); err != nil || state.Source != lists.Typed || !state.ReadAt.Equal(f.clock.Now()) {
		t.Errorf("typed in they are %+v, %v", state, err)
	}
}

func theServicesOtherNames(f *fixture) {
	t := f.t
	for i, returned := range []string{"Gone", "Gone", "Away"} {
		enrolment := roll.EnrolmentID(i + 1)
		f.accept(t, press(roll.Token(rune('a'+i)), absent(), unseen(enrolment)...))
		f.close(t, f.claim(t, ""), roll.Reply{State: roll.Answered}, func(p roll.Progress, by roll.Attempted) roll.Progress {
			return p.Confirm(by, returned, false, timing())
		})
	}
	names, err := f.OtherNames(t.Context(), north, "2000-01-01")
	must(t, err)
	want := []roll.OtherName{{Returned: "Gone", Sent: absent().ID, Marks: 2}, {Returned: "Away", Sent: absent().ID, Marks: 1}}
	if !slices.Equal(names, want) {
		t.Errorf("they are %+v", names)
	}
	if late, err := f.OtherNames(t.Context(), north, "2999-01-01"); err != nil || len(late) != 0 {
		t.Errorf("after all marks there are %+v, %v", late, err)
	}
}
