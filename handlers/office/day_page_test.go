package office_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/live"
)

// stateOf returns the board's sentence about the class, and the state that it shows.
func stateOf(a apptest.Answer, t testing.TB, class string) (says, state string) {
	t.Helper()
	for _, row := range a.Page.Find(".board > li").EachIter() {
		if row.Find("bdi").Text() == class {
			cell := row.Find(".state")
			return strings.Join(strings.Fields(cell.Text()), " "), cell.AttrOr("data-state", "")
		}
	}
	t.Fatalf("the board has no %s: %s", class, a.Text("main"))
	return "", ""
}

func TestTheBoardSaysHowFarEveryClassIs(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, anna := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	changed, stop := p.App.Live.Listen(live.DayOf(apptest.Harbour, apptest.Today))
	anna.Get(apptest.RollPath+"?class=9A").Want(t, http.StatusOK)
	<-changed
	stop()
	anna.TakesAll(apptest.EightB)
	anna.Takes("Absent", 1)
	page := anna.Get(apptest.RollPath+"?class=7A").Want(t, http.StatusOK)
	anna.Post(apptest.RollPath, page.Press(t, "Late", page.Enrolments(t, 0, 1)...)).Want(t, http.StatusSeeOther)

	board := office.Get(apptest.DayPath).Want(t, http.StatusOK)
	for class, want := range map[string][2]string{
		"8B": {"Done, all 28 1 A 1 absent 08:30, Anna Lindqvist", "done"}, "9A": {"Opened 08:30 by Anna Lindqvist, nothing saved", "opened"},
		"7A": {"2 of ", "partly"}, "10A": {"No marks yet", "untouched"},
	} {
		if says, state := stateOf(board, t, class); !strings.HasPrefix(says, want[0]) || state != want[1] {
			t.Errorf("of %s it says %q (%s)", class, says, state)
		}
	}
	if says := board.Text("#day-progress"); !strings.HasPrefix(says, "11 rolls missing1 of 12 rolls done") {
		t.Errorf("it says %q", says)
	}
	if chart := board.Text("#day-chart .counts"); !strings.Contains(chart, "Present") || !strings.Contains(chart, "Late") || !strings.Contains(chart, "No mark yet") {
		t.Errorf("the chart says %q", chart)
	}
	if rows := board.Page.Find(".board > li"); rows.Length() != 12 || rows.Last().Find("bdi").Text() != "8B" || rows.First().Find(".state").AttrOr("data-state", "") != "untouched" {
		t.Error("the missing classes do not come first")
	}
	link := board.Address(".board a[href*='class=9A']")
	if says := office.Get(link).Want(t, http.StatusOK).Text("h1"); says != "9A" {
		t.Errorf("the class leads to %q", says)
	}
}

func TestWhenAllRollsAreInTheBoardSaysSinceWhenAndShowsTheDayInOnePicture(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, anna := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	for _, link := range office.Get(apptest.DayPath).Page.Find(".board a[href*='/roll?']").EachIter() {
		anna.TakesAll(link.AttrOr("href", ""))
	}
	anna.Takes("Absent", 1, 2)
	board := office.Get(apptest.DayPath).Want(t, http.StatusOK)
	if says := board.Text("#day-progress h2"); says != "All 12 rolls are in, 08:30" {
		t.Errorf("it says %q", says)
	}
	if picture := board.Text("#day-progress .picture"); picture != "8B 2" || board.Page.Find(".picture i.f-absent").Length() != 2 {
		t.Errorf("the picture says %q", picture)
	}
}

func TestAClassThatWasTakenIsNeverOverdueBecauseTheSchoolSystemIsDown(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	if says, _ := stateOf(office.Get(apptest.DayPath), t, "8B"); strings.Contains(says, "overdue") {
		t.Fatalf("without a time it says %q", says)
	}
	form := office.Get(apptest.DaySettingsPath).Want(t, http.StatusOK).Form("form.card")
	form.Set("due", "08:08")
	office.Post(apptest.DaySettingsPath, form).Want(t, http.StatusSeeOther)
	office.Get(apptest.DayPath).Want(t, http.StatusOK)
	p.Fault(t, sandbox.Fault{Status: http.StatusServiceUnavailable, BulkOnly: true})
	p.As(t, apptest.Teacher).TakesAll(apptest.EightB)
	board := office.Get(apptest.DayPath).Want(t, http.StatusOK)
	if says, state := stateOf(board, t, "8B"); state != "under_way" || strings.Contains(says, "overdue") {
		t.Errorf("of the taken class it says %q (%s)", says, state)
	}
	if says, _ := stateOf(board, t, "9A"); !strings.HasSuffix(says, "22 min overdue") {
		t.Errorf("of the missing class it says %q", says)
	}
	past := office.Get(apptest.DayPath+"?date="+apptest.Yesterday).Want(t, http.StatusOK)
	if strings.Contains(past.Text("main"), "overdue") || !strings.Contains(past.Text("main"), "This is Wednesday 18 November, not today.") {
		t.Errorf("of the day before it says %q", past.Text("main"))
	}
}

func TestTheBoardNamesTheClassesThatNeedAPerson(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	late := page.Press(t, "Late", page.Enrolments(t, 3)...)
	v.Takes("Absent", 3)
	v.Post(apptest.RollPath, late).Want(t, http.StatusConflict)
	if says, state := stateOf(p.As(t, apptest.OfficeWorker).Get(apptest.DayPath), t, "8B"); state != "need" || !strings.HasPrefix(says, "1 mark needs you") || !strings.Contains(says, "27 without a mark") {
		t.Errorf("it says %q (%s)", says, state)
	}
}

func TestTheBoardIsForTheOfficeOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	for _, path := range []string{apptest.DayPath, apptest.DayPath + "/cells", apptest.DayPath + "/events", apptest.DaySettingsPath} {
		v.Get(path).Want(t, http.StatusForbidden)
	}
	v.Post(apptest.DaySettingsPath, url.Values{"due": {"08:00"}}).Want(t, http.StatusForbidden)
	if v.Get("/schools/harbour").Page.Find("nav a[href$='/day']").Length() != 0 {
		t.Error("a teacher is offered the board")
	}
	for _, email := range []string{apptest.OfficeWorker, apptest.Administrator} {
		if p.As(t, email).Get("/schools/harbour").Page.Find("header > nav a[href$='/day']").Length() != 1 {
			t.Errorf("%s is not offered the board", email)
		}
	}
}

func TestABoardHasTheDatesThatRollsHave(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	for date, want := range map[string]int{
		apptest.Today: http.StatusOK, apptest.Yesterday: http.StatusOK, "2026-11-20": http.StatusNotFound, "2026-01-01": http.StatusNotFound,
		"2026-02-30": http.StatusBadRequest, "19.11.2026": http.StatusBadRequest, strings.Repeat("9", 500): http.StatusBadRequest,
	} {
		for _, path := range []string{apptest.DayPath, apptest.DayPath + "/cells"} {
			if got := v.Get(path + "?date=" + date); got.Code != want {
				t.Errorf("%s of %s answers %d, not %d", path, date, got.Code, want)
			}
		}
	}
	v.Get(apptest.DayPath+"?period=nonsense").Want(t, http.StatusNotFound)
	v.Get(apptest.DayPath+"?date="+apptest.Today+"&date="+apptest.Today).Want(t, http.StatusBadRequest)
}

func TestATimeThatIsNoneIsNotStored(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	for _, due := range []string{"25:00", "8", "now", strings.Repeat("9", 500)} {
		got := v.Post(apptest.DaySettingsPath, url.Values{"due": {due}}).Want(t, http.StatusUnprocessableEntity)
		if got.Form("form.card").Get("due") != due || !strings.Contains(got.Text("main"), "write the time as 08:45") {
			t.Errorf("for %q it says %q", due, got.Text("main"))
		}
	}
	v.Post(apptest.DaySettingsPath, url.Values{"due": {"08:45"}}).Want(t, http.StatusSeeOther)
	if says := v.Get(apptest.DayPath).Text("main .muted"); !strings.Contains(says, "Due at 08:45") {
		t.Errorf("the board says %q", says)
	}
	v.Post(apptest.DaySettingsPath, url.Values{"due": {""}}).Want(t, http.StatusSeeOther)
	if says := v.Get(apptest.DayPath).Text("main"); strings.Contains(says, "due at") {
		t.Errorf("then the board says %q", says)
	}
}

func TestABoardReceivesChangesOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	v.Get(apptest.DayPath).Want(t, http.StatusOK)
	events := v.Hears(t, apptest.DayPath+"/events", "day-progress")
	if first := <-events; strings.Count(first, `class="state"`) != 12 {
		t.Errorf("the first event has %d classes", strings.Count(first, `class="state"`))
	}
	p.As(t, apptest.Teacher).TakesAll(apptest.EightB)
	limit := time.After(apptest.Patience)
	for {
		select {
		case next := <-events:
			if strings.Count(next, `class="state"`) > 1 {
				t.Errorf("an event about one class is %s", next)
			}
			if strings.Contains(next, "Done, all 28") && strings.Contains(next, "1 of 12") {
				return
			}
		case <-limit:
			t.Fatal("it was not heard that the class is done")
		}
	}
}

func TestTheSchoolSaysHowFarBackItsOfficeMayCorrect(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	old := apptest.EightB + "&date=2026-09-20"
	v.Get(old).Want(t, http.StatusNotFound)
	for _, past := range []string{"-1", "367", "many", "1e2", "99999999999999999999"} {
		got := v.Post(apptest.DaySettingsPath, url.Values{"due": {"08:45"}, "past": {past}}).Want(t, http.StatusUnprocessableEntity)
		if got.Form("form.card").Get("past") != past || !strings.Contains(got.Text("main"), "write 0 to 366 days") {
			t.Errorf("%s: it says %s", past, got.Text("main"))
		}
	}
	v.Follow(v.Post(apptest.DaySettingsPath, url.Values{"due": {""}, "past": {"90"}})).Want(t, http.StatusOK)
	v.Get(old).Want(t, http.StatusOK)
}
