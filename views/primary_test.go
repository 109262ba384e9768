package views_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/views/examples"
	"rollbook/views/pagetest"
)

// question selects the elements that ask a person for a decision: beside them there is no other primary
// button.
const question = ".decide, .answer, #prove button[name=seen]"

func TestEveryPageHasOneThingThatLeads(t *testing.T) {
	t.Parallel()
	for name, state := range examples.Examples(pagetest.Base(t)) {
		document := pagetest.Render(t, state.Body)
		most := 1
		if document.Find("main").Find(question).Length() > 0 {
			most = 0
		}
		if primary := document.Find(".primary"); primary.Length() > most {
			t.Errorf("%s has %d filled buttons, at most %d: %q", name, primary.Length(), most, primary.Map(textOf))
		}
	}
}

func textOf(_ int, found *goquery.Selection) string { return pagetest.Text(found) }

func TestAListWithNothingInItSaysSoAndOffersTheOneButtonThatBringsIt(t *testing.T) {
	t.Parallel()
	all := examples.Examples(pagetest.Base(t))
	for name, want := range map[string][2]string{
		"students-none":  {"No school year yet", "Connect the school system"},
		"groups-no-year": {"No school year yet", "Connect the school system"},
		"groups-none":    {"No groups yet.", "Make a group"},
		"calendar-none":  {"No holidays yet.", "Add"},
		"statuses-none":  {"Without statuses no roll can be taken.", "Enter them by hand"},
		"covers-none":    {"No links yet.", "Make the link"},
		"reminders-none": {"No roll is missing.", "Day board"},
		"absences-none":  {"No absence is known for today.", "Find a student"},
		"history-none":   {"Nobody has marked this student on this date.", "Back to 8B"},
	} {
		state, ok := all[name]
		if !ok {
			t.Errorf("there is no example %s", name)
			continue
		}
		document := pagetest.Render(t, state.Body)
		if says := pagetest.Text(document.Find("main")); !strings.Contains(says, want[0]) {
			t.Errorf("%s does not say %q: %s", name, want[0], says)
		}
		if leads := document.Find("main .primary"); leads.Length() != 1 || pagetest.Text(leads) != want[1] {
			t.Errorf("%s is led by %q", name, leads.Map(textOf))
		}
	}
}

func TestAnEmptyPageHasTheDrawingAndOneThingToDo(t *testing.T) {
	t.Parallel()
	all := examples.Examples(pagetest.Base(t))
	for _, name := range []string{
		"comparison-not-yet", "covers-no-classes", "day-empty", "exports-none", "groups-no-year", "history-none", "home-empty-admin",
		"absences-none", "home-empty-teacher", "home-no-classes", "home-no-period", "reminders-none", "reminders-not-yet",
		"schools-none", "students-none", "tablet-sheet-none", "tablets-no-classes", "teachers-none",
	} {
		state, ok := all[name]
		if !ok {
			t.Errorf("there is no example %s", name)
			continue
		}
		main := pagetest.Render(t, state.Body).Find("main")
		if empty := main.Find(".empty:has(svg)"); empty.Length() != 1 || empty.Find("a, button").Length() != 1 {
			t.Errorf("%s has %d drawings, and to do: %q", name, empty.Length(), empty.Find("a, button").Map(textOf))
		}
	}
}
