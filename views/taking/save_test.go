package taking_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/views/examples"
	"rollbook/views/pagetest"
	"rollbook/views/taking"
	"rollbook/web/roll"
)

func TestASaveShowsItsOutcome(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, taking.Save(examples.Save(pagetest.Base(t), roll.Teacher)))
	text := pagetest.Text(document.Find("main"))
	for _, want := range []string{
		"8B: 9 students as Absent", "J. Rivera pressed Save at 08:32, for Thursday 20 November.",
		"School system recorded Excused. You sent Absent.", "K. Osei (office) made a newer mark, which was sent instead.",
		"Not sent: K. Osei (office)'s mark, Late, was kept.", "Not sent. Marked again in a later press.",
		"08:32:19 No reply within 15 seconds.", "08:33:20 The school system did not accept 1 mark.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("does not say %q: %s", want, text)
		}
	}
	if back := document.Find("main a").First().AttrOr("href", ""); back != "/schools/oak/roll?period=7&class=8B&date=2025-11-20" {
		t.Errorf("leads back to %s", back)
	}
	if document.Find("main b b, main script").Length() != 0 {
		t.Error("a name became markup")
	}
}

func TestOnlyTheOfficeSendsStoppedMarksAndReadsRawReasons(t *testing.T) {
	t.Parallel()
	teacher, office := pagetest.Render(t, taking.Save(examples.Save(pagetest.Base(t), roll.Teacher))), pagetest.Render(t, taking.Save(examples.Save(pagetest.Base(t), roll.Office)))
	if teacher.Find("main form, main q").Length() != 0 {
		t.Error("a teacher is offered the office's buttons, or a raw reason")
	}
	addresses := office.Find("main button").Map(func(_ int, b *goquery.Selection) string { return b.AttrOr("formaction", "") })
	if strings.Join(addresses, " ") != "/schools/oak/saves/t1/send /schools/oak/saves/t1/by-hand" {
		t.Errorf("the office's buttons lead to %v", addresses)
	}
	if pagetest.Text(office.Find("main q")) != "Enrollment 43 is closed" {
		t.Error("the office does not read the raw reason")
	}
}

func TestARequestIsShownAsItWasSent(t *testing.T) {
	t.Parallel()
	blocks := pagetest.Render(t, taking.Request(examples.Request(pagetest.Base(t), true))).Find("pre")
	if blocks.Length() != 2 {
		t.Fatalf("%d blocks", blocks.Length())
	}
	sent, answered := blocks.Eq(0).Text(), blocks.Eq(1).Text()
	if !strings.HasPrefix(sent, "POST https://school.example/serviceapi/v1/students/attendance/daily/bulk\nContent-Type: application/json\n") ||
		!strings.Contains(sent, "\n    9007199254740993\n") || !strings.Contains(sent, "service-secret-key: ••••••••3f9a\n") {
		t.Errorf("sent:\n%s", sent)
	}
	if !strings.HasPrefix(answered, "200 OK\n\n[\n  {\n") || !strings.Contains(answered, `"<Absent>"`) {
		t.Errorf("answered:\n%s", answered)
	}
}

func TestTextThatIsNotJSONIsShownUnchanged(t *testing.T) {
	t.Parallel()
	v := examples.Request(pagetest.Base(t), true)
	v.Calls[0].ResponseBody.Text = "<html>502 Bad Gateway"
	if text := pagetest.Render(t, taking.Request(v)).Find("pre").Eq(1).Text(); text != "200 OK\n\n<html>502 Bad Gateway" {
		t.Errorf("got %q", text)
	}
	if text := pagetest.Text(pagetest.Render(t, taking.Request(examples.Request(pagetest.Base(t), false))).Find("main")); !strings.Contains(text, "No reply came.") {
		t.Errorf("says %q", text)
	}
}
