package office_test

import (
	"strings"
	"testing"

	"rollbook/views/examples"
	"rollbook/views/office"
	"rollbook/views/pagetest"
)

func TestAHistoryHasPersonTimeAndBothStatuses(t *testing.T) {
	t.Parallel()
	entries := pagetest.Render(t, office.History(examples.History(pagetest.Base(t), true))).Find("main ol > li")
	if entries.Length() != 4 {
		t.Fatalf("%d entries", entries.Length())
	}
	for i, want := range []string{
		"08:50 K. Osei (office) · changed What happened Late → changed to Absent Reason: Sent home by the nurse School system: nothing yet",
		"08:45 Somebody in the school system · changed Late → changed to Absent Seen at 08:45",
		"08:41 K. Osei (office) · changed What happened Absent → changed to Late 08:40 School system: Late, 08:41",
		"08:32 J. Rivera (teacher) · marked What happened No mark → changed to Absent School system: Absent, 08:33",
	} {
		if got := pagetest.Text(entries.Eq(i)); !strings.HasPrefix(got, want) {
			t.Errorf("entry %d: %q", i, got)
		}
	}
	if text := pagetest.Text(pagetest.Render(t, office.History(examples.History(pagetest.Base(t), false))).Find("main")); !strings.Contains(text, "Nobody has marked") {
		t.Errorf("says %q", text)
	}
}
