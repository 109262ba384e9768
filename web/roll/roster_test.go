package roll

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestAPeriodContainsTheDaysBetweenItsEnds(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		starts, ends, today Date
		current             bool
	}{
		{"2026-09-01", "2027-01-31", "2026-08-31", false}, {"2026-09-01", "2027-01-31", "2026-09-01", true},
		{"2026-09-01", "2027-01-31", "2027-01-31", true}, {"2026-09-01", "2027-01-31", "2027-02-01", false},
		{"", "2027-01-31", "1999-01-01", true}, {"2026-09-01", "", "2099-01-01", true}, {"", "", "2026-11-20", true},
	} {
		if got := (Period{Starts: one.starts, Ends: one.ends}).Contains(one.today); got != one.current {
			t.Errorf("from %q to %q contains %s: %t", one.starts, one.ends, one.today, got)
		}
	}
}

func TestANameIsMadeOfItsPresentParts(t *testing.T) {
	t.Parallel()
	for want, student := range map[string]Enrolment{
		"Ada Lovelace": {Given: "Ada", Family: "Lovelace"}, "Ada": {Given: "Ada"}, "Lovelace": {Family: "Lovelace"}, "": {},
	} {
		if got := student.Name(); got != want {
			t.Errorf("%+v is %q", student, got)
		}
	}
}

func TestTheTimingFollowsTheServicesDeadline(t *testing.T) {
	t.Parallel()
	want := Timing{Fence: 3 * time.Second, Call: 15 * time.Second, Connection: 18 * time.Second, Lease: 20 * time.Second, Apply: time.Minute}
	if got := (School{Call: 15 * time.Second, Apply: time.Minute}).Timing(); got != want {
		t.Errorf("it is %+v", got)
	}
}

func TestASendingBeganNeverLaterThanItDid(t *testing.T) {
	t.Parallel()
	claimed := sent()
	window := Window{ClaimedAt: claimed, Claimed: claimed.Add(time.Hour)}
	if got := window.SentAt(claimed.Add(time.Hour + 2*time.Second)); !got.Equal(claimed.Add(2 * time.Second)) {
		t.Errorf("it began at %v", got)
	}
	if got := window.SentAt(time.Time{}); !got.IsZero() {
		t.Errorf("what did not begin began at %v", got)
	}
}

func TestAnErrorKeepsItsKindAndItsCause(t *testing.T) {
	t.Parallel()
	cause := errors.New("disk")
	problem := Problem(Unkept, "problem.what.503", "N", 1).Because(cause)
	wrapped := fmt.Errorf("accept: %w", problem)
	if KindOf(wrapped) != Unkept || !errors.Is(wrapped, cause) || KindOf(cause) != Internal {
		t.Errorf("%v is %s, its cause is %s", wrapped, KindOf(wrapped), KindOf(cause))
	}
	if text := problem.Error(); text != "unkept: problem.what.503: disk" {
		t.Errorf("it reads %q", text)
	}
	if text := Problem(Stale, "x").Error(); text != "stale: x" {
		t.Errorf("without a cause it reads %q", text)
	}
}

func TestAnAnswerIsComparedWithTheStudentsOfItsAttempt(t *testing.T) {
	t.Parallel()
	attempt := Attempt{Marks: []Claimed{{Enrolment: 2, Student: 12, Version: 7}, {Enrolment: 1}}}
	rows := attempt.Rows()
	if len(rows) != 2 || rows[0] != (SaveRow{Enrolment: 2, Student: 12}) || rows[1] != (SaveRow{Enrolment: 1}) {
		t.Errorf("they are %+v", rows)
	}
}

func TestANumberNamesTheSameStudentAnotherOrPerhapsEither(t *testing.T) {
	t.Parallel()
	ada := Enrolment{ID: 1, Student: 11, Given: "Ada", Family: "Lund"}
	nameless := Enrolment{ID: 1, Given: "Ada", Family: "Lund"}
	for _, one := range []struct {
		before, now   Enrolment
		same, another bool
	}{
		{ada, ada, true, false},
		{ada, Enrolment{Student: 12, Given: "Ada", Family: "Lund"}, false, true},
		{ada, Enrolment{Student: 11, Given: "Bo", Family: "Berg"}, false, false},
		{ada, nameless, false, false},
		{nameless, Enrolment{Given: "Ada", Family: "Moe"}, false, false},
		{nameless, Enrolment{Given: "Bo", Family: "Berg"}, false, true},
		{nameless, Enrolment{}, false, false},
	} {
		if same, another := one.before.IsSame(one.now), one.before.IsAnother(one.now); same != one.same || another != one.another {
			t.Errorf("%+v after %+v: the same %t, another %t", one.now, one.before, same, another)
		}
	}
}
