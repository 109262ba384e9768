package taking_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// backPath is the page that takes the save back.
func backPath(token string) string { return apptest.SavesPath + token + "/back" }

// wrongRoll is a morning on which the office marked row 0 Late, and then a teacher marked rows 0 to 2 Absent. It returns
// the teacher's save.
func wrongRoll(t *testing.T) (p *apptest.Program, clock *apptest.MovingClock, token string) {
	t.Helper()
	clock = apptest.NewMovingClock(apptest.BootHour())
	p = apptest.BootAt(t, clock.Now)
	p.As(t, apptest.OtherTeacher).Takes("Late", 0)
	clock.Forward(time.Minute)
	return p, clock, p.As(t, apptest.Teacher).Takes("Absent", 0, 1, 2)
}

// choosing returns the page's form, with the status of the name for the students who had no mark.
func choosing(t *testing.T, page apptest.Answer, status string) url.Values {
	t.Helper()
	form := page.Form("form.stack")
	for _, option := range page.Page.Find("[name=status] option").EachIter() {
		if option.Text() == status {
			form.Set("status", option.AttrOr("value", ""))
		}
	}
	return form
}

func wantStatuses(t *testing.T, p *apptest.Program, want ...string) {
	t.Helper()
	rows := p.As(t, apptest.OtherTeacher).Get(apptest.EightB).Rows(t)
	for place, status := range want {
		if rows[place].Status != status {
			t.Errorf("row %d is %+v, want %s", place, rows[place], status)
		}
	}
}

func TestAWrongRollIsTakenBackWholeByItsTeacher(t *testing.T) {
	t.Parallel()
	p, _, token := wrongRoll(t)
	v := p.As(t, apptest.Teacher)
	if link := v.Get(apptest.SavesPath + token).Page.Find("a[href$='/back']"); link.Length() != 1 {
		t.Error("the save's page does not offer to take it back")
	}
	page := v.Get(backPath(token)).Want(t, http.StatusOK)
	for _, says := range []string{"Back to Late", "Had no mark: stays Absent", "2 students had no mark."} {
		if !strings.Contains(page.Text("main"), says) {
			t.Errorf("%q is not on the page: %s", says, page.Text("main"))
		}
	}
	if page.Page.Find("[name=reason]").Length() > 0 {
		t.Error("a teacher is asked for a reason")
	}
	form := choosing(t, page, "Present")
	v.Post(backPath(token), form).Want(t, http.StatusSeeOther)
	v.Post(backPath(token), form).Want(t, http.StatusSeeOther)
	p.WantCallsOf(t, 1, 1, 2, 3)
	wantStatuses(t, p, "Late", "Present", "Present")
	form.Del("status")
	v.Post(backPath(token), form).Want(t, http.StatusSeeOther)
	if again := v.Get(backPath(token)).Page.Find("[name=enrolment][checked]").Length(); again > 0 {
		t.Errorf("after that %d are ticked", again)
	}
}

func TestStudentsWithoutAnEarlierMarkStayUntilAStatusIsChosen(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	token := v.Takes("Absent", 1, 2)
	form := v.Get(backPath(token)).Form("form.stack")
	refused := p.Nothing(t, func() apptest.Answer { return v.Post(backPath(token), form) }).Want(t, http.StatusUnprocessableEntity)
	if !strings.Contains(refused.Text("[role=alert]"), "choose a status") || refused.Page.Find("[name=enrolment][checked]").Length() != 2 {
		t.Errorf("it says %s", refused.Text("main"))
	}
}

func TestMarksThatOthersChangedMeanwhileAreAsked(t *testing.T) {
	t.Parallel()
	p, clock, token := wrongRoll(t)
	v, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	stale := v.Get(backPath(token))
	clock.Forward(time.Minute)
	office.Takes("Left early", 1)
	page := v.Get(backPath(token))
	if page.Page.Find("[name=enrolment][checked]").Length() != 2 || !strings.Contains(page.Text("main"), "Changed to Left early by Kofi Osei (office)") {
		t.Errorf("the page says %s", page.Text("main"))
	}
	v.Post(backPath(token), choosing(t, stale, "Present")).Want(t, http.StatusSeeOther)
	wantStatuses(t, p, "Late", "Left early", "Present")
}

func TestAChangedMarkIsTakenBackTooWhenItIsTicked(t *testing.T) {
	t.Parallel()
	p, clock, token := wrongRoll(t)
	clock.Forward(time.Minute)
	p.As(t, apptest.OfficeWorker).Takes("Left early", 1)
	v := p.As(t, apptest.Teacher)
	page := v.Get(backPath(token))
	form := choosing(t, page, "Present")
	form["enrolment"] = v.Get(apptest.EightB).Enrolments(t, 0, 1, 2)
	v.Post(backPath(token), form).Want(t, http.StatusSeeOther)
	wantStatuses(t, p, "Late", "Present", "Present")
}

func TestAfterTenMinutesTheOfficeTakesBackWithAReason(t *testing.T) {
	t.Parallel()
	p, clock, token := wrongRoll(t)
	teacher, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	form := choosing(t, teacher.Get(backPath(token)), "Present")
	clock.Forward(11 * time.Minute)
	late := p.Nothing(t, func() apptest.Answer { return teacher.Post(backPath(token), form) }).Want(t, http.StatusForbidden)
	if says := late.Text("[role=alert]"); says != "The 10 minutes for taking this back are over. Ask the office to take it back." {
		t.Errorf("it says %q", says)
	}
	p.As(t, apptest.OtherTeacher).Get(backPath(token)).Want(t, http.StatusForbidden)
	form = choosing(t, office.Get(backPath(token)).Want(t, http.StatusOK), "Present")
	p.Nothing(t, func() apptest.Answer { return office.Post(backPath(token), form) }).Want(t, http.StatusUnprocessableEntity)
	form.Set("reason", "Wrong class")
	office.Post(backPath(token), form).Want(t, http.StatusSeeOther)
	wantStatuses(t, p, "Late", "Present", "Present")
}

func TestTheOutcomeOfASaveLeadsToTakingItBack(t *testing.T) {
	t.Parallel()
	p, clock, token := wrongRoll(t)
	v := p.As(t, apptest.Teacher)
	change := v.Get(v.Get(apptest.EightB+"&save="+token).Want(t, http.StatusOK).Address("#change")).Want(t, http.StatusOK)
	if link := change.Address("a[href$='/back']"); link != backPath(token) {
		t.Errorf("it leads to %q", link)
	}
	clock.Forward(11 * time.Minute)
	if link := v.Get(apptest.EightB + "&change=1&save=" + token).Page.Find("a[href$='/back']"); link.Length() > 0 {
		t.Error("it leads there when the minutes are over")
	}
	v.Get(apptest.EightB+"&change=1&save=nonsense").Want(t, http.StatusOK)
}

// TestAPressOfSeveralSavesIsTakenBackAsOne takes back a press of a status for the ticked, one for the others, and one
// for a known absence.
func TestAPressOfSeveralSavesIsTakenBackAsOne(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	v, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	v.Takes("Late", 0)
	v.Takes("Absent", 1, 2)
	students := v.Get(apptest.EightB).Enrolments(t, 0, 1, 2, 3)
	absence := office.Get("/schools/harbour/absences?student=" + students[3])
	office.Post("/schools/harbour/absences", absence.Form("#absence")).Want(t, http.StatusSeeOther)
	clock.Forward(time.Minute)
	page := v.Get(apptest.EightB)
	press := page.Press(t, "Left early", students[0], students[1], students[2])
	press.Set("others", press.Get("status"))
	press["other"] = page.Form("#roll")["other"]
	token := v.Post(apptest.RollPath, press).Saved(t)

	form := choosing(t, v.Get(backPath(token)).Want(t, http.StatusOK), "Excused")
	back := v.Follow(v.Post(backPath(token), form)).Want(t, http.StatusOK)
	wantStatuses(t, p, "Late", "Absent", "Absent", "Excused", "Excused")
	if says := back.Text("#said"); !strings.Contains(says, "Excused, 2 Absent, 1 Late") {
		t.Errorf("the outcome is %q", says)
	}
}

func TestARollOfAPastDayIsTakenBackByTheOffice(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	past := string(p.Today().AddDays(-1))
	office.TakesOn(past, "Late", 0)
	page := office.Get(apptest.EightB + "&date=" + past)
	press := page.Press(t, "Absent", page.Enrolments(t, 0, 1)...)
	press.Set("reason", "the wrong day")
	token := office.Post(apptest.RollPath, press).Saved(t)

	p.As(t, apptest.Teacher).Get(backPath(token)).Want(t, http.StatusForbidden)
	form := choosing(t, office.Get(backPath(token)).Want(t, http.StatusOK), "Present")
	refused := p.Nothing(t, func() apptest.Answer { return office.Post(backPath(token), form) })
	if says := refused.Want(t, http.StatusUnprocessableEntity).Text("[role=alert]"); !strings.Contains(says, "needs to give a reason") {
		t.Errorf("it says %q", says)
	}
	form.Set("reason", "it was today's roll")
	office.Follow(office.Post(backPath(token), form)).Want(t, http.StatusOK)
	for place, status := range []string{"Late", "Present"} {
		if row := office.Get(apptest.EightB + "&date=" + past).Rows(t)[place]; row.Status != status {
			t.Errorf("row %d is %+v", place, row)
		}
	}
}
