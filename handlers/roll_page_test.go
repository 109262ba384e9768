package handlers_test

import (
	"net/url"
	"strconv"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// The roll that most tests take: 28 students.
const (
	rollPath   = "/schools/harbour/roll"
	eightB     = rollPath + "?class=8B"
	eightBSize = 28
)

// row is what a roll's page says of one student.
type row struct {
	enrolment, student, outcome, status string
	ticked                              bool
}

// rows are the students of a roll, in its order.
func (a answer) rows(t testing.TB) []row {
	t.Helper()
	var rows []row
	for _, element := range a.page.Find("[data-enrolment]").EachIter() {
		status := element.Find("[data-status]")
		if status.Length() != 1 {
			t.Fatalf("a row has %d elements with a status", status.Length())
		}
		_, ticked := element.Find("input[name=enrolment]").Attr("checked")
		rows = append(rows, row{
			enrolment: element.AttrOr("data-enrolment", ""), student: element.AttrOr("data-student", ""),
			outcome: element.AttrOr("data-outcome", ""), status: status.AttrOr("data-status", ""), ticked: ticked,
		})
	}
	return rows
}

// enrolments are those of the rows at the places, from 0.
func (a answer) enrolments(t testing.TB, places ...int) []string {
	t.Helper()
	rows := a.rows(t)
	var ids []string
	for _, place := range places {
		ids = append(ids, rows[place].enrolment)
	}
	return ids
}

// count is how many rows have the outcome and show the status.
func count(rows []row, outcome, status string) int {
	found := 0
	for _, one := range rows {
		if one.outcome == outcome && one.status == status {
			found++
		}
	}
	return found
}

// status is the id of the status of that name in the bar.
func (a answer) status(t testing.TB, name string) string {
	t.Helper()
	label := a.page.Find("label:has([name=status])").FilterFunction(func(_ int, label *goquery.Selection) bool {
		return label.Find("span").Text() == name
	})
	if label.Length() != 1 {
		t.Fatalf("%d statuses are called %s", label.Length(), name)
	}
	return label.Find("[name=status]").AttrOr("value", "")
}

// press is the form of a roll with students ticked and a status chosen.
func (a answer) press(t testing.TB, status string, enrolments ...string) url.Values {
	t.Helper()
	form := a.form("#roll")
	form["enrolment"] = enrolments
	form.Set("status", a.status(t, status))
	return form
}

// numbers are ids as the school system has them.
func numbers(t testing.TB, texts ...string) []int64 {
	t.Helper()
	var ids []int64
	for _, text := range texts {
		id, err := strconv.ParseInt(text, 10, 64)
		must(t, err)
		ids = append(ids, id)
	}
	return ids
}
