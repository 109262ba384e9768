package handlers_test

import (
	"bufio"
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers"
	"rollbook/web"
	"rollbook/web/roll"
)

// allRoutes are the routes of the program.
func allRoutes(t *testing.T) []*echo.Route {
	t.Helper()
	var routes []*echo.Route
	app := newAppWith(t, t.TempDir(), clockFrom(bootHour()), func(e *echo.Echo, pages *echo.Group, app *web.App) error {
		err := handlers.Register(e, pages, app)
		routes = e.Routes()
		return err
	})
	must(t, app.Close())
	return routes
}

// coverMay is what a cover is answered on the routes that do not refuse her: everything
// else inside a school is forbidden. A new route outside the schools must be listed here.
func coverMay() map[string]int {
	return map[string]int{
		"GET /schools/:school/roll":                    http.StatusOK,
		"POST /schools/:school/roll":                   http.StatusBadRequest,
		"GET /schools/:school/roll/statuses":           http.StatusOK,
		"GET /schools/:school/roll/events":             http.StatusOK,
		"POST /schools/:school/saves/:token/decisions": http.StatusNotFound,
		"GET /":               http.StatusSeeOther,
		"GET /schools":        http.StatusForbidden,
		"GET /preferences":    http.StatusOK,
		"POST /preferences":   http.StatusSeeOther,
		"GET /help":           http.StatusOK,
		"GET /help/:topic":    http.StatusOK,
		"GET /sign-in":        http.StatusSeeOther,
		"GET /cover/:secret":  http.StatusNotFound,
		"POST /cover/:secret": http.StatusNotFound,
		"GET /healthz":        http.StatusOK,
		"GET /readyz":         http.StatusOK,
		"GET /static/*":       http.StatusNotFound,
		"POST /hooks/:school": http.StatusUnauthorized,
	}
}

func TestACoverIsRefusedOnEveryRouteButHerRolls(t *testing.T) {
	t.Parallel()
	p := boot(t)
	link := p.coverLink(t, "8B", "12:15")
	token := p.as(t, teacher).takes("Absent", 3)
	student := p.as(t, teacher).get(eightB).enrolments(t, 3)[0]
	places := strings.NewReplacer(":school", "harbour", ":token", token, ":enrolment", student, ":topic", "roll", ":secret", "nonsense", "*", "nothing.js",
		":group", "x", ":key", "x", ":call", "statuses", ":range", "x", ":cover", "x")
	may, met := coverMay(), make(map[string]bool)
	ines := p.covers(t, link, "Ines Okoro")
	for _, route := range allRoutes(t) {
		name := route.Method + " " + route.Path
		if route.Method != http.MethodGet && route.Method != http.MethodPost || name == "POST /sign-in" || name == "POST /sign-out" {
			continue
		}
		want, listed := may[name]
		met[name] = true
		if !listed && strings.HasPrefix(route.Path, "/schools/:school") {
			want = http.StatusForbidden
		}
		// What is registered for the other method only is no route of this one.
		if got := ines.code(route.Method, places.Replace(route.Path)); got != want && (listed || got != http.StatusMethodNotAllowed) {
			t.Errorf("%s answers %d, want %d", name, got, want)
		}
	}
	for name := range may {
		if !met[name] {
			t.Errorf("there is no route %s", name)
		}
	}
	if !ines.signedIn() || ines.get(rollPath).code != http.StatusOK {
		t.Error("she was signed out on the way")
	}
}

func TestAnotherSchoolsRoutesAreNotThereForACover(t *testing.T) {
	t.Parallel()
	p := boot(t)
	link := p.coverLink(t, "8B", "12:15")
	var ines *visitor
	for i, route := range allRoutes(t) {
		// Who was told so often that there is nothing has to wait.
		if i%40 == 0 {
			ines = p.covers(t, link, "Ines Okoro")
		}
		path, inSchool := strings.CutPrefix(route.Path, "/schools/:school")
		if !inSchool || route.Method != http.MethodGet && route.Method != http.MethodPost {
			continue
		}
		if got := ines.code(route.Method, "/schools/tilleuls"+path); got != http.StatusNotFound && got != http.StatusMethodNotAllowed {
			t.Errorf("%s %s of another school answers %d", route.Method, path, got)
		}
	}
}

// code is what an address answers; the body is not waited for.
func (v *visitor) code(method, path string) int {
	v.t.Helper()
	ctx, stop := context.WithCancel(v.t.Context())
	defer stop()
	r, err := http.NewRequestWithContext(ctx, method, v.address+path, nil)
	must(v.t, err)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	got, err := v.client.Do(r)
	must(v.t, err)
	must(v.t, got.Body.Close())
	return got.StatusCode
}

func TestACoversReachIsOneClassOnOneDate(t *testing.T) {
	t.Parallel()
	p := boot(t)
	anna := p.as(t, teacher)
	whole := anna.get(rollPath+"?class=9A").want(t, http.StatusOK)
	periods := anna.get(eightB).values("select[name=period] option")
	ines := p.covers(t, p.coverLink(t, "8B", "12:15"), "Ines Okoro")
	page := ines.coverRoll()
	for _, query := range []string{
		"?class=9A", "?class=8b", "?class=9A&class=8B", "?class=8B&class=9A", "?class=", "?class=8B&date=" + yesterday, "?date=" + yesterday, "?date=2026-11-20",
		"?date=nonsense", "?period=nonsense", "?period=" + url.QueryEscape(other(periods, page.form("#roll").Get("period"))), "?class=*", "?class=classes%3Aseveral",
	} {
		for _, path := range []string{rollPath, rollPath + "/statuses", rollPath + "/events"} {
			ines.get(path+query).want(t, http.StatusNotFound)
		}
	}
	for name, value := range map[string]string{"class": "9A", "date": yesterday, "period": "nonsense"} {
		form := page.press(t, "Absent", page.enrolments(t, 3)...)
		form.Set(name, value)
		ines.post(rollPath, form).want(t, http.StatusNotFound)
		form.Set(name, page.form("#roll").Get(name))
		ines.post(rollPath+"?"+name+"="+value, form).want(t, http.StatusNotFound)
	}
	strangers := page.press(t, "Absent", page.enrolments(t, 3)[0], whole.enrolments(t, 0)[0])
	ines.post(rollPath, strangers).want(t, http.StatusUnprocessableEntity)
	if calls := p.sandbox.Arrivals(""); len(calls) > 0 {
		t.Errorf("it made %d calls", len(calls))
	}
}

// other is one of the texts that is not the one.
func other(texts []string, one string) string {
	for _, text := range texts {
		if text != one {
			return text
		}
	}
	return "none"
}

func TestTwoWhoShareALinkAreTwo(t *testing.T) {
	t.Parallel()
	p := boot(t)
	link := p.coverLink(t, "8B", "12:15")
	ines, omar := p.covers(t, link, "Ines Okoro"), p.covers(t, link, "Omar Haddad")
	page := ines.coverRoll()
	form := page.press(t, "Absent", page.enrolments(t, 3)...)
	if says := omar.post(rollPath, form).want(t, http.StatusConflict).text("#summary"); !strings.Contains(says, "Somebody else signed in") {
		t.Errorf("with her page he is told %q", says)
	}
	saved := ines.post(rollPath, form).want(t, http.StatusSeeOther).saved(t)
	omar.post(savesPath+saved+"/decisions", url.Values{"keep": page.enrolments(t, 3)}).want(t, http.StatusNotFound)
	if says := omar.coverRoll().text("#roll"); !strings.Contains(says, "Absent") {
		t.Errorf("he does not see her mark: %q", says)
	}
	list := p.as(t, officeWorker).get(coversPath).text(".uses")
	if !strings.Contains(list, "Ines Okoro (cover), last at 08:3") || !strings.Contains(list, "Omar Haddad (cover)") {
		t.Errorf("the list says %q", list)
	}
}

func TestACoverCannotReplaceTheOfficesWord(t *testing.T) {
	t.Parallel()
	p := boot(t)
	p.as(t, officeWorker).takes("Late", 3)
	ines := p.covers(t, p.coverLink(t, "8B", "12:15"), "Kofi Osei")
	page := ines.coverRoll()
	got := ines.post(rollPath, page.press(t, "Absent", page.enrolments(t, 3)...)).want(t, http.StatusConflict)
	if says := got.text("main"); !strings.Contains(says, "Kofi Osei (office) marked Late") {
		t.Errorf("it says %q", says)
	}
}

func TestARevokedLinkEndsAtOnceForWhoIsIn(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office, link := p.as(t, officeWorker), p.coverLink(t, "8B", "12:15")
	ines := p.covers(t, link, "Ines Okoro")
	page := ines.coverRoll()
	kept := page.enrolments(t, 3)
	ines.post(rollPath, page.press(t, "Absent", kept...)).want(t, http.StatusSeeOther)
	list := office.get(coversPath)
	p.as(t, frenchTeacher).post(list.address(".list form"), nil).want(t, http.StatusNotFound)
	p.as(t, teacher).post(list.address(".list form"), nil).want(t, http.StatusForbidden)
	office.post(list.address(".list form"), list.form(".list form")).want(t, http.StatusSeeOther)
	form := page.press(t, "Absent", page.enrolments(t, 5)...)
	for range 2 {
		got := ines.post(rollPath, form, byScript()...).want(t, http.StatusForbidden)
		if says := got.text("#summary"); !strings.Contains(says, "the link ended at 08:3") || !strings.Contains(says, "Your ticks stay") || len(got.rows(t)) != 0 {
			t.Errorf("a press is told %q", got.body)
		}
	}
	ines.get(rollPath+"/statuses", byScript()...).want(t, http.StatusForbidden)
	ines.get(rollPath+"/events").want(t, http.StatusForbidden)
	if got := ines.get(rollPath).want(t, http.StatusForbidden); !strings.Contains(got.text("main"), "This link ended at 08:3") || len(got.rows(t)) != 0 {
		t.Errorf("the page says %q", got.text("main"))
	}
	ines.get("/sign-in").want(t, http.StatusOK)
	if got := ines.get(link).want(t, http.StatusGone); !strings.Contains(got.text("main"), "This link ended at 08:3") {
		t.Errorf("the link says %q", got.text("main"))
	}
	ines.post(link, url.Values{"name": {"Ines"}}).want(t, http.StatusGone)
	if marks := p.sandbox.Arrivals(harbourCode); len(marks) != 1 {
		t.Errorf("%d calls were made, want that of the save before", len(marks))
	}
	if says := office.get(coversPath).text(".list"); !strings.Contains(says, "revoked at 08:3") || strings.Contains(says, "Revoke ") {
		t.Errorf("the list says %q", says)
	}
}

func TestALinkEndsAtItsTime(t *testing.T) {
	t.Parallel()
	clock := newMovingClock(bootHour())
	p := bootAt(t, clock.now)
	link := p.coverLink(t, "8B", "09:00")
	ines := p.covers(t, link, "Ines Okoro")
	page := ines.coverRoll()
	form := page.press(t, "Absent", page.enrolments(t, 5)...)
	clock.forward(31 * time.Minute)
	got := ines.post(rollPath, form, byScript()...).want(t, http.StatusForbidden)
	if says := got.text("#summary"); !strings.Contains(says, "the link ended at 09:00") {
		t.Errorf("a press is told %q", says)
	}
	if got := p.visit(t).get(link).want(t, http.StatusGone); !strings.Contains(got.text("main"), "This link ended at 09:00. Ask the office for a new one.") {
		t.Errorf("the link says %q", got.text("main"))
	}
	// In a real browser the session's cookie is gone by then.
	stranger := p.visit(t)
	lost := stranger.post(rollPath, form, byScript()...).want(t, http.StatusForbidden)
	if says := lost.text("#summary"); !strings.Contains(says, "not signed in with the link any more") || lost.header.Get("HX-Redirect") != "" {
		t.Errorf("without a session a press is told %q", says)
	}
	if calls := p.sandbox.Arrivals(""); len(calls) > 0 {
		t.Errorf("it made %d calls", len(calls))
	}
}

func TestALinkThatIsNoneIsLikeNonsense(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.visit(t)
	link := p.coverLink(t, "8B", "12:15")
	wrong := link[:len(link)-1] + map[bool]string{true: "A", false: "B"}[link[len(link)-1] != 'A']
	ask := func(path string) answer { return v.get(path) }
	wantSameAsNonsense(t, ask, wrong, "/cover/nonsense")
	wantSameAsNonsense(t, ask, wrong, "/cover/"+strings.Repeat("A", 500))
	wantSameAsNonsense(t, func(path string) answer { return v.post(path, url.Values{"name": {"Ines"}}) }, wrong, "/cover/nonsense")
	for range 60 {
		v.get("/cover/nonsense")
	}
	v.get("/cover/nonsense").want(t, http.StatusTooManyRequests)
}

func TestLookingAtALinkChangesNothingAndTellsNobody(t *testing.T) {
	t.Parallel()
	p := boot(t)
	link := p.coverLink(t, "8B", "12:15")
	v := p.visit(t)
	got := p.nothing(t, func() answer { return v.get(link) }).want(t, http.StatusOK)
	for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "strict-origin", "X-Robots-Tag": "noindex, nofollow"} {
		if value := got.header.Get(name); value != want {
			t.Errorf("%s: %q", name, value)
		}
	}
	for _, method := range []string{http.MethodPut, http.MethodDelete} {
		v.send(method, link, nil, "Sec-Fetch-Site", "same-origin").want(t, http.StatusMethodNotAllowed)
	}
	if says := p.as(t, officeWorker).get(coversPath).text(".list"); !strings.Contains(says, "Not used yet") {
		t.Errorf("the list says %q", says)
	}
}

func TestSomebodyWhoIsSignedInGoesOnAsHimselfOrPressesOn(t *testing.T) {
	t.Parallel()
	p := boot(t)
	link := p.coverLink(t, "8B", "12:15")
	anna := p.as(t, teacher)
	front := anna.get(link).want(t, http.StatusOK)
	if says := front.text(".notice"); !strings.Contains(says, "You are signed in here as Anna Lindqvist.") {
		t.Errorf("she is told %q", says)
	}
	if got := anna.get(front.address(".notice a")).want(t, http.StatusOK); len(got.rows(t)) != eightBSize || got.text(".top summary") != "Anna Lindqvist" {
		t.Error("she cannot go on as herself")
	}
	luc := p.as(t, frenchTeacher)
	if luc.get(link).want(t, http.StatusOK).page.Find(".notice a").Length() != 0 {
		t.Error("somebody of another school may go on as himself")
	}
	form := front.form("main form")
	form.Set("name", "Ines Okoro")
	before := anna.cookie("rollbook_session")
	got := anna.post(link, form).want(t, http.StatusSeeOther)
	if got.header.Get("Clear-Site-Data") != `"storage"` || front.page.Find("main form[data-sign-out]").Length() != 1 {
		t.Error("her drafts stay")
	}
	if anna.cookie("rollbook_session") == before {
		t.Error("the session stays the same")
	}
	anna.get("/schools/harbour").want(t, http.StatusForbidden)
	anna.setCookie("rollbook_session", before)
	if anna.signedIn() {
		t.Error("the old session is still good")
	}
	ines := p.covers(t, link, "Ines Okoro")
	if says := ines.get(link); !strings.Contains(says.text(".notice"), "as Ines Okoro (cover)") || says.page.Find(".notice a").Length() != 1 {
		t.Errorf("a cover is told %q", says.text(".notice"))
	}
	if other := p.coverLink(t, "9A", "12:15"); ines.get(other).page.Find(".notice a").Length() != 0 {
		t.Error("a cover may go on to another class")
	}
}

func TestAStreamOfACoverEndsWithTheLink(t *testing.T) {
	t.Parallel()
	p := boot(t)
	ines := p.covers(t, p.coverLink(t, "8B", "12:15"), "Ines Okoro")
	limited, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	r, err := http.NewRequestWithContext(limited, http.MethodGet, p.address+rollPath+"/events", nil)
	must(t, err)
	stream, err := ines.client.Do(r)
	must(t, err)
	defer func() { must(t, stream.Body.Close()) }()
	lines := bufio.NewScanner(stream.Body)
	lines.Buffer(nil, 1<<20)
	if !lines.Scan() || stream.StatusCode != http.StatusOK {
		t.Fatalf("the stream begins with %d %q", stream.StatusCode, lines.Text())
	}
	office := p.as(t, officeWorker)
	list := office.get(coversPath)
	office.post(list.address(".list form"), list.form(".list form")).want(t, http.StatusSeeOther)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "event: ") && lines.Text() != "event: beat" {
			t.Errorf("it goes on with %q", lines.Text())
		}
	}
	must(t, lines.Err())
}

func TestWhatACoverPrefersEndsWithTheLink(t *testing.T) {
	t.Parallel()
	p := boot(t)
	ines := p.covers(t, p.coverLink(t, "8B", "12:15"), "Ines Okoro")
	ines.post("/preferences", url.Values{"single_keys": {"off"}, "others": {"on"}, "theme": {"dark"}}).want(t, http.StatusSeeOther)
	page := ines.coverRoll()
	if page.page.Find("#page[data-single-keys=true]").Length() != 0 || page.page.Find("#roll [name=others][checked]").Length() != 1 {
		t.Error("it is not kept")
	}
	form := page.press(t, "Absent", page.enrolments(t, 3)...)
	form.Del("others")
	ines.post(rollPath, form).want(t, http.StatusSeeOther)
	var who roll.PersonID
	marks, err := p.app.Store.Marks(t.Context(), harbour, today, []roll.EnrolmentID{roll.EnrolmentID(numbers(t, form.Get("enrolment"))[0])})
	must(t, err)
	for _, mark := range marks {
		who = mark.By.Person
	}
	cover, err := p.app.Store.Cover(t.Context(), who)
	if err != nil || cover.Name != "Ines Okoro" || cover.Others || cover.SingleKeys {
		t.Errorf("kept is %+v, %v", cover, err)
	}
}
