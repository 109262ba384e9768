package roll

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestAPairingCodeIsReadAsPeopleTypeIt(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"ABCD2345", "abcd2345", "ABCD 2345", " abcd-2345 ", "A B C D 2 3 4 5"} {
		if code, ok := ParsePairingCode(typed); !ok || code != "ABCD2345" {
			t.Errorf("%q is read as %q, %t", typed, code, ok)
		}
	}
	for _, typed := range []string{"", "ABCD234", "ABCD23456", "ABCD234O", "ABCD2341", "ABCD234I", "ABCD234L", "ABCD234é", "ABCD\x00234", "ＡBCD2345"} {
		if code, ok := ParsePairingCode(typed); ok {
			t.Errorf("%q is read as %q", typed, code)
		}
	}
	if got := SpacedCode("ABCD2345"); got != "ABCD 2345" {
		t.Errorf("it is shown as %q", got)
	}
}

func TestEveryByteOfARandomTextDecidesAboutItsCode(t *testing.T) {
	t.Parallel()
	plain := make([]byte, 40)
	first := PairingCode(plain)
	if _, ok := ParsePairingCode(first); !ok || first != strings.Repeat("A", 8) {
		t.Errorf("nothing but zeros is %q", first)
	}
	for i := range plain {
		other := bytes.Clone(plain)
		other[i] = 1
		if PairingCode(other) == first {
			t.Errorf("byte %d decides nothing", i)
		}
	}
}

func TestATabletIsPairedByItsLastVersionOnly(t *testing.T) {
	t.Parallel()
	tablet := Tablet{Version: 2}
	for version, want := range map[int64]bool{0: false, 1: false, 2: true, 3: false} {
		if got := tablet.Paired(version); got != want {
			t.Errorf("version %d: %t", version, got)
		}
	}
	tablet.RevokedAt = time.Unix(1, 0)
	if tablet.Paired(2) || (Tablet{}).Paired(0) {
		t.Error("one that was revoked, or never paired, is let in")
	}
}

func TestATabletsNameIsShortAndHidesNothing(t *testing.T) {
	t.Parallel()
	if name, ok := ParseTabletName("  Door 12 "); !ok || name != "Door 12" {
		t.Errorf("it is %q, %t", name, ok)
	}
	for _, bad := range []string{"", "--", "Door\n12", "Door \u202e12", strings.Repeat("D", 41)} {
		if _, ok := ParseTabletName(bad); ok {
			t.Errorf("%q is taken", bad)
		}
	}
	for text, known := range map[string]bool{"teacher": true, "students": true, "students_hidden": true, "": false, "Students": false} {
		if mode, ok := ParseTabletMode(text); ok != known || ok && string(mode) != text {
			t.Errorf("the mode %q is read as %q, %t", text, mode, ok)
		}
	}
}

func TestATabletsNameHasAtMostFortyCharacters(t *testing.T) {
	t.Parallel()
	for length, want := range map[int]bool{40: true, 41: false} {
		if _, ok := ParseTabletName(strings.Repeat("é", length)); ok != want {
			t.Errorf("a name of %d: %t", length, ok)
		}
	}
}

func TestAListOfKeptRollsIsReadWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"none": 0, "2026-11-20 8B": 1, "2026-11-20 %7E8B!~,2026-11-19 9A": 2,
		"": -1, "2026-11-20 ": -1, "2026-11-20": -1, "20.11.2026 8B": -1, "2026-11-20 8B,": -1, "2026-11-20 é": -1, "2026-11-20 8B\x7f": -1, "2026-11-20 %": -1,
		"2026-11-20 " + strings.Repeat("8", 3989): 1, "2026-11-20 " + strings.Repeat("8", 3990): -1,
	} {
		kept, ok := ParseKeptRolls(text)
		if ok != (want >= 0) || len(kept.List()) != max(want, 0) {
			t.Errorf("%.30q is read as %d rolls, %t", text, len(kept.List()), ok)
		}
	}
}

func TestAnArrivalIsLateAfterTheSchoolsMinuteIfTheSchoolHasLate(t *testing.T) {
	t.Parallel()
	school := School{LateAfter: "08:30", Zone: time.UTC}
	statuses := []Status{{ID: 1, Family: Absent}, {ID: 2, Family: Present}, {ID: 3, Family: Present}, {ID: 4, Family: Late}}
	for minute, want := range map[int]StatusID{29: 2, 30: 2, 31: 4} {
		at := time.Date(2026, 11, 20, 8, minute, 59, 0, time.UTC)
		if got := school.StatusAt(at, statuses); got == nil || got.ID != want {
			t.Errorf("at 8:%d: %+v", minute, got)
		}
		if got := school.StatusAt(at, statuses[:3]); got == nil || got.ID != 2 {
			t.Errorf("at 8:%d without Late: %+v", minute, got)
		}
		if got := (School{Zone: time.UTC}).StatusAt(at, statuses); got == nil || got.ID != 2 {
			t.Errorf("at 8:%d without a minute: %+v", minute, got)
		}
	}
	if got := FirstOf(Excused, statuses); got != nil {
		t.Errorf("of no status: %+v", got)
	}
}
