package handlers_test

import (
	"net/http"
	"testing"
)

func TestATeacherReadsAPastRollThatOnlyTheOfficeMayChange(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office, anna := p.as(t, officeWorker), p.as(t, teacher)
	office.takesOn(yesterday, "Absent", 3, 4)
	page := anna.get(eightB+"&date="+yesterday).want(t, http.StatusOK)
	if rows := page.rows(t); len(rows) != eightBSize || count(rows, "saved", "Absent") != 2 {
		t.Errorf("the rows are %+v", rows)
	}
	if page.page.Find("#roll, .bar, main input:not(.picker *), main button:not(.picker *)").Length() > 0 {
		t.Error("something can be ticked or pressed")
	}
	const says = "This is Wednesday 18 November, not today. Only the office can change it. If a mark is wrong, tell the office."
	if text := page.text(".banner"); text != says {
		t.Errorf("it says %q", text)
	}
	now := anna.get(page.page.Find(".tools > a").AttrOr("href", "")).want(t, http.StatusOK)
	if date := now.form("#roll").Get("date"); date != today || now.text("h1") != "8B" {
		t.Errorf("the link leads to %s on %s", now.text("h1"), date)
	}
}

func TestWhoCorrectsKeepsTheFormOfAPastRoll(t *testing.T) {
	t.Parallel()
	p := boot(t)
	for _, email := range []string{officeWorker, administrator} {
		page := p.as(t, email).get(eightB+"&date="+yesterday).want(t, http.StatusOK)
		if page.page.Find("#roll [name=enrolment]").Length() != eightBSize || page.page.Find("#roll [name=reason]").Length() != 1 {
			t.Errorf("%s cannot change it", email)
		}
		if text := page.text(".banner"); text != "You are changing Wednesday 18 November, not today." {
			t.Errorf("%s reads %q", email, text)
		}
	}
}
