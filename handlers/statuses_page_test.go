package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
	"rollbook/web/store"
)

const statusesPath = settingsPath + "/statuses"

// statusForm is the form of the statuses, and its rows' ids.
func statusForm(a answer) (url.Values, []string) {
	form := a.form("form[action$='/statuses']")
	return form, form["id"]
}

// rowNamed is where the status of the name stands in the form.
func rowNamed(t *testing.T, form url.Values, name string) int {
	t.Helper()
	for i, known := range form["name"] {
		if known == name {
			return i
		}
	}
	t.Fatalf("%s is not among %v", name, form["name"])
	return 0
}

// bar are the names of the statuses under a roll.
func bar(a answer) []string {
	var names []string
	a.page.Find("fieldset.statuses .choice").Each(func(_ int, choice *goquery.Selection) {
		names = append(names, strings.TrimSpace(choice.Text()))
	})
	return names
}

func TestTheOfficeSaysWhatTheSchoolSystemsStatusesMean(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	first := bar(v.get(eightB).want(t, http.StatusOK))
	page := v.get(statusesPath).want(t, http.StatusOK)
	form, ids := statusForm(page)
	if len(ids) < 5 || page.page.Find("input[name=id]:not([type=hidden])").Length() != 0 {
		t.Fatalf("the page has %v", ids)
	}
	late := rowNamed(t, form, "Late")
	form["letter"][late], form["family"][late], form["order"][late], form["aliases"][late] = "T", "other", "0", "Tardy, Zu spät"
	form["name"][late] = "Renamed"
	var kept []string
	for _, i := range form["time"] {
		if i != string(rune('0'+late)) {
			kept = append(kept, i)
		}
	}
	form["time"] = kept
	if said := v.follow(v.post(statusesPath, form)).want(t, http.StatusOK).text("[role=status]"); said == "" {
		t.Error("it does not say that they are stored")
	}
	now := bar(v.get(eightB))
	if now[0] != "Late" || len(now) != len(first) {
		t.Errorf("the bar was %v and is %v", first, now)
	}
	statuses, err := p.app.Store.Statuses(t.Context(), harbour)
	must(t, err)
	aliases, err := p.app.Store.Aliases(t.Context(), harbour)
	must(t, err)
	if got := statuses[0]; got.Letter != "T" || got.Family != roll.Other || got.CarriesTime || len(aliases) != 2 || aliases["Zu spät"] != got.ID {
		t.Errorf("stored is %+v, %v", got, aliases)
	}
	must(t, p.app.Rosters.Refresh(t.Context(), school(t, p), periodNow(t, p)))
	if again := bar(v.get(eightB)); again[0] != "Late" {
		t.Errorf("read again the bar is %v", again)
	}
}

func school(t *testing.T, p *program) roll.School {
	t.Helper()
	found, err := p.app.Store.School(t.Context(), harbour)
	must(t, err)
	return found
}

func periodNow(t *testing.T, p *program) roll.PeriodID {
	t.Helper()
	periods, err := p.app.Store.Periods(t.Context(), harbour)
	must(t, err)
	return periods[len(periods)-1].ID
}

// withoutStatuses is a program whose school system gives no statuses.
func withoutStatuses(t *testing.T) *program {
	t.Helper()
	p := boot(t)
	must(t, p.app.Store.PutStatuses(t.Context(), harbour, store.FromFile, nil))
	return p
}

func TestARollWithoutStatusesSaysSoAndWhoCanHelp(t *testing.T) {
	t.Parallel()
	p := withoutStatuses(t)
	taught := p.as(t, teacher).get(eightB).want(t, http.StatusOK)
	if said := taught.text(".notice"); !strings.Contains(said, "Tell the office") || taught.page.Find(".notice a").Length() != 0 {
		t.Errorf("a teacher reads %q", said)
	}
	for _, who := range []string{officeWorker, administrator} {
		v := p.as(t, who)
		v.get(v.get(eightB).address(".notice a")).want(t, http.StatusOK)
	}
	if said := boot(t).as(t, teacher).get(eightB).text(".notice"); strings.Contains(said, "status") {
		t.Errorf("with statuses a teacher reads %q", said)
	}
}

func TestStatusesAreTypedInAndARollIsTakenWithThem(t *testing.T) {
	t.Parallel()
	p := withoutStatuses(t)
	v := p.as(t, officeWorker)
	page := v.get(statusesPath).want(t, http.StatusOK)
	form, ids := statusForm(page)
	if len(ids) == 0 {
		t.Fatalf("there is no row to fill in: %s", page.text("main"))
	}
	form["id"][0], form["name"][0] = "2", "Away"
	form["id"][1], form["name"][1], form["family"][1], form["letter"][1] = "1", "Here", "present", "H"
	v.post(statusesPath, form).want(t, http.StatusSeeOther)
	statuses, err := p.app.Store.Statuses(t.Context(), harbour)
	must(t, err)
	if len(statuses) != 2 || statuses[0].Letter == "" || statuses[1].Letter != "H" || statuses[1].Family != roll.Present {
		t.Errorf("stored are %+v", statuses)
	}
	if got := bar(p.as(t, teacher).get(eightB)); len(got) != 2 || got[0] != "Away" {
		t.Errorf("the bar is %v", got)
	}
	form, _ = statusForm(v.get(statusesPath))
	form.Add("remove", "0")
	v.post(statusesPath, form).want(t, http.StatusSeeOther)
	if got := bar(p.as(t, teacher).get(eightB)); len(got) != 1 || got[0] != "Here" {
		t.Errorf("then the bar is %v", got)
	}
	v.post(statusesPath+"/source", url.Values{"source": {"service"}}).want(t, http.StatusSeeOther)
	if got := bar(p.as(t, teacher).get(eightB)); len(got) < 5 {
		t.Errorf("from the school system the bar is %v", got)
	}
	v.post(statusesPath+"/source", url.Values{"source": {"typed"}}).want(t, http.StatusSeeOther)
	if form, ids := statusForm(v.get(statusesPath)); len(ids) < 7 || form["name"][0] == "" {
		t.Errorf("to be typed in there are %v", form["name"])
	}
}

func TestStatusesThatCannotBeMeantAreAllRefusedAndComeBackAsTheyWereTyped(t *testing.T) {
	t.Parallel()
	p := withoutStatuses(t)
	v := p.as(t, administrator)
	for says, change := range map[string]func(form url.Values){
		"a number that is none": func(f url.Values) { f["id"][1] = "1e3" },
		"no number":             func(f url.Values) { f["id"][1] = "" },
		"a number twice":        func(f url.Values) { f["id"][1] = "1" },
		"no name":               func(f url.Values) { f["name"][1] = " " },
		"a name twice":          func(f url.Values) { f["name"][1] = "PRESENT" },
		"a long name":           func(f url.Values) { f["name"][1] = strings.Repeat("n", 101) },
		"a letter twice":        func(f url.Values) { f["letter"][0], f["letter"][1] = "p", "P" },
		"a long letter":         func(f url.Values) { f["letter"][1] = "ABC" },
		"a kind that is none":   func(f url.Values) { f["family"][1] = "gone" },
		"a place that is none":  func(f url.Values) { f["order"][1] = "first" },
		"another's name":        func(f url.Values) { f["aliases"][1] = "Away, present" },
		"two of the same other": func(f url.Values) { f["aliases"][0], f["aliases"][1] = "X", "x" },
		"too many other names":  func(f url.Values) { f["aliases"][1] = "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u" },
	} {
		form, _ := statusForm(v.get(statusesPath))
		form["id"][0], form["name"][0], form["id"][1], form["name"][1] = "1", "Present", "2", "Absent"
		change(form)
		got := v.post(statusesPath, form).want(t, http.StatusUnprocessableEntity)
		again, _ := statusForm(got)
		if got.page.Find(".problem").Length() == 0 || again["name"][0] != "Present" || again["id"][1] != strings.TrimSpace(form["id"][1]) {
			t.Errorf("%s: %s", says, got.text("main"))
		}
		if statuses, err := p.app.Store.Statuses(t.Context(), harbour); err != nil || len(statuses) != 0 {
			t.Errorf("%s: stored are %+v, %v", says, statuses, err)
		}
	}
	v.post(statusesPath, url.Values{"id": {"1", "2"}, "name": {"x"}}).want(t, http.StatusBadRequest)
	v.post(statusesPath+"/source", url.Values{"source": {"elsewhere"}}).want(t, http.StatusUnprocessableEntity)
	v.post(statusesPath+"/alias", url.Values{"name": {"X"}, "status": {"77"}}).want(t, http.StatusUnprocessableEntity)
	must(t, p.app.Store.EditStatuses(t.Context(), harbour, true, []roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}}, nil))
	v.post(statusesPath+"/alias", url.Values{"name": {" present "}, "status": {"2"}}).want(t, http.StatusUnprocessableEntity)
	p.as(t, teacher).get(statusesPath).want(t, http.StatusForbidden)
	p.as(t, frenchTeacher).get(statusesPath).want(t, http.StatusNotFound)
}

func TestAnotherNameInAnAnswerIsTakenForTheStatusOnceSomebodySaysSo(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	page := v.get(eightB)
	ids := page.rows(t)
	odd := "Afwezig"
	body := `[{"studentId":` + ids[0].student + `,"attendanceStatus":"` + odd + `","date":"` + today + `"}]`
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{Body: &body}))
	after := v.follow(v.post(rollPath, page.press(t, "Absent", ids[0].enrolment)))
	p.sandbox.Heal(harbourCode)
	if got := after.rows(t)[0]; got.outcome != "differs" {
		t.Fatalf("the row is %+v", got)
	}
	settings := v.get(statusesPath).want(t, http.StatusOK)
	button := settings.page.Find("form[action$='/alias']").First()
	if !strings.Contains(settings.text("main"), odd) || button.Length() == 0 {
		t.Fatalf("the page does not ask: %s", settings.text("main"))
	}
	form := url.Values{"name": {odd}, "status": {button.Find("button").AttrOr("value", "")}}
	v.follow(v.post(statusesPath+"/alias", form)).want(t, http.StatusOK)
	if v.get(statusesPath).page.Find("form[action$='/alias']").Length() != 0 {
		t.Error("it asks again")
	}
	body = strings.ReplaceAll(body, ids[0].student, ids[1].student)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{Body: &body}))
	after = v.follow(v.post(rollPath, v.get(eightB).press(t, "Absent", ids[1].enrolment)))
	if got := after.rows(t)[1]; got.outcome != "saved" {
		t.Errorf("the next row is %+v", got)
	}
}
