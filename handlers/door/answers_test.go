package door_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/edge"
)

func TestEveryAnswerSaysThatItIsRollbooks(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	tablet, stranger := p.TapTablet(t, "Door 12", "8B"), p.Visit(t)
	files := tablet.Get("/door").Page.Find("link[rel=stylesheet]").AttrOr("href", "")
	for path, status := range map[string]int{
		"/door": http.StatusOK, "/door?class=7A": http.StatusNotFound, "/door/kept": http.StatusNoContent, "/door/away": http.StatusOK, "/door/worker.js": http.StatusOK,
		apptest.RollPath + "/tiles?class=8B": http.StatusOK, apptest.RollPath + "/tiles?class=7A": http.StatusNotFound, "/nonsense": http.StatusNotFound,
		files: http.StatusOK, "/static/nonsense.js": http.StatusNotFound, "/healthz": http.StatusOK,
	} {
		if answer := tablet.Get(path).Want(t, status); answer.Header.Get(edge.AnswerHeader) == "" {
			t.Errorf("the answer %d for %s has no mark", status, path)
		}
	}
	for _, answer := range []apptest.Answer{stranger.Get(apptest.RollPath+"/tiles?class=8B").Want(t, http.StatusUnauthorized), tablet.Post("/door/kept", nil).Want(t, http.StatusMethodNotAllowed)} {
		if answer.Header.Get(edge.AnswerHeader) == "" {
			t.Errorf("the answer %d has no mark", answer.Code)
		}
	}
}

// The tablet's worker cannot read a redirect, and takes it for a portal's answer.
func TestNoAnswerAtTheDoorIsARedirect(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for who, visitor := range map[string]*apptest.Visitor{"a tablet": p.TapTablet(t, "Door 12", "8B"), "a stranger": p.Visit(t), "a teacher": p.As(t, apptest.Teacher)} {
		for _, headers := range [][]string{nil, apptest.ByScript()} {
			for _, path := range []string{"/door", "/door?class=8B", "/door?class=8B&staff=1", "/door/leave", "/door/kept"} {
				if answer := visitor.Get(path, headers...); answer.Code >= 300 && answer.Code < 400 {
					t.Errorf("%s is answered %d for %s", who, answer.Code, path)
				}
			}
		}
	}
	p.SetPINs(t)
	if says := opensRoll(t, p.TapTablet(t, "Hall", "8B")).Text("main"); !strings.Contains(says, "O'Neill") {
		t.Errorf("staff are led to %q", says)
	}
	if led := p.As(t, apptest.Teacher).Get("/door").Want(t, http.StatusOK).Leads(); led != "/schools/harbour" {
		t.Errorf("a teacher is led on by %q", led)
	}
}

func TestTheRestOfATabletsClassLeavesOutStudentsWithAKnownAbsence(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	student := office.Get(apptest.EightB).Enrolments(t, 2)[0]
	page := office.Get("/schools/harbour/absences?student="+student).Want(t, http.StatusOK)
	office.Follow(office.Post(page.Address("#absence"), page.Form("#absence"))).Want(t, http.StatusOK)
	p.SetPINs(t)
	staff := opensRoll(t, p.TapTablet(t, "Door 12", "8B"))
	if ticked := staff.Page.Find(".rows [name=enrolment][checked]"); ticked.Length() != apptest.EightBSize-1 || ticked.Filter("[value='"+student+"']").Length() > 0 {
		t.Errorf("%d are ticked, with that student %d", ticked.Length(), ticked.Filter("[value='"+student+"']").Length())
	}
}
