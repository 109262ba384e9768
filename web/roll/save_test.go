package roll

import (
	"slices"
	"testing"
	"time"
)

func TestASaveStopsThirtyMinutesLaterOrAtTheFirstMidnight(t *testing.T) {
	t.Parallel()
	for _, save := range []struct{ zone, accepted, stops string }{
		{"Europe/Berlin", "2026-11-20T08:30:00+01:00", "2026-11-20T09:00:00+01:00"},
		{"Europe/Berlin", "2026-11-20T23:29:59+01:00", "2026-11-20T23:59:59+01:00"},
		{"Europe/Berlin", "2026-11-20T23:30:00+01:00", "2026-11-21T00:00:00+01:00"},
		{"Europe/Berlin", "2026-11-20T23:59:59+01:00", "2026-11-21T00:00:00+01:00"},
		{"Europe/Berlin", "2026-11-21T00:00:00+01:00", "2026-11-21T00:30:00+01:00"},
		{"Europe/Berlin", "2026-10-25T02:45:00+02:00", "2026-10-25T02:15:00+01:00"},
		{"Europe/Berlin", "2026-03-29T01:45:00+01:00", "2026-03-29T03:15:00+02:00"},
		{"Asia/Kathmandu", "2026-11-20T18:00:00Z", "2026-11-20T18:15:00Z"},
		{"Australia/Lord_Howe", "2026-04-05T01:45:00+11:00", "2026-04-05T01:45:00+10:30"},
		// There is no midnight that night: the date ends at 01:00.
		{"America/Sao_Paulo", "2018-11-03T23:45:00-03:00", "2018-11-04T01:00:00-02:00"},
		// The hour before midnight comes twice.
		{"Africa/Cairo", "2024-10-31T23:45:00+03:00", "2024-10-31T23:15:00+02:00"},
		{"Africa/Cairo", "2024-10-31T23:45:00+02:00", "2024-11-01T00:00:00+02:00"},
		// Midnight comes twice; the first one counts.
		{"America/Havana", "2025-11-01T23:45:00-04:00", "2025-11-02T00:00:00-04:00"},
		{"America/Havana", "2025-11-02T00:45:00-04:00", "2025-11-02T00:15:00-05:00"},
	} {
		accepted, err := time.Parse(time.RFC3339, save.accepted)
		if err != nil {
			t.Fatal(err)
		}
		stamped := Save{}.Accepted(accepted, zone(t, save.zone))
		want, err := time.Parse(time.RFC3339, save.stops)
		if err != nil {
			t.Fatal(err)
		}
		if !stamped.AcceptedAt.Equal(accepted) || !stamped.StopsAt.Equal(want) {
			t.Errorf("accepted in %s at %s it stops at %v, not at %v", save.zone, save.accepted, stamped.StopsAt, want)
		}
	}
}

func wholeSave() Save {
	return Save{
		Token: "token", School: "north", Period: "2026", Class: "8b", Date: "2026-11-20", Intent: Intent{Status: Status{ID: 2, Name: "Absent"}, Check: CheckIn, CheckTime: "08:45", Observed: "08:45+01:00"}, Reason: "bus", By: Actor{Person: "p"},
		Rows: []SaveRow{{Enrolment: 1, Student: 11, Seen: 3}, {Enrolment: 2, Student: 12}},
	}
}

func TestTapsStopWithTheirDayAtTheLatest(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	tapped := Save{Date: "2026-11-19", By: Actor{Role: AtDoor}}
	for accepted, stops := range map[string]string{
		"2026-11-19T08:30:00+01:00": "2026-11-19T09:00:00+01:00",
		"2026-11-19T23:50:00+01:00": "2026-11-20T00:00:00+01:00",
		"2026-11-20T00:00:00+01:00": "2026-11-20T00:00:00+01:00",
		"2026-11-23T08:30:00+01:00": "2026-11-20T00:00:00+01:00",
	} {
		at, err := time.Parse(time.RFC3339, accepted)
		if err != nil {
			t.Fatal(err)
		}
		if got := tapped.Accepted(at, berlin).StopsAt.In(berlin).Format(time.RFC3339); got != stops {
			t.Errorf("accepted at %s they stop at %s, not at %s", accepted, got, stops)
		}
	}
}

func TestAnythingThatAPersonAskedForMakesAnotherContent(t *testing.T) {
	t.Parallel()
	hashes := map[string]string{wholeSave().ContentHash(): "the save itself"}
	for what, change := range map[string]func(*Save){
		"the school":           func(s *Save) { s.School = "south" },
		"the period":           func(s *Save) { s.Period = "2027" },
		"the class":            func(s *Save) { s.Class = "9a" },
		"the date":             func(s *Save) { s.Date = "2026-11-19" },
		"the status":           func(s *Save) { s.Status.ID = 3 },
		"the check":            func(s *Save) { s.Check = CheckOut },
		"the time sent":        func(s *Save) { s.CheckTime = "08:46" },
		"the time":             func(s *Save) { s.Observed = "08:45+02:00" },
		"the reason":           func(s *Save) { s.Reason = "train" },
		"one student less":     func(s *Save) { s.Rows = s.Rows[:1] },
		"one student more":     func(s *Save) { s.Rows = append(slices.Clone(s.Rows), SaveRow{Enrolment: 3}) },
		"another student":      func(s *Save) { s.Rows = []SaveRow{s.Rows[0], {Enrolment: 4}} },
		"what was seen":        func(s *Save) { s.Rows = []SaveRow{{Enrolment: 1, Seen: 4}, s.Rows[1]} },
		"a decision":           func(s *Save) { s.Rows = []SaveRow{{Enrolment: 1, Seen: 3, Decided: true}, s.Rows[1]} },
		"words moved over":     func(s *Save) { s.Observed, s.Reason = `08:45+01:00" "bus`, "" },
		"a known absence":      func(s *Save) { s.Absences = []KnownAbsence{{ID: "1", From: "2026-11-19"}} },
		"a longer absence":     func(s *Save) { s.Absences = []KnownAbsence{{ID: "1", From: "2026-11-18"}} },
		"period and class one": func(s *Save) { s.Period, s.Class = `2026" "8b`, "" },
	} {
		changed := wholeSave()
		change(&changed)
		hash := changed.ContentHash()
		if other, taken := hashes[hash]; taken {
			t.Errorf("%s has the content of %s", what, other)
		}
		hashes[hash] = what
	}
}

func TestOnlyAPersonsChoicesAreTheContentOfASave(t *testing.T) {
	t.Parallel()
	want := wholeSave().ContentHash()
	for what, change := range map[string]func(*Save){
		"the token":                 func(s *Save) { s.Token = "other" },
		"the status's name":         func(s *Save) { s.Status.Name = "absent" },
		"the class's name":          func(s *Save) { s.ClassName = "8 B" },
		"a student's id":            func(s *Save) { s.Rows = []SaveRow{{Enrolment: 1, Student: 99, Seen: 3}, s.Rows[1]} },
		"the instant of acceptance": func(s *Save) { *s = s.Accepted(time.Now(), time.UTC) },
		"the order of the roster":   func(s *Save) { s.Rows = []SaveRow{s.Rows[1], s.Rows[0]} },
	} {
		changed := wholeSave()
		change(&changed)
		if changed.ContentHash() != want {
			t.Errorf("%s makes another content", what)
		}
	}
}

func TestAMarkConflictsWithAnUnseenReplacement(t *testing.T) {
	t.Parallel()
	byTeacher, byOffice, byAdmin := Actor{Role: Teacher}, Actor{Role: Office}, Actor{Role: Admin}
	mark := func(by Actor) Mark {
		return Mark{Version: 4, Intent: Intent{Status: Status{ID: 2}, Observed: "08:45+01:00"}, By: by}
	}
	other, same := Save{Intent: Intent{Status: Status{ID: 1}}}, Save{Intent: Intent{Status: Status{ID: 2}, Observed: "08:45+01:00"}}
	for says, one := range map[string]struct {
		mark      Mark
		save      Save
		by        Actor
		row       SaveRow
		conflicts bool
	}{
		"no mark yet":                             {Mark{}, other, byTeacher, SaveRow{}, false},
		"no mark yet although one was seen":       {Mark{}, other, byTeacher, SaveRow{Seen: 3}, false},
		"seen":                                    {mark(byTeacher), other, byTeacher, SaveRow{Seen: 4}, false},
		"not seen":                                {mark(byTeacher), other, byTeacher, SaveRow{}, true},
		"an older one seen":                       {mark(byTeacher), other, byTeacher, SaveRow{Seen: 3}, true},
		"a newer one pretended":                   {mark(byTeacher), other, byTeacher, SaveRow{Seen: 5}, true},
		"the same wanted, not seen":               {mark(byTeacher), same, byTeacher, SaveRow{}, false},
		"the same status at another time":         {mark(byTeacher), Save{Intent: Intent{Status: Status{ID: 2}}}, byTeacher, SaveRow{}, true},
		"the office's, seen by a teacher":         {mark(byOffice), other, byTeacher, SaveRow{Seen: 4}, true},
		"an admin's, seen by a teacher":           {mark(byAdmin), other, byTeacher, SaveRow{Seen: 4}, true},
		"the office's, decided by a teacher":      {mark(byOffice), other, byTeacher, SaveRow{Seen: 4, Decided: true}, false},
		"the office's, decided about an old one":  {mark(byOffice), other, byTeacher, SaveRow{Seen: 3, Decided: true}, true},
		"the office's, the same wanted":           {mark(byOffice), same, byTeacher, SaveRow{}, false},
		"the office's, seen by the office":        {mark(byOffice), other, byOffice, SaveRow{Seen: 4}, false},
		"the office's, seen by an admin":          {mark(byOffice), other, byAdmin, SaveRow{Seen: 4}, false},
		"the office's, not seen by the office":    {mark(byOffice), other, byOffice, SaveRow{}, true},
		"a teacher's, not seen by the office":     {mark(byTeacher), other, byOffice, SaveRow{Seen: 1}, true},
		"a teacher's, seen by another one's save": {mark(byTeacher), other, byTeacher, SaveRow{Seen: 4, Decided: true}, false},
		"a teacher's, seen by who taps":           {mark(byTeacher), other, Actor{Role: AtDoor}, SaveRow{Seen: 4}, true},
		"a tap's, seen by who taps":               {mark(Actor{Role: AtDoor}), other, Actor{Role: AtDoor}, SaveRow{Seen: 4}, false},
	} {
		save := one.save
		save.By = one.by
		if got := one.mark.ConflictsWith(save, one.row); got != one.conflicts {
			t.Errorf("%s: conflicts %t", says, got)
		}
	}
}

func TestATapOfAStudentWhoIsInChangesNothing(t *testing.T) {
	t.Parallel()
	present, late := Status{ID: 1, Family: Present}, Status{ID: 3, Family: Late}
	for says, one := range map[string]struct {
		status  Status
		by      Role
		outcome Outcome
		taps    Status
		rests   bool
	}{
		"in by a tap":                        {present, AtDoor, Saved, present, true},
		"in by a tap that waits":             {present, AtDoor, Waiting, present, true},
		"in by a tap that stopped":           {present, AtDoor, Stopped, present, true},
		"in by a tap, and later late":        {present, AtDoor, Saved, late, true},
		"late by a tap, and earlier in time": {late, AtDoor, Saved, present, false},
		"late twice":                         {late, AtDoor, Saved, late, true},
		"in by a teacher":                    {present, Teacher, Saved, present, true},
		"in by a teacher, and late by a tap": {present, Teacher, Saved, late, false},
		"refused":                            {present, AtDoor, Refused, present, false},
		"recorded with another status":       {present, AtDoor, Differs, present, false},
		"absent":                             {Status{ID: 2, Family: Absent}, Teacher, Saved, present, false},
	} {
		mark := Mark{Version: 1, Intent: Intent{Status: Status{ID: one.status.ID, Family: one.status.Family}}, Outcome: one.outcome, By: Actor{Role: one.by}}
		if got := mark.Rests(Save{Intent: Intent{Status: one.taps}, By: Actor{Role: AtDoor}}); got != one.rests {
			t.Errorf("%s: rests %t", says, got)
		}
		if mark.Rests(Save{Intent: Intent{Status: one.taps}, By: Actor{Role: Teacher}}) {
			t.Errorf("%s: the save of a teacher rests", says)
		}
	}
}

func TestOutcomesThatNeedAPerson(t *testing.T) {
	t.Parallel()
	for outcome, want := range map[Outcome][3]bool{
		None: {false, false, false}, Saved: {false, false, true}, Differs: {true, false, true}, Refused: {true, false, false}, Conflict: {true, false, true},
		Confirming: {false, true, true}, Waiting: {false, true, true}, Stopped: {true, false, true},
		Superseded: {false, false, true},
	} {
		if got := [3]bool{outcome.NeedsPerson(), outcome.UnderWay(), outcome.ClearsTick()}; got != want {
			t.Errorf("%s: needs a person, is under way, clears the tick: %v", outcome, got)
		}
	}
}
