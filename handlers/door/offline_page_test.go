package door_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestATabletsPagesAreAnAppThatBeginsAtTheDoor(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	tablet := p.Tablet(t, "Door 12", "8B")
	page := tablet.Get("/door").Want(t, http.StatusOK)
	answer := p.Visit(t).Get(page.Page.Find("link[rel=manifest]").AttrOr("href", "")).Want(t, http.StatusOK)
	if kind, kept := answer.Header.Get("Content-Type"), answer.Header.Get("Cache-Control"); kind != "application/manifest+json" || kept != "no-cache" {
		t.Errorf("the manifest is %q, %q", kind, kept)
	}
	var app struct {
		ID, Scope, Display string
		StartURL           string `json:"start_url"`
		Icons              []struct{ Src, Type, Purpose string }
	}
	if err := json.Unmarshal(answer.Body, &app); err != nil {
		t.Fatal(err)
	}
	if app.ID != "/door" || app.Scope != "/door" || app.StartURL != "/door" || app.Display != "fullscreen" {
		t.Errorf("it is %+v", app)
	}
	maskable := false
	for _, icon := range app.Icons {
		got := p.Visit(t).Get(icon.Src).Want(t, http.StatusOK)
		if got.Header.Get("Content-Type") != icon.Type {
			t.Errorf("%s is %s", icon.Src, got.Header.Get("Content-Type"))
		}
		maskable = maskable || strings.Contains(icon.Purpose, "maskable")
	}
	if !maskable {
		t.Error("no icon fits into a circle")
	}
}

func TestTheWorkerOfTheDoorReachesTheDoorAndIsNeverOld(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	worker := p.Visit(t).Get("/door/worker.js").Want(t, http.StatusOK)
	for name, want := range map[string]string{"Service-Worker-Allowed": "/door", "Cache-Control": "no-store", "Content-Type": "text/javascript; charset=utf-8"} {
		if got := worker.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestOnlyTabletsKeepRolls(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	const keeps = "link[rel=manifest], script[src*=door_keep], script[src*=door_roll]"
	tablet := p.Tablet(t, "Hall", "8B", "9A").Get("/door").Want(t, http.StatusOK)
	if tablet.Page.Find(keeps).Length() != 3 {
		t.Error("a tablet keeps nothing")
	}
	if pages := tablet.Page.Find("script[data-pages]").AttrOr("data-pages", ""); pages != "/door /door?class=8B /door?class=9A" {
		t.Errorf("it keeps %q", pages)
	}
	for _, email := range []string{apptest.Teacher, apptest.OfficeWorker} {
		if p.As(t, email).Get(apptest.EightB).Page.Find(keeps).Length() != 0 {
			t.Errorf("the browser of %s keeps the roll", email)
		}
	}
	if p.Visit(t).Get("/pair").Page.Find(keeps).Length() != 0 {
		t.Error("a device keeps pages before it is paired")
	}
}

func TestATabletThatIsMovedIsAnotherOneToItsBrowser(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	tablet := p.Tablet(t, "Door 12", "8B")
	owner := func() string {
		return tablet.Get("/door").Page.Find("script[data-pages]").AttrOr("data-owner", "")
	}
	rolls := func() string { return tablet.Get("/door").Page.Find("script[data-rolls]").AttrOr("data-owner", "") }
	before, rollsBefore := owner(), rolls()
	if before == "" || before != owner() {
		t.Fatalf("it is %q, and then %q", before, owner())
	}
	office := p.As(t, apptest.OfficeWorker)
	change := office.Get(apptest.TabletsPath).Page.Find("#tablets li:contains('Door 12') a").AttrOr("href", "")
	form := office.Get(change).Form("form[action='" + change + "']")
	form["class"] = []string{"9A"}
	office.Post(change, form)
	if after := owner(); after == before || after == "" {
		t.Errorf("moved, it is %q still", after)
	}
	if after := rolls(); after != rollsBefore || after == "" {
		t.Errorf("its rolls were those of %q, and moved those of %q", rollsBefore, after)
	}
}
