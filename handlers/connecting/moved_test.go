package connecting_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// keeps makes a teacher mark the first students of 8B while the school system is down.
func keeps(t *testing.T, p *apptest.Program, places ...int) (anna *apptest.Visitor, token string) {
	t.Helper()
	anna = p.As(t, apptest.Teacher)
	anna.Get(apptest.EightB).Want(t, http.StatusOK)
	p.Silence()
	return anna, anna.Takes("Absent", places...)
}

// nameOfFirst is the name of the first student of 8B.
func nameOfFirst(t *testing.T, p *apptest.Program) string {
	t.Helper()
	return strings.TrimSpace(p.As(t, apptest.Teacher).Get(apptest.EightB).Want(t, http.StatusOK).Page.Find("[data-enrolment] bdi").First().Text())
}

// movedTo connects the first school to the sandbox at another address, as the school with the code, and
// returns the connection's page after that many presses.
func movedTo(t *testing.T, p *apptest.Program, ada *apptest.Visitor, code string) (page apptest.Answer, presses int) {
	t.Helper()
	host := httptest.NewServer(p.Sandbox)
	t.Cleanup(host.Close)
	known, err := p.Sandbox.Schools()
	apptest.Must(t, err)
	tenant := ""
	for _, school := range known {
		if school.Code == code {
			tenant = school.Tenant
		}
	}
	read := ada.ConnectsTo(host.URL, tenant, code, p.NewKey(t, code).Reveal())
	ada.Follow(ada.Post(read.Address("form[action$='/use']"), read.Form("form[action$='/use']"))).Want(t, http.StatusOK)
	return ada.Get(apptest.ConnectionPath).Want(t, http.StatusOK), 2
}

func TestAnOrdinaryMoveToAnotherHostTakesThreePresses(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna, _ := keeps(t, p, 0, 1)
	ada := p.As(t, apptest.Administrator)
	page, presses := movedTo(t, p, ada, apptest.HarbourCode)
	if text := page.Text("#moved"); !strings.Contains(text, "2 of 2 waiting marks are for students who are the same in the new list.") || !strings.Contains(text, "Send these 2") || page.Page.Find("#moved li").Length() > 0 {
		t.Errorf("after the move it says %q", text)
	}
	if sent := len(p.Sandbox.Arrivals(apptest.HarbourCode)); sent != 0 {
		t.Errorf("%d calls were made before anybody decided", sent)
	}
	p.As(t, apptest.OfficeWorker).Post(page.Address("#moved form"), page.Form("#moved form")).Want(t, http.StatusForbidden)
	after := ada.Follow(ada.Post(page.Address("#moved form"), page.Form("#moved form"))).Want(t, http.StatusOK)
	presses++
	if after.Page.Find("#moved").Length() > 0 || presses != 3 {
		t.Errorf("after %d presses it says %q", presses, after.Text("#moved"))
	}
	p.Settled(t, apptest.Harbour)
	if rows := anna.Get(apptest.EightB).Rows(t); apptest.Count(rows, "saved", "Absent") != 2 {
		t.Errorf("the roll shows %+v", rows[:2])
	}
}

func TestMarksOfAnotherSchoolAreDecidedOneByOne(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	_, token := keeps(t, p, 0, 1)
	first := nameOfFirst(t, p)
	ada := p.As(t, apptest.Administrator)
	known, err := p.Sandbox.Schools()
	apptest.Must(t, err)
	another := known[1].Code
	page, _ := movedTo(t, p, ada, another)
	if text := page.Text("#moved"); !strings.Contains(text, "0 of 2 waiting marks") || !strings.Contains(text, "Decide about 2") || strings.Contains(text, "Send these") {
		t.Errorf("it says %q", text)
	}
	for _, address := range []string{apptest.ConnectionPath + "/waiting", "/schools/harbour/saves/" + token} {
		text := ada.Get(address).Want(t, http.StatusOK).Text("main")
		if !strings.Contains(text, first) || !strings.Contains(text, "Absent") {
			t.Errorf("%s does not name %s: %s", address, first, text)
		}
	}
	path := page.Address("#moved form")
	form := func(what string) url.Values {
		form := ada.Get(apptest.ConnectionPath).Form("#moved li form")
		form.Set("what", what)
		return form
	}
	ada.Post(path, form("nonsense")).Want(t, http.StatusBadRequest)
	ada.Post(apptest.ConnectionPath+"/send", nil).Want(t, http.StatusSeeOther)
	for left, what := range []string{"drop", "by_hand"} {
		decided := form(what)
		after := ada.Follow(ada.Post(path, decided)).Want(t, http.StatusOK)
		if rows := after.Page.Find("#moved li").Length(); rows != 1-left {
			t.Errorf("after %s %d are left", what, rows)
		}
		ada.Post(path, decided).Want(t, http.StatusSeeOther)
	}
	p.Settled(t, apptest.Harbour)
	sent := slices.Concat(p.Sandbox.Arrivals(apptest.HarbourCode), p.Sandbox.Arrivals(another))
	if len(sent) != 0 {
		t.Errorf("sent was %+v", sent)
	}
}

func TestWhatWaitedInACopyIsDecidedByAPerson(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna, _ := keeps(t, p, 0, 1)
	p.Resume(t)
	apptest.Must(t, p.App.Store.PauseSending(t.Context(), "copied"))
	ada := p.As(t, apptest.Administrator)
	page := ada.Get(apptest.ConnectionPath).Want(t, http.StatusOK)
	if text := page.Text("#moved"); !strings.Contains(text, "These 2 waited when the copy was made, Thu") || !strings.Contains(text, "The original may have sent them since.") {
		t.Errorf("it says %q", text)
	}
	ada.Post(apptest.ConnectionPath+"/moved/send", nil).Want(t, http.StatusConflict)
	started := ada.Follow(ada.Post(apptest.ConnectionPath+"/start", nil)).Want(t, http.StatusOK)
	if text := started.Text("#moved"); !strings.Contains(text, "Send these 2") {
		t.Errorf("once sending is on it says %q", text)
	}
	if rows := anna.Get(apptest.EightB).Rows(t); apptest.Count(rows, "stopped", "") != 2 {
		t.Errorf("before anybody decides the roll shows %+v", rows[:2])
	}
	ada.Follow(ada.Post(started.Address("#moved form"), started.Form("#moved form"))).Want(t, http.StatusOK)
	if rows := anna.Get(apptest.EightB).Rows(t); apptest.Count(rows, "stopped", "") != 0 {
		t.Errorf("then the roll shows %+v", rows[:2])
	}
}
