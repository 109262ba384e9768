package connecting_test

import (
	"strings"
	"testing"

	"rollbook/views/connecting"
	"rollbook/views/examples"
	"rollbook/views/pagetest"
	"rollbook/views/part"
	"rollbook/web/roll"
)

func TestTheLastStepsOfConnectingHaveOneFilledButtonOrAQuestion(t *testing.T) {
	t.Parallel()
	all := map[string]examples.Example{}
	examples.AddProving(pagetest.Base(t), all)
	for name, want := range map[string]string{
		"connect-try": "Send this mark", "connect-may-on": "Switch on", "connect-asks": "", "connect-on": "", "connect-paused": "", "connect-wrong-one": "",
	} {
		document := pagetest.Render(t, all[name].Body)
		if got := pagetest.Text(document.Find("#prove button.primary")); got != want {
			t.Errorf("%s: filled is %q", name, got)
		}
	}
	asks := pagetest.Render(t, all["connect-asks"].Body)
	if buttons := asks.Find("#prove-marks button"); buttons.Length() != 2 || pagetest.Text(buttons.First()) != "Yes" {
		t.Errorf("the question has %d answers", buttons.Length())
	}
}

func TestAMarkOnItsWayIsAskedForAgainAndNothingElseIs(t *testing.T) {
	t.Parallel()
	all := map[string]examples.Example{}
	examples.AddProving(pagetest.Base(t), all)
	for name, want := range map[string]int{"connect-waits": 1, "connect-asks": 0, "connect-on": 0} {
		if got := pagetest.Render(t, all[name].Body).Find("[hx-trigger]").Length(); got != want {
			t.Errorf("%s: %d places ask again", name, got)
		}
	}
}

func TestEverybodyIsToldOfHeldMarksInTheirOwnWords(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		light part.Light
		says  string
		calm  bool
		links int
	}{
		{part.Light{State: part.OthersNamed, Held: part.HeldOtherStudents}, "Marks are safe here; the office is checking the school system.", true, 0},
		{part.Light{State: part.OthersNamed, Office: true, Waiting: 3, Clock: "08:31"}, "Sending is paused; 3 marks are safe here.", false, 1},
		{part.Light{State: part.Unproven}, "Marks are safe here; the office is connecting the school system.", true, 0},
		{part.Light{State: part.Unproven, Office: true}, "Marks are safe here; the office is connecting the school system.", true, 0},
		{part.Light{State: part.Unproven, Office: true, Admin: true, Waiting: 1}, "Sending is off. 1 mark stays safe here until an administrator turns it on.", true, 1},
	} {
		v := examples.Connection(pagetest.Base(t), false)
		v.Light = &one.light
		light := pagetest.Render(t, connecting.Connection(v)).Find("#light")
		if !strings.Contains(pagetest.Text(light), one.says) || (light.AttrOr("data-light", "") == "kept") != one.calm || light.Find("a").Length() != one.links {
			t.Errorf("%+v is told %q, drawn as %q", one.light, pagetest.Text(light), light.AttrOr("data-light", ""))
		}
	}
}

func TestMarksThatAreHeldAreNotSaidToGoByThemselves(t *testing.T) {
	t.Parallel()
	for held, want := range map[part.Held]string{part.HeldOtherStudents: "checking the school system", part.HeldUnproven: "connecting the school system"} {
		for _, outcome := range []roll.Outcome{roll.Waiting, roll.Confirming} {
			sheet := part.NewSheet(examples.Page(pagetest.Base(t)).Words, func(roll.Token) string { return "" }, part.SheetOptions{Held: held})
			text := pagetest.Text(pagetest.Render(t, part.Cells([]part.Cell{{Enrolment: 1, Outcome: outcome, At: "08:31"}}, sheet)).Find(".why"))
			// A tried mark is checked again even in a school that is not switched on.
			if kept := strings.Contains(text, want); kept != (outcome == roll.Waiting || held == part.HeldOtherStudents) {
				t.Errorf("%s, %s: %q", held, outcome, text)
			}
		}
		summary := part.Summary{UnderWay: 2, Held: held}
		if text := summary.Sentence(examples.Page(pagetest.Base(t)).Words); !strings.Contains(text, want) || strings.Contains(text, "not confirmed") {
			t.Errorf("%s: the sentence is %q", held, text)
		}
	}
}
