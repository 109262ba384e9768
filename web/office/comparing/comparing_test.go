package comparing

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/live"
	"rollbook/web/roll"
)

// school is a school's system, its roster and Rollbook's marks of it.
type school struct {
	unreadable bool
	fails      error
	takes      time.Duration
	day        []roll.DayMark
	readings   int
	noted      []roll.Difference
	told       []live.Topic
}

func (s *school) CanRead(context.Context, roll.School) (bool, error) { return !s.unreadable, nil }

func (s *school) ReadDay(ctx context.Context, _ roll.School, _ roll.PeriodID, _ roll.Date) ([]roll.DayMark, error) {
	s.readings++
	select {
	case <-time.After(s.takes):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return s.day, s.fails
}

func (s *school) Students(context.Context, roll.School, roll.PeriodID) ([]roll.Enrolment, roll.Age, error) {
	return []roll.Enrolment{{ID: 1, Student: 101}, {ID: 2, Student: 102}}, roll.Age{}, nil
}

func (s *school) Day(context.Context, roll.SchoolID, roll.Date) (map[roll.EnrolmentID]roll.Mark, error) {
	return map[roll.EnrolmentID]roll.Mark{1: {
		Enrolment: 1, Version: 1, Outcome: roll.Saved, Intent: roll.Intent{Status: roll.Status{ID: 7, Name: "Absent"}}, Returned: "Absent", AnsweredAt: time.Now().Add(-time.Hour),
	}}, nil
}

func (s *school) Aliases(context.Context, roll.SchoolID) (map[string]roll.StatusID, error) {
	return map[string]roll.StatusID{"fehlt": 7, "zu spät": 9}, nil
}

func (s *school) NoteChangedElsewhere(_ context.Context, _ roll.SchoolID, _ roll.Date, changed []roll.Difference) (int, error) {
	s.noted = append(s.noted, changed...)
	return len(changed), nil
}

func (s *school) Changed(topics ...live.Topic) { s.told = append(s.told, topics...) }

func byName(aliases map[string]roll.StatusID, name string, status roll.StatusID, statusName string) bool {
	means, known := aliases[name]
	return strings.EqualFold(name, statusName) || known && means == status
}

// inBubble gives the test a look at the day, and waits for the readings at the end.
func inBubble(t *testing.T, s *school, test func(t *testing.T, c *Comparing, look func() (roll.Comparison, bool))) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := New(s, s, s, byName, s, time.Now, slog.New(slog.DiscardHandler))
		defer c.Close()
		test(t, c, func() (roll.Comparison, bool) {
			latest, ok, err := c.Latest(t.Context(), roll.School{ID: "north"}, "1", "2026-11-20")
			if err != nil {
				t.Error(err)
			}
			return latest, ok
		})
	})
}

func TestNoPageWaitsForAComparison(t *testing.T) {
	t.Parallel()
	s := &school{takes: 20 * time.Second, day: []roll.DayMark{{Student: 101, Status: "absent"}, {Student: 102, Status: "Late"}}}
	inBubble(t, s, func(t *testing.T, _ *Comparing, look func() (roll.Comparison, bool)) {
		t.Helper()
		began := time.Now()
		for range 10 {
			if _, ok := look(); ok || time.Since(began) > 0 {
				t.Error("a look waits")
			}
		}
		time.Sleep(21 * time.Second)
		latest, ok := look()
		if !ok || latest.Same != 1 || len(latest.Differences) != 1 || !latest.ReadAt.Equal(began) {
			t.Errorf("after the reading it says %+v, %t", latest, ok)
		}
		if s.readings != 1 {
			t.Errorf("%d readings for one day", s.readings)
		}
	})
}

func TestADayIsReadAgainAfterAWhileAndAfterAHint(t *testing.T) {
	t.Parallel()
	s := &school{}
	inBubble(t, s, func(t *testing.T, c *Comparing, look func() (roll.Comparison, bool)) {
		t.Helper()
		for _, step := range []struct {
			wait time.Duration
			hint bool
			want int
		}{{0, false, 1}, {every - time.Second, false, 1}, {time.Second, false, 2}, {time.Second, true, 3}} {
			time.Sleep(step.wait)
			if step.hint {
				c.Expire("south")
				c.Expire("north")
			}
			look()
			synctest.Wait()
			if s.readings != step.want {
				t.Errorf("after %+v there were %d readings", step, s.readings)
			}
		}
	})
}

func TestAReadingThatFailsKeepsTheLastComparison(t *testing.T) {
	t.Parallel()
	s := &school{day: []roll.DayMark{{Student: 101, Status: "Absent"}}}
	inBubble(t, s, func(t *testing.T, _ *Comparing, look func() (roll.Comparison, bool)) {
		t.Helper()
		look()
		synctest.Wait()
		s.fails = errors.New("down")
		time.Sleep(every)
		look()
		synctest.Wait()
		if latest, ok := look(); !ok || latest.Same != 1 || s.readings != 2 {
			t.Errorf("it says %+v, %t after %d readings", latest, ok, s.readings)
		}
	})
}

func TestAnUnreadableSchoolGetsNoReads(t *testing.T) {
	t.Parallel()
	s := &school{unreadable: true}
	inBubble(t, s, func(t *testing.T, _ *Comparing, look func() (roll.Comparison, bool)) {
		t.Helper()
		look()
		synctest.Wait()
		if _, ok := look(); ok || s.readings != 0 {
			t.Errorf("%d readings", s.readings)
		}
	})
}

func TestAChangeElsewhereOfASettledMarkIsRecordedAndAnnounced(t *testing.T) {
	t.Parallel()
	for there, noted := range map[string]int{"Late": 1, "zu spät": 1, "Absent": 0, "fehlt": 0} {
		s := &school{day: []roll.DayMark{{Student: 101, Status: there}, {Student: 102, Status: "Late"}}}
		inBubble(t, s, func(t *testing.T, _ *Comparing, look func() (roll.Comparison, bool)) {
			t.Helper()
			look()
			synctest.Wait()
			// Marks made elsewhere are also reported.
			if len(s.noted) != noted || len(s.told) != noted+1 {
				t.Errorf("of %q it notes %+v and tells %v", there, s.noted, s.told)
			}
			if latest, _ := look(); latest.Elsewhere[2] != "Late" {
				t.Errorf("made elsewhere are %v", latest.Elsewhere)
			}
		})
	}
}
