package office_test

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// enrols adds count students to the school year that the office works in, and one more in a class with a long
// name, whose own name looks like a formula to a spreadsheet.
func enrols(t testing.TB, p *apptest.Program, v *apptest.Visitor, count int) (longClass string) {
	t.Helper()
	period, longClass := roll.PeriodID(apptest.PeriodOffered(v)), strings.Repeat("x", 500)
	students := make([]roll.Enrolment, count, count+1)
	for i := range students {
		class := fmt.Sprint("class ", i/30)
		students[i] = roll.Enrolment{
			ID: roll.EnrolmentID(700_001 + i), Student: roll.StudentID(800_001 + i), Class: roll.ClassID(class), ClassName: class,
			Given: "Kim", Family: fmt.Sprintf("Lund the %dth, of a family with a long name", i),
		}
	}
	students = append(students, roll.Enrolment{ID: 600_001, Student: 600_002, Family: `=HYPERLINK("http://evil.example")`, Class: roll.ClassID(longClass), ClassName: longClass})
	apptest.Must(t, p.App.Store.PutStudents(t.Context(), apptest.Harbour, period, lists.FromFile, students))
	apptest.Must(t, p.App.Lists.Rosters.Forget(t.Context(), apptest.Harbour))
	return longClass
}

// csvLines parses an answer that is a CSV file.
func csvLines(t *testing.T, a apptest.Answer) [][]string {
	t.Helper()
	text, marked := strings.CutPrefix(string(a.Body), "\ufeff")
	if !marked {
		t.Error("nothing tells a spreadsheet that this is UTF-8")
	}
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	apptest.Must(t, err)
	return lines
}

// pressedWith returns the form of the open student with the named status.
func pressedWith(t testing.TB, a apptest.Answer, status string) url.Values {
	t.Helper()
	form := a.Form("#mark")
	for _, button := range a.Page.Find("#mark button[name=status]").EachIter() {
		if strings.Contains(button.Text()+" ", " "+status+" ") {
			form.Set("status", button.AttrOr("value", ""))
		}
	}
	if form.Get("status") == "" {
		t.Fatalf("no button saves %s: %s", status, a.Text("main"))
	}
	return form
}

// dayReads returns the number of requests to the school system for a day.
func dayReads(s *apptest.Scene) int {
	count := 0
	for path, calls := range s.Sandbox.Calls()[apptest.HarbourCode] {
		if strings.Contains(path, "attendance/daily/list") {
			count += calls
		}
	}
	return count
}
