package roll_test

import (
	"strings"
	"testing"

	"rollbook/web/roll"
)

// FuzzParts reads the parts of addresses and forms: an accepted part is written in the same way.
func FuzzParts(f *testing.F) {
	for _, text := range []string{"2026-11-20", "08:30", "9007199254740993", "007", "Ines Okoro", "ABCD-2345", "\u202eeve", "a\r\nb"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if date, err := roll.ParseDate(text); err == nil && (date.String() != text || date.AddDays(1).AddDays(-1) != date && text < "9999-12-31") {
			t.Errorf("%q is the date %q", text, date)
		}
		if clock, err := roll.ParseTimeOfDay(text); err == nil && string(clock) != text {
			t.Errorf("%q is the time %q", text, clock)
		}
		if id, err := roll.ParseEnrolmentID(text); err == nil && (id.String() != text || id < 1) {
			t.Errorf("%q is the id %d", text, id)
		}
		for _, parse := range []func(string) (string, bool){roll.ParseCoverName, roll.ParseTabletName, roll.ParsePairingCode} {
			read, ok := parse(text)
			if again, stays := parse(read); ok && (!stays || again != read || strings.ContainsAny(read, "\r\n\x00\u202e")) {
				t.Errorf("%q is read as %q, and that as %q", text, read, again)
			}
		}
	})
}
