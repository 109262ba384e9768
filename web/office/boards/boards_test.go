package boards

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/lists/days"
	"rollbook/web/live"
	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

const today roll.Date = "2026-11-20"

// fixture is Boards around a school of two classes of two.
type fixture struct {
	*Boards
	keeps *keeps
	hub   *live.Hub
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{keeps: &keeps{list: aList(), marks: make(map[roll.EnrolmentID]roll.Mark), openings: make(map[roll.ClassKey]roll.Opening)}, hub: live.NewHub()}
	f.Boards = New(f.keeps, f.keeps, f.keeps, f.hub, time.Now, slog.New(slog.DiscardHandler))
	t.Cleanup(f.Close)
	return f
}

func aList() []roll.Enrolment {
	return []roll.Enrolment{{ID: 1, Class: "8b"}, {ID: 2, Class: "8b"}, {ID: 3, Class: "9a"}, {ID: 4, Class: "9a"}}
}

func aDay() Day {
	return Day{School: roll.School{ID: "north", Zone: time.UTC}, Date: today}
}

// keeps is a store with its rosters.
type keeps struct {
	list     []roll.Enrolment
	mu       sync.Mutex
	marks    map[roll.EnrolmentID]roll.Mark
	openings map[roll.ClassKey]roll.Opening
	reads    int
	notes    int
	fails    error
	// read is the last reading of the school system; nil if its day cannot be read.
	read *roll.Comparison
}

func (*keeps) Unlisted(context.Context, roll.SchoolID, roll.Date) ([]roll.Unlisted, error) {
	return nil, nil
}
func (*keeps) TellUnlisted(context.Context, roll.Unlisted) error   { return nil }
func (*keeps) AnswerUnlisted(context.Context, roll.Unlisted) error { return nil }

func (*keeps) ClassChecks(context.Context, roll.SchoolID, roll.PeriodID, roll.Date) ([]roll.ClassCheck, error) {
	return nil, nil
}
func (*keeps) AnswerClassCheck(context.Context, roll.ClassCheck) error { return nil }
func (*keeps) AskAgain(context.Context, roll.SchoolID, roll.PeriodID, roll.ClassID, roll.PersonID) error {
	return nil
}
func (*keeps) Introduced(context.Context, roll.School, roll.PeriodID, roll.ClassID) (roll.Introduction, error) {
	return roll.Introduction{}, nil
}

func (k *keeps) Latest(context.Context, roll.School, roll.PeriodID, roll.Date) (roll.Comparison, bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.read == nil {
		return roll.Comparison{}, false, nil
	}
	return *k.read, true, nil
}

func (k *keeps) Day(context.Context, roll.School, roll.Date) (days.List, error) {
	return days.List{Periods: []roll.Period{{ID: "7"}}, Students: k.list}, nil
}

func (k *keeps) Unnumbered(context.Context, roll.SchoolID, roll.PeriodID) ([]roll.Enrolment, error) {
	return nil, nil
}

func (k *keeps) WithFormer(_ context.Context, _ roll.SchoolID, _ roll.Date, _ []roll.Enrolment, marks map[roll.EnrolmentID]roll.Mark) (map[roll.EnrolmentID]roll.Mark, error) {
	return marks, nil
}

func (k *keeps) DayAndChanges(context.Context, roll.SchoolID, roll.Date) (map[roll.EnrolmentID]roll.Mark, map[roll.EnrolmentID]*roll.LastChange, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.reads++
	marks := make(map[roll.EnrolmentID]roll.Mark)
	for _, mark := range k.marks {
		marks[mark.Enrolment] = mark
	}
	return marks, nil, k.fails
}

func (k *keeps) Statuses(context.Context, roll.School, roll.PeriodID) ([]roll.Status, roll.Age, error) {
	return nil, roll.Age{}, nil
}

func (k *keeps) MovementsOn(context.Context, int64, roll.SchoolID, int64, roll.Date) (map[roll.EnrolmentID][]roll.Movement, error) {
	return nil, nil
}

func (k *keeps) KnownOn(context.Context, int64, roll.SchoolID, int64, roll.Date) (map[roll.EnrolmentID]roll.KnownAbsence, error) {
	return nil, nil
}

func (k *keeps) DayOutcomesAt(context.Context, int64, roll.SchoolID, roll.Date) (saves.DayOutcomes, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.reads++
	outcomes := saves.DayOutcomes{Others: make(map[roll.EnrolmentID]roll.Outcome)}
	for enrolment, mark := range k.marks {
		outcomes.Others[enrolment] = mark.Outcome
	}
	return outcomes, k.fails
}

func (k *keeps) DayStamp(context.Context, roll.SchoolID, roll.Date) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return fmt.Sprint(k.marks, k.openings), nil
}

func (k *keeps) Held(context.Context, roll.SchoolID, roll.Date) (map[roll.EnrolmentID]bool, error) {
	return nil, nil
}

func (k *keeps) Openings(context.Context, roll.SchoolID, roll.Date) (map[roll.ClassKey]roll.Opening, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	openings := make(map[roll.ClassKey]roll.Opening)
	for class, opening := range k.openings {
		openings[class] = opening
	}
	return openings, nil
}

func (k *keeps) NoteOpening(_ context.Context, _ roll.SchoolID, _ roll.Date, opening roll.Opening) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.notes++; k.fails != nil {
		return k.fails
	}
	k.openings[roll.ClassKey{Period: opening.Period, Class: opening.Class}] = opening
	return nil
}

// saved marks the student, and reports it unless quiet.
func (f *fixture) saved(enrolment roll.EnrolmentID, quiet bool) {
	f.keeps.mu.Lock()
	f.keeps.marks[enrolment] = roll.Mark{Enrolment: enrolment, Version: 1, Outcome: roll.Saved, Returned: "Present"}
	f.keeps.mu.Unlock()
	if !quiet {
		f.hub.Changed(live.DayOf("north", today))
	}
}

func (f *fixture) readings() int {
	f.keeps.mu.Lock()
	defer f.keeps.mu.Unlock()
	return f.keeps.reads
}

func TestManyReadersOfADayShareOneReading(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		for range 200 {
			_, stop := f.Watch(aDay())
			defer stop()
		}
		synctest.Wait()
		if f.readings() != 1 {
			t.Errorf("the day was read %d times", f.readings())
		}
		time.Sleep(10 * time.Minute)
		if most := int(10*time.Minute/lookAgain) + 2; f.readings() > most {
			t.Errorf("while nothing happened it was read %d times, more than %d", f.readings(), most)
		}
	})
}

func TestReadersHearOfAChangeAtOnceAndOfNothingElse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		state, stop := f.Watch(aDay())
		defer stop()
		synctest.Wait()
		first := state()
		time.Sleep(time.Minute)
		f.hub.Changed(live.DayOf("north", today))
		time.Sleep(time.Second)
		if state().Number != first.Number {
			t.Error("nothing had changed, and it was told")
		}
		f.saved(1, false)
		<-first.Changed
		if now := state(); now.Number != first.Number+1 || now.Board.Classes[0].Marked != 1 {
			t.Errorf("it is %+v", now)
		}
	})
}

func TestAnotherProcesssChangesAreSeenALittleLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		state, stop := f.Watch(aDay())
		defer stop()
		synctest.Wait()
		f.saved(1, true)
		time.Sleep(lookAgain + 2*pauseAfter)
		if state().Board.Classes[0].Marked != 1 {
			t.Error("it is not seen")
		}
	})
}

func TestAnUnreadableDayKeepsItsLastReading(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		f.saved(1, true)
		state, stop := f.Watch(aDay())
		defer stop()
		synctest.Wait()
		f.keeps.mu.Lock()
		f.keeps.fails = errors.New("disk")
		f.keeps.mu.Unlock()
		time.Sleep(5 * lookAgain)
		if now := state(); now.Number != 1 || now.Board.Classes[0].Marked != 1 {
			t.Errorf("it is %+v", now)
		}
	})
}

func TestADayWithoutReadersIsNotRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		_, stop := f.Watch(aDay())
		_, another := f.Watch(aDay())
		stop()
		stop()
		another()
		synctest.Wait()
		before := f.readings()
		time.Sleep(time.Hour)
		if f.readings() != before || len(f.watchers) != 0 {
			t.Errorf("it was read %d times more", f.readings()-before)
		}
	})
}

func TestOnlyTheFirstOpeningOfARollIsNoted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		changed, stop := f.hub.Listen(live.DayOf("north", today))
		defer stop()
		for range 5 {
			f.Opened("north", today, roll.ClassKey{Class: "8b"}, roll.Actor{Person: "p"})
		}
		f.Opened("north", today, roll.ClassKey{Class: "9a"}, roll.Actor{Person: "q"})
		synctest.Wait()
		if f.keeps.notes != 2 || f.keeps.openings[roll.ClassKey{Class: "9a"}].By.Person != "q" {
			t.Errorf("noted were %d: %+v", f.keeps.notes, f.keeps.openings)
		}
		select {
		case <-changed:
		default:
			t.Error("nobody is told")
		}
	})
}

func TestANoteThatFailedIsMadeAtTheNextOpening(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		f.keeps.fails = errors.New("disk")
		f.Opened("north", today, roll.ClassKey{Class: "8b"}, roll.Actor{Person: "p"})
		synctest.Wait()
		f.keeps.fails = nil
		f.Opened("north", today, roll.ClassKey{Class: "8b"}, roll.Actor{Person: "p"})
		synctest.Wait()
		if len(f.keeps.openings) != 1 || f.keeps.notes != 2 {
			t.Errorf("noted are %+v", f.keeps.openings)
		}
		f.Close()
		f.Opened("north", today, roll.ClassKey{Class: "9a"}, roll.Actor{})
		if f.keeps.notes != 2 {
			t.Error("it was noted after the end")
		}
	})
}

func TestABoardCountsTheMarksReadFromTheSchoolSystem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.saved(1, true)
	before, err := f.Of(t.Context(), aDay())
	if err != nil {
		t.Fatal(err)
	}
	readAt := time.Unix(100, 0)
	f.keeps.read = &roll.Comparison{ReadAt: readAt, Elsewhere: map[roll.EnrolmentID]string{3: "Late", 4: "Present"}}
	after, err := f.Of(t.Context(), aDay())
	if err != nil {
		t.Fatal(err)
	}
	if before.Classes[1].State() != roll.ClassUntouched || after.Classes[1].State() != roll.ClassDone || after.Classes[1].Elsewhere != 2 || !after.Classes[1].ReadAt.Equal(readAt) {
		t.Errorf("before %+v, after %+v", before.Classes[1], after.Classes[1])
	}
	if after.Classes[0] != before.Classes[0] {
		t.Errorf("a class without such marks became %+v", after.Classes[0])
	}
}

func TestADayIsCountedOncePerVersionOfItsMarks(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	counted := func(version int64, marked string) {
		t.Helper()
		progress, err := f.Progress(t.Context(), roll.Versions{Marks: version}, aDay())
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, class := range progress.Classes {
			got += fmt.Sprintf("%s %d+%d of %d. ", class.Class.ID, class.Marked, class.Elsewhere, class.Class.Students)
		}
		if got != marked {
			t.Errorf("at version %d it counts %q instead of %q", version, got, marked)
		}
	}
	f.saved(1, true)
	counted(7, "8b 1+0 of 2. 9a 0+0 of 2. ")
	f.saved(2, true)
	counted(7, "8b 1+0 of 2. 9a 0+0 of 2. ")
	if f.readings() != 1 {
		t.Errorf("it read the day %d times", f.readings())
	}
	counted(8, "8b 2+0 of 2. 9a 0+0 of 2. ")
	f.keeps.read = &roll.Comparison{ReadAt: time.Now(), Elsewhere: map[roll.EnrolmentID]string{3: "Absent"}}
	counted(8, "8b 2+0 of 2. 9a 0+1 of 2. ")
	group := []roll.Enrolment{{ID: 2}, {ID: 4}}
	progress, err := f.Progress(t.Context(), roll.Versions{Marks: 8}, aDay())
	if err != nil {
		t.Fatal(err)
	}
	if day := progress.Of(roll.Class{ID: "choir", Students: 2}, group); day.Marked != 1 || day.Class.Students != 2 {
		t.Errorf("a group of a marked and an unmarked student is %+v", day)
	}
}
