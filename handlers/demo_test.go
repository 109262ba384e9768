package handlers_test

import (
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

func bootDemo(t testing.TB) (*program, *demonstration) {
	t.Helper()
	demo := &demonstration{}
	return bootWith(t, clockFrom(bootHour()), demo, nil, slog.New(slog.DiscardHandler)), demo
}

func TestTheDemonstrationAsksWhoToBe(t *testing.T) {
	t.Parallel()
	p, _ := bootDemo(t)
	v := p.visit(t)
	door := v.get("/").want(t, http.StatusOK)
	var offered []string
	for _, button := range door.page.Find("main button[name=email]").EachIter() {
		offered = append(offered, button.AttrOr("value", ""))
	}
	if want := []string{teacher, officeWorker, administrator}; !slices.Equal(offered, want) {
		t.Errorf("it offers %v, want %v", offered, want)
	}
	if !strings.Contains(door.text("main"), "Take the roll of 8B. It is due now.") {
		t.Errorf("it says %s", door.text("main"))
	}
	form := door.form("main form")
	form.Set("email", teacher)
	home := v.follow(v.post(door.address("main form"), form)).want(t, http.StatusOK)
	if home.page.Find("a[href*='class=8B']").Length() == 0 {
		t.Errorf("home is %s", home.text("main"))
	}
	if to := v.get("/").want(t, http.StatusSeeOther).header.Get("Location"); to != "/schools/harbour" {
		t.Errorf("whoever is signed in is led to %s", to)
	}
}

func TestTheDemonstrationShowsBothCallsOfAPressWithTheOthers(t *testing.T) {
	t.Parallel()
	p, _ := bootDemo(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	everybody := page.enrolments(t, 0, 1, 2)
	form := page.press(t, "Absent", everybody[0])
	form.Set("others", page.status(t, "Present"))
	form["other"] = everybody[1:]
	after := v.follow(v.post(rollPath, form)).want(t, http.StatusOK)
	sent := v.get(after.address("#sent a")).want(t, http.StatusOK)
	if calls := sent.page.Find("article"); calls.Length() != 2 || !strings.Contains(sent.text("pre"), everybody[0]) || !strings.Contains(sent.text("pre"), everybody[2]) {
		t.Errorf("of %d calls it shows %s", calls.Length(), sent.text("pre"))
	}
	v.get(after.address("#sent a")+"nonsense").want(t, http.StatusNotFound)
}

func TestABrowserThatTellsNoOriginEntersByTheFormsToken(t *testing.T) {
	t.Parallel()
	p, _ := bootDemo(t)
	v := p.visit(t)
	form := v.get("/").form("main form")
	form.Set("email", teacher)
	bare := []string{"Content-Type", "application/x-www-form-urlencoded"}
	v.send(http.MethodPost, "/demo/enter", strings.NewReader(form.Encode()), bare...).want(t, http.StatusSeeOther)
	form.Del("guard")
	p.visit(t).send(http.MethodPost, "/demo/enter", strings.NewReader(form.Encode()), bare...).want(t, http.StatusForbidden)
}

func TestOnlyThePeopleOfTheDemonstrationCanBeEnteredAs(t *testing.T) {
	t.Parallel()
	p, _ := bootDemo(t)
	const realPerson = "real@harbour.example"
	p.addTeacher(t, realPerson, everyPassword)
	for _, email := range []string{"", realPerson, "nobody@harbour.example", strings.ToUpper(teacher), teacher + " "} {
		v := p.visit(t)
		v.post("/demo/enter", url.Values{"email": {email}}).want(t, http.StatusNotFound)
		v.get("/schools").want(t, http.StatusSeeOther)
	}
	p.visit(t).post("/demo/enter", url.Values{"email": {teacher, officeWorker}}).want(t, http.StatusBadRequest)
}

func TestOneMayBecomeSomebodyElseInTheDemonstration(t *testing.T) {
	t.Parallel()
	p, _ := bootDemo(t)
	v := p.as(t, teacher)
	v.follow(v.post("/demo/enter", url.Values{"email": {frenchTeacher}})).want(t, http.StatusOK)
	v.get("/schools/tilleuls").want(t, http.StatusOK)
	v.get("/schools/harbour").want(t, http.StatusNotFound)
}

func TestTheDemonstrationsSchoolSystemFailsOnDemand(t *testing.T) {
	t.Parallel()
	p, demo := bootDemo(t)
	v := p.as(t, teacher)
	for _, fault := range []string{"slow", "lost", "down", "key", "none"} {
		got := v.post("/demo/faults", url.Values{"fault": {fault}, "next": {eightB}}).want(t, http.StatusSeeOther)
		if to := got.header.Get("Location"); to != eightB {
			t.Errorf("leads to %s", to)
		}
		pressed := v.get(eightB).page.Find(".demo [name=fault][aria-pressed=true]").AttrOr("value", "none")
		if pressed != fault {
			t.Errorf("with %s the bar shows %s", fault, pressed)
		}
	}
	v.post("/demo/faults", url.Values{"fault": {"flood"}}).want(t, http.StatusUnprocessableEntity)
	if want := []string{"slow", "lost", "down", "key", "none"}; !slices.Equal(demo.broken, want) {
		t.Errorf("it was broken by %v", demo.broken)
	}
	for _, next := range foreignAddresses() {
		got := v.post("/demo/faults", url.Values{"fault": {"none"}, "next": {next}}).want(t, http.StatusSeeOther)
		if to := got.header.Get("Location"); to != "/" {
			t.Errorf("%q leads to %s", next, to)
		}
	}
}

func TestEverybodyInTheDemonstrationSeesWhatWasSent(t *testing.T) {
	t.Parallel()
	p, _ := bootDemo(t)
	v := p.as(t, teacher)
	link := v.get(savesPath + v.takes("Absent", 0)).address("a[href$='/request']")
	if sent := v.get(link).want(t, http.StatusOK); !strings.Contains(sent.text("pre"), "200 OK") {
		t.Errorf("it shows %s", sent.text("main"))
	}
}

func TestOutsideTheDemonstrationItsPagesDoNotExist(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.visit(t)
	if to := v.get("/").want(t, http.StatusSeeOther).header.Get("Location"); to != "/sign-in" {
		t.Errorf("leads to %s", to)
	}
	v.post("/demo/enter", url.Values{"email": {teacher}}).want(t, http.StatusNotFound)
	v.post("/demo/faults", url.Values{"fault": {"down"}}).want(t, http.StatusNotFound)
	if v.get("/sign-in").page.Find(".demo").Length() > 0 {
		t.Error("the demonstration's bar is shown")
	}
}

// foreignAddresses are places to go on to that belong to somebody else, or that a
// browser may read so.
func foreignAddresses() []string {
	return []string{
		"https://evil.example/", "//evil.example", `/\evil.example`, "/\t/evil.example", "/%09/evil.example", "%2f%2fevil.example",
		"/%2f%2fevil.example", "javascript:alert(1)", "/../x", "schools",
	}
}
