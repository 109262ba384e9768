package taking_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// correcting returns the page of today's roll, with a teacher's Absent in row 3, and the office's press on it.
func correcting(t *testing.T, p *apptest.Program, status string, places ...int) (page apptest.Answer, form url.Values) {
	t.Helper()
	p.As(t, apptest.Teacher).Takes("Absent", 3)
	page = p.As(t, apptest.OfficeWorker).Get(apptest.EightB).Want(t, http.StatusOK)
	return page, page.Press(t, status, page.Enrolments(t, places...)...)
}

func TestTheOfficeGivesAReasonForChangingAnotherPersonsMarkOfToday(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, form := correcting(t, p, "Excused", 3, 4)
	if field := page.Page.Find("#roll [name=reason]"); field.Length() != 1 || field.Is("[required]") {
		t.Error("the page does not offer the reason, or always requires it")
	}
	refused := p.Nothing(t, func() apptest.Answer { return office.Post(apptest.RollPath, form) }).Want(t, http.StatusUnprocessableEntity)
	if says := refused.Text("#summary"); says != "Nothing was saved yet: changing a mark that someone else made needs a reason." {
		t.Errorf("it says %q", says)
	}
	if focus := refused.Page.Find("[autofocus]"); focus.Length() != 1 || focus.AttrOr("name", "") != "reason" {
		t.Error("the field has not the focus")
	}
	rows := refused.Rows(t)
	if !rows[3].Ticked || !rows[4].Ticked || !refused.Page.Find("[name=status][checked]").Is("[value='"+form.Get("status")+"']") {
		t.Error("the ticks or the status are lost")
	}
	answer := office.Post(apptest.RollPath, form, apptest.ByScript()...).Want(t, http.StatusUnprocessableEntity)
	if answer.Page.Find("[hx-swap-oob='innerHTML:#correction'] [name=reason][autofocus]").Length() != 1 || answer.Page.Find("[autofocus]").Length() != 1 {
		t.Errorf("the answer is %s", answer.Body)
	}
	form = refused.Press(t, "Excused", refused.Enrolments(t, 3, 4)...)
	form.Set("reason", "Mother called")
	office.Post(apptest.RollPath, form).Saved(t)
	p.WantCallsOf(t, 1, 2)
}

func TestTodayAsksForNoReasonWhereNothingIsCorrected(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for says, one := range map[string]struct {
		status string
		place  int
	}{"a first mark": {"Absent", 5}, "the same value": {"Absent", 3}, "late": {"Late", 3}, "left early": {"Left early", 3}} {
		p := apptest.Boot(t)
		_, form := correcting(t, p, one.status, one.place)
		if got := p.As(t, apptest.OfficeWorker).Post(apptest.RollPath, form); got.Code != http.StatusSeeOther {
			t.Errorf("%s: %d, %s", says, got.Code, got.Text("#summary"))
		}
	}
	office := p.As(t, apptest.OfficeWorker)
	office.Takes("Absent", 0)
	if office.Get(apptest.EightB).Page.Find("[name=reason]").Length() > 0 {
		t.Error("the office's own marks ask for a reason")
	}
	office.Takes("Excused", 0)
}

// secret is a reason that only those who correct may read.
const secret = "At the clinic"

func TestOnlyTheOfficeIsOfferedTheLastReasons(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	_, form := correcting(t, p, "Excused", 3)
	form.Set("reason", secret)
	token := office.Post(apptest.RollPath, form).Saved(t)
	p.As(t, apptest.Teacher).Takes("Absent", 6)
	history := "/schools/harbour/students/" + form.Get("enrolment") + "/history?date=" + apptest.Today
	for _, path := range []string{apptest.EightB, apptest.EightB + "&date=" + apptest.Yesterday} {
		if offered := office.Get(path).Page.Find("#reasons option").AttrOr("value", ""); offered != secret {
			t.Errorf("%s offers %q", path, offered)
		}
	}
	for _, path := range []string{apptest.SavesPath + token, history} {
		if !strings.Contains(office.Get(path).Text("main"), secret) {
			t.Errorf("the office does not read the reason on %s", path)
		}
	}
	teacher, tablet := p.As(t, apptest.Teacher), p.Tablet(t, "Door 12", "8B")
	for says, pages := range map[string][]apptest.Answer{
		"a teacher": {
			teacher.Get(apptest.EightB), teacher.Get(apptest.EightB + "&date=" + apptest.Yesterday),
			teacher.Get(apptest.SavesPath + token), teacher.Get(history),
		},
		"a cover":  {p.Covers(t, p.CoverLink(t, "8B", "15:30"), "Sam").CoverRoll()},
		"a tablet": {tablet.Follow(tablet.Get("/door"))},
	} {
		for i, page := range pages {
			if page.Want(t, http.StatusOK).Page.Find("#roll [name=reason], #reasons, #correction").Length() > 0 || strings.Contains(string(page.Body), secret) {
				t.Errorf("%s reads reasons on page %d: %s", says, i, page.Text("main"))
			}
		}
	}
}
