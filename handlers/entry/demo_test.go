package entry_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestTheDemonstrationOffersItsPeople(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	v := p.Visit(t)
	door := v.Get("/").Want(t, http.StatusOK)
	var offered []string
	for _, button := range door.Page.Find("main button[name=person]").EachIter() {
		offered = append(offered, button.AttrOr("value", ""))
	}
	if want := []string{apptest.Teacher, apptest.OfficeWorker, apptest.Administrator}; !slices.Equal(offered, want) {
		t.Errorf("it offers %v, want %v", offered, want)
	}
	if !strings.Contains(door.Text("main"), "Take the roll of 8B, which is due next.") {
		t.Errorf("it says %s", door.Text("main"))
	}
	if says := door.Text(".demo"); !strings.Contains(says, "It is 08:30 on Thursday 19 November here.") {
		t.Errorf("the bar says %s", says)
	}
	form := door.Form("main form")
	form.Set("person", apptest.Teacher)
	signedIn := func() string {
		return p.As(t, apptest.Administrator).Get(apptest.PeoplePath).Text("[data-person='" + apptest.Teacher + "']")
	}
	if says := signedIn(); !strings.Contains(says, "Never") {
		t.Errorf("before she comes it says %q", says)
	}
	home := v.Follow(v.Post(door.Address("main form"), form)).Want(t, http.StatusOK)
	if home.Page.Find("a[href*='class=8B']").Length() == 0 {
		t.Errorf("home is %s", home.Text("main"))
	}
	if says := signedIn(); !strings.Contains(says, "Thu 19 Nov 08:3") {
		t.Errorf("the list of people says of her %q", says)
	}
	if to := v.Get("/").Want(t, http.StatusSeeOther).Header.Get("Location"); to != "/schools/harbour" {
		t.Errorf("whoever is signed in is led to %s", to)
	}
}

func TestTheDemonstrationShowsBothCallsOfAPressWithTheOthers(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	everybody := page.Enrolments(t, 0, 1, 2)
	form := page.Press(t, "Absent", everybody[0])
	form.Set("others", page.Status(t, "Present"))
	form["other"] = everybody[1:]
	after := v.Follow(v.Post(apptest.RollPath, form)).Want(t, http.StatusOK)
	sent := v.Get(after.Address("#sent a")).Want(t, http.StatusOK)
	if calls := sent.Page.Find("article"); calls.Length() != 2 || !strings.Contains(sent.Text("pre"), everybody[0]) || !strings.Contains(sent.Text("pre"), everybody[2]) {
		t.Errorf("of %d calls it shows %s", calls.Length(), sent.Text("pre"))
	}
	v.Get(after.Address("#sent a")+"nonsense").Want(t, http.StatusNotFound)
}

func TestABrowserWithoutAnOriginEntersByTheFormsToken(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	v := p.Visit(t)
	form := v.Get("/").Form("main form")
	form.Set("person", apptest.Teacher)
	bare := []string{"Content-Type", "application/x-www-form-urlencoded"}
	v.Send(http.MethodPost, "/demo/enter", strings.NewReader(form.Encode()), bare...).Want(t, http.StatusSeeOther)
	form.Del("guard")
	p.Visit(t).Send(http.MethodPost, "/demo/enter", strings.NewReader(form.Encode()), bare...).Want(t, http.StatusForbidden)
}

func TestOnlyThePeopleOfTheDemonstrationCanBeEnteredAs(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	const realPerson = "real@harbour.example"
	p.AddTeacher(t, realPerson, apptest.EveryPassword)
	for _, email := range []string{"", realPerson, "nobody@harbour.example", strings.ToUpper(apptest.Teacher), apptest.Teacher + " "} {
		v := p.Visit(t)
		v.Post("/demo/enter", url.Values{"person": {email}}).Want(t, http.StatusNotFound)
		v.Get("/schools").Want(t, http.StatusSeeOther)
	}
	p.Visit(t).Post("/demo/enter", url.Values{"person": {apptest.Teacher, apptest.OfficeWorker}}).Want(t, http.StatusBadRequest)
}

func TestTheDemonstrationSwitchesBetweenPeople(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	v := p.As(t, apptest.Teacher)
	v.Follow(v.Post("/demo/enter", url.Values{"person": {apptest.FrenchTeacher}})).Want(t, http.StatusOK)
	v.Get("/schools/tilleuls").Want(t, http.StatusOK)
	v.Get("/schools/harbour").Want(t, http.StatusNotFound)
}

func TestTheDemonstrationsSchoolSystemFailsOnDemand(t *testing.T) {
	t.Parallel()
	p, demo := apptest.BootDemo(t)
	v := p.As(t, apptest.Teacher)
	for _, fault := range []string{"slow", "lost", "down", "key", "none"} {
		got := v.Post("/demo/faults", url.Values{"fault": {fault}, "next": {apptest.EightB}}).Want(t, http.StatusSeeOther)
		if to := got.Header.Get("Location"); to != apptest.EightB {
			t.Errorf("leads to %s", to)
		}
		pressed := v.Get(apptest.EightB).Page.Find(".demo [name=fault][aria-pressed=true]").AttrOr("value", "none")
		if pressed != fault {
			t.Errorf("with %s the bar shows %s", fault, pressed)
		}
	}
	v.Post("/demo/faults", url.Values{"fault": {"flood"}}).Want(t, http.StatusUnprocessableEntity)
	if want := []string{"slow", "lost", "down", "key", "none"}; !slices.Equal(demo.Broken, want) {
		t.Errorf("it was broken by %v", demo.Broken)
	}
	for _, next := range foreignAddresses() {
		got := v.Post("/demo/faults", url.Values{"fault": {"none"}, "next": {next}}).Want(t, http.StatusSeeOther)
		if to := got.Header.Get("Location"); to != "/" {
			t.Errorf("%q leads to %s", next, to)
		}
	}
}

func TestEveryPersonOfTheDemonstrationSeesTheRequests(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	v := p.As(t, apptest.Teacher)
	link := v.Get(apptest.SavesPath + v.Takes("Absent", 0)).Address("a[href$='/request']")
	if sent := v.Get(link).Want(t, http.StatusOK); !strings.Contains(sent.Text("pre"), "200 OK") {
		t.Errorf("it shows %s", sent.Text("main"))
	}
}

func TestOutsideTheDemonstrationItsPagesDoNotExist(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.Visit(t)
	if to := v.Get("/").Want(t, http.StatusSeeOther).Header.Get("Location"); to != "/sign-in" {
		t.Errorf("leads to %s", to)
	}
	v.Post("/demo/enter", url.Values{"person": {apptest.Teacher}}).Want(t, http.StatusNotFound)
	v.Post("/demo/faults", url.Values{"fault": {"down"}}).Want(t, http.StatusNotFound)
	if v.Get("/sign-in").Page.Find(".demo").Length() > 0 {
		t.Error("the demonstration's bar is shown")
	}
}

// foreignAddresses lists next addresses that belong to another site, or that a browser may interpret as
// another site's.
func foreignAddresses() []string {
	return []string{
		"https://evil.example/", "//evil.example", `/\evil.example`, "/\t/evil.example", "/%09/evil.example", "%2f%2fevil.example",
		"/%2f%2fevil.example", "javascript:alert(1)", "/../x", "schools",
	}
}

func TestTheDemonstrationHasATabletInBothModes(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	for mode, shows := range map[string]string{"teacher": "#staff", "students": "#taps"} {
		v := p.Visit(t)
		door := v.Get("/").Want(t, http.StatusOK)
		form := door.Form("main form:has([value=" + mode + "])")
		form.Set("mode", mode)
		page := v.Follow(v.Post("/demo/tablet", form)).Want(t, http.StatusOK)
		if page.Page.Find(shows).Length() != 1 || !strings.Contains(page.Text("main, header"), "8B") {
			t.Errorf("%s: it shows %s", mode, page.Text("main"))
		}
		if page.Page.Find("#network button").Length() != 2 {
			t.Errorf("%s: its network cannot be cut", mode)
		}
	}
	v := p.Visit(t)
	v.Post("/demo/tablet", url.Values{"mode": {"office"}}).Want(t, http.StatusNotFound)
	// Only a tablet has a network to cut.
	v.Post("/demo/network", url.Values{"network": {"cut"}}).Want(t, http.StatusNotFound)
	if p.As(t, apptest.Teacher).Get(apptest.EightB).Page.Find("#network").Length() != 0 {
		t.Error("a person's network can be cut")
	}
}

func TestTheOfficeStartsAtTheDayBoardAndOtherRolesAtTheClasses(t *testing.T) {
	t.Parallel()
	p, _ := apptest.BootDemo(t)
	for email, want := range map[string]string{
		apptest.Teacher: "/schools/harbour", apptest.OfficeWorker: apptest.DayPath, apptest.Administrator: "/schools/harbour",
	} {
		v := p.Visit(t)
		door := v.Get("/")
		form := door.Form("main form")
		form.Set("person", email)
		v.Post(door.Address("main form"), form).Want(t, http.StatusSeeOther)
		if to := v.Get("/").Want(t, http.StatusSeeOther).Header.Get("Location"); to != want {
			t.Errorf("%s is led to %s, not %s", email, to, want)
		}
	}
}
