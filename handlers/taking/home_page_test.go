package taking_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// TestTheClassThatSomebodyTakesLeadsHerPage goes through a morning: the page leads with the
// first class, then with the one whose roll she began, and with the next when that is done.
func TestTheClassThatSomebodyTakesLeadsHerPage(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	leads := func() string { return v.Get("/schools/harbour").Want(t, http.StatusOK).Text(".lead h2") }
	first := leads()
	if first == "" || first == "8B" {
		t.Fatalf("%q leads before anybody did anything", first)
	}
	page := v.Get(apptest.EightB)
	v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 3)...)).Want(t, http.StatusSeeOther)
	if now := leads(); now != "8B" {
		t.Errorf("%q leads although the roll of 8B is begun", now)
	}
	if other := p.As(t, apptest.OtherTeacher).Get("/schools/harbour").Text(".lead h2"); other != first {
		t.Errorf("%q leads on the page of somebody who takes no part in 8B", other)
	}
	page = v.Get(apptest.EightB)
	var rest []string
	for i := range apptest.EightBSize {
		if i != 3 {
			rest = append(rest, page.Enrolments(t, i)...)
		}
	}
	v.Post(apptest.RollPath, page.Press(t, "Present", rest...)).Want(t, http.StatusSeeOther)
	home := v.Get("/schools/harbour")
	if now := home.Text(".lead h2"); now != first {
		t.Errorf("%q leads when 8B is done", now)
	}
	if done := home.Text(".folded > summary"); !strings.HasSuffix(done, "8B") {
		t.Errorf("the done ones are %q", done)
	}
	if key := home.Page.Find("a[href*='class=8B']").AttrOr("data-key", ""); key != "8" {
		t.Errorf("8B has the key %q, although it is the eighth class all day", key)
	}
}
