package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

const findPath = "/schools/harbour/students"

// nameOf is the name of the student at the place of 8B.
func (a answer) nameAt(place int) string {
	name := a.page.Find("[data-enrolment] bdi").Eq(place)
	return strings.Join(strings.Fields(name.Text()), " ")
}

// finds looks for the text.
func (v *visitor) finds(text string) answer {
	v.t.Helper()
	return v.get(findPath + "?q=" + url.QueryEscape(text))
}

// pressed is the form of the open student with the status of that name.
func (a answer) pressed(t testing.TB, status string) url.Values {
	t.Helper()
	form := a.form("#mark")
	for _, button := range a.page.Find("#mark button[name=status]").EachIter() {
		if strings.HasSuffix(button.Text(), " "+status) {
			form.Set("status", button.AttrOr("value", ""))
		}
	}
	if form.Get("status") == "" {
		t.Fatalf("no button saves %s: %s", status, a.text("main"))
	}
	return form
}

func TestAStudentIsFoundAndMarkedLateByTheOffice(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	name := office.get(eightB).nameAt(3)
	page := office.finds(name).want(t, http.StatusOK)
	if page.page.Find("[data-enrolment]").Length() != 1 || page.text("#mark .primary") != "Save Late" || page.form("#mark").Get("time") != "08:30" {
		t.Fatalf("it shows %s", page.text("main"))
	}
	form := page.pressed(t, "Late")
	form.Set("time", "08:22")
	after := office.follow(office.post(findPath, form).want(t, http.StatusSeeOther)).want(t, http.StatusOK)
	if says := after.text("main"); !strings.Contains(says, name+": Late 08:22 saved.") || !strings.Contains(says, "Kofi Osei (office)") {
		t.Errorf("it says %s", says)
	}
	if rows := after.rows(t); rows[0].outcome != "saved" || rows[0].status != "Late" {
		t.Errorf("the row is %+v", rows)
	}
	p.wantOneCall(t, form.Get("status"), form.Get("enrolment"))
	again := office.post(findPath, form).want(t, http.StatusSeeOther)
	office.follow(again).want(t, http.StatusOK)
	if calls := p.sandbox.Arrivals(harbourCode); len(calls) != 1 {
		t.Errorf("the same press made %d calls", len(calls))
	}
	if says := p.as(t, otherTeacher).get(eightB).rows(t)[3]; says.status != "Late" {
		t.Errorf("the roll shows %+v", says)
	}
}

func TestAMarkFromTheFinderKeepsTheRulesOfARoll(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	name := office.get(eightB).nameAt(3)
	stale := office.finds(name).pressed(t, "Late")
	p.as(t, teacher).takes("Absent", 3)
	conflict := office.post(findPath, stale).want(t, http.StatusConflict)
	if rows := conflict.rows(t); rows[0].outcome != "conflict" || !strings.Contains(conflict.text("main"), "Anna Lindqvist marked Absent at 08:30. You chose Late.") {
		t.Errorf("the newer mark is not met: %s", conflict.text("main"))
	}
	for says, change := range map[string]func(url.Values){
		"a status that is none":        func(form url.Values) { form.Set("status", "999") },
		"a time that does not exist":   func(form url.Values) { form.Set("time", "25:00") },
		"a time that is still to come": func(form url.Values) { form.Set("time", "11:00") },
		"nobody":                       func(form url.Values) { form.Del("enrolment") },
		"a student of another class":   func(form url.Values) { form.Set("class", "9A") },
	} {
		form := office.finds(office.get(eightB).nameAt(5)).pressed(t, "Late")
		change(form)
		got := office.post(findPath, form).want(t, http.StatusUnprocessableEntity)
		if !strings.Contains(got.text("[role=alert]"), "Nothing was saved") {
			t.Errorf("%s: it says %s", says, got.text("main"))
		}
	}
	foreign := office.finds(name).pressed(t, "Late")
	foreign.Set("save", "nonsense")
	office.post(findPath, foreign).want(t, http.StatusBadRequest)
	p.as(t, administrator).post(findPath, office.finds(name).pressed(t, "Late")).want(t, http.StatusConflict)
	p.as(t, teacher).get(findPath+"?q=a").want(t, http.StatusForbidden)
	p.as(t, teacher).post(findPath, office.finds(name).pressed(t, "Late")).want(t, http.StatusForbidden)
}

func TestAPastDateIsChangedWithAReasonOnly(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	address := findPath + "?date=" + yesterday + "&q=" + url.QueryEscape(office.get(eightB).nameAt(3))
	page := office.get(address).want(t, http.StatusOK)
	if says := page.text(".banner"); says != "You are changing Wednesday 18 November, not today." {
		t.Errorf("the banner says %q", says)
	}
	form := page.pressed(t, "Excused")
	if got := office.post(findPath, form).want(t, http.StatusUnprocessableEntity); !strings.Contains(got.text("[role=alert]"), "a past date needs a reason") {
		t.Errorf("without a reason it says %s", got.text("main"))
	}
	form.Set("reason", "Letter from home")
	after := office.follow(office.post(findPath, form).want(t, http.StatusSeeOther)).want(t, http.StatusOK)
	if rows := after.rows(t); rows[0].status != "Excused" || after.text(".banner") == "" {
		t.Errorf("the row is %+v", rows)
	}
	for date, want := range map[string]int{"2026-12-01": http.StatusNotFound, "yesterday": http.StatusBadRequest} {
		office.get(findPath+"?q=a&date="+date).want(t, want)
	}
}

func TestAQuestionThatCannotBeAnsweredSaysWhy(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	for text, want := range map[string]struct {
		code int
		says string
	}{
		"":                        {http.StatusOK, "Type a part of a name"},
		"!!!":                     {http.StatusUnprocessableEntity, "no letter and no digit"},
		strings.Repeat("x", 500):  {http.StatusOK, "Nobody is called that"},
		strings.Repeat("x", 1001): {http.StatusUnprocessableEntity, "longer than 1000 characters"},
		"<b>zzzz</b>":             {http.StatusOK, "Nobody is called that"},
	} {
		got := v.finds(text).want(t, want.code)
		if !strings.Contains(got.text("main"), want.says) || got.page.Find("[data-enrolment], main script").Length() != 0 {
			t.Errorf("to %.20q it says %s", text, got.text("main"))
		}
	}
	v.get(findPath+"?q=a&open=x").want(t, http.StatusBadRequest)
	v.get(findPath+"?q=a&q=b").want(t, http.StatusBadRequest)
}

func TestAMarkThatIsOnItsWayIsSaidSo(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	page := office.finds(office.get(eightB).nameAt(3))
	p.fault(t, sandbox.Fault{Status: http.StatusServiceUnavailable, BulkOnly: true})
	after := office.follow(office.post(findPath, page.pressed(t, "Late")).want(t, http.StatusSeeOther)).want(t, http.StatusOK)
	if rows := after.rows(t); rows[0].outcome != "confirming" && rows[0].outcome != "waiting" || after.page.Find("#live[data-events]").Length() != 1 {
		t.Errorf("the row is %+v", rows)
	}
	if says := after.text("main"); strings.Contains(says, "saved.") {
		t.Errorf("it says %s", says)
	}
}

func TestOfAManyOnlyTheFirstAreShown(t *testing.T) {
	t.Parallel()
	p := bootBig(t, 400, 25)
	v := p.as(t, officeWorker)
	begun := time.Now()
	page := v.get("/schools/big/students?q=smith").want(t, http.StatusOK)
	if page.page.Find("[data-enrolment]").Length() != 50 || !strings.Contains(page.text("main"), "909 students found") {
		t.Errorf("it shows %.200s", page.text("main"))
	}
	t.Logf("10,000 students: %v", time.Since(begun))
	if one := v.get("/schools/big/students?q="+fmt.Sprint(studentOf(10_000))).want(t, http.StatusOK).rows(t); len(one) != 1 || one[0].enrolment != "10000" {
		t.Errorf("by number it finds %+v", one)
	}
}

// BenchmarkFinder measures the processor time of an answer of the finder in a school of
// 2,000 students, all with marks, as cpu-ms/op.
func BenchmarkFinder(b *testing.B) {
	p := bootBig(b, 80, 25, func(school *roll.School) { school.RollsDue = "08:00" })
	p.takeAll(b, 80, 25)
	v := p.as(b, officeWorker)
	for name, text := range map[string]string{"one": "okafor 11", "fifty": "smith", "class": "7A"} {
		b.Run(name, func(b *testing.B) {
			cookies := v.cookies()
			address := "/schools/big/students?q=" + url.QueryEscape(text)
			measure(b, func(int) {
				if answer := p.serve(cookies, http.MethodGet, address, nil); answer.Code != http.StatusOK {
					b.Errorf("it answered %d", answer.Code)
				}
			})
		})
	}
}

func TestAMarkFromTheFinderOnAClosedDayNeedsASecondPress(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	name := office.get(eightB).nameAt(3)
	office.post(daySettingsPath, url.Values{"due": {"08:00"}}).want(t, http.StatusSeeOther)
	office.closes("Autumn holiday", today, "").want(t, http.StatusSeeOther)
	board := office.get(dayPath).text("main")
	if !strings.Contains(board, "Autumn holiday") || strings.Contains(board, "overdue") {
		t.Errorf("the board says %.300s", board)
	}
	asked := office.post(findPath, office.finds(name).pressed(t, "Late")).want(t, http.StatusUnprocessableEntity)
	if says := asked.text("[role=alert]"); !strings.Contains(says, "Nothing was saved yet: the school is closed") {
		t.Errorf("it says %q", says)
	}
	after := office.follow(office.post(findPath, asked.pressed(t, "Late")).want(t, http.StatusSeeOther)).want(t, http.StatusOK)
	if rows := after.rows(t); rows[0].status != "Late" {
		t.Errorf("after the second press the row is %+v", rows)
	}
	page, _ := office.collects()
	asked = office.post(trayPath, page.pressedAll(t, "Excused")).want(t, http.StatusUnprocessableEntity)
	after = office.follow(office.post(trayPath, asked.pressedAll(t, "Excused")).want(t, http.StatusSeeOther)).want(t, http.StatusOK)
	if after.page.Find("#tray [data-outcome=saved]").Length() != 2 {
		t.Errorf("the tray shows %s", after.text("#tray"))
	}
}
