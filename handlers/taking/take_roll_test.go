package taking_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestATeacherSeesTheClassesOfTodayAfterSigningIn(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	home := v.Follow(v.Get("/")).Want(t, http.StatusOK)
	if links := home.Page.Find("main a[href*='/roll?']"); links.Length() != 12 {
		t.Errorf("%d classes lead to a roll", links.Length())
	}
	link := home.Address("a[href*='class=8B']")
	if rows := v.Get(link).Want(t, http.StatusOK).Rows(t); len(rows) != apptest.EightBSize || apptest.Count(rows, "none", "") != apptest.EightBSize {
		t.Errorf("8B has %d students, %d without a mark", len(rows), apptest.Count(rows, "none", ""))
	}
}

func TestAPageThatNeedsSigningInLeadsThereAndBack(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.Visit(t)
	signIn := v.Follow(v.Get(apptest.EightB)).Want(t, http.StatusOK)
	form := signIn.Form("main form")
	form.Set("email", apptest.Teacher)
	form.Set("password", apptest.EveryPassword)
	back := v.Post("/sign-in", form).Want(t, http.StatusSeeOther)
	if to := back.Header.Get("Location"); to != apptest.EightB {
		t.Errorf("goes on to %q", to)
	}
}

func TestASaveWithoutScriptShowsTheReturnedStatuses(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB).Want(t, http.StatusOK)
	absent := page.Enrolments(t, 3, 12, 27)
	posted := v.Post(page.Address("#roll"), page.Press(t, "Absent", absent...)).Want(t, http.StatusSeeOther)
	after := v.Follow(posted).Want(t, http.StatusOK)
	apptest.WantSaved(t, after, "Absent", absent...)
	if rows := after.Rows(t); apptest.Count(rows, "none", "") != apptest.EightBSize-3 {
		t.Errorf("%d rows have no mark", apptest.Count(rows, "none", ""))
	}
	if text := after.Text("#result"); !strings.Contains(text, "3") || !strings.Contains(text, "Absent") {
		t.Errorf("the result says %q", text)
	}
	p.WantOneCall(t, page.Status(t, "Absent"), absent...)
	v.Get(posted.Header.Get("Location")).Want(t, http.StatusOK)
	v.Get(posted.Header.Get("Location")).Want(t, http.StatusOK)
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 1 {
		t.Errorf("reading the page again made %d calls", len(calls))
	}
}

func TestAnAnswerToAScriptHoldsTheChangedCellsOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	late := page.Enrolments(t, 0, 1)
	got := v.Post(page.Address("#roll"), page.Press(t, "Late", late...), apptest.ByScript()...).Want(t, http.StatusOK)
	cells := got.Page.Find("[data-status]")
	if cells.Length() != 2 || got.Page.Find("header, nav, [name=enrolment][type=checkbox]").Length() > 0 {
		t.Errorf("it has %d cells: %s", cells.Length(), got.Body)
	}
	for _, cell := range cells.EachIter() {
		if text := strings.TrimSpace(cell.Text()); text != "Late" || cell.AttrOr("data-status", "") != "Late" {
			t.Errorf("a cell says %q", text)
		}
	}
	for _, id := range late {
		if got.Page.Find("#s"+id).Length()+got.Page.Find("[hx-target*='"+id+"']").Length() == 0 {
			t.Errorf("no cell is for %s", id)
		}
	}
	token := got.Page.Find("[name=save]").AttrOr("value", "")
	if token == "" || token == page.Form("#roll").Get("save") {
		t.Error("it has no fresh token")
	}
	p.WantOneCall(t, page.Status(t, "Late"), late...)
}

func TestOnePressSavesTheExceptionsAndTheOthers(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	absent := page.Enrolments(t, 2, 5, 26)
	form := page.Press(t, "Absent", absent...)
	form.Set("others", page.Status(t, "Present"))
	after := v.Follow(v.Post(page.Address("#roll"), form).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	rows := after.Rows(t)
	if apptest.Count(rows, "saved", "Absent") != 3 || apptest.Count(rows, "saved", "Present") != apptest.EightBSize-3 {
		t.Errorf("%d absent, %d present", apptest.Count(rows, "saved", "Absent"), apptest.Count(rows, "saved", "Present"))
	}
	p.WantCallsOf(t, 3, apptest.EightBSize-3)
}

func TestAPressSentTwiceIsOneSave(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Excused", page.Enrolments(t, 8)...)
	first := v.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
	second := v.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
	if first.Header.Get("Location") != second.Header.Get("Location") {
		t.Error("the second press leads elsewhere")
	}
	form.Set("status", page.Status(t, "Absent"))
	other := v.Post(apptest.RollPath, form).Want(t, http.StatusConflict)
	if !other.Rows(t)[8].Ticked {
		t.Error("the tick is lost")
	}
	p.WantOneCall(t, page.Status(t, "Excused"), page.Enrolments(t, 8)...)
}

func TestIdsBeyondFloatingPointArriveDigitByDigit(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	const large = "9007199254740993"
	after := v.Follow(v.Post(apptest.RollPath, page.Press(t, "Absent", large)))
	apptest.WantSaved(t, after, "Absent", large)
	if rows := after.Rows(t); apptest.Count(rows, "saved", "Absent") != 1 {
		t.Errorf("%d rows are saved", apptest.Count(rows, "saved", "Absent"))
	}
	calls := p.Sandbox.Arrivals(apptest.HarbourCode)
	if len(calls) != 1 || !strings.Contains(calls[0].Body, large) {
		t.Errorf("sent %+v", calls)
	}
}

func TestARollThatIsDoneLeadsToTheNextClassWheneverItIsOpened(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	page := anna.Get(apptest.EightB)
	if page.Page.Find("#next").Length() != 0 {
		t.Error("a roll without marks leads away")
	}
	press := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	press.Set("others", page.Status(t, "Present"))
	anna.Follow(anna.Post(apptest.RollPath, press)).Want(t, http.StatusOK)
	p.Settled(t, apptest.Harbour)
	if next := anna.Get(apptest.EightB).Address("#next"); !strings.Contains(next, "class=") || strings.Contains(next, "8B") {
		t.Errorf("it leads to %q", next)
	}
}
