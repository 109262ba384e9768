package connecting_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// statusForm returns the form of the statuses, and its rows' ids.
func statusForm(a apptest.Answer) (url.Values, []string) {
	form := a.Form("form[action$='/statuses']")
	return form, form["id"]
}

// rowNamed returns the index of the form's row with the status of the name.
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

// bar returns the names of the statuses below a roll.
func bar(a apptest.Answer) []string {
	var names []string
	a.Page.Find("fieldset.statuses .choice").Each(func(_ int, choice *goquery.Selection) {
		names = append(names, strings.TrimSpace(choice.Text()))
	})
	return names
}

func TestTheOfficeSaysWhatTheSchoolSystemsStatusesMean(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	first := bar(v.Get(apptest.EightB).Want(t, http.StatusOK))
	page := v.Get(apptest.StatusesPath).Want(t, http.StatusOK)
	form, ids := statusForm(page)
	if len(ids) < 5 || page.Page.Find("input[name=id]:not([type=hidden])").Length() != 0 {
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
	if said := v.Follow(v.Post(apptest.StatusesPath, form)).Want(t, http.StatusOK).Text("[role=status]"); said == "" {
		t.Error("it does not say that they are stored")
	}
	now := bar(v.Get(apptest.EightB))
	if now[0] != "Late" || len(now) != len(first) {
		t.Errorf("the bar was %v and is %v", first, now)
	}
	statuses, err := p.App.Store.Statuses(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	aliases, err := p.App.Store.Aliases(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if got := statuses[0]; got.Letter != "T" || got.Family != roll.Other || got.CarriesTime || len(aliases) != 2 || aliases["Zu spät"] != got.ID {
		t.Errorf("stored is %+v, %v", got, aliases)
	}
	apptest.Must(t, p.App.Lists.Rosters.Refresh(t.Context(), school(t, p), periodNow(t, p)))
	if again := bar(v.Get(apptest.EightB)); again[0] != "Late" {
		t.Errorf("read again the bar is %v", again)
	}
}

func school(t *testing.T, p *apptest.Program) roll.School {
	t.Helper()
	found, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	return found
}

func periodNow(t *testing.T, p *apptest.Program) roll.PeriodID {
	t.Helper()
	periods, err := p.App.Store.Periods(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	return periods[len(periods)-1].ID
}

// withoutStatuses starts a program whose school system has no statuses.
func withoutStatuses(t *testing.T) *apptest.Program {
	t.Helper()
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Store.PutStatuses(t.Context(), apptest.Harbour, lists.FromFile, nil))
	return p
}

func TestARollWithoutStatusesSaysSoAndWhoCanHelp(t *testing.T) {
	t.Parallel()
	p := withoutStatuses(t)
	taught := p.As(t, apptest.Teacher).Get(apptest.EightB).Want(t, http.StatusOK)
	if said := taught.Text(".notice"); !strings.Contains(said, "Tell the office") || taught.Page.Find(".notice a").Length() != 0 {
		t.Errorf("a teacher reads %q", said)
	}
	for _, who := range []string{apptest.OfficeWorker, apptest.Administrator} {
		v := p.As(t, who)
		v.Get(v.Get(apptest.EightB).Address(".notice a")).Want(t, http.StatusOK)
	}
	if said := apptest.Boot(t).As(t, apptest.Teacher).Get(apptest.EightB).Text(".notice"); strings.Contains(said, "status") {
		t.Errorf("with statuses a teacher reads %q", said)
	}
}

func TestStatusesAreTypedInAndARollIsTakenWithThem(t *testing.T) {
	t.Parallel()
	p := withoutStatuses(t)
	v := p.As(t, apptest.OfficeWorker)
	page := v.Get(apptest.StatusesPath).Want(t, http.StatusOK)
	form, ids := statusForm(page)
	if len(ids) == 0 {
		t.Fatalf("there is no row to fill in: %s", page.Text("main"))
	}
	form["id"][0], form["name"][0] = "2", "Away"
	form["id"][1], form["name"][1], form["family"][1], form["letter"][1] = "1", "Here", "present", "H"
	v.Post(apptest.StatusesPath, form).Want(t, http.StatusSeeOther)
	statuses, err := p.App.Store.Statuses(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if len(statuses) != 2 || statuses[0].Letter == "" || statuses[1].Letter != "H" || statuses[1].Family != roll.Present {
		t.Errorf("stored are %+v", statuses)
	}
	if got := bar(p.As(t, apptest.Teacher).Get(apptest.EightB)); len(got) != 2 || got[0] != "Away" {
		t.Errorf("the bar is %v", got)
	}
	form, _ = statusForm(v.Get(apptest.StatusesPath))
	form.Add("remove", "0")
	v.Post(apptest.StatusesPath, form).Want(t, http.StatusSeeOther)
	if got := bar(p.As(t, apptest.Teacher).Get(apptest.EightB)); len(got) != 1 || got[0] != "Here" {
		t.Errorf("then the bar is %v", got)
	}
	v.Post(apptest.StatusesPath+"/source", url.Values{"source": {"service"}}).Want(t, http.StatusSeeOther)
	if got := bar(p.As(t, apptest.Teacher).Get(apptest.EightB)); len(got) < 5 {
		t.Errorf("from the school system the bar is %v", got)
	}
	v.Post(apptest.StatusesPath+"/source", url.Values{"source": {"typed"}}).Want(t, http.StatusSeeOther)
	if form, ids := statusForm(v.Get(apptest.StatusesPath)); len(ids) < 7 || form["name"][0] == "" {
		t.Errorf("to be typed in there are %v", form["name"])
	}
}

func TestStatusesThatCannotBeMeantAreAllRefusedAndComeBackAsTheyWereTyped(t *testing.T) {
	t.Parallel()
	p := withoutStatuses(t)
	v := p.As(t, apptest.Administrator)
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
		form, _ := statusForm(v.Get(apptest.StatusesPath))
		form["id"][0], form["name"][0], form["id"][1], form["name"][1] = "1", "Present", "2", "Absent"
		change(form)
		got := v.Post(apptest.StatusesPath, form).Want(t, http.StatusUnprocessableEntity)
		again, _ := statusForm(got)
		if got.Page.Find(".problem").Length() == 0 || again["name"][0] != "Present" || again["id"][1] != strings.TrimSpace(form["id"][1]) {
			t.Errorf("%s: %s", says, got.Text("main"))
		}
		if statuses, err := p.App.Store.Statuses(t.Context(), apptest.Harbour); err != nil || len(statuses) != 0 {
			t.Errorf("%s: stored are %+v, %v", says, statuses, err)
		}
	}
	v.Post(apptest.StatusesPath, url.Values{"id": {"1", "2"}, "name": {"x"}}).Want(t, http.StatusBadRequest)
	v.Post(apptest.StatusesPath+"/source", url.Values{"source": {"elsewhere"}}).Want(t, http.StatusUnprocessableEntity)
	v.Post(apptest.StatusesPath+"/alias", url.Values{"name": {"X"}, "status": {"77"}}).Want(t, http.StatusUnprocessableEntity)
	apptest.Must(t, p.App.Store.EditStatuses(t.Context(), apptest.Harbour, true, []roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}}, nil))
	v.Post(apptest.StatusesPath+"/alias", url.Values{"name": {" present "}, "status": {"2"}}).Want(t, http.StatusUnprocessableEntity)
	p.As(t, apptest.Teacher).Get(apptest.StatusesPath).Want(t, http.StatusForbidden)
	p.As(t, apptest.FrenchTeacher).Get(apptest.StatusesPath).Want(t, http.StatusNotFound)
}

func TestAnotherNameInAnAnswerMeansTheStatusOnceAPersonConfirmsIt(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	page := v.Get(apptest.EightB)
	ids := page.Rows(t)
	odd := "Afwezig"
	body := `[{"studentId":` + ids[0].Student + `,"attendanceStatus":"` + odd + `","date":"` + apptest.Today + `"}]`
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{Body: &body}))
	after := v.Follow(v.Post(apptest.RollPath, page.Press(t, "Absent", ids[0].Enrolment)))
	p.Sandbox.Heal(apptest.HarbourCode)
	if got := after.Rows(t)[0]; got.Outcome != "differs" {
		t.Fatalf("the row is %+v", got)
	}
	settings := v.Get(apptest.StatusesPath).Want(t, http.StatusOK)
	button := settings.Page.Find("form[action$='/alias']").First()
	if !strings.Contains(settings.Text("main"), odd) || button.Length() == 0 {
		t.Fatalf("the page does not ask: %s", settings.Text("main"))
	}
	form := url.Values{"name": {odd}, "status": {button.Find("button").AttrOr("value", "")}}
	v.Follow(v.Post(apptest.StatusesPath+"/alias", form)).Want(t, http.StatusOK)
	if v.Get(apptest.StatusesPath).Page.Find("form[action$='/alias']").Length() != 0 {
		t.Error("it asks again")
	}
	body = strings.ReplaceAll(body, ids[0].Student, ids[1].Student)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{Body: &body}))
	after = v.Follow(v.Post(apptest.RollPath, v.Get(apptest.EightB).Press(t, "Absent", ids[1].Enrolment)))
	if got := after.Rows(t)[1]; got.Outcome != "saved" {
		t.Errorf("the next row is %+v", got)
	}
}
