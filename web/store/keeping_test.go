package store

import (
	"slices"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/keeping"
)

func keepingSentences() []sentence {
	return []sentence{
		{"a roll goes when it is older than its school keeps history, with its names", historyGoes},
		{"a mark that is not settled stays, with its save, whatever its age", unsettledMarksStay},
		{"what was sent and answered goes after its days, and the attempt stays", exchangesGo},
		{"a school sees what goes next of each kind, and what stays", nextToGo},
	}
}

// sweep runs a sweep at the time when the rule of the kind deletes data from before the instant.
func (f *fixture) sweep(kind keeping.Kind, before time.Time) {
	f.t.Helper()
	must(f.t, f.Sweep(f.t.Context(), before.AddDate(0, 0, keeping.Of(kind).Days)))
}

// sweepHistory deletes the rolls of before the date, with 400 days of history.
func (f *fixture) sweepHistory(before roll.Date) {
	f.t.Helper()
	must(f.t, f.SetRetention(f.t.Context(), north, keeping.History, 400))
	must(f.t, f.Sweep(f.t.Context(), before.AddDays(400).Noon(time.UTC)))
}

// counts returns the rows of the tables.
func (f *fixture) counts(tables ...string) []int {
	all := make([]int, len(tables))
	for i, table := range tables {
		all[i] = f.rows(table)
	}
	return all
}

// ofHistory are the tables that a roll fills.
func ofHistory() []string {
	return []string{"saves", "marks", "attempts", "outcomes", "remarks", "changes_elsewhere"}
}

func (f *fixture) takeRoll(enrolments ...roll.EnrolmentID) {
	f.accept(f.t, press("old", absent(), unseen(enrolments...)...))
	attempt := f.claim(f.t, "old")
	reply := roll.Reply{State: roll.Answered, SentAt: f.clock.Now(), Exchange: `{"status":200}`, Remarks: map[roll.EnrolmentID]string{1: `{"comments":"x"}`}}
	f.close(f.t, attempt, reply, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Confirm(by, attempt.Status.Name, true, timing())
	})
}

func historyGoes(f *fixture) {
	t := f.t
	listed := []roll.Enrolment{{ID: 1, Student: 5001, Given: "Ana", Family: "Old"}, {ID: 2, Student: 5002, Given: "Ben", Family: "New"}}
	must(t, f.PutStudents(t.Context(), north, "2026", "file", listed))
	must(t, f.PutStudents(t.Context(), north, "2026", "file", listed[1:]))
	f.takeRoll(1, 2)
	f.sweepHistory(today)
	if left := f.counts("saves", "marks", "numbers"); !slices.Equal(left, []int{1, 2, 2}) {
		t.Fatalf("on its last day %v are left", left)
	}
	f.sweepHistory(today.AddDays(1))
	if left := f.counts(ofHistory()...); slices.Max(left) != 0 {
		t.Errorf("%v are left of %v", left, ofHistory())
	}
	if left := f.counts("numbers", "enrolments"); !slices.Equal(left, []int{1, 1}) {
		t.Errorf("%v names are left", left)
	}
	f.accept(t, press("again", absent(), unseen(1)...))
}

func unsettledMarksStay(f *fixture) {
	t := f.t
	f.takeRoll(1, 2)
	f.accept(t, press("waits", present(), seen(1, 1)))
	f.sweepHistory(today.AddDays(1))
	if left := f.counts("saves", "marks"); !slices.Equal(left, []int{2, 1}) {
		t.Errorf("%v are left", left)
	}
	if mark := f.mark(t, 1); mark.Version != 2 || mark.Outcome != roll.Waiting {
		t.Errorf("the mark that waits is %+v", mark)
	}
	attempt := f.claim(t, "waits")
	f.sweepHistory(today.AddDays(1))
	f.answer(t, attempt)
	if mark := f.mark(t, 1); mark.Outcome != roll.Saved {
		t.Errorf("then it is %+v", mark)
	}
	f.sweepHistory(today.AddDays(1))
	if left := f.counts(ofHistory()...); slices.Max(left) != 0 {
		t.Errorf("once it is settled %v are left", left)
	}
}

func exchangesGo(f *fixture) {
	t := f.t
	f.takeRoll(1)
	exchange := func() string {
		story, err := f.Story(t.Context(), north, "old")
		must(t, err)
		return story.Attempts[0].Exchange
	}
	f.sweep(keeping.Exchanges, f.clock.Now())
	if exchange() != `{"status":200}` {
		t.Errorf("on its last day it is %q", exchange())
	}
	f.sweep(keeping.Exchanges, f.clock.Now().Add(time.Second))
	if exchange() != "" {
		t.Errorf("later it is %q", exchange())
	}
	if mark := f.mark(t, 1); mark.Outcome != roll.Saved {
		t.Errorf("its mark is %+v", mark)
	}
}

func nextToGo(f *fixture) {
	t := f.t
	f.takeRoll(1, 2)
	f.accept(t, press("waits", present(), seen(1, 1)))
	must(t, f.AddKnown(t.Context(), []roll.KnownAbsence{known("a", 1)}))
	next := func(kind keeping.Kind, days int, at time.Time) keeping.Next {
		found, err := f.NextToGo(t.Context(), f.school(t), keeping.Of(kind), days, at)
		must(t, err)
		return found
	}
	now := f.clock.Now()
	if got := next(keeping.History, 400, now); got != (keeping.Next{On: today.AddDays(401), Rows: 1}) {
		t.Errorf("of the history it is %+v", got)
	}
	if got := next(keeping.Known, 14, now); got != (keeping.Next{On: today, Rows: 1}) {
		t.Errorf("of the known absences it is %+v", got)
	}
	if got := next(keeping.Exchanges, 30, now); got != (keeping.Next{On: today.AddDays(31), Rows: 1}) {
		t.Errorf("of the exchanges it is %+v", got)
	}
	if got := next(keeping.Audit, 732, now); got != (keeping.Next{}) {
		t.Errorf("of the audit log it is %+v", got)
	}
	if got := next(keeping.History, 400, now.AddDate(2, 0, 0)); got.Unsettled != 1 {
		t.Errorf("two years later it is %+v", got)
	}
}

func TestEveryRuleIsCompleteAndNamesTablesThatExist(t *testing.T) {
	t.Parallel()
	location := newFile(t)
	migrated(t, location)
	f := newFixture(t, location)
	must(t, f.Sweep(t.Context(), f.clock.Now()))
	for _, rule := range keeping.Rules() {
		if rule.Ours() && (rule.Least > rule.Days || rule.Days > rule.Most || rule.Least < 1) {
			t.Errorf("%+v", rule)
		}
		if _, err := f.NextToGo(t.Context(), f.school(t), rule, rule.Days, f.clock.Now()); err != nil {
			t.Errorf("%s: %v", rule.Kind, err)
		}
	}
	if past, history := 366, keeping.Of(keeping.History).Least; history <= past {
		t.Errorf("a roll may go after %d days, and be corrected for %d", history, past)
	}
}
