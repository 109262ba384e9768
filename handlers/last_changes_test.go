package handlers_test

import (
	"net/http"
	"strings"
	"testing"
)

// lastChangeOf is what stands beside the student's row.
func lastChangeOf(page answer, enrolment string) string {
	return strings.Join(strings.Fields(page.page.Find("li[data-enrolment='"+enrolment+"'] .changed summary").Text()), " ")
}

func TestAPastRollTellsTheOfficeBesideEachStudentWhoChangedWhat(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	office.takesOn(yesterday, "Absent", 0, 1)
	office.takesOn(yesterday, "Late", 0)
	page := office.get(eightB+"&date="+yesterday).want(t, http.StatusOK)
	students := page.enrolments(t, 0, 1, 2)
	for i, want := range []string{"Absent →changed to Late 08:30 Thu 19 Nov 08:30, Kofi Osei (office)", "No mark →changed to Absent Thu 19 Nov 08:30, Kofi Osei (office)", ""} {
		if says := lastChangeOf(page, students[i]); says != want {
			t.Errorf("row %d says %q, not %q", i, says, want)
		}
	}
	full := page.page.Find(".changed [hx-get]").First().AttrOr("hx-get", "")
	part := office.get(full, byScript()...).want(t, http.StatusOK)
	if text := part.page.Text(); strings.Contains(text, "Rollbook") || strings.Count(text, "a note from home") != 2 {
		t.Errorf("opened, it says %s", text)
	}
	if text := office.get(full).want(t, http.StatusOK).text("h1"); text == "" {
		t.Error("there is no page of it")
	}
}

func TestARollOfTodayAndOneForTeachersTellNoChanges(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office, anna := p.as(t, officeWorker), p.as(t, teacher)
	office.takesOn(yesterday, "Absent", 0)
	office.takes("Late", 0)
	if office.get(eightB).page.Find(".changed").Length() > 0 {
		t.Error("the office is told on today's roll")
	}
	if anna.get(eightB+"&date="+yesterday).want(t, http.StatusOK).page.Find(".changed").Length() > 0 {
		t.Error("a teacher is told")
	}
}

func TestAnAnswerToACorrectionBringsWhatItChanged(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	page := office.get(eightB + "&date=" + yesterday)
	form := page.press(t, "Late", page.enrolments(t, 0)...)
	form.Set("reason", "a note from home")
	answer := office.post(rollPath, form, byScript()...).want(t, http.StatusOK)
	placed := answer.page.Find("#h" + page.enrolments(t, 0)[0] + "[hx-swap-oob=true] summary")
	if placed.Length() != 1 || !strings.Contains(placed.Text(), "Late") {
		t.Errorf("it brings %s", answer.page.Text())
	}
}

func TestTheFinderAndSeveralDaysTellWhatChangedLast(t *testing.T) {
	t.Parallel()
	p := boot(t)
	p.as(t, teacher).takes("Absent", 0)
	office := p.as(t, officeWorker)
	page := office.get(eightB)
	student := page.enrolments(t, 0)[0]
	form := page.press(t, "Late", student)
	office.post(rollPath, form).saved(t)
	if says := lastChangeOf(office.get(findPath+"?q=8B").want(t, http.StatusOK), student); says != "Absent →changed to Late 08:30 08:30, Kofi Osei (office)" {
		t.Errorf("the finder says %q", says)
	}
	days := office.get(historyPath+student+"/days?from="+yesterday+"&to="+today).want(t, http.StatusOK)
	if says := strings.Join(strings.Fields(days.text("[data-date='"+today+"'] .changed summary")), " "); !strings.HasPrefix(says, "Absent →changed to Late 08:30") {
		t.Errorf("several days say %q", says)
	}
}
