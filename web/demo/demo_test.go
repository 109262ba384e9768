package demo

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web"
	"rollbook/web/roll"
)

// withoutPages is a program without pages.
func withoutPages(*echo.Echo, *echo.Group, *web.App) error { return nil }

// demonstrationAt is a demonstration that starts at the instant.
func demonstrationAt(t *testing.T, now time.Time) *Demonstration {
	t.Helper()
	shown, err := Start(t.Context(), t.TempDir(), false, func() time.Time { return now }, slog.New(slog.DiscardHandler), withoutPages)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := shown.Close(); err != nil {
			t.Error(err)
		}
	})
	return shown
}

// moments returns the most difficult times for a demonstration to look alive.
func moments() map[string]time.Time {
	return map[string]time.Time{
		"a school morning":                 time.Date(2026, 11, 18, 8, 40, 0, 0, time.Local),
		"a Sunday night":                   time.Date(2026, 11, 22, 22, 0, 0, 0, time.Local),
		"just after midnight":              time.Date(2027, 3, 2, 0, 0, 20, 0, time.Local),
		"the first weeks of a school year": time.Date(2026, 8, 6, 12, 0, 0, 0, time.Local),
	}
}

func TestTheDemonstrationLooksAliveAtEveryHour(t *testing.T) {
	t.Parallel()
	for name, now := range moments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown := demonstrationAt(t, now)
			for _, school := range shown.schools {
				read, err := shown.lists(t.Context(), school)
				if err != nil {
					t.Fatal(err)
				}
				checkToday(t, shown, read, shown.clock.now())
			}
		})
	}
}

func checkToday(t *testing.T, shown *Demonstration, p *samplePeriod, now time.Time) {
	t.Helper()
	today := p.school.Today(now)
	marks, err := shown.app.Store.Day(t.Context(), p.id, today)
	if err != nil {
		t.Fatal(err)
	}
	done, partly := 0, 0
	for _, class := range p.classes {
		members, marked := p.members[class], 0
		for _, member := range members {
			mark, ok := marks[member.ID]
			if !ok {
				continue
			}
			marked++
			checkMark(t, p, mark, now)
		}
		switch marked {
		case 0:
		case len(members):
			done++
		default:
			partly++
		}
		if last := p.teacher(class); marked > 0 && marked < len(members) && last.Name == p.teacher(p.due).Name {
			t.Errorf("%s of %s, which is partly done, is taken by %s, whose page the due class is to lead", class, p.id, last.Name)
		}
		if class == p.due && marked > 0 {
			t.Errorf("the due class %s of %s has marks", class, p.id)
		}
	}
	if school, err := shown.app.Store.School(t.Context(), p.id); err != nil || school.RollsDue != rollsDue {
		t.Errorf("rolls of %s are due at %q (%v)", p.id, school.RollsDue, err)
	}
	if done != classesDone || partly != classesPartly {
		t.Errorf("%s: %d classes are done and %d partly", p.id, done, partly)
	}
	held, err := shown.service.sandbox.Marks(p.code, today.String())
	if err != nil || len(held) != len(marks) {
		t.Errorf("the school system of %s has %d marks, Rollbook %d (%v)", p.id, len(held), len(marks), err)
	}
}

func checkMark(t *testing.T, p *samplePeriod, mark roll.Mark, now time.Time) {
	t.Helper()
	if mark.Outcome != roll.Saved || mark.MarkedAt.After(now) || p.school.Today(mark.MarkedAt) != p.school.Today(now) {
		t.Errorf("%s: enrolment %s is %s, marked at %s", p.id, mark.Enrolment, mark.Outcome, mark.MarkedAt)
	}
}

func TestEveryClassHasTenPastSchoolDaysOfRolls(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 22, 0, 0, 0, time.Local)
	shown := demonstrationAt(t, now)
	shown.fillHistory(t.Context())
	for _, school := range shown.schools {
		read, err := shown.lists(t.Context(), school)
		if err != nil {
			t.Fatal(err)
		}
		for _, class := range read.classes {
			dates, err := shown.app.Store.RollDates(t.Context(), school.id, class, "2026-11-20", 50)
			if err != nil || len(dates) != pastSchoolDays {
				t.Fatalf("class %s has rolls of %v (%v)", class, dates, err)
			}
			if dates[0] != "2026-11-19" || dates[9] != "2026-11-06" {
				t.Errorf("class %s has rolls of %v", class, dates)
			}
		}
	}
}

func TestMostStudentsArePresentAndTheSameAreOftenAway(t *testing.T) {
	t.Parallel()
	const students, days = 1000, 100
	present, often := 0, 0
	for student := range students {
		away := 0
		for day := range days {
			switch usually(roll.EnrolmentID(student+1), roll.Date("2026-01-01").AddDays(day)) {
			case roll.Present:
				present++
			case roll.Absent, roll.Excused:
				away++
			case roll.Late, roll.LeftEarly, roll.Remote, roll.Other:
			}
		}
		if away > days/5 {
			often++
		}
	}
	if share := float64(present) / (students * days); share < 0.88 || share > 0.96 {
		t.Errorf("%.2f are present", share)
	}
	if often < students/24 || often > students/6 {
		t.Errorf("%d of %d are often away", often, students)
	}
}

func TestTheSchoolSystemFailsOnDemandAndHeals(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 18, 8, 40, 0, 0, time.Local)
	shown := demonstrationAt(t, now)
	now = shown.clock.now()
	read, err := shown.lists(t.Context(), shown.schools[0])
	if err != nil {
		t.Fatal(err)
	}
	saves := read.take(read.due, read.members[read.due][:1], "2026-11-18", now)
	for _, step := range []struct {
		fault   string
		states  []roll.AttemptState
		applied bool
	}{
		// A call on a connection that is being closed has an unknown outcome.
		{"down", []roll.AttemptState{roll.NotSent, roll.Unknown}, false},
		{"key", []roll.AttemptState{roll.KeyRefused}, false},
		{"lost", []roll.AttemptState{roll.Unknown}, true},
		{"none", []roll.AttemptState{roll.Answered}, true},
		{"down", []roll.AttemptState{roll.NotSent, roll.Unknown}, true},
		{"none", []roll.AttemptState{roll.Answered}, true},
		// An answer that names other students in place of those sent says nothing about the sent ones.
		{"others", []roll.AttemptState{roll.Unknown}, true},
		{"class", []roll.AttemptState{roll.Answered}, true},
	} {
		if err := shown.Break(t.Context(), step.fault); err != nil {
			t.Fatalf("%s: %v", step.fault, err)
		}
		if reply := shown.send(t.Context(), read, saves[0]); !slices.Contains(step.states, reply.State) {
			t.Errorf("%s: the attempt is %s", step.fault, reply.State)
		}
		_, err := shown.service.sandbox.Mark(read.code, int64(saves[0].save.Rows[0].Enrolment), "2026-11-18")
		if (err == nil) != step.applied {
			t.Errorf("%s: applied is %t", step.fault, err == nil)
		}
	}
	if err := shown.Break(t.Context(), "slow"); err != nil || len(shown.service.sandbox.Faults()) != 1 || shown.service.sandbox.Faults()[0].Fault.DelayBeforeMs != slowBy {
		t.Errorf("slow: %v %v", shown.service.sandbox.Faults(), err)
	}
	if err := shown.Break(t.Context(), "burnt"); err == nil {
		t.Error("an unknown fault is no error")
	}
}

func TestHealingEndsThePauseThatTheFaultCaused(t *testing.T) {
	t.Parallel()
	shown := demonstrationAt(t, time.Date(2026, 11, 18, 8, 40, 0, 0, time.Local))
	ctx, school := context.Background(), shown.schools[0].id
	if err := shown.app.Store.Pause(ctx, school, roll.PausedKey, time.Hour); err != nil {
		t.Fatal(err)
	}
	if err := shown.Break(t.Context(), "none"); err != nil {
		t.Fatal(err)
	}
	connection, err := shown.app.Store.Connection(ctx, school)
	if err != nil || connection.Pause != roll.NotPaused {
		t.Errorf("the school is paused by %q (%v)", connection.Pause, err)
	}
}
