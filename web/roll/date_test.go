package roll

import (
	"errors"
	"testing"
	"time"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	found, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestADateIsReadExactlyAsItIsWritten(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"2026-11-20", "2024-02-29", "0001-01-01", "9999-12-31"} {
		if date, err := ParseDate(text); err != nil || date.String() != text {
			t.Errorf("%q became %q, %v", text, date, err)
		}
	}
	for _, text := range []string{
		"", "2026-2-1", "20260201", "2026-W05", "01/02/2026", "2026-02-30", "2025-02-29", "2026-13-01", "2026-00-10", "2026-11-00",
		" 2026-11-20", "2026-11-20 ", "2026-11-20T00:00", "+2026-11-20", "-0001-01-01", "0000-01-01", "10000-01-01", "٢٠٢٦-١١-٢٠", "２０２６-11-20", "2026–11–20",
	} {
		if date, err := ParseDate(text); !errors.Is(err, ErrDate) {
			t.Errorf("%q was read as %q, %v", text, date, err)
		}
	}
}

func TestTheDateIsTheOneOfTheSchoolsZone(t *testing.T) {
	t.Parallel()
	instant := time.Date(2026, 11, 20, 18, 30, 0, 0, time.UTC)
	for name, want := range map[string]Date{
		"America/New_York": "2026-11-20", "Asia/Kathmandu": "2026-11-21", "Pacific/Kiritimati": "2026-11-21", "Pacific/Pago_Pago": "2026-11-20", "UTC": "2026-11-20",
	} {
		if date := DateOf(instant, zone(t, name)); date != want {
			t.Errorf("in %s it is %s", name, date)
		}
	}
}

func TestDaysAreCountedByTheCalendar(t *testing.T) {
	t.Parallel()
	for _, pair := range []struct {
		from, to Date
		days     int
	}{
		{"2026-11-20", "2026-11-20", 0}, {"2026-11-20", "2026-11-21", 1}, {"2026-03-01", "2026-02-28", -1},
		{"2024-02-28", "2024-03-01", 2}, {"2026-03-28", "2026-03-30", 2}, {"2026-10-24", "2026-10-26", 2}, {"2025-12-31", "2026-12-31", 365},
	} {
		if days := pair.from.DaysUntil(pair.to); days != pair.days {
			t.Errorf("from %s until %s are %d days", pair.from, pair.to, days)
		}
		if date := pair.from.AddDays(pair.days); date != pair.to {
			t.Errorf("%d days after %s is %s", pair.days, pair.from, date)
		}
	}
	if days := Date("0001-01-01").DaysUntil("2026-11-20"); days < 10000 {
		t.Errorf("the first of all dates is %d days ago", days)
	}
}

func TestADateEndsWithTheFirstInstantOfTheNext(t *testing.T) {
	t.Parallel()
	for _, end := range []struct {
		zone string
		date Date
		utc  string
	}{
		{"UTC", "2026-11-20", "2026-11-21T00:00:00Z"},
		{"Asia/Kathmandu", "2026-11-20", "2026-11-20T18:15:00Z"},
		{"Europe/Berlin", "2026-03-29", "2026-03-29T22:00:00Z"},
		{"Europe/Berlin", "2026-10-25", "2026-10-25T23:00:00Z"},
		{"America/New_York", "2026-03-08", "2026-03-09T04:00:00Z"},
		{"America/New_York", "2026-11-01", "2026-11-02T05:00:00Z"},
		{"Australia/Lord_Howe", "2026-04-05", "2026-04-05T13:30:00Z"},
		{"Australia/Lord_Howe", "2026-10-04", "2026-10-04T13:00:00Z"},
		// The clock jumps from 24:00 to 01:00: the next date begins at 01:00.
		{"America/Sao_Paulo", "2018-11-03", "2018-11-04T03:00:00Z"},
		{"Africa/Cairo", "2024-04-25", "2024-04-25T22:00:00Z"},
		// It is set back from 24:00 to 23:00, so that the hour before midnight comes twice.
		{"Africa/Cairo", "2024-10-31", "2024-10-31T22:00:00Z"},
		// It is set back from 01:00 to 00:00, so that midnight comes twice.
		{"America/Havana", "2025-11-01", "2025-11-02T04:00:00Z"},
	} {
		if got := end.date.End(zone(t, end.zone)).UTC().Format(time.RFC3339); got != end.utc {
			t.Errorf("%s ends in %s at %s instead of %s", end.date, end.zone, got, end.utc)
		}
	}
}

func TestEveryDateOfAYearEndsWhereTheNextBegins(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Cairo", "America/Havana", "America/Santiago", "Asia/Beirut", "Africa/Casablanca"} {
		zone := zone(t, name)
		for date := Date("2024-01-01"); date < "2025-01-02"; date = date.AddDays(1) {
			end := date.End(zone)
			if before, at := DateOf(end.Add(-time.Nanosecond), zone), DateOf(end, zone); before != date || at != date.AddDays(1) {
				t.Errorf("%s in %s ends at %v, between %s and %s", date, name, end, before, at)
			}
		}
	}
}
