package demo

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	_ "time/tzdata"
)

// stoppedAt is a machine whose clock stands still.
func stoppedAt(now time.Time) func() time.Time { return func() time.Time { return now } }

func TestTheDemonstrationStartsInASchoolMorningAtEveryHourOfEveryWeekday(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Auckland"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for hour := range 24 * 400 {
			now := time.Date(2026, 1, 1, 0, 17, 0, 0, zone).Add(time.Duration(hour) * time.Hour)
			clock, err := startClock(stoppedAt(now), "")
			if err != nil {
				t.Fatal(err)
			}
			starts := clock.now()
			if starts.Format("15:04") != "08:31" || starts.Weekday() == time.Saturday || starts.Weekday() == time.Sunday {
				t.Fatalf("in %s at %s it starts at %s", name, now, starts)
			}
			if between := now.YearDay() - starts.YearDay(); between > 2 || starts.YearDay() > now.YearDay() && now.YearDay() > 2 {
				t.Fatalf("at %s the latest school day is %s", now, starts)
			}
		}
	}
}

func TestTheDemonstrationsTimeRunsOn(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 23, 58, 0, 0, time.UTC)
	clock, err := startClock(func() time.Time { return now }, "")
	if err != nil {
		t.Fatal(err)
	}
	now = now.Add(5 * time.Minute)
	if at := clock.now(); at.Format("Monday 15:04") != "Friday 08:36" {
		t.Errorf("after five minutes it is %s", at)
	}
}

func TestKeptDataAreNeverInTheFutureOfTheirDemonstration(t *testing.T) {
	t.Parallel()
	monday := time.Date(2026, 11, 23, 6, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		ended bool
		again time.Time
		want  string
	}{
		"ended, an hour later":           {true, monday.Add(time.Hour), "Monday 08:41"},
		"killed, an hour later":          {false, monday.Add(time.Hour), "Monday 09:31"},
		"ended, on the next school day":  {true, monday.Add(24 * time.Hour), "Tuesday 08:31"},
		"killed, on the next school day": {false, monday.Add(12*time.Hour + 24*time.Hour), "Tuesday 20:31"},
	} {
		file := filepath.Join(t.TempDir(), "clock")
		now := monday
		clock, err := startClock(func() time.Time { return now }, file)
		if err != nil {
			t.Fatal(err)
		}
		now = now.Add(10 * time.Minute)
		if test.ended {
			if err := clock.stop(); err != nil {
				t.Fatal(err)
			}
		}
		again, err := startClock(stoppedAt(test.again), file)
		if err != nil {
			t.Fatal(err)
		}
		if got := again.now().Format("Monday 15:04"); got != test.want {
			t.Errorf("%s it starts at %s, want %s", name, got, test.want)
		}
	}
}

func TestAClockThatCannotBeReadStopsTheDemonstration(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "clock")
	if err := os.WriteFile(file, []byte("half past"), 0o600); err != nil {
		t.Fatal(err)
	}
	if clock, err := startClock(stoppedAt(time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)), file); err == nil {
		t.Errorf("it starts at %s", clock.now())
	}
}
