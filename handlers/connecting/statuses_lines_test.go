package connecting_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// pasted sends pasted lines and returns the answer.
func pasted(v *apptest.Visitor, lines string) apptest.Answer {
	form := v.Get(apptest.StatusesPath).Form("form:has(textarea[name=lines])")
	form.Set("lines", lines)
	return v.Post(apptest.StatusesPath, form)
}

func TestPastedLinesBecomeStatusesOnceTheyAreSaved(t *testing.T) {
	t.Parallel()
	p := withoutStatuses(t)
	v := p.As(t, apptest.OfficeWorker)
	preview := pasted(v, "1 Present\r\n• 012 Absent\r\n\r\n13;Late;T\r\n14 - Excused\r\n15\tLeft early\r\n16: Sick, at home\r\n١٧ Remote\r\nstatuses of 2026\r\n1st lesson\r\n18\r\n").Want(t, http.StatusOK)
	tells(t, preview, "7 statuses were read. Check them, then save.", "3 lines have no number and name", "statuses of 2026", "1st lesson")
	if again := preview.Form("form:has(textarea[name=lines])").Get("lines"); !strings.Contains(again, "1st lesson") {
		t.Errorf("of what was pasted there is left %q", again)
	}
	if statuses, err := p.App.Store.Statuses(t.Context(), apptest.Harbour); err != nil || len(statuses) != 0 {
		t.Fatalf("before anybody saved there are %+v, %v", statuses, err)
	}
	v.Post(apptest.StatusesPath, preview.Form("form:has(input[name=typed])")).Want(t, http.StatusSeeOther)
	statuses, err := p.App.Store.Statuses(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	want := map[roll.StatusID]string{1: "Present", 12: "Absent", 13: "Late", 14: "Excused", 15: "Left early", 16: "Sick, at home", 17: "Remote"}
	if len(statuses) != len(want) {
		t.Errorf("stored are %+v", statuses)
	}
	for _, status := range statuses {
		if want[status.ID] != status.Name || status.Letter == "" || status.ID == 13 && status.Letter != "T" || status.ID == 12 && status.Family != roll.Absent {
			t.Errorf("stored is %+v", status)
		}
	}
	renamed := pasted(v, "12 Away")
	tells(t, renamed, "1 status was read. Check it, then save.")
	if form, ids := statusForm(renamed); len(ids) != len(want) || form["name"][1] != "Away" {
		t.Errorf("pasted again the rows are %v", form["name"])
	}
}

func TestWhatIsNoListOfStatusesComesBackAsItWasPasted(t *testing.T) {
	t.Parallel()
	v := withoutStatuses(t).As(t, apptest.OfficeWorker)
	for _, lines := range []string{"Present\nAbsent", "", "12;Absent;away from school", "1;2;3;4", "-5 Absent", "0 Absent", "1 " + strings.Repeat("n", 101), "1.5 Absent and 2.5 Late" + strings.Repeat("x", 100)} {
		page := pasted(v, lines).Want(t, http.StatusUnprocessableEntity)
		tells(t, page, "This is no list of statuses")
		if again := page.Form("form:has(textarea[name=lines])").Get("lines"); again != lines {
			t.Errorf("of %q there is left %q", lines, again)
		}
	}
	served := apptest.Boot(t).As(t, apptest.OfficeWorker).Get(apptest.StatusesPath).Want(t, http.StatusOK)
	if served.Page.Find("textarea[name=lines]").Length() != 0 {
		t.Error("a school whose system gives statuses is asked to paste them")
	}
}

func TestANameInAnAnswerThatMeansNoneOfTheStatusesIsAskedOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	page := v.Get(apptest.EightB)
	ids := page.Rows(t)
	body := `[{"studentId":` + ids[0].Student + `,"attendanceStatus":"Afwezig","date":"` + apptest.Today + `"}]`
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{Body: &body}))
	v.Follow(v.Post(apptest.RollPath, page.Press(t, "Absent", ids[0].Enrolment)))
	p.Sandbox.Heal(apptest.HarbourCode)
	asked := v.Get(apptest.StatusesPath).Want(t, http.StatusOK)
	tells(t, asked, "Is it the same?", "Yes, always Absent", "No, it means something else")
	v.Post(apptest.StatusesPath+"/alias", url.Values{"name": {"Afwezig"}, "status": {"none"}}).Want(t, http.StatusSeeOther)
	settings := v.Get(apptest.StatusesPath).Want(t, http.StatusOK)
	if settings.Page.Find("form[action$='/alias']").Length() != 0 {
		t.Error("it asks again")
	}
	form, _ := statusForm(settings)
	v.Post(apptest.StatusesPath, form).Want(t, http.StatusSeeOther)
	if v.Get(apptest.StatusesPath).Page.Find("form[action$='/alias']").Length() != 0 {
		t.Error("it asks again after the statuses were saved")
	}
	body = strings.ReplaceAll(body, ids[0].Student, ids[1].Student)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{Body: &body}))
	after := v.Follow(v.Post(apptest.RollPath, v.Get(apptest.EightB).Press(t, "Absent", ids[1].Enrolment)))
	if got := after.Rows(t)[1]; got.Outcome != "differs" {
		t.Errorf("the next row is %+v", got)
	}
}
