package document

import (
	"encoding/json"
	"testing"
)

func TestADateIsReadHoweverItIsWrittenUnlessItCanBeTwoDays(t *testing.T) {
	t.Parallel()
	for _, value := range []any{
		"2026-09-30", "2026-09-30T08:00:00+02:00", "2026/09/30", "2026/9/30", "30.09.2026", "30.9.2026 10:00", "30/09/2026", "09/30/2026", "30-09-2026",
		"20260930", json.Number("20260930"), "30 Sep 2026", "30-Sep-2026", "Sep 30, 2026", "September 30, 2026", "Wed, 30 Sep 2026 00:00:00 GMT",
		"Wed Sep 30 2026 00:00:00 GMT+0200 (Central European Summer Time)", "Wed 30/09/2026",
		json.Number("1790726400"), json.Number("1790726400000"), "/Date(1790726400000)/",
	} {
		if day, err := Date(value); day != "2026-09-30" || err != nil {
			t.Errorf("%v is read as %q, %v", value, day, err)
		}
	}
	for value, latest := range map[string]string{"03/04/2026": "2026-04-03", "3/4/2026": "2026-04-03", "12-01-2026": "2026-12-01"} {
		_, err := Date(value)
		if _, day, _ := Dates(value); err == nil || day != latest {
			t.Errorf("%s is read as %q, %v", value, day, err)
		}
	}
	for _, value := range []any{"31/31/2026", "2026", "8A", "12345678", json.Number("12345678"), json.Number("7"), "30.09.26", true} {
		if _, day, err := Dates(value); err == nil {
			t.Errorf("%v is read as %q", value, day)
		}
	}
}

func TestAPlaceholderForNoDateCountsAsNone(t *testing.T) {
	t.Parallel()
	for _, value := range []any{nil, "", "0000-00-00", "0001-01-01T00:00:00", "1900-01-01", json.Number("0")} {
		if !IsNoDate(value) || !SaysNothing(value) {
			t.Errorf("%v says something", value)
		}
	}
	for _, value := range []any{"2026-09-30", "9999-12-31", "moved", json.Number("7"), true} {
		if IsNoDate(value) || SaysNothing(value) {
			t.Errorf("%v says nothing", value)
		}
	}
}

// FuzzDate reads a service's date: whatever is read is a date, and stays the same.
func FuzzDate(f *testing.F) {
	for _, text := range []string{"2026-09-30", "30.9.2026 10:00", "Wed, 30 Sep 2026 00:00:00 GMT", "/Date(1790726400000)/", "20260930", "03/04/2026"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, value := range []any{text, json.Number(text)} {
			earliest, latest, err := Dates(value)
			for _, day := range []string{earliest, latest} {
				if err != nil || day == "" {
					continue
				}
				if again, err := Date(day); err != nil || again != day || !IsDate(day) {
					t.Errorf("%q is read as %q, and that as %q (%v)", text, day, again, err)
				}
			}
		}
	})
}
