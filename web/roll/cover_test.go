package roll

import (
	"strings"
	"testing"
	"time"
)

func TestATypedNameIsKeptAsItIsReadOrNotAtAll(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Ines Okoro": "Ines Okoro", "  Ines \t": "Ines", "李": "李", "محمد الحسن": "محمد الحسن", "Zoë O'Neill-Smith (7)": "Zoë O'Neill-Smith (7)",
		strings.Repeat("ü", 100): strings.Repeat("ü", 100), "7": "7",
		"": "", "   ": "", "-": "", "\u200d": "", strings.Repeat("ü", 101): "", "Ines\nOkoro": "", "Ines\x00": "", "a\u202eb": "", "a\u2066b": "",
		"a\u2028b": "", "a\u0085b": "", "a\xffb": "",
	} {
		if got, ok := ParseCoverName(text); got != want && ok || ok != (want != "") {
			t.Errorf("%q is read as %q, %v", text, got, ok)
		}
	}
}

func TestALinkEndsAtItsTimeOrWhenItIsRevoked(t *testing.T) {
	t.Parallel()
	made := time.Date(2026, 11, 19, 8, 0, 0, 0, time.UTC)
	link := CoverLink{MadeAt: made, Ends: made.Add(4 * time.Hour)}
	if since, ended := link.Ended(link.Ends.Add(-time.Millisecond)); ended {
		t.Errorf("it has ended before its time, since %v", since)
	}
	if since, ended := link.Ended(link.Ends); !ended || !since.Equal(link.Ends) {
		t.Errorf("at its time: %v, %v", since, ended)
	}
	link.RevokedAt = made.Add(time.Hour)
	if since, ended := link.Ended(made); !ended || !since.Equal(link.RevokedAt) {
		t.Errorf("revoked: %v, %v", since, ended)
	}
	if since, _ := link.Ended(link.Ends.Add(time.Hour)); !since.Equal(link.RevokedAt) {
		t.Errorf("revoked and over: %v", since)
	}
}
