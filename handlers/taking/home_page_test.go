package taking_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// TestATeachersOwnClassLeadsHerPage goes through a morning: the page leads with the first class, then
// with the class whose roll the teacher began, and with the next when that is done.
func TestATeachersOwnClassLeadsHerPage(t *testing.T) {
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

func TestTheFirstPageNamesTheAbsentOfItsClasses(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 21)...)).Want(t, http.StatusSeeOther)
	again := v.Get(apptest.EightB)
	v.Post(apptest.RollPath, again.Press(t, "Late", again.Enrolments(t, 4)...)).Want(t, http.StatusSeeOther)
	if says := v.Get("/schools/harbour").Text("#absent"); says != "1 absent8BHarry Carter" {
		t.Errorf("it says %q", says)
	}
}

func TestATeacherSeesTheClassesThatSheTookOnTheLastDaysFirst(t *testing.T) {
	t.Parallel()
	var days atomic.Int64
	running := apptest.ClockFrom(apptest.BootHour())
	p := apptest.BootAt(t, func() time.Time { return running().AddDate(0, 0, int(days.Load())) })
	home := func(email string) apptest.Answer {
		return p.As(t, email).Get("/schools/harbour").Want(t, http.StatusOK)
	}
	const all = "These are all classes of the school."
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 3)...)).Want(t, http.StatusSeeOther)
	if today := home(apptest.Teacher); !strings.Contains(today.Text("main"), all) || today.Page.Find("a[href*='class=8B']").AttrOr("data-key", "") != "8 Enter" {
		t.Error("on her first day the classes have moved")
	}
	days.Store(1)
	next := home(apptest.Teacher)
	if leads, folded := next.Text(".lead h2"), next.Text(".folded > summary b"); leads != "8B" || !strings.HasSuffix(folded, " other classes") {
		t.Errorf("the day after %q leads, and folded are %q", leads, folded)
	}
	if open := next.Page.Find("main a[href*='class=']:not(.folded a)"); open.Length() != 1 || open.AttrOr("data-key", "") != "1 Enter" || strings.Contains(next.Text("main"), all) {
		t.Errorf("%d classes are hers", open.Length())
	}
	for _, email := range []string{apptest.OtherTeacher, apptest.OfficeWorker} {
		if other := home(email); other.Page.Find(".folded").Length() != 0 || strings.Contains(other.Text("main"), all) != (email == apptest.OtherTeacher) {
			t.Errorf("on the page of %s classes are folded, or not said to be all", email)
		}
	}
}
