package taking_test

import (
	"net/http"
	"testing"

	"rollbook/handlers/apptest"
)

func TestATeacherReadsAPastRollThatOnlyTheOfficeMayChange(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, anna := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	office.TakesOn(apptest.Yesterday, "Absent", 3, 4)
	page := anna.Get(apptest.EightB+"&date="+apptest.Yesterday).Want(t, http.StatusOK)
	if rows := page.Rows(t); len(rows) != apptest.EightBSize || apptest.Count(rows, "saved", "Absent") != 2 {
		t.Errorf("the rows are %+v", rows)
	}
	if page.Page.Find("#roll, .bar, main input:not(.picker *), main button:not(.picker *)").Length() > 0 {
		t.Error("something can be ticked or pressed")
	}
	const says = "This is Wednesday 18 November, not today. Only the office can change it. If a mark is wrong, tell the office."
	if text := page.Text(".banner"); text != says {
		t.Errorf("it says %q", text)
	}
	now := anna.Get(page.Page.Find(".head > a.button").AttrOr("href", "")).Want(t, http.StatusOK)
	if date := now.Form("#roll").Get("date"); date != apptest.Today || now.Text("h1") != "8B" {
		t.Errorf("the link leads to %s on %s", now.Text("h1"), date)
	}
}

func TestAPersonWhoCorrectsKeepsTheFormOfAPastRoll(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for _, email := range []string{apptest.OfficeWorker, apptest.Administrator} {
		page := p.As(t, email).Get(apptest.EightB+"&date="+apptest.Yesterday).Want(t, http.StatusOK)
		if page.Page.Find("#roll [name=enrolment]").Length() != apptest.EightBSize || page.Page.Find("#roll [name=reason]").Length() != 1 {
			t.Errorf("%s cannot change it", email)
		}
		if text := page.Text(".banner"); text != "You are changing Wednesday 18 November, not today." {
			t.Errorf("%s reads %q", email, text)
		}
	}
}
