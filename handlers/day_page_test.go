package handlers_test

import (
	"bufio"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/live"
	"rollbook/web/roll"
)

const (
	dayPath         = "/schools/harbour/day"
	daySettingsPath = settingsPath + "/day"
)

// stateOf is what a board says of the class, and the state that it shows.
func (a answer) stateOf(t testing.TB, class string) (says, state string) {
	t.Helper()
	for _, row := range a.page.Find(".board tbody tr").EachIter() {
		if row.Find("th").Text() == class {
			cell := row.Find(".state")
			return strings.Join(strings.Fields(cell.Text()), " "), cell.AttrOr("data-state", "")
		}
	}
	t.Fatalf("the board has no %s: %s", class, a.text("main"))
	return "", ""
}

// takesAll presses Save as Present for the whole class, from its page.
func (v *visitor) takesAll(address string) {
	v.t.Helper()
	page := v.get(address).want(v.t, http.StatusOK)
	var everybody []string
	for _, row := range page.rows(v.t) {
		everybody = append(everybody, row.enrolment)
	}
	v.post(rollPath, page.press(v.t, "Present", everybody...)).want(v.t, http.StatusSeeOther)
}

func TestTheBoardSaysHowFarEveryClassIs(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office, anna := p.as(t, officeWorker), p.as(t, teacher)
	changed, stop := p.app.Live.Listen(live.DayOf(harbour, today))
	anna.get(rollPath+"?class=9A").want(t, http.StatusOK)
	<-changed
	stop()
	anna.takesAll(eightB)
	anna.takes("Absent", 1)
	page := anna.get(rollPath+"?class=7A").want(t, http.StatusOK)
	anna.post(rollPath, page.press(t, "Late", page.enrolments(t, 0, 1)...)).want(t, http.StatusSeeOther)

	board := office.get(dayPath).want(t, http.StatusOK)
	for class, want := range map[string][2]string{
		"8B": {"Done, all 28 08:30, Anna Lindqvist", "done"}, "9A": {"Opened 08:30 by Anna Lindqvist, nothing saved", "opened"},
		"7A": {"2 of ", "partly"}, "10A": {"No marks yet", "untouched"},
	} {
		if says, state := board.stateOf(t, class); !strings.HasPrefix(says, want[0]) || state != want[1] {
			t.Errorf("of %s it says %q (%s)", class, says, state)
		}
	}
	if says := board.text("#day-progress"); !strings.HasPrefix(says, "1 of 12 classes done") || !strings.Contains(says, "1 opened, nothing saved · 1 partly") {
		t.Errorf("it says %q", says)
	}
	if chart := board.text("#day-chart tbody"); !strings.Contains(chart, "Present") || !strings.Contains(chart, "Late") || !strings.Contains(chart, "No mark yet") {
		t.Errorf("the chart says %q", chart)
	}
	if rows := board.page.Find(".board tbody tr"); rows.Last().Find("th").Text() != "8B" || rows.First().Find(".state").AttrOr("data-state", "") != "untouched" {
		t.Error("the missing classes do not come first")
	}
	link := board.address(".board a[href*='class=9A']")
	if says := office.get(link).want(t, http.StatusOK).text("h1"); says != "9A" {
		t.Errorf("the class leads to %q", says)
	}
}

func TestAClassThatWasTakenIsNeverOverdueBecauseTheSchoolSystemIsDown(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	if says, _ := office.get(dayPath).stateOf(t, "8B"); strings.Contains(says, "overdue") {
		t.Fatalf("without a time it says %q", says)
	}
	form := office.get(daySettingsPath).want(t, http.StatusOK).form("form.card")
	form.Set("due", "08:08")
	office.post(daySettingsPath, form).want(t, http.StatusSeeOther)
	office.get(dayPath).want(t, http.StatusOK)
	p.fault(t, sandbox.Fault{Status: http.StatusServiceUnavailable, BulkOnly: true})
	p.as(t, teacher).takesAll(eightB)
	board := office.get(dayPath).want(t, http.StatusOK)
	if says, state := board.stateOf(t, "8B"); state != "under_way" || strings.Contains(says, "overdue") {
		t.Errorf("of the taken class it says %q (%s)", says, state)
	}
	if says, _ := board.stateOf(t, "9A"); !strings.HasSuffix(says, "22 min overdue") {
		t.Errorf("of the missing class it says %q", says)
	}
	past := office.get(dayPath+"?date="+yesterday).want(t, http.StatusOK)
	if strings.Contains(past.text("main"), "overdue") || !strings.Contains(past.text("main"), "You are looking at Wednesday 18 November, not today.") {
		t.Errorf("of the day before it says %q", past.text("main"))
	}
}

func TestTheBoardSaysWhichClassNeedsSomebody(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	late := page.press(t, "Late", page.enrolments(t, 3)...)
	v.takes("Absent", 3)
	v.post(rollPath, late).want(t, http.StatusConflict)
	if says, state := p.as(t, officeWorker).get(dayPath).stateOf(t, "8B"); state != "need" || !strings.HasPrefix(says, "1 mark needs you") || !strings.Contains(says, "27 without a mark") {
		t.Errorf("it says %q (%s)", says, state)
	}
}

func TestTheBoardIsForTheOfficeOnly(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	for _, path := range []string{dayPath, dayPath + "/cells", dayPath + "/events", daySettingsPath} {
		v.get(path).want(t, http.StatusForbidden)
	}
	v.post(daySettingsPath, url.Values{"due": {"08:00"}}).want(t, http.StatusForbidden)
	if v.get("/schools/harbour").page.Find("nav a[href$='/day']").Length() != 0 {
		t.Error("a teacher is offered the board")
	}
	for _, email := range []string{officeWorker, administrator} {
		if p.as(t, email).get("/schools/harbour").page.Find("nav a[href$='/day']").Length() != 1 {
			t.Errorf("%s is not offered the board", email)
		}
	}
}

func TestABoardHasTheDatesThatRollsHave(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	for date, want := range map[string]int{
		today: http.StatusOK, yesterday: http.StatusOK, "2026-11-20": http.StatusNotFound, "2026-01-01": http.StatusNotFound,
		"2026-02-30": http.StatusBadRequest, "19.11.2026": http.StatusBadRequest, strings.Repeat("9", 500): http.StatusBadRequest,
	} {
		for _, path := range []string{dayPath, dayPath + "/cells"} {
			if got := v.get(path + "?date=" + date); got.code != want {
				t.Errorf("%s of %s answers %d, not %d", path, date, got.code, want)
			}
		}
	}
	v.get(dayPath+"?period=nonsense").want(t, http.StatusNotFound)
	v.get(dayPath+"?date="+today+"&date="+today).want(t, http.StatusBadRequest)
}

func TestATimeThatIsNoneIsNotStored(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	for _, due := range []string{"25:00", "8", "now", strings.Repeat("9", 500)} {
		got := v.post(daySettingsPath, url.Values{"due": {due}}).want(t, http.StatusUnprocessableEntity)
		if got.form("form.card").Get("due") != due || !strings.Contains(got.text("main"), "that time does not exist") {
			t.Errorf("for %q it says %q", due, got.text("main"))
		}
	}
	v.post(daySettingsPath, url.Values{"due": {"08:45"}}).want(t, http.StatusSeeOther)
	if says := v.get(dayPath).text("main .muted"); !strings.Contains(says, "Rolls are due at 08:45") {
		t.Errorf("the board says %q", says)
	}
	v.post(daySettingsPath, url.Values{"due": {""}}).want(t, http.StatusSeeOther)
	if says := v.get(dayPath).text("main"); strings.Contains(says, "due at") {
		t.Errorf("then the board says %q", says)
	}
}

func TestABoardHearsOfWhatChangesAndOfNothingElse(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	v.get(dayPath).want(t, http.StatusOK)
	events := v.hears(t, dayPath+"/events", "day-progress")
	if first := <-events; strings.Count(first, `class="state"`) != 12 {
		t.Errorf("the first event has %d classes", strings.Count(first, `class="state"`))
	}
	p.as(t, teacher).takesAll(eightB)
	limit := time.After(20 * time.Second)
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

// hears opens a stream until the test is over, and gives on its events that have the text.
func (v *visitor) hears(t *testing.T, path, text string) <-chan string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, v.address+path, nil)
	must(t, err)
	r.Header.Set("Accept", "text/event-stream")
	answer, err := v.client.Do(r)
	must(t, err)
	t.Cleanup(func() { must(t, answer.Body.Close()) })
	events := make(chan string, 10)
	go readEvents(bufio.NewScanner(answer.Body), text, events)
	return events
}

func readEvents(lines *bufio.Scanner, wanted string, events chan<- string) {
	lines.Buffer(nil, 1<<20)
	text := ""
	for lines.Scan() {
		if lines.Text() != "" {
			text += lines.Text()
			continue
		}
		if strings.Contains(text, wanted) {
			events <- text
		}
		text = ""
	}
}

func TestABoardOfABigSchoolCostsWhatItMay(t *testing.T) {
	t.Parallel()
	p := bootBig(t, bigClasses, bigClassSize, func(school *roll.School) { school.RollsDue = "08:00" })
	p.takeAll(t, bigClasses/2, bigClassSize)
	v := p.as(t, officeWorker)
	wantAtMost(t, "the page", v.bytes(bigDay), 12<<10)
	board := v.get(bigDay)
	if says := board.text("#day-progress h2"); says != "30 of 60 classes done" {
		t.Errorf("it says %q", says)
	}
	wantAtMost(t, "elements", board.page.Find("*").Length(), 800)
}

func TestTheSchoolSaysHowFarBackItsOfficeMayCorrect(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	old := eightB + "&date=2026-09-20"
	v.get(old).want(t, http.StatusNotFound)
	for _, past := range []string{"-1", "367", "many", "1e2", "99999999999999999999"} {
		got := v.post(daySettingsPath, url.Values{"due": {"08:45"}, "past": {past}}).want(t, http.StatusUnprocessableEntity)
		if got.form("form.card").Get("past") != past || !strings.Contains(got.text("main"), "from 0 to 366") {
			t.Errorf("%s: it says %s", past, got.text("main"))
		}
	}
	v.follow(v.post(daySettingsPath, url.Values{"due": {""}, "past": {"90"}})).want(t, http.StatusOK)
	v.get(old).want(t, http.StatusOK)
}
