package taking_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// lastChangeOf reads the last change beside the student's row.
func lastChangeOf(page apptest.Answer, enrolment string) string {
	return strings.Join(strings.Fields(page.Page.Find("li[data-enrolment='"+enrolment+"'] .changed summary").Text()), " ")
}

func TestAPastRollShowsTheOfficeTheChangesOfEachStudent(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.TakesOn(apptest.Yesterday, "Absent", 0, 1)
	office.TakesOn(apptest.Yesterday, "Late", 0)
	page := office.Get(apptest.EightB+"&date="+apptest.Yesterday).Want(t, http.StatusOK)
	students := page.Enrolments(t, 0, 1, 2)
	for i, want := range []string{"Absent →changed to Late 08:30 Thu 19 Nov 08:30, Kofi Osei (office)", "", ""} {
		if says := lastChangeOf(page, students[i]); says != want {
			t.Errorf("row %d says %q, not %q", i, says, want)
		}
	}
	full := page.Page.Find(".changed [hx-get]").First().AttrOr("hx-get", "")
	part := office.Get(full, apptest.ByScript()...).Want(t, http.StatusOK)
	if text := part.Page.Text(); strings.Contains(text, "Rollbook") || strings.Count(text, "a note from home") != 2 {
		t.Errorf("opened, it says %s", text)
	}
	if text := office.Get(full).Want(t, http.StatusOK).Text("h1"); text == "" {
		t.Error("there is no page of it")
	}
}

func TestADoneRollSaysItsTimeOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	times := func() int { return office.Get(apptest.EightB).Page.Find(".rows .mark small").Length() }
	v.Takes("Absent", 0, 1)
	if times() != 2 {
		t.Errorf("where the head has no time, %d rows have", times())
	}
	all := v.Get(apptest.EightB)
	v.Post(apptest.RollPath, all.Press(t, "Present", all.Enrolments(t)...)).Want(t, http.StatusSeeOther)
	if head := office.Get(apptest.EightB).Text("#recorded"); !strings.Contains(head, "08:30") || times() != 0 {
		t.Errorf("the head says %q, and %d rows have a time", head, times())
	}
}

func TestARollOfTodayAndOneForTeachersTellNoChanges(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, anna := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	office.TakesOn(apptest.Yesterday, "Absent", 0)
	office.Takes("Late", 0)
	if office.Get(apptest.EightB).Page.Find(".changed").Length() > 0 {
		t.Error("the office is told on today's roll")
	}
	if anna.Get(apptest.EightB+"&date="+apptest.Yesterday).Want(t, http.StatusOK).Page.Find(".changed").Length() > 0 {
		t.Error("a teacher is told")
	}
}

func TestTheAnswerToACorrectionHasTheChange(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.TakesOn(apptest.Yesterday, "Absent", 0)
	page := office.Get(apptest.EightB + "&date=" + apptest.Yesterday)
	form := page.Press(t, "Late", page.Enrolments(t, 0)...)
	form.Set("reason", "a note from home")
	answer := office.Post(apptest.RollPath, form, apptest.ByScript()...).Want(t, http.StatusOK)
	placed := answer.Page.Find("#h" + page.Enrolments(t, 0)[0] + "[hx-swap-oob=true] summary")
	if placed.Length() != 1 || !strings.Contains(placed.Text(), "Absent") || !strings.Contains(placed.Text(), "Late") {
		t.Errorf("it brings %s", answer.Page.Text())
	}
}

func TestTheFinderAndSeveralDaysShowTheLastChange(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	office := p.As(t, apptest.OfficeWorker)
	page := office.Get(apptest.EightB)
	student := page.Enrolments(t, 0)[0]
	form := page.Press(t, "Late", student)
	office.Post(apptest.RollPath, form).Saved(t)
	if says := lastChangeOf(office.Get(apptest.FindPath+"?q=8B").Want(t, http.StatusOK), student); says != "Absent →changed to Late 08:30 08:30, Kofi Osei (office)" {
		t.Errorf("the finder says %q", says)
	}
	days := office.Get(apptest.HistoryPath+student+"/days?from="+apptest.Yesterday+"&to="+apptest.Today).Want(t, http.StatusOK)
	if says := strings.Join(strings.Fields(days.Text("[data-date='"+apptest.Today+"'] .changed summary")), " "); !strings.HasPrefix(says, "Absent →changed to Late 08:30") {
		t.Errorf("several days say %q", says)
	}
}

func TestTheFinderShowsTheChangeOfAStudentAndTheTakerOfTheRollOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0, 1, 2, 3)
	office := p.As(t, apptest.OfficeWorker)
	office.Takes("Late", 2)
	page := office.Get(apptest.FindPath+"?q=8B").Want(t, http.StatusOK)
	corrected := office.Get(apptest.EightB).Enrolments(t, 2)[0]
	for _, row := range page.Page.Find(".found > li").EachIter() {
		enrolment := row.AttrOr("data-enrolment", "")
		if says := lastChangeOf(page, enrolment); (says != "") != (enrolment == corrected) || strings.Contains(row.Text(), "08:30") != (enrolment == corrected) {
			t.Errorf("beside %s it says %q", enrolment, says)
		}
	}
	if says := page.Text("main"); strings.Count(says, "08:30, Anna Lindqvist") != 1 || !strings.Contains(says, "Marked 08:30, Anna Lindqvist.") {
		t.Errorf("who took the roll is told %d times: %s", strings.Count(says, "08:30, Anna Lindqvist"), says)
	}
	if office.Takes("Excused", 4); strings.Contains(office.Get(apptest.FindPath+"?q=8B").Text("main"), "Marked 08:30") {
		t.Error("it tells of one who marked them, where there were two")
	}
}
