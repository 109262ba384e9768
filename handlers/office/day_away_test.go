package office_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestTheBoardListsWhoIsAwayByClassWithTheTimeOfTheMark(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, anna := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	board := office.Get(apptest.DayPath).Want(t, http.StatusOK)
	if says := board.Text("#day-away"); says != "Nobody is away." {
		t.Errorf("before anybody is marked it says %q", says)
	}
	for status, places := range map[string][]int{"Absent": {3, 4}, "Excused": {5}, "Present": {6, 7}} {
		page := anna.Get(apptest.EightB)
		anna.Post(apptest.RollPath, page.Press(t, status, page.Enrolments(t, places...)...)).Want(t, http.StatusSeeOther)
	}
	changes := office.Get(board.Page.Find("#live").AttrOr("data-statuses", "")).Want(t, http.StatusOK)
	for what, away := range map[string]apptest.Answer{"the board": office.Get(apptest.DayPath), "a change of it": changes} {
		list := away.Page.Find("#day-away")
		if heading := strings.Join(strings.Fields(list.Find("h2").Text()), " "); heading != "3 away 2 Absent · 1 Excused" {
			t.Errorf("%s says %q", what, heading)
		}
		if class := strings.TrimSpace(list.Find("h3").Text()); class != "8B" || list.Find("li").Length() != 3 {
			t.Errorf("%s lists %d students, of %q", what, list.Find("li").Length(), class)
		}
		if first := list.Find("li").First(); first.Find(".mark.f-absent").Length() != 1 || !strings.Contains(first.Text(), "08:30") {
			t.Errorf("%s begins with %q", what, first.Text())
		}
	}
	if changes.Page.Find("#day-away[hx-swap-oob]").Length() != 1 {
		t.Error("a change does not bring the list")
	}
}
