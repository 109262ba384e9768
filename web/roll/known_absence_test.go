package roll

import (
	"strings"
	"testing"
	"time"
)

func TestAKnownAbsenceHasADayAndTheRightTime(t *testing.T) {
	t.Parallel()
	tuesdays := []time.Weekday{time.Tuesday}
	for name, c := range map[string]struct {
		absence KnownAbsence
		problem bool
	}{
		"a day":              {KnownAbsence{From: "2026-03-04", To: "2026-03-04"}, false},
		"tuesdays":           {KnownAbsence{From: "2026-03-04", To: "2026-06-30", Weekdays: tuesdays, After: "11:00"}, false},
		"no Tuesday in it":   {KnownAbsence{From: "2026-03-04", To: "2026-03-09", Weekdays: tuesdays}, true},
		"reversed":           {KnownAbsence{From: "2026-03-04", To: "2026-03-03"}, true},
		"longer than a year": {KnownAbsence{From: "2026-03-04", To: "2027-06-01"}, true},
		"no time":            {KnownAbsence{From: "2026-03-04", To: "2026-03-04", After: "25:00"}, true},
	} {
		if err := c.absence.Validate(); (KindOf(err) == Meaningless) != c.problem || (err != nil) != c.problem {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAKnownAbsenceFollowsTheStudentsIDIntoAnotherPeriod(t *testing.T) {
	t.Parallel()
	known := KnownAbsence{Generation: 2, Period: "autumn", Enrolment: 7, Student: 70}
	for says, turn := range map[string]struct {
		student   Enrolment
		period    PeriodID
		connected int64
		is        bool
	}{
		"the same number in the same period":               {Enrolment{ID: 7, Student: 70}, "autumn", 1, true},
		"a second number in the same period":               {Enrolment{ID: 9, Student: 70}, "autumn", 1, false},
		"a new number in the next period":                  {Enrolment{ID: 107, Student: 70}, "spring", 1, true},
		"the old number, which is another child's now":     {Enrolment{ID: 7, Student: 71}, "spring", 1, false},
		"the same number in a list without students' ids":  {Enrolment{ID: 7}, "spring", 1, true},
		"a new number in a list without students' ids":     {Enrolment{ID: 107}, "spring", 1, false},
		"the same id in the list of another school system": {Enrolment{ID: 107, Student: 70}, "spring", 3, false},
	} {
		school := School{Connected: turn.connected}
		turn.student.Period = turn.period
		of := KnownAmong([]Enrolment{turn.student}, school, map[EnrolmentID]KnownAbsence{7: known})
		if _, found := of[turn.student.ID]; known.IsOf(turn.student, school) != turn.is || found != turn.is {
			t.Errorf("%s: it is the student's: %t", says, !turn.is)
		}
		listed := IndexStudents([]Enrolment{{ID: 3, Student: 30}, turn.student, turn.student})
		if at := listed.Of(&known, school); at != map[bool]int{true: 1, false: -1}[turn.is] {
			t.Errorf("%s: it is found in row %d", says, at)
		}
	}
	former := KnownAbsence{Former: true, Enrolment: 7}
	if former.IsOf(Enrolment{ID: 7}, School{}) {
		t.Error("an absence follows a number that names another student since")
	}
}

func TestOnlyAMarkOfAnotherStatusContradictsAnAbsenceOfTheWholeDay(t *testing.T) {
	t.Parallel()
	marked := Mark{Version: 1, Intent: Intent{Status: Status{ID: 2}}}
	for says, one := range map[string]struct {
		absence KnownAbsence
		mark    Mark
		status  StatusID
		want    bool
	}{
		"another status":         {KnownAbsence{}, marked, 3, true},
		"the same status":        {KnownAbsence{}, marked, 2, false},
		"no mark":                {KnownAbsence{}, Mark{}, 3, false},
		"an absence from a time": {KnownAbsence{After: "11:00"}, marked, 3, false},
	} {
		if got := one.absence.Contradicts(one.mark, one.status); got != one.want {
			t.Errorf("%s: %t", says, got)
		}
	}
}

func TestAnIDOfThePresentConnectionMeansTheStudent(t *testing.T) {
	t.Parallel()
	absence, student := KnownAbsence{Period: "1", Enrolment: 5, Student: 50, Generation: 3}, Enrolment{ID: 6, Student: 50, Period: "2"}
	for connected, want := range map[int64]bool{2: true, 3: true, 4: false} {
		if got := absence.IsOf(student, School{Connected: connected}); got != want {
			t.Errorf("connected with %d: %t", connected, got)
		}
	}
}

func TestAReasonHasALimitAndIsThereOnce(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", KnownDetail)
	for says, one := range map[string]struct {
		reasons KnownReasons
		valid   bool
	}{
		"the longest": {KnownReasons{Authorised: []string{long}}, true},
		"too long":    {KnownReasons{Authorised: []string{long + "é"}}, false},
		"twice":       {KnownReasons{Authorised: []string{"illness"}, NotAuthorised: []string{"illness"}}, false},
	} {
		if err := one.reasons.Validate(); (err == nil) != one.valid {
			t.Errorf("%s: %v", says, err)
		}
	}
}

func TestAnAbsenceOnDaysOfTheWeekHasOneOfThem(t *testing.T) {
	t.Parallel()
	for to, valid := range map[string]bool{"2026-11-22": false, "2026-11-23": true, "2026-12-20": true} {
		absence := KnownAbsence{From: "2026-11-21", To: Date(to), Weekdays: []time.Weekday{time.Monday}}
		if err := absence.Validate(); (err == nil) != valid {
			t.Errorf("from Saturday to %s: %v", to, err)
		}
	}
}
