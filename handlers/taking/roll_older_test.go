package taking_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestARollFromBeforeTheNumbersChangedIsOpenedAgain(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	name, live := page.Text("[data-enrolment] bdi"), page.Page.Find("#live")
	statuses, events := live.AttrOr("data-statuses", ""), live.AttrOr("data-events", "")
	v.Get(statuses, apptest.ByScript()...).Want(t, http.StatusOK)
	p.NamesOthers(t)
	if got := v.Get(statuses, apptest.ByScript()...).Want(t, http.StatusOK); got.Header.Get("HX-Refresh") != "true" || len(got.Body) > 0 {
		t.Errorf("it is answered by %v: %s", got.Header, got.Body)
	}
	v.Get(events).Want(t, http.StatusConflict)
	pressed := v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 0)...), apptest.ByScript()...).Want(t, http.StatusOK)
	shown := v.Get(pressed.Header.Get("HX-Redirect")).Want(t, http.StatusOK)
	if rows := shown.Rows(t); apptest.Count(rows, "none", "") != len(rows) || strings.Contains(shown.Text("[data-enrolment] bdi"), name) {
		t.Errorf("the roll shows %+v", rows[:2])
	}
	if shown.Page.Find("#live").AttrOr("data-statuses", "") == statuses || shown.Page.Find("[data-draft]").AttrOr("data-draft", "") == page.Page.Find("[data-draft]").AttrOr("data-draft", "") {
		t.Error("it passes for the page of before")
	}
}
