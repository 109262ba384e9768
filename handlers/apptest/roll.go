package apptest

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/web/roll"
)

// The roll of most tests: 28 students.
const (
	RollPath   = "/schools/harbour/roll"
	EightB     = RollPath + "?class=8B"
	EightBSize = 28
)

// Row is the row of one student on a roll's page.
type Row struct {
	Enrolment, Student, Outcome, Status string
	Ticked                              bool
}

// Rows returns the students of a roll, in its order.
func (a Answer) Rows(t testing.TB) []Row {
	t.Helper()
	var rows []Row
	for _, element := range a.Page.Find("[data-enrolment]").EachIter() {
		status := element.Find("[data-status]")
		if status.Length() != 1 {
			t.Fatalf("a row has %d elements with a status", status.Length())
		}
		_, ticked := element.Find("input[name=enrolment]").Attr("checked")
		rows = append(rows, Row{
			Enrolment: element.AttrOr("data-enrolment", ""), Student: element.AttrOr("data-student", ""),
			Outcome: element.AttrOr("data-outcome", ""), Status: status.AttrOr("data-status", ""), Ticked: ticked,
		})
	}
	return rows
}

// Enrolments returns the enrolments of the rows at the places, from 0; without places of all rows.
func (a Answer) Enrolments(t testing.TB, places ...int) []string {
	t.Helper()
	var all, some []string
	for _, row := range a.Rows(t) {
		all = append(all, row.Enrolment)
	}
	if len(places) == 0 {
		return all
	}
	for _, place := range places {
		some = append(some, all[place])
	}
	return some
}

// Count counts the rows with the outcome and the shown status.
func Count(rows []Row, outcome, status string) int {
	found := 0
	for _, one := range rows {
		if one.Outcome == outcome && one.Status == status {
			found++
		}
	}
	return found
}

// Status returns the id of the named status in the bar.
func (a Answer) Status(t testing.TB, name string) string {
	t.Helper()
	label := a.Page.Find("label:has([name=status])").FilterFunction(func(_ int, label *goquery.Selection) bool {
		return label.Find("span").Text() == name
	})
	if label.Length() != 1 {
		t.Fatalf("%d statuses are called %s", label.Length(), name)
	}
	return label.Find("[name=status]").AttrOr("value", "")
}

// Press returns the form of a roll with ticked students and a chosen status.
func (a Answer) Press(t testing.TB, status string, enrolments ...string) url.Values {
	t.Helper()
	form := a.Form("#roll")
	form["enrolment"] = enrolments
	form.Set("status", a.Status(t, status))
	return form
}

// Numbers converts ids to those of the school system.
func Numbers(t testing.TB, texts ...string) []int64 {
	t.Helper()
	var ids []int64
	for _, text := range texts {
		id, err := strconv.ParseInt(text, 10, 64)
		Must(t, err)
		ids = append(ids, id)
	}
	return ids
}

// WantSaved expects saved, unticked rows that show the status.
func WantSaved(t *testing.T, page Answer, status string, enrolments ...string) {
	t.Helper()
	for _, row := range page.Rows(t) {
		if slices.Contains(enrolments, row.Enrolment) && (row.Outcome != "saved" || row.Status != status || row.Ticked) {
			t.Errorf("the row is %+v", row)
		}
	}
}

// WantOneCall expects one bulk call with exactly these students, and their marks in the school system.
func (p *Program) WantOneCall(t *testing.T, status string, enrolments ...string) {
	t.Helper()
	calls := p.Sandbox.Arrivals(HarbourCode)
	if len(calls) != 1 {
		t.Fatalf("%d bulk calls", len(calls))
	}
	want := Numbers(t, enrolments...)
	slices.Sort(want)
	slices.Sort(calls[0].Enrolments)
	if !slices.Equal(calls[0].Enrolments, want) || calls[0].StatusID != Numbers(t, status)[0] || calls[0].Date != Today {
		t.Errorf("sent %+v", calls[0])
	}
	for _, id := range want {
		mark, err := p.Sandbox.Mark(HarbourCode, id, Today)
		Must(t, err)
		if mark.StatusID != calls[0].StatusID {
			t.Errorf("the school system holds %+v", mark)
		}
	}
}

// WantCallsOf expects bulk calls with these numbers of students. Concurrent calls come in any order.
func (p *Program) WantCallsOf(t *testing.T, want ...int) {
	t.Helper()
	var got []int
	for _, call := range p.Sandbox.Arrivals(HarbourCode) {
		got = append(got, len(call.Enrolments))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("bulk calls with %v students, want %v", got, want)
	}
}

// WantEvents expects each of the texts, in order, among the events of a save.
func (a Answer) WantEvents(t *testing.T, texts ...string) {
	t.Helper()
	events := a.Text(".events")
	rest := events
	for _, text := range texts {
		_, after, found := strings.Cut(rest, text)
		if !found {
			t.Errorf("%q is not told in its place: %s", text, events)
			return
		}
		rest = after
	}
}

// TakesOn is Takes on a date, with a reason.
func (v *Visitor) TakesOn(date, status string, places ...int) {
	v.T.Helper()
	page := v.Get(EightB+"&date="+date).Want(v.T, http.StatusOK)
	form := page.Press(v.T, status, page.Enrolments(v.T, places...)...)
	form.Set("reason", "a note from home")
	v.Post(RollPath, form).Saved(v.T)
}

// state returns every mark of the tests' days and every call.
func (p *Program) state(t *testing.T) string {
	t.Helper()
	var state strings.Builder
	now := p.App.Clock()
	for _, school := range []roll.SchoolID{Harbour, Tilleuls} {
		for days := -2; days <= 2; days++ {
			date := roll.Date(now.AddDate(0, 0, days).Format("2006-01-02"))
			marks, err := p.App.Store.Day(t.Context(), school, date)
			Must(t, err)
			for _, enrolment := range slices.Sorted(maps.Keys(marks)) {
				mark := marks[enrolment]
				fmt.Fprintln(&state, school, date, mark.Enrolment, mark.Version, mark.Status.ID, mark.Outcome)
			}
		}
	}
	fmt.Fprintln(&state, len(p.Sandbox.Arrivals("")), "calls")
	return state.String()
}

// Nothing sends the request, and expects nothing to be accepted or sent.
func (p *Program) Nothing(t *testing.T, ask func() Answer) Answer {
	t.Helper()
	before := p.state(t)
	got := ask()
	if after := p.state(t); after != before {
		t.Errorf("it changed\n%sto\n%s", before, after)
	}
	return got
}

// WantSameAsNonsense requests an address of the other school and a nonsense address, and expects identical
// answers.
func WantSameAsNonsense(t *testing.T, ask func(path string) Answer, foreign, nonsense string) {
	t.Helper()
	theirs, nobodys := ask(foreign), ask(nonsense)
	if theirs.Code != http.StatusNotFound || nobodys.Code != http.StatusNotFound {
		t.Errorf("%s answers %d, %s %d", foreign, theirs.Code, nonsense, nobodys.Code)
	}
	WantSameAnswer(t, theirs, nobodys, foreign, nonsense)
}

// WantSameAnswer expects two answers with the same bytes, and the same number of headers.
func WantSameAnswer(t *testing.T, theirs, nobodys Answer, foreign, nonsense string) {
	t.Helper()
	if !bytes.Equal(theirs.Body, nobodys.Body) {
		t.Errorf("%s is told from %s by %q and %q", foreign, nonsense, difference(theirs.Body, nobodys.Body),
			difference(nobodys.Body, theirs.Body))
	}
	for name := range theirs.Header {
		if len(theirs.Header[name]) != len(nobodys.Header[name]) {
			t.Errorf("%s has %s %q, %s %q", foreign, name, theirs.Header[name], nonsense, nobodys.Header[name])
		}
	}
}

// difference returns the bytes around the first difference of a from b.
func difference(a, b []byte) []byte {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return a[max(0, at-30):min(len(a), at+30)]
}

// Values returns the values of the elements for the selector.
func (a Answer) Values(selector string) []string {
	return a.Page.Find(selector).Map(func(_ int, element *goquery.Selection) string { return element.AttrOr("value", "") })
}

// EightB returns the roll of 8B with the enrolments of its students, in its order.
func (v *Visitor) EightB() (Answer, []string) {
	v.T.Helper()
	page := v.Get(EightB).Want(v.T, http.StatusOK)
	return page, page.Enrolments(v.T)
}

// Note returns the text of the student's status cell.
func (a Answer) Note(enrolment string) string { return a.Text("#s" + enrolment) }

// Saved returns the token of the save that a press redirects to.
func (a Answer) Saved(t testing.TB) string {
	t.Helper()
	address, err := url.Parse(a.Header.Get("Location"))
	Must(t, err)
	token := address.Query().Get("save")
	if token == "" {
		t.Fatalf("it leads to %s, where no save is shown: %d %s", address, a.Code, a.Text("main"))
	}
	return token
}

// Takes presses Save for 8B's students at the places, and returns the save's token.
func (v *Visitor) Takes(status string, places ...int) string {
	v.T.Helper()
	page := v.Get(EightB).Want(v.T, 200)
	return v.Post(RollPath, page.Press(v.T, status, page.Enrolments(v.T, places...)...)).Saved(v.T)
}

// TakesAll presses Save as Present for the whole class, from its page.
func (v *Visitor) TakesAll(address string) {
	v.T.Helper()
	page := v.Get(address).Want(v.T, http.StatusOK)
	v.Post(RollPath, page.Press(v.T, "Present", page.Enrolments(v.T)...)).Want(v.T, http.StatusSeeOther)
}

// Finds searches for students by the text.
func (v *Visitor) Finds(text string) Answer {
	v.T.Helper()
	return v.Follow(v.Post(FindPath+"/search", url.Values{"q": {text}}))
}
