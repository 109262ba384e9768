package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

// nameAt returns the name of the student at the place of 8B.
func nameAt(a apptest.Answer, place int) string {
	name := a.Page.Find("[data-enrolment] bdi").Eq(place)
	return strings.Join(strings.Fields(name.Text()), " ")
}

func TestAStudentIsFoundAndMarkedLateByTheOffice(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	name := nameAt(office.Get(apptest.EightB), 3)
	page := office.Finds(name).Want(t, http.StatusOK)
	if page.Page.Find("[data-enrolment]").Length() != 1 || page.Text("#mark .primary") != "Save "+name+" as Late" || page.Form("#mark").Get("time") != "08:30" {
		t.Fatalf("it shows %s", page.Text("main"))
	}
	form := pressedWith(t, page, "Late")
	form.Set("time", "08:22")
	after := office.Follow(office.Post(apptest.FindPath, form).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if says := after.Text("main"); !strings.Contains(says, name+": Late 08:22 saved.") {
		t.Errorf("it says %s", says)
	}
	if rows := after.Rows(t); rows[0].Outcome != "saved" || rows[0].Status != "Late" {
		t.Errorf("the row is %+v", rows)
	}
	p.WantOneCall(t, form.Get("status"), form.Get("enrolment"))
	again := office.Post(apptest.FindPath, form).Want(t, http.StatusSeeOther)
	office.Follow(again).Want(t, http.StatusOK)
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 1 {
		t.Errorf("the same press made %d calls", len(calls))
	}
	if says := p.As(t, apptest.OtherTeacher).Get(apptest.EightB).Rows(t)[3]; says.Status != "Late" {
		t.Errorf("the roll shows %+v", says)
	}
}

func TestAMarkFromTheFinderKeepsTheRulesOfARoll(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	name := nameAt(office.Get(apptest.EightB), 3)
	stale := pressedWith(t, office.Finds(name), "Late")
	p.As(t, apptest.Teacher).Takes("Absent", 3)
	conflict := office.Post(apptest.FindPath, stale).Want(t, http.StatusConflict)
	if rows := conflict.Rows(t); rows[0].Outcome != "conflict" || !strings.Contains(conflict.Text("main"), "Anna Lindqvist marked Absent at 08:30. You chose Late.") {
		t.Errorf("the newer mark is not met: %s", conflict.Text("main"))
	}
	for says, change := range map[string]func(url.Values){
		"a status that is none":        func(form url.Values) { form.Set("status", "999") },
		"a time that does not exist":   func(form url.Values) { form.Set("time", "25:00") },
		"a time that is still to come": func(form url.Values) { form.Set("time", "11:00") },
		"nobody":                       func(form url.Values) { form.Del("enrolment") },
		"a student of another class":   func(form url.Values) { form.Set("class", "9A") },
	} {
		form := pressedWith(t, office.Finds(nameAt(office.Get(apptest.EightB), 5)), "Late")
		change(form)
		got := office.Post(apptest.FindPath, form).Want(t, http.StatusUnprocessableEntity)
		if !strings.Contains(got.Text("[role=alert]"), "Nothing was saved") {
			t.Errorf("%s: it says %s", says, got.Text("main"))
		}
	}
	foreign := pressedWith(t, office.Finds(name), "Late")
	foreign.Set("save", "nonsense")
	office.Post(apptest.FindPath, foreign).Want(t, http.StatusBadRequest)
	p.As(t, apptest.Administrator).Post(apptest.FindPath, pressedWith(t, office.Finds(name), "Late")).Want(t, http.StatusConflict)
	p.As(t, apptest.Teacher).Get(apptest.FindPath+"?q=a").Want(t, http.StatusForbidden)
	p.As(t, apptest.Teacher).Post(apptest.FindPath, pressedWith(t, office.Finds(name), "Late")).Want(t, http.StatusForbidden)
}

func TestAPastDateIsChangedWithAReasonOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	address := apptest.FindPath + "?date=" + apptest.Yesterday + "&q=" + url.QueryEscape(nameAt(office.Get(apptest.EightB), 3))
	page := office.Get(address).Want(t, http.StatusOK)
	if says := page.Text(".banner"); says != "You are changing Wednesday 18 November, not today." {
		t.Errorf("the banner says %q", says)
	}
	form := pressedWith(t, page, "Excused")
	if got := office.Post(apptest.FindPath, form).Want(t, http.StatusUnprocessableEntity); !strings.Contains(got.Text("[role=alert]"), "a past date needs a reason") {
		t.Errorf("without a reason it says %s", got.Text("main"))
	}
	form.Set("reason", "Letter from home")
	after := office.Follow(office.Post(apptest.FindPath, form).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if rows := after.Rows(t); rows[0].Status != "Excused" || after.Text(".banner") == "" {
		t.Errorf("the row is %+v", rows)
	}
	for date, want := range map[string]int{"2026-12-01": http.StatusNotFound, "yesterday": http.StatusBadRequest} {
		office.Get(apptest.FindPath+"?q=a&date="+date).Want(t, want)
	}
}

func TestTheFinderAsksForAReasonToChangeAnotherPersonsMarkOfToday(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	roll := office.Get(apptest.EightB)
	p.As(t, apptest.Teacher).Takes("Absent", 3)
	if office.Finds(nameAt(roll, 5)).Page.Find("[name=reason]").Length() > 0 {
		t.Error("a first mark asks for a reason")
	}
	page := office.Finds(nameAt(roll, 3))
	late := pressedWith(t, page, "Late")
	form := pressedWith(t, page, "Excused")
	refused := p.Nothing(t, func() apptest.Answer { return office.Post(apptest.FindPath, form) }).Want(t, http.StatusUnprocessableEntity)
	if says := refused.Text("#open [role=alert]"); says != "Nothing was saved yet: changing a mark that someone else made needs a reason." {
		t.Errorf("it says %q", says)
	}
	if focus := refused.Page.Find("#mark [autofocus]"); focus.AttrOr("name", "") != "reason" || focus.AttrOr("aria-describedby", "") != "refused" {
		t.Error("the field has not the focus, or does not say why")
	}
	if says := refused.Text("#mark .primary"); says != "Save "+nameAt(roll, 3)+" as Excused" {
		t.Errorf("the button says %q", says)
	}
	form = pressedWith(t, refused, "Excused")
	form.Set("reason", "Mother called")
	office.Post(apptest.FindPath, form).Want(t, http.StatusSeeOther)
	after := office.Finds(nameAt(roll, 3))
	if after.Page.Find("[name=reason]").Length() > 0 || after.Rows(t)[0].Status != "Excused" {
		t.Error("the office's own mark asks for a reason, or nothing was saved")
	}
	form = pressedWith(t, after, "Absent")
	office.Post(apptest.FindPath, form).Want(t, http.StatusSeeOther)
	office.Post(apptest.FindPath, late).Want(t, http.StatusConflict)
}

func TestAQuestionThatCannotBeAnsweredSaysWhy(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	for text, want := range map[string]struct {
		code int
		says string
	}{
		"":                        {http.StatusOK, "Type part of a name"},
		"!!!":                     {http.StatusUnprocessableEntity, "Type part of a name"},
		strings.Repeat("x", 500):  {http.StatusOK, "Nobody found"},
		strings.Repeat("x", 1001): {http.StatusUnprocessableEntity, "at most 1000 characters"},
		"<b>zzzz</b>":             {http.StatusOK, "Nobody found"},
	} {
		got := v.Finds(text).Want(t, want.code)
		if !strings.Contains(got.Text("main"), want.says) || got.Page.Find("[data-enrolment], main script").Length() != 0 {
			t.Errorf("to %.20q it says %s", text, got.Text("main"))
		}
	}
	v.Get(apptest.FindPath+"?q=a&open=x").Want(t, http.StatusBadRequest)
	v.Get(apptest.FindPath+"?q=a&q=b").Want(t, http.StatusBadRequest)
}

func TestAMarkThatIsOnItsWayIsSaidSo(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page := office.Finds(nameAt(office.Get(apptest.EightB), 3))
	p.Fault(t, sandbox.Fault{Status: http.StatusServiceUnavailable, BulkOnly: true})
	after := office.Follow(office.Post(apptest.FindPath, pressedWith(t, page, "Late")).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if rows := after.Rows(t); rows[0].Outcome != "confirming" && rows[0].Outcome != "waiting" || after.Page.Find("#live[data-events]").Length() != 1 {
		t.Errorf("the row is %+v", rows)
	}
	if says := after.Text("main"); strings.Contains(says, "saved.") {
		t.Errorf("it says %s", says)
	}
}

func TestOfManyStudentsOnlyTheFirstAreShown(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.PutStudents(t, apptest.ManyStudents(400, 25))
	v := p.As(t, apptest.OfficeWorker)
	begun := time.Now()
	page := v.Get("/schools/harbour/students?q=smith").Want(t, http.StatusOK)
	if page.Page.Find("[data-enrolment]").Length() != 50 || !strings.Contains(page.Text("main"), "50 of 909 found.") {
		t.Errorf("it shows %.200s", page.Text("main"))
	}
	t.Logf("10,000 students: %v", time.Since(begun))
	if one := v.Get("/schools/harbour/students?q="+fmt.Sprint(apptest.StudentOf(10_000))).Want(t, http.StatusOK).Rows(t); len(one) != 1 || one[0].Enrolment != "10000" {
		t.Errorf("by number it finds %+v", one)
	}
}

func TestAMarkFromTheFinderOnAClosedDayNeedsASecondPress(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	name := nameAt(office.Get(apptest.EightB), 3)
	office.Post(apptest.DaySettingsPath, url.Values{"due": {"08:00"}}).Want(t, http.StatusSeeOther)
	office.Closes("Autumn holiday", apptest.Today, "").Want(t, http.StatusSeeOther)
	board := office.Get(apptest.DayPath).Text("main")
	if !strings.Contains(board, "Autumn holiday") || strings.Contains(board, "overdue") {
		t.Errorf("the board says %.300s", board)
	}
	asked := office.Post(apptest.FindPath, pressedWith(t, office.Finds(name), "Late")).Want(t, http.StatusUnprocessableEntity)
	if says := asked.Text("[role=alert]"); !strings.Contains(says, "Nothing was saved yet: the school is closed") {
		t.Errorf("it says %q", says)
	}
	after := office.Follow(office.Post(apptest.FindPath, pressedWith(t, asked, "Late")).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if rows := after.Rows(t); rows[0].Status != "Late" {
		t.Errorf("after the second press the row is %+v", rows)
	}
	page, _ := collects(office)
	asked = office.Post(trayPath, pressedAll(page, t, "Excused")).Want(t, http.StatusUnprocessableEntity)
	after = office.Follow(office.Post(trayPath, pressedAll(asked, t, "Excused")).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if after.Page.Find("#tray [data-outcome=saved]").Length() != 2 {
		t.Errorf("the tray shows %s", after.Text("#tray"))
	}
}

func TestThePagesOfAPastDayFindAndSaveOnThatDay(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	for _, path := range []string{apptest.DayPath, apptest.FindPath, apptest.EightB} {
		for date, names := range map[string]string{apptest.Yesterday: apptest.Yesterday, apptest.Today: ""} {
			at, _ := url.Parse(path)
			query := at.Query()
			query.Set("date", date)
			page := office.Get(at.Path+"?"+query.Encode()).Want(t, http.StatusOK)
			if got := page.Form("form.finder").Get("date"); got != names {
				t.Errorf("on %s of %s the search is for the day %q", path, date, got)
			}
			if head := page.Page.Find("header[data-other-day]").Length() > 0; head != (names != "") {
				t.Errorf("the head of %s of %s is of another day: %t", path, date, head)
			}
		}
	}
	name := nameAt(office.Get(apptest.EightB), 3)
	found := office.Get(apptest.FindPath+"?date="+apptest.Yesterday+"&q="+url.QueryEscape(name)).Want(t, http.StatusOK)
	if button := found.Text("#mark [data-ready]"); button != "Save "+name+" as Late on Wed 18 Nov" {
		t.Errorf("the button says %q", button)
	}
	// A known absence is of today or later.
	found.Page.Find("#found a").Each(func(_ int, link *goquery.Selection) {
		if to := link.AttrOr("href", ""); !strings.Contains(to, apptest.Yesterday) {
			t.Errorf("%q leads to another day: %s", link.Text(), to)
		}
	})
}
