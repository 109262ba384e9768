package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"rsc.io/qr"
)

const coversPath = "/schools/harbour/covers"

// coverForm is the office's form for a link of the class until the time.
func (v *visitor) coverForm(class, until string) url.Values {
	v.t.Helper()
	page := v.get(coversPath+"?class="+class).want(v.t, http.StatusOK)
	form := page.form("form.card")
	if form.Get("class") != class {
		v.t.Fatalf("the form offers %v", form)
	}
	form.Set("until", until)
	return form
}

// coverLink makes a link as the office, and is its address on this site.
func (p *program) coverLink(t testing.TB, class, until string) string {
	t.Helper()
	office := p.as(t, officeWorker)
	made := office.post(coversPath, office.coverForm(class, until)).want(t, http.StatusOK)
	link, ok := strings.CutPrefix(made.text("code.address"), p.address)
	if !ok || !strings.HasPrefix(link, "/cover/") {
		t.Fatalf("the link is %q", made.text("code.address"))
	}
	return link
}

// covers is somebody who has typed the name at the link.
func (p *program) covers(t testing.TB, link, name string) *visitor {
	t.Helper()
	v := p.visit(t)
	form := v.get(link).want(t, http.StatusOK).form("main form")
	form.Set("name", name)
	v.post(link, form).want(t, http.StatusSeeOther)
	return v
}

// coverRoll is the roll that who covers is led to.
func (v *visitor) coverRoll() answer {
	v.t.Helper()
	return v.follow(v.get("/")).want(v.t, http.StatusOK)
}

func TestTheOfficeMakesALinkAndSomebodyWithoutAnAccountTakesTheRoll(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	for _, path := range []string{dayPath, eightB} {
		if office.get(path).page.Find("main a[href^='"+coversPath+"']").Length() != 1 {
			t.Errorf("nothing on %s leads to the links", path)
		}
	}
	if past := office.get(eightB + "&date=" + yesterday); past.page.Find("main a[href^='"+coversPath+"']").Length() != 0 {
		t.Error("a link is offered for yesterday")
	}
	link := p.coverLink(t, "8B", "12:15")
	front := p.visit(t).get(link).want(t, http.StatusOK)
	if says := front.text("main"); !strings.Contains(says, "8B") || !strings.Contains(says, "until 12:15") {
		t.Errorf("the link's page says %q", says)
	}
	ines := p.covers(t, link, "  Ines Okoro ")
	page := ines.coverRoll()
	if rows := page.rows(t); len(rows) != eightBSize || page.text("h1") != "8B" {
		t.Errorf("the roll of %s has %d students", page.text("h1"), len(rows))
	}
	if says := page.text(".top summary"); says != "Ines Okoro (cover)" {
		t.Errorf("the page calls her %q", says)
	}
	if page.page.Find("nav, .picker, .strip, a[href*='/history'], a[href*='/day']").Length() != 0 {
		t.Error("the page offers what she may not open")
	}
	absent := page.enrolments(t, 3, 4)
	saved := ines.post(rollPath, page.press(t, "Absent", absent...)).want(t, http.StatusSeeOther)
	after := ines.follow(saved).want(t, http.StatusOK)
	wantSaved(t, after, "Absent", absent...)
	for what, says := range map[string]string{
		"the board": office.get(dayPath).text(".board"), "the classes": office.get("/schools/harbour").text("main"),
		"the history": office.get("/schools/harbour/students/" + absent[0] + "/history").text("main"),
		"the file":    string(office.get("/schools/harbour/exports/day.csv?class=8B").body),
		"the save":    office.get(savesPath + saved.saved(t)).text("main"), "the list of links": office.get(coversPath).text(".list"),
	} {
		if !strings.Contains(says, "Ines Okoro (cover)") {
			t.Errorf("%s does not say who it was: %q", what, says)
		}
	}
	ines.post("/sign-out", ines.coverRoll().form("form[data-sign-out]")).want(t, http.StatusSeeOther)
	if ines.signedIn() {
		t.Error("signing out changes nothing")
	}
}

func TestALinkIsShownOnceAndOnePressMakesOneLink(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	form := office.coverForm("8B", "12:15")
	first := office.post(coversPath, form).want(t, http.StatusOK)
	again := office.post(coversPath, form).want(t, http.StatusOK)
	link := first.text("code.address")
	if again.text("code.address") != link || first.header.Get("Cache-Control") != "no-store" {
		t.Errorf("pressed twice it is %s and %s, kept %s", link, again.text("code.address"), first.header.Get("Cache-Control"))
	}
	list := office.get(coversPath)
	if lines := list.page.Find(".list > li").Length(); lines != 1 || strings.Contains(string(list.body), link[strings.LastIndex(link, "/")+1:]) {
		t.Errorf("%d links are listed", lines)
	}
	office.post(list.address(".list form"), list.form(".list form")).want(t, http.StatusSeeOther)
	if says := office.post(coversPath, form).want(t, http.StatusConflict).text("[role=alert]"); !strings.Contains(says, "was revoked") {
		t.Errorf("after it was revoked: %q", says)
	}
	form.Set("class", "9A")
	if other := office.post(coversPath, form).want(t, http.StatusOK).text("code.address"); other == link {
		t.Error("another class has the same link")
	}
}

// modules are the dark modules of the code that the selector finds, by row: its path is
// made of runs one module high.
func (a answer) modules(t *testing.T, selector string) [][]bool {
	t.Helper()
	code := a.page.Find(selector)
	_, side, _ := strings.Cut(code.AttrOr("viewbox", code.AttrOr("viewBox", "")), "0 0 ")
	side, _, _ = strings.Cut(side, " ")
	width, err := strconv.Atoi(side)
	must(t, err)
	rows := make([][]bool, width)
	for y := range rows {
		rows[y] = make([]bool, width)
	}
	for run := range strings.SplitSeq(strings.TrimSuffix(code.Find("path").AttrOr("d", ""), "z"), "z") {
		var x, y, length, back int
		if _, err := fmt.Sscanf(run, "M%d %dh%dv1h-%d", &x, &y, &length, &back); err != nil || back != length {
			t.Fatalf("a run is %q: %v", run, err)
		}
		for i := range length {
			rows[y][x+i] = true
		}
	}
	return rows
}

func TestTheCodeIsTheLink(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	page := office.post(coversPath, office.coverForm("8B", "12:15")).want(t, http.StatusOK)
	want, err := qr.Encode(page.text("code.address"), qr.M)
	must(t, err)
	got := page.modules(t, ".code")
	if len(got) != want.Size+8 {
		t.Fatalf("it is %d modules wide, want %d and four around", len(got), want.Size)
	}
	for y := range got {
		for x := range got[y] {
			if got[y][x] != want.Black(x-4, y-4) {
				t.Fatalf("the module at %d, %d is %v", x, y, got[y][x])
			}
		}
	}
	if label := page.page.Find(".code[role=img]").AttrOr("aria-label", ""); !strings.Contains(label, "8B") {
		t.Errorf("people who do not see it are told %q", label)
	}
	if strings.Contains(string(page.body), "style=") {
		t.Error("it has a style of its own, which the policy refuses")
	}
}

func TestALinkCannotBeMadeForATimeThatIsOverOrForNothing(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	form := office.coverForm("8B", "12:15")
	if usual := office.get(coversPath).form("form.card").Get("until"); usual != "12:30" {
		t.Errorf("the form begins with %s", usual)
	}
	for until, says := range map[string]string{"08:15": "time is over", "08:30": "time is over", "24:00": "does not exist", "": "does not exist", "8:15": "does not exist", "noon": "does not exist"} {
		form.Set("until", until)
		got := office.post(coversPath, form).want(t, http.StatusUnprocessableEntity)
		if !strings.Contains(got.text("[role=alert]"), says) || got.form("form.card").Get("until") != until || got.form("form.card").Get("class") != "8B" {
			t.Errorf("%q: %q, kept is %v", until, got.text("[role=alert]"), got.form("form.card"))
		}
	}
	form.Set("until", "23:59")
	form.Set("class", "nonsense")
	office.post(coversPath, form).want(t, http.StatusUnprocessableEntity)
	form.Set("class", "8B")
	form.Set("press", "nonsense")
	office.post(coversPath, form).want(t, http.StatusBadRequest)
	form.Del("press")
	office.post(coversPath, form).want(t, http.StatusBadRequest)
	if says := office.get(coversPath).text("main"); !strings.Contains(says, "No link was made today") {
		t.Errorf("then the page says %q", says)
	}
	for _, email := range []string{teacher, otherTeacher} {
		p.as(t, email).get(coversPath).want(t, http.StatusForbidden)
		p.as(t, email).post(coversPath, form).want(t, http.StatusForbidden)
	}
	p.as(t, frenchTeacher).get(coversPath).want(t, http.StatusNotFound)
}

func TestALinkMadeLateEndsWithItsDay(t *testing.T) {
	t.Parallel()
	p := bootAt(t, clockFrom(bootHour().Add(13*time.Hour)))
	if usual := p.as(t, officeWorker).get(coversPath).form("form.card").Get("until"); usual != "23:59" {
		t.Errorf("the form begins with %s", usual)
	}
}

func TestANameThatCannotBeKeptIsAskedForAgain(t *testing.T) {
	t.Parallel()
	p := boot(t)
	link := p.coverLink(t, "8B", "12:15")
	v := p.visit(t)
	form := v.get(link).form("main form")
	for _, name := range []string{"", "   ", strings.Repeat("a", 101), "a\tb", "a\u202eb", "..."} {
		form.Set("name", name)
		got := v.post(link, form).want(t, http.StatusUnprocessableEntity)
		if kept := got.form("main form").Get("name"); kept != name || got.text("[role=alert]") == "" {
			t.Errorf("%q: kept is %q", name, kept)
		}
	}
	form["name"] = []string{"Ines", "Ines"}
	v.post(link, form).want(t, http.StatusBadRequest)
	v.send(http.MethodPost, link, formBody(url.Values{"name": {"Ines"}}), "Content-Type", "application/x-www-form-urlencoded").want(t, http.StatusForbidden)
	v.post(link, url.Values{"name": {"Ines"}}, "Sec-Fetch-Site", "cross-site").want(t, http.StatusForbidden)
	v.send(http.MethodPost, link, strings.NewReader(`{"name":"Ines"}`), ofForm([]string{"Content-Type", "application/json"})...).want(t, http.StatusUnsupportedMediaType)
	if v.signedIn() || !strings.Contains(p.as(t, officeWorker).get(coversPath).text(".list"), "Not used yet") {
		t.Error("somebody is signed in")
	}
	form["name"] = []string{strings.Repeat("é", 100)}
	v.post(link, form).want(t, http.StatusSeeOther)
}
