package roll

import (
	"slices"
	"testing"
	"time"
)

// ofClass is a class of the students, with the marks.
func ofClass(students int, marks ...Mark) ClassDay {
	var list []Enrolment
	for i := range students {
		list = append(list, Enrolment{ID: EnrolmentID(i + 1), Class: "8b"})
	}
	known := make(map[EnrolmentID]Mark)
	for i, mark := range marks {
		mark.Enrolment, mark.Version = EnrolmentID(i+1), 1
		known[mark.Enrolment] = mark
	}
	return NewBoard(list, Marks{Of: known}).Classes[0]
}

func outcomes(all ...Outcome) []Mark {
	var marks []Mark
	for _, outcome := range all {
		marks = append(marks, Mark{Outcome: outcome})
	}
	return marks
}

func TestTheStateOfAClassFollowsItsMarks(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		want  ClassState
		marks []Mark
	}{
		{ClassUntouched, nil},
		{ClassPartly, outcomes(Saved)},
		{ClassUnderWay, outcomes(Saved, Waiting)},
		{ClassNeeds, outcomes(Refused)},
		{ClassDone, outcomes(Saved, Saved)},
	} {
		if got := ofClass(2, one.marks...).State(); got != one.want {
			t.Errorf("with %v it is %s, not %s", one.marks, got, one.want)
		}
	}
	for _, outcome := range []Outcome{Refused, Conflict, Differs, Stopped} {
		if got := ofClass(2, outcomes(Saved, outcome)...).State(); got != ClassNeeds {
			t.Errorf("with %s it is %s", outcome, got)
		}
	}
	if got := ofClass(2, Mark{Outcome: Saved}, Mark{Outcome: Stopped, KeyedBy: "K. Osei"}).State(); got != ClassDone {
		t.Errorf("keyed in by hand it is %s", got)
	}
}

func TestAnOpenedClassHasAnotherStateThanAnUnopenedOne(t *testing.T) {
	t.Parallel()
	opening := Opening{Class: "8b", By: Actor{Name: "P. Lang"}, At: time.Unix(1, 0)}
	board := NewBoard([]Enrolment{{ID: 1, Class: "8b"}, {ID: 2, Class: "9a"}}, Marks{Openings: map[ClassKey]Opening{{Class: "8b"}: opening}})
	if board.Classes[0].State() != ClassOpened || board.Classes[0].Opened != opening || board.Classes[1].State() != ClassUntouched {
		t.Errorf("they are %+v", board.Classes)
	}
}

func TestARowThatWaitsForADecisionNeedsAPerson(t *testing.T) {
	t.Parallel()
	board := NewBoard([]Enrolment{{ID: 1, Class: "8b"}}, Marks{
		Of: map[EnrolmentID]Mark{1: {Version: 1, Outcome: Saved}}, Held: map[EnrolmentID]bool{1: true},
	})
	if class := board.Classes[0]; class.State() != ClassDisputed || class.Need != 1 {
		t.Errorf("it is %+v", class)
	}
}

func TestAQuestionAboutAMarkDoesNotMakeARollMissing(t *testing.T) {
	t.Parallel()
	question := map[EnrolmentID]bool{1: true}
	for says, one := range map[string]struct {
		marks map[EnrolmentID]Mark
		want  ClassState
	}{
		"every student is marked":       {map[EnrolmentID]Mark{1: {Version: 1, Outcome: Saved}, 2: {Version: 1, Outcome: Saved}}, ClassDisputed},
		"a mark is on its way":          {map[EnrolmentID]Mark{1: {Version: 1, Outcome: Saved}, 2: {Version: 1, Outcome: Waiting}}, ClassDisputed},
		"another student has no mark":   {map[EnrolmentID]Mark{1: {Version: 1, Outcome: Saved}}, ClassNeeds},
		"another mark did not arrive":   {map[EnrolmentID]Mark{1: {Version: 1, Outcome: Saved}, 2: {Version: 1, Outcome: Refused}}, ClassNeeds},
		"the student's mark is refused": {map[EnrolmentID]Mark{1: {Version: 1, Outcome: Refused}, 2: {Version: 1, Outcome: Refused}}, ClassNeeds},
	} {
		board := NewBoard([]Enrolment{{ID: 1, Class: "8b"}, {ID: 2, Class: "8b"}}, Marks{Of: one.marks, Held: question})
		if got := board.Classes[0].State(); got != one.want {
			t.Errorf("%s: it is %s", says, got)
		}
	}
}

func TestTheTakerOfARollIsNotThePersonWhoChangedAMark(t *testing.T) {
	t.Parallel()
	first, second, later := time.Unix(100, 0), time.Unix(101, 0), time.Unix(200, 0)
	teacher, office, door := Actor{Name: "A"}, Actor{Name: "B"}, Actor{Name: "Door", Role: AtDoor}
	taken := Taking{teacher, first}
	changes := map[EnrolmentID]*LastChange{
		1: {Taken: taken, By: teacher, At: first},
		2: {Taken: Taking{teacher, second}, By: teacher, At: second},
		3: {Taken: taken, By: office, At: later},
		4: {Taken: Taking{office, later}, By: office, At: later},
		9: {Taken: Taking{office, later}, By: office, At: later},
	}
	var students []Enrolment
	for id := range EnrolmentID(5) {
		students = append(students, Enrolment{ID: id + 1, Class: "8b"})
	}
	got := NewBoard(students, Marks{Changes: changes}).Classes[0].Taking
	if want := (ClassTaking{Taken: Taking{teacher, second}, Changed: 1, Last: Taking{office, later}}); got != want {
		t.Errorf("it is %+v, not %+v", got, want)
	}
	tapped := LastChange{Taken: Taking{door, first}, By: door, At: first, Intent: Intent{Status: Status{Name: "Present"}}}
	for by, corrects := range map[Actor]bool{teacher: false, {}: true, door: true} {
		if after := (LastChange{By: by, At: later, Taken: Taking{by, later}}).After(tapped); after.Corrects() != corrects || after.From != "Present" {
			t.Errorf("a change by %+v after a tap is %+v", by, after)
		}
	}
	if got := TakingOf([]*LastChange{&tapped, &tapped, changes[1]}); got.Taken != taken || TakingOf(nil) != (ClassTaking{}) {
		t.Errorf("with taps it is %+v", got)
	}
}

func TestAStudentInTwoClassesIsOnTheBoardOnceWithTheNewestMark(t *testing.T) {
	t.Parallel()
	early, late := time.Unix(100, 0), time.Unix(200, 0)
	students := []Enrolment{{ID: 1, Student: 9, Class: "8b"}, {ID: 2, Class: "8b"}, {ID: 3, Class: "8b"}, {ID: 4, Class: "8b"}, {ID: 5, Student: 9, Class: "choir"}}
	board := NewBoard(students, Marks{Of: map[EnrolmentID]Mark{
		1: {Version: 1, Outcome: Saved, Intent: Intent{Status: Status{Family: Absent}}, MarkedAt: early}, 5: {Version: 1, Outcome: Saved, Intent: Intent{Status: Status{Family: Late}}, MarkedAt: late},
		2: {Version: 1, Outcome: Refused, Intent: Intent{Status: Status{Family: Absent}}, MarkedAt: early}, 3: {Version: 1, Outcome: Waiting, Intent: Intent{Status: Status{Family: LeftEarly}}, MarkedAt: early}, 7: {Version: 1, Intent: Intent{Status: Status{Family: Present}}},
	}})
	var places []Place
	for _, day := range board.Students {
		places = append(places, day.Place)
	}
	if !slices.Equal(places, []Place{In, Away, Away, Unaccounted}) || board.Students[0].Mark.Status.Family != Late {
		t.Errorf("they are %+v", board.Students)
	}
	if len(board.Gone) != 1 || board.Gone[0].Student.ID != 7 || board.Gone[0].Place != In || board.Classes[1].Marked != 1 {
		t.Errorf("on no list are %+v", board.Gone)
	}
}

func TestAClassThatWasTakenIsNotMissingWhileItsMarksWait(t *testing.T) {
	t.Parallel()
	if !ofClass(2, outcomes(Waiting, Stopped)...).Taken() || ofClass(2, outcomes(Saved)...).Taken() {
		t.Error("taken is not whether everybody has a mark")
	}
}

func TestARollIsOverdueByTheSchoolsClockOnTheDayItself(t *testing.T) {
	t.Parallel()
	school := School{Zone: zone(t, "Europe/Berlin"), RollsDue: "08:30"}
	now := time.Date(2026, 11, 20, 8, 52, 30, 0, school.Zone)
	for says, want := range map[string]struct {
		got, minutes int
	}{
		"on the day":                    {school.Overdue("2026-11-20", now), 22},
		"on the day before":             {school.Overdue("2026-11-19", now), 0},
		"before it is due":              {school.Overdue("2026-11-20", now.Add(-time.Hour)), 0},
		"in its minute":                 {school.Overdue("2026-11-20", now.Add(-22*time.Minute)), 0},
		"where the school says none":    {School{Zone: school.Zone}.Overdue("2026-11-20", now), 0},
		"where the clock jumps over it": {School{Zone: school.Zone, RollsDue: "02:30"}.Overdue("2026-03-29", time.Date(2026, 3, 29, 9, 0, 0, 0, school.Zone)), 0},
	} {
		if want.got != want.minutes {
			t.Errorf("%s it is %d minutes, not %d", says, want.got, want.minutes)
		}
	}
}

func TestAClassTakenInTheSchoolSystemIsTakenAndAMarkMadeHereCountsOnce(t *testing.T) {
	t.Parallel()
	students := []Enrolment{{ID: 1, Class: "8b"}, {ID: 2, Class: "8b"}, {ID: 3, Class: "9a"}, {ID: 4, Class: "9a"}}
	readAt := time.Unix(100, 0)
	board := NewBoard(students, Marks{
		Of:        map[EnrolmentID]Mark{1: {Version: 1, Outcome: Saved, Returned: "Present", Intent: Intent{Status: Status{Family: Present, ID: 1}}, MarkedAt: readAt}},
		Elsewhere: map[EnrolmentID]string{1: "Absent", 2: "Late", 3: "Present"}, ReadAt: readAt,
	})
	full, partly := board.Classes[0], board.Classes[1]
	if full.State() != ClassDone || !full.Taken() || full.Marked != 1 || full.Elsewhere != 1 || !full.ReadAt.Equal(readAt) {
		t.Errorf("the full class is %+v", full)
	}
	if partly.State() != ClassPartly || partly.Taken() || partly.Elsewhere != 1 {
		t.Errorf("the other class is %+v", partly)
	}
	for i, want := range []Place{In, In, In, Unaccounted} {
		if day := board.Students[i]; day.Place != want {
			t.Errorf("student %d is %+v", i, day)
		}
	}
}

func TestARollIsMissingUntilEveryStudentIsMarkedAndEveryMarkCanArrive(t *testing.T) {
	t.Parallel()
	want := map[ClassState]bool{ClassUntouched: true, ClassOpened: true, ClassPartly: true, ClassNeeds: true, ClassDisputed: false, ClassUnderWay: false, ClassDone: false}
	for _, state := range ClassStates() {
		if state.Missing() != want[state] {
			t.Errorf("%s: %t", state, state.Missing())
		}
	}
}

func TestDaysOfAStudentDifferByEachOfTheirParts(t *testing.T) {
	t.Parallel()
	day := StudentDay{Student: Enrolment{ID: 1}, Mark: Mark{Version: 1}, Place: In, Moves: []Movement{{ID: "a"}}}
	for says, change := range map[string]func(*StudentDay){
		"the student": func(d *StudentDay) { d.Student.ID = 2 }, "the mark": func(d *StudentDay) { d.Mark.Version = 2 },
		"the place": func(d *StudentDay) { d.Place = Unaccounted }, "a movement": func(d *StudentDay) { d.Moves = []Movement{{ID: "b"}} },
		"no movement": func(d *StudentDay) { d.Moves = nil }, "an ended one": func(d *StudentDay) { d.Moves = []Movement{{ID: "a", EndedAt: time.Unix(1, 0)}} },
	} {
		same, other := day, day
		change(&other)
		if !day.Equal(same) || day.Equal(other) {
			t.Errorf("with %s changed they are equal: %t", says, day.Equal(other))
		}
	}
}

func TestAListIsNewForAWeekAndTheFirstFromTheDayAfter(t *testing.T) {
	t.Parallel()
	for list, asks := range map[Introduction][]Date{
		{Since: "2026-09-01"}:              {"2026-09-01", "2026-09-07"},
		{Since: "2026-09-01", First: true}: {"2026-09-02", "2026-09-08"},
		{}:                                 {},
	} {
		var days []Date
		for day := Date("2026-08-30"); day < "2026-09-12"; day = day.AddDays(1) {
			if list.Asks(day) {
				days = append(days, day)
			}
		}
		if len(asks) == 0 && len(days) != 0 || len(asks) > 0 && (days[0] != asks[0] || days[len(days)-1] != asks[1]) {
			t.Errorf("%+v is asked about on %v", list, days)
		}
	}
}
