package taking_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// TestTheNextClassIsOneThatTheHomePageOffers goes through a teacher's rolls: none leads into a class that her home page
// does not ask her to take.
func TestTheNextClassIsOneThatTheHomePageOffers(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	own := []roll.ClassTeacher{{Class: "8B", Mail: apptest.Teacher}, {Class: "9A", Mail: apptest.Teacher}}
	if err := p.App.Store.EditClassTeachers(t.Context(), apptest.Harbour, nil, own); err != nil {
		t.Fatal(err)
	}
	v := p.As(t, apptest.Teacher)
	take := func(class string) (says, leads string) {
		page := v.Get(apptest.RollPath + "?class=" + class)
		saved := v.Post(apptest.RollPath, page.Press(t, "Present", page.Enrolments(t)...)).Want(t, http.StatusSeeOther)
		next := v.Get(saved.Header.Get("Location")).Page.Find("#next")
		return strings.TrimSpace(next.Text()), next.AttrOr("href", "")
	}
	const home = "/schools/harbour"
	for _, one := range []struct{ class, says, leads string }{
		{"8B", "Next: 9A", "class=9A"},
		{"7A", "Next: 9A", "class=9A"}, // she stands in for a colleague
		{"9A", "Your 2 rolls are done. Back to my classes", home},
		{"7B", "Your 2 rolls are done. Back to my classes", home},
	} {
		if says, leads := take(one.class); says != one.says || !strings.HasSuffix(leads, one.leads) {
			t.Errorf("after %s it says %q and leads to %s", one.class, says, leads)
		}
	}
	if says := v.Get(home).Text(".lead-name"); says != "Your 2 rolls are done." {
		t.Errorf("her home page says %q", says)
	}
	office := p.As(t, apptest.OfficeWorker).Get(apptest.EightB).Page.Find("#next")
	if says := strings.TrimSpace(office.Text()); !strings.HasPrefix(says, "Next: ") {
		t.Errorf("the office, who sees all classes, reads %q", says)
	}
}
