package roll

import (
	"errors"
	"testing"
	"time"
)

func TestATimeOfDayIsReadExactlyAsItIsWritten(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"00:00", "08:45", "23:59"} {
		if clock, err := ParseTimeOfDay(text); err != nil || string(clock) != text {
			t.Errorf("%q became %q, %v", text, clock, err)
		}
	}
	for _, text := range []string{"", "24:00", "25:61", "08:60", "8:45", "08:4", "0845", "08:45:00", " 08:45", "08:45 ", "+08:45", "08.45", "8:45 am", "٠٨:٤٥", "０８:45", "08:45Z"} {
		if clock, err := ParseTimeOfDay(text); !errors.Is(err, ErrTimeOfDay) {
			t.Errorf("%q was read as %q, %v", text, clock, err)
		}
	}
}

func TestATimeIsTheInstantAtWhichTheSchoolsClockShowsItFirst(t *testing.T) {
	t.Parallel()
	for _, at := range []struct {
		zone string
		date Date
		time TimeOfDay
		want string
	}{
		{"Europe/Berlin", "2026-11-20", "08:45", "2026-11-20T08:45:00+01:00"},
		{"Europe/Berlin", "2026-03-29", "01:59", "2026-03-29T01:59:00+01:00"},
		{"Europe/Berlin", "2026-03-29", "03:00", "2026-03-29T03:00:00+02:00"},
		{"Europe/Berlin", "2026-10-25", "01:59", "2026-10-25T01:59:00+02:00"},
		{"Europe/Berlin", "2026-10-25", "02:00", "2026-10-25T02:00:00+02:00"},
		{"Europe/Berlin", "2026-10-25", "02:59", "2026-10-25T02:59:00+02:00"},
		{"Europe/Berlin", "2026-10-25", "03:00", "2026-10-25T03:00:00+01:00"},
		{"America/New_York", "2026-11-01", "01:00", "2026-11-01T01:00:00-04:00"},
		{"America/New_York", "2026-11-01", "01:30", "2026-11-01T01:30:00-04:00"},
		{"America/New_York", "2026-11-01", "02:00", "2026-11-01T02:00:00-05:00"},
		{"Australia/Lord_Howe", "2026-04-05", "01:29", "2026-04-05T01:29:00+11:00"},
		{"Australia/Lord_Howe", "2026-04-05", "01:30", "2026-04-05T01:30:00+11:00"},
		{"Australia/Lord_Howe", "2026-04-05", "01:59", "2026-04-05T01:59:00+11:00"},
		{"Australia/Lord_Howe", "2026-04-05", "02:00", "2026-04-05T02:00:00+10:30"},
		{"Australia/Lord_Howe", "2026-10-04", "02:30", "2026-10-04T02:30:00+11:00"},
		{"Asia/Kathmandu", "2026-11-20", "08:45", "2026-11-20T08:45:00+05:45"},
		{"America/Havana", "2025-11-02", "00:30", "2025-11-02T00:30:00-04:00"},
	} {
		instant, err := at.time.Instant(at.date, zone(t, at.zone))
		if got := instant.Format(time.RFC3339); err != nil || got != at.want {
			t.Errorf("%s of %s in %s is %s, %v instead of %s", at.time, at.date, at.zone, got, err, at.want)
		}
	}
}

func TestATimeThatTheClockJumpsOverDoesNotExist(t *testing.T) {
	t.Parallel()
	for _, gap := range []struct {
		zone string
		date Date
		time TimeOfDay
	}{
		{"Europe/Berlin", "2026-03-29", "02:00"}, {"Europe/Berlin", "2026-03-29", "02:30"}, {"Europe/Berlin", "2026-03-29", "02:59"},
		{"America/New_York", "2026-03-08", "02:30"}, {"Australia/Lord_Howe", "2026-10-04", "02:00"}, {"Australia/Lord_Howe", "2026-10-04", "02:29"},
		{"America/Sao_Paulo", "2018-11-04", "00:15"}, {"Pacific/Apia", "2011-12-30", "12:00"},
	} {
		if instant, err := gap.time.Instant(gap.date, zone(t, gap.zone)); !errors.Is(err, ErrTimeGap) {
			t.Errorf("%s of %s in %s is %v, %v", gap.time, gap.date, gap.zone, instant, err)
		}
	}
}

func TestAnInvalidTimeHasNoInstant(t *testing.T) {
	t.Parallel()
	for date, clock := range map[Date]TimeOfDay{"2026-11-20": "25:00", "2026-13-01": "08:00", "": "08:00"} {
		if _, err := clock.Instant(date, time.UTC); !errors.Is(err, ErrTimeOfDay) {
			t.Errorf("%q of %q: %v", clock, date, err)
		}
	}
}

func TestAnObservedTimeIsWrittenWithItsOffset(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	fold := time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC)
	for want, instant := range map[string]time.Time{"02:30+02:00": fold, "02:30+01:00": fold.Add(time.Hour)} {
		if got := Observed(instant, berlin); got != want {
			t.Errorf("%v is observed as %s", instant, got)
		}
	}
	if got := Observed(fold, zone(t, "Asia/Kathmandu")); got != "06:15+05:45" {
		t.Errorf("in Kathmandu it is %s", got)
	}
}

func TestATimeIsSentAsTheSchoolSettlesIt(t *testing.T) {
	t.Parallel()
	instant := time.Date(2026, 11, 20, 7, 45, 30, 0, time.UTC)
	for format, want := range map[TimeFormat]string{
		TimeNotSent: "", TimeMinutes: "08:45", TimeSeconds: "08:45:30", TimeInstant: "2026-11-20T07:45:30Z", "nonsense": "",
	} {
		if got := format.Format(instant, zone(t, "Europe/Berlin")); got != want {
			t.Errorf("%q sends %q", format, got)
		}
	}
}

func TestATimeIsACheckWhereTheSchoolSaysSo(t *testing.T) {
	t.Parallel()
	school := School{TimeFormat: TimeMinutes, LateCheck: CheckIn, LeftCheck: CheckOut}
	late, left := Status{Family: Late, CarriesTime: true}, Status{Family: LeftEarly, CarriesTime: true}
	if school.CheckOf(late) != CheckIn || school.CheckOf(left) != CheckOut || school.CheckOf(Status{Family: Absent}) != NoCheck {
		t.Errorf("late %q, left %q, absent %q", school.CheckOf(late), school.CheckOf(left), school.CheckOf(Status{Family: Absent}))
	}
	school.TimeFormat = TimeNotSent
	if school.CheckOf(late) != NoCheck {
		t.Error("a school that sends no times sends a check")
	}
}
