package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestATeacherSeesTheClassesOfTodayAfterSigningIn(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	home := v.follow(v.get("/")).want(t, http.StatusOK)
	if links := home.page.Find("main a[href*='/roll?']"); links.Length() != 12 {
		t.Errorf("%d classes lead to a roll", links.Length())
	}
	link := home.address("a[href*='class=8B']")
	if rows := v.get(link).want(t, http.StatusOK).rows(t); len(rows) != eightBSize || count(rows, "none", "") != eightBSize {
		t.Errorf("8B has %d students, %d without a mark", len(rows), count(rows, "none", ""))
	}
}

func TestAPageThatNeedsSigningInLeadsThereAndBack(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.visit(t)
	signIn := v.follow(v.get(eightB)).want(t, http.StatusOK)
	form := signIn.form("main form")
	form.Set("email", teacher)
	form.Set("password", everyPassword)
	back := v.post("/sign-in", form).want(t, http.StatusSeeOther)
	if to := back.header.Get("Location"); to != eightB {
		t.Errorf("goes on to %q", to)
	}
}

func TestASaveWithoutScriptShowsWhatTheSchoolSystemReturned(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB).want(t, http.StatusOK)
	absent := page.enrolments(t, 3, 12, 27)
	posted := v.post(page.address("#roll"), page.press(t, "Absent", absent...)).want(t, http.StatusSeeOther)
	after := v.follow(posted).want(t, http.StatusOK)
	wantSaved(t, after, "Absent", absent...)
	if rows := after.rows(t); count(rows, "none", "") != eightBSize-3 {
		t.Errorf("%d rows have no mark", count(rows, "none", ""))
	}
	if text := after.text("#result"); !strings.Contains(text, "3") || !strings.Contains(text, "Absent") {
		t.Errorf("the result says %q", text)
	}
	p.wantOneCall(t, page.status(t, "Absent"), absent...)
	v.get(posted.header.Get("Location")).want(t, http.StatusOK)
	v.get(posted.header.Get("Location")).want(t, http.StatusOK)
	if calls := p.sandbox.Arrivals(harbourCode); len(calls) != 1 {
		t.Errorf("reading the page again made %d calls", len(calls))
	}
}

// wantSaved looks for rows that are saved, show the status and are not ticked.
func wantSaved(t *testing.T, page answer, status string, enrolments ...string) {
	t.Helper()
	for _, row := range page.rows(t) {
		if slices.Contains(enrolments, row.enrolment) && (row.outcome != "saved" || row.status != status || row.ticked) {
			t.Errorf("the row is %+v", row)
		}
	}
}

// wantOneCall looks for one bulk call with exactly these students, and for their
// marks in the school system.
func (p *program) wantOneCall(t *testing.T, status string, enrolments ...string) {
	t.Helper()
	calls := p.sandbox.Arrivals(harbourCode)
	if len(calls) != 1 {
		t.Fatalf("%d bulk calls", len(calls))
	}
	want := numbers(t, enrolments...)
	slices.Sort(want)
	slices.Sort(calls[0].Enrolments)
	if !slices.Equal(calls[0].Enrolments, want) || calls[0].StatusID != numbers(t, status)[0] || calls[0].Date != today {
		t.Errorf("sent %+v", calls[0])
	}
	for _, id := range want {
		mark, err := p.sandbox.Mark(t.Context(), harbourCode, id, today)
		must(t, err)
		if mark.StatusID != calls[0].StatusID {
			t.Errorf("the school system holds %+v", mark)
		}
	}
}

func TestAnAnswerToAScriptHoldsTheChangedCellsOnly(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	late := page.enrolments(t, 0, 1)
	got := v.post(page.address("#roll"), page.press(t, "Late", late...), byScript()...).want(t, http.StatusOK)
	cells := got.page.Find("[data-status]")
	if cells.Length() != 2 || got.page.Find("header, nav, [name=enrolment][type=checkbox]").Length() > 0 {
		t.Errorf("it has %d cells: %s", cells.Length(), got.body)
	}
	for _, cell := range cells.EachIter() {
		if text := strings.TrimSpace(cell.Text()); text != "Late" || cell.AttrOr("data-status", "") != "Late" {
			t.Errorf("a cell says %q", text)
		}
	}
	for _, id := range late {
		if got.page.Find("#s"+id).Length()+got.page.Find("[hx-target*='"+id+"']").Length() == 0 {
			t.Errorf("no cell is for %s", id)
		}
	}
	token := got.page.Find("[name=save]").AttrOr("value", "")
	if token == "" || token == page.form("#roll").Get("save") {
		t.Error("it has no fresh token")
	}
	p.wantOneCall(t, page.status(t, "Late"), late...)
}

func TestOnePressSavesTheExceptionsAndEverybodyElse(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	absent := page.enrolments(t, 2, 5, 26)
	form := page.press(t, "Absent", absent...)
	form.Set("others", page.status(t, "Present"))
	after := v.follow(v.post(page.address("#roll"), form).want(t, http.StatusSeeOther)).want(t, http.StatusOK)
	rows := after.rows(t)
	if count(rows, "saved", "Absent") != 3 || count(rows, "saved", "Present") != eightBSize-3 {
		t.Errorf("%d absent, %d present", count(rows, "saved", "Absent"), count(rows, "saved", "Present"))
	}
	p.wantCallsOf(t, 3, eightBSize-3)
}

// wantCallsOf looks for bulk calls with so many students each. Calls under way at
// the same time come in any order.
func (p *program) wantCallsOf(t *testing.T, want ...int) {
	t.Helper()
	var got []int
	for _, call := range p.sandbox.Arrivals(harbourCode) {
		got = append(got, len(call.Enrolments))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("bulk calls with %v students, want %v", got, want)
	}
}

func TestAPressSentTwiceIsOneSave(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	form := page.press(t, "Excused", page.enrolments(t, 8)...)
	first := v.post(rollPath, form).want(t, http.StatusSeeOther)
	second := v.post(rollPath, form).want(t, http.StatusSeeOther)
	if first.header.Get("Location") != second.header.Get("Location") {
		t.Error("the second press leads elsewhere")
	}
	form.Set("status", page.status(t, "Absent"))
	other := v.post(rollPath, form).want(t, http.StatusConflict)
	if !other.rows(t)[8].ticked {
		t.Error("the tick is lost")
	}
	p.wantOneCall(t, page.status(t, "Excused"), page.enrolments(t, 8)...)
}

func TestIdsBeyondFloatingPointArriveDigitByDigit(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	const large = "9007199254740993"
	after := v.follow(v.post(rollPath, page.press(t, "Absent", large)))
	wantSaved(t, after, "Absent", large)
	if rows := after.rows(t); count(rows, "saved", "Absent") != 1 {
		t.Errorf("%d rows are saved", count(rows, "saved", "Absent"))
	}
	calls := p.sandbox.Arrivals(harbourCode)
	if len(calls) != 1 || !strings.Contains(calls[0].Body, large) {
		t.Errorf("sent %+v", calls)
	}
}
