package entry_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"rsc.io/qr"

	"rollbook/handlers/apptest"
)

func TestAPersonWithoutAnAccountTakesTheRollWithALinkOfTheOffice(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	for _, path := range []string{apptest.DayPath, apptest.EightB} {
		if office.Get(path).Page.Find("main a[href^='"+apptest.CoversPath+"']").Length() != 1 {
			t.Errorf("nothing on %s leads to the links", path)
		}
	}
	if past := office.Get(apptest.EightB + "&date=" + apptest.Yesterday); past.Page.Find("main a[href^='"+apptest.CoversPath+"']").Length() != 0 {
		t.Error("a link is offered for yesterday")
	}
	link := p.CoverLink(t, "8B", "12:15")
	front := p.Visit(t).Get(link).Want(t, http.StatusOK)
	if says := front.Text("main"); !strings.Contains(says, "8B") || !strings.Contains(says, "until 12:15") {
		t.Errorf("the link's page says %q", says)
	}
	ines := p.Covers(t, link, "  Ines Okoro ")
	page := ines.CoverRoll()
	if rows := page.Rows(t); len(rows) != apptest.EightBSize || page.Text("h1") != "8B" {
		t.Errorf("the roll of %s has %d students", page.Text("h1"), len(rows))
	}
	if says := page.Text(".top summary"); says != "Ines Okoro (cover)" {
		t.Errorf("the page calls her %q", says)
	}
	if page.Page.Find("nav, .picker, .strip, a[href*='/history'], a[href*='/day']").Length() != 0 {
		t.Error("the page offers what she may not open")
	}
	absent := page.Enrolments(t, 3, 4)
	saved := ines.Post(apptest.RollPath, page.Press(t, "Absent", absent...)).Want(t, http.StatusSeeOther)
	after := ines.Follow(saved).Want(t, http.StatusOK)
	apptest.WantSaved(t, after, "Absent", absent...)
	for what, says := range map[string]string{
		"the board": office.Get(apptest.DayPath).Text(".board"), "the classes": office.Get("/schools/harbour").Text("main"),
		"the history": office.Get("/schools/harbour/students/" + absent[0] + "/history").Text("main"),
		"the file":    string(office.Get("/schools/harbour/exports/marks.csv?class=8B").Body),
		"the save":    office.Get(apptest.SavesPath + saved.Saved(t)).Text("main"), "the list of links": office.Get(apptest.CoversPath).Text(".list"),
	} {
		if !strings.Contains(says, "Ines Okoro (cover)") {
			t.Errorf("%s does not say who it was: %q", what, says)
		}
	}
	ines.Post("/sign-out", ines.CoverRoll().Form("form[data-sign-out]")).Want(t, http.StatusSeeOther)
	if ines.SignedIn() {
		t.Error("signing out changes nothing")
	}
}

func TestALinkIsShownOnceAndOnePressMakesOneLink(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	form := office.CoverForm("8B", "12:15")
	first := office.Post(apptest.CoversPath, form).Want(t, http.StatusOK)
	link := first.Text("code.address")
	if again := office.Post(apptest.CoversPath, form).Want(t, http.StatusConflict); strings.Contains(string(again.Body), link) ||
		first.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("pressed twice it shows %s again, kept %s", link, first.Header.Get("Cache-Control"))
	}
	list := office.Get(apptest.CoversPath)
	if lines := list.Page.Find(".list > li").Length(); lines != 1 || strings.Contains(string(list.Body), link[strings.LastIndex(link, "/")+1:]) {
		t.Errorf("%d links are listed", lines)
	}
	office.Post(list.Address(".list form"), list.Form(".list form")).Want(t, http.StatusSeeOther)
	if says := office.Post(apptest.CoversPath, form).Want(t, http.StatusConflict).Text("[role=alert]"); !strings.Contains(says, "was removed") {
		t.Errorf("after it was revoked: %q", says)
	}
	form.Set("class", "9A")
	if other := office.Post(apptest.CoversPath, form).Want(t, http.StatusOK).Text("code.address"); other == link {
		t.Error("another class has the same link")
	}
}

// modules returns the dark modules of the code that the selector finds, by row: its path consists of runs one
// module high.
func modules(a apptest.Answer, t *testing.T, selector string) [][]bool {
	t.Helper()
	code := a.Page.Find(selector)
	_, side, _ := strings.Cut(code.AttrOr("viewbox", code.AttrOr("viewBox", "")), "0 0 ")
	side, _, _ = strings.Cut(side, " ")
	width, err := strconv.Atoi(side)
	apptest.Must(t, err)
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
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page := office.Post(apptest.CoversPath, office.CoverForm("8B", "12:15")).Want(t, http.StatusOK)
	want, err := qr.Encode(page.Text("code.address"), qr.M)
	apptest.Must(t, err)
	got := modules(page, t, ".code")
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
	if label := page.Page.Find(".code[role=img]").AttrOr("aria-label", ""); !strings.Contains(label, "8B") {
		t.Errorf("people who do not see it are told %q", label)
	}
	if strings.Contains(string(page.Body), "style=") {
		t.Error("it has a style of its own, which the policy refuses")
	}
}

func TestALinkCannotBeMadeForATimeThatIsOverOrForNothing(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	form := office.CoverForm("8B", "12:15")
	if usual := office.Get(apptest.CoversPath).Form("form.card").Get("until"); usual != "12:30" {
		t.Errorf("the form begins with %s", usual)
	}
	for until, says := range map[string]string{"08:15": "time is over", "08:30": "time is over", "24:00": "write a time such as", "": "write a time such as", "8:15": "write a time such as", "noon": "write a time such as"} {
		form.Set("until", until)
		got := office.Post(apptest.CoversPath, form).Want(t, http.StatusUnprocessableEntity)
		if !strings.Contains(got.Text("[role=alert]"), says) || got.Form("form.card").Get("until") != until || got.Form("form.card").Get("class") != "8B" {
			t.Errorf("%q: %q, kept is %v", until, got.Text("[role=alert]"), got.Form("form.card"))
		}
	}
	form.Set("until", "23:59")
	form.Set("class", "nonsense")
	office.Post(apptest.CoversPath, form).Want(t, http.StatusUnprocessableEntity)
	form.Set("class", "8B")
	form.Set("press", "nonsense")
	office.Post(apptest.CoversPath, form).Want(t, http.StatusBadRequest)
	form.Del("press")
	office.Post(apptest.CoversPath, form).Want(t, http.StatusBadRequest)
	if says := office.Get(apptest.CoversPath).Text("main"); !strings.Contains(says, "No links yet") {
		t.Errorf("then the page says %q", says)
	}
	for _, email := range []string{apptest.Teacher, apptest.OtherTeacher} {
		p.As(t, email).Get(apptest.CoversPath).Want(t, http.StatusForbidden)
		p.As(t, email).Post(apptest.CoversPath, form).Want(t, http.StatusForbidden)
	}
	p.As(t, apptest.FrenchTeacher).Get(apptest.CoversPath).Want(t, http.StatusNotFound)
}

func TestALinkMadeLateEndsWithItsDay(t *testing.T) {
	t.Parallel()
	p := apptest.BootAt(t, apptest.ClockFrom(apptest.BootHour().Add(13*time.Hour)))
	if usual := p.As(t, apptest.OfficeWorker).Get(apptest.CoversPath).Form("form.card").Get("until"); usual != "23:59" {
		t.Errorf("the form begins with %s", usual)
	}
}

func TestANameThatCannotBeKeptIsAskedForAgain(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link := p.CoverLink(t, "8B", "12:15")
	v := p.Visit(t)
	form := v.Get(link).Form("main form")
	for _, name := range []string{"", "   ", strings.Repeat("a", 101), "a\tb", "a\u202eb", "..."} {
		form.Set("name", name)
		got := v.Post(link, form).Want(t, http.StatusUnprocessableEntity)
		if kept := got.Form("main form").Get("name"); kept != name || got.Text("[role=alert]") == "" {
			t.Errorf("%q: kept is %q", name, kept)
		}
	}
	form["name"] = []string{"Ines", "Ines"}
	v.Post(link, form).Want(t, http.StatusBadRequest)
	v.Send(http.MethodPost, link, apptest.FormBody(url.Values{"name": {"Ines"}}), "Content-Type", "application/x-www-form-urlencoded").Want(t, http.StatusForbidden)
	v.Post(link, url.Values{"name": {"Ines"}}, "Sec-Fetch-Site", "cross-site").Want(t, http.StatusForbidden)
	v.Send(http.MethodPost, link, strings.NewReader(`{"name":"Ines"}`), apptest.OfForm([]string{"Content-Type", "application/json"})...).Want(t, http.StatusUnsupportedMediaType)
	if v.SignedIn() || !strings.Contains(p.As(t, apptest.OfficeWorker).Get(apptest.CoversPath).Text(".list"), "Not used yet") {
		t.Error("somebody is signed in")
	}
	form["name"] = []string{strings.Repeat("é", 100)}
	v.Post(link, form).Want(t, http.StatusSeeOther)
}
