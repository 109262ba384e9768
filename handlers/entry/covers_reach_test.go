package entry_test

import (
	"bufio"
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// coverMay lists the answers to a cover on the routes that do not refuse her: all other pages inside a school
// are forbidden. A new route outside the schools must be listed here.
func coverMay() map[string]int {
	return map[string]int{
		"GET /schools/:school/roll":                    http.StatusOK,
		"POST /schools/:school/roll":                   http.StatusBadRequest,
		"GET /schools/:school/roll/unlisted":           http.StatusOK,
		"POST /schools/:school/roll/unlisted":          http.StatusOK,
		"GET /schools/:school/roll/statuses":           http.StatusOK,
		"GET /schools/:school/roll/events":             http.StatusOK,
		"POST /schools/:school/saves/:token/decisions": http.StatusNotFound,
		"GET /":                               http.StatusSeeOther,
		"GET /schools":                        http.StatusForbidden,
		"GET /preferences":                    http.StatusOK,
		"POST /preferences":                   http.StatusSeeOther,
		"GET /account":                        http.StatusForbidden,
		"GET /link/:secret":                   http.StatusNotFound,
		"POST /link/:secret":                  http.StatusNotFound,
		"GET /forgotten":                      http.StatusNotFound,
		"POST /forgotten":                     http.StatusNotFound,
		"POST /account/password":              http.StatusForbidden,
		"POST /account/password/strength":     http.StatusForbidden,
		"POST /link/:secret/strength":         http.StatusNotFound,
		"POST /account/sessions/end":          http.StatusForbidden,
		"POST /account/sessions/:session/end": http.StatusForbidden,
		"POST /account/pin":                   http.StatusForbidden,
		"POST /account/pin/remove":            http.StatusForbidden,
		"POST /account/pin/lift":              http.StatusForbidden,
		"GET /help":                           http.StatusOK,
		"GET /help/:topic":                    http.StatusOK,
		"POST /sign-in/passkey":               http.StatusUnprocessableEntity,
		"GET /sign-in":                        http.StatusSeeOther,
		"GET /pair":                           http.StatusOK,
		"POST /pair":                          http.StatusNotFound,
		"POST /pair/ask":                      http.StatusSeeOther,
		"GET /pair/waiting":                   http.StatusNoContent,
		"GET /first-school":                   http.StatusSeeOther,
		"POST /first-school":                  http.StatusSeeOther,
		"GET /door":                           http.StatusOK,
		"GET /door/leave":                     http.StatusOK,
		"GET /door/worker.js":                 http.StatusOK,
		"GET /door/manifest.webmanifest":      http.StatusOK,
		"GET /door/away":                      http.StatusOK,
		"GET /door/kept":                      http.StatusOK,
		"POST /door/leave":                    http.StatusOK,
		"POST /door/staff":                    http.StatusOK,
		"POST /door/refused":                  http.StatusOK,
		"POST /door/refused/roll":             http.StatusOK,
		"GET /cover/:secret":                  http.StatusNotFound,
		"GET /sign-in/sso/:school":            http.StatusNotFound,
		"GET /sign-in/sso/:school/back":       http.StatusForbidden,
		"POST /cover/:secret":                 http.StatusNotFound,
		"GET /favicon.ico":                    http.StatusFound,
		"GET /healthz":                        http.StatusOK,
		"GET /readyz":                         http.StatusOK,
		"GET /metrics":                        http.StatusNotFound,
		"GET /static/*":                       http.StatusNotFound,
		"POST /hooks/:school":                 http.StatusUnauthorized,
	}
}

func TestACoverIsRefusedOnEveryRouteButHerRolls(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link := p.CoverLink(t, "8B", "12:15")
	token := p.As(t, apptest.Teacher).Takes("Absent", 3)
	student := p.As(t, apptest.Teacher).Get(apptest.EightB).Enrolments(t, 3)[0]
	places := strings.NewReplacer(":school", "harbour", ":token", token, ":enrolment", student, ":topic", "roll", ":secret", "nonsense", "*", "nothing.js",
		":group", "x", ":key", "x", ":call", "statuses", ":range", "x", ":cover", "x", ":session", "x", ":person", "x", ":invitation", "x")
	may, met := coverMay(), make(map[string]bool)
	ines := p.Covers(t, link, "Ines Okoro")
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
		if ofFactors(route.Path) {
			want = http.StatusForbidden
		}
		// An address registered only for the other method is not a route of this one.
		if got := code(ines, route.Method, places.Replace(route.Path)); got != want && (listed || got != http.StatusMethodNotAllowed) {
			t.Errorf("%s answers %d, want %d", name, got, want)
		}
	}
	for name := range may {
		if !met[name] {
			t.Errorf("there is no route %s", name)
		}
	}
	if !ines.SignedIn() || ines.Get(apptest.RollPath).Code != http.StatusOK {
		t.Error("she was signed out on the way")
	}
}

func TestACoversReachIsOneClassOnOneDate(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	whole := anna.Get(apptest.RollPath+"?class=9A").Want(t, http.StatusOK)
	periods := anna.Get(apptest.EightB).Values("select[name=period] option")
	ines := p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Ines Okoro")
	page := ines.CoverRoll()
	for _, query := range []string{
		"?class=9A", "?class=8b", "?class=9A&class=8B", "?class=8B&class=9A", "?class=", "?class=8B&date=" + apptest.Yesterday, "?date=" + apptest.Yesterday, "?date=2026-11-20",
		"?date=nonsense", "?period=nonsense", "?period=" + url.QueryEscape(other(periods, page.Form("#roll").Get("period"))), "?class=*", "?class=classes%3Aseveral",
	} {
		for _, path := range []string{apptest.RollPath, apptest.RollPath + "/statuses", apptest.RollPath + "/events"} {
			ines.Get(path+query).Want(t, http.StatusNotFound)
		}
	}
	for name, value := range map[string]string{"class": "9A", "date": apptest.Yesterday, "period": "nonsense"} {
		form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
		form.Set(name, value)
		ines.Post(apptest.RollPath, form).Want(t, http.StatusNotFound)
		form.Set(name, page.Form("#roll").Get(name))
		ines.Post(apptest.RollPath+"?"+name+"="+value, form).Want(t, http.StatusNotFound)
	}
	strangers := page.Press(t, "Absent", page.Enrolments(t, 3)[0], whole.Enrolments(t, 0)[0])
	ines.Post(apptest.RollPath, strangers).Want(t, http.StatusUnprocessableEntity)
	if calls := p.Sandbox.Arrivals(""); len(calls) > 0 {
		t.Errorf("it made %d calls", len(calls))
	}
}

// other returns one of the texts that differs from the given one.
func other(texts []string, one string) string {
	for _, text := range texts {
		if text != one {
			return text
		}
	}
	return "none"
}

func TestTwoPeopleWithTheSameLinkAreTwoCovers(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link := p.CoverLink(t, "8B", "12:15")
	ines, omar := p.Covers(t, link, "Ines Okoro"), p.Covers(t, link, "Omar Haddad")
	page := ines.CoverRoll()
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	if says := omar.Post(apptest.RollPath, form).Want(t, http.StatusConflict).Text("#summary"); !strings.Contains(says, "Another person signed in") {
		t.Errorf("with her page he is told %q", says)
	}
	saved := ines.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther).Saved(t)
	omar.Post(apptest.SavesPath+saved+"/decisions", url.Values{"keep": page.Enrolments(t, 3)}).Want(t, http.StatusNotFound)
	if says := omar.CoverRoll().Text("#roll"); !strings.Contains(says, "Absent") {
		t.Errorf("he does not see her mark: %q", says)
	}
	list := p.As(t, apptest.OfficeWorker).Get(apptest.CoversPath).Text(".uses")
	if !strings.Contains(list, "Ines Okoro (cover), last at 08:3") || !strings.Contains(list, "Omar Haddad (cover)") {
		t.Errorf("the list says %q", list)
	}
}

func TestACoverCannotReplaceAMarkOfTheOffice(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.As(t, apptest.OfficeWorker).Takes("Late", 3)
	ines := p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Kofi Osei")
	page := ines.CoverRoll()
	got := ines.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 3)...)).Want(t, http.StatusConflict)
	if says := got.Text("main"); !strings.Contains(says, "Kofi Osei (office) marked Late") {
		t.Errorf("it says %q", says)
	}
}

func TestARevokedLinkEndsItsSessionsAtOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, link := p.As(t, apptest.OfficeWorker), p.CoverLink(t, "8B", "12:15")
	ines := p.Covers(t, link, "Ines Okoro")
	page := ines.CoverRoll()
	kept := page.Enrolments(t, 3)
	ines.Post(apptest.RollPath, page.Press(t, "Absent", kept...)).Want(t, http.StatusSeeOther)
	list := office.Get(apptest.CoversPath)
	p.As(t, apptest.FrenchTeacher).Post(list.Address(".list form"), nil).Want(t, http.StatusNotFound)
	p.As(t, apptest.Teacher).Post(list.Address(".list form"), nil).Want(t, http.StatusForbidden)
	office.Post(list.Address(".list form"), list.Form(".list form")).Want(t, http.StatusSeeOther)
	form := page.Press(t, "Absent", page.Enrolments(t, 5)...)
	for range 2 {
		got := ines.Post(apptest.RollPath, form, apptest.ByScript()...).Want(t, http.StatusForbidden)
		if says := got.Text("#summary"); !strings.Contains(says, "the link ended at 08:3") || !strings.Contains(says, "Your ticks stay") || len(got.Rows(t)) != 0 {
			t.Errorf("a press is told %q", got.Body)
		}
	}
	ines.Get(apptest.RollPath+"/statuses", apptest.ByScript()...).Want(t, http.StatusForbidden)
	ines.Get(apptest.RollPath+"/events").Want(t, http.StatusForbidden)
	if got := ines.Get(apptest.RollPath).Want(t, http.StatusForbidden); !strings.Contains(got.Text("main"), "It ended at 08:3") || len(got.Rows(t)) != 0 {
		t.Errorf("the page says %q", got.Text("main"))
	}
	ines.Get("/sign-in").Want(t, http.StatusOK)
	if got := ines.Get(link).Want(t, http.StatusGone); !strings.Contains(got.Text("main"), "It ended at 08:3") {
		t.Errorf("the link says %q", got.Text("main"))
	}
	ines.Post(link, url.Values{"name": {"Ines"}}).Want(t, http.StatusGone)
	if marks := p.Sandbox.Arrivals(apptest.HarbourCode); len(marks) != 1 {
		t.Errorf("%d calls were made, want that of the save before", len(marks))
	}
	if says := office.Get(apptest.CoversPath).Text(".list"); !strings.Contains(says, "removed at 08:3") || strings.Contains(says, "Remove ") {
		t.Errorf("the list says %q", says)
	}
}

func TestALinkEndsAtItsTime(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	link := p.CoverLink(t, "8B", "09:00")
	ines := p.Covers(t, link, "Ines Okoro")
	page := ines.CoverRoll()
	form := page.Press(t, "Absent", page.Enrolments(t, 5)...)
	clock.Forward(31 * time.Minute)
	got := ines.Post(apptest.RollPath, form, apptest.ByScript()...).Want(t, http.StatusForbidden)
	if says := got.Text("#summary"); !strings.Contains(says, "the link ended at 09:00") {
		t.Errorf("a press is told %q", says)
	}
	if got := p.Visit(t).Get(link).Want(t, http.StatusGone); !strings.Contains(got.Text("main"), "It ended at 09:00. Ask the office for another.") {
		t.Errorf("the link says %q", got.Text("main"))
	}
	// A real browser has deleted the session's cookie by then.
	stranger := p.Visit(t)
	lost := stranger.Post(apptest.RollPath, form, apptest.ByScript()...).Want(t, http.StatusForbidden)
	if says := lost.Text("#summary"); !strings.Contains(says, "not signed in with the link any more") || lost.Header.Get("HX-Redirect") != "" {
		t.Errorf("without a session a press is told %q", says)
	}
	if calls := p.Sandbox.Arrivals(""); len(calls) > 0 {
		t.Errorf("it made %d calls", len(calls))
	}
}

func TestALinkThatIsNoneIsLikeNonsense(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.Visit(t)
	link := p.CoverLink(t, "8B", "12:15")
	wrong := link[:len(link)-1] + map[bool]string{true: "A", false: "B"}[link[len(link)-1] != 'A']
	ask := func(path string) apptest.Answer { return v.Get(path) }
	apptest.WantSameAsNonsense(t, ask, wrong, "/cover/nonsense")
	apptest.WantSameAsNonsense(t, ask, wrong, "/cover/"+strings.Repeat("A", 500))
	apptest.WantSameAsNonsense(t, func(path string) apptest.Answer { return v.Post(path, url.Values{"name": {"Ines"}}) }, wrong, "/cover/nonsense")
	for range 60 {
		v.Get("/cover/nonsense")
	}
	v.Get("/cover/nonsense").Want(t, http.StatusTooManyRequests)
}

func TestOpeningALinkChangesAndRevealsNothing(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link := p.CoverLink(t, "8B", "12:15")
	v := p.Visit(t)
	got := p.Nothing(t, func() apptest.Answer { return v.Get(link) }).Want(t, http.StatusOK)
	for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "strict-origin", "X-Robots-Tag": "noindex, nofollow"} {
		if value := got.Header.Get(name); value != want {
			t.Errorf("%s: %q", name, value)
		}
	}
	for _, method := range []string{http.MethodPut, http.MethodDelete} {
		v.Send(method, link, nil, "Sec-Fetch-Site", "same-origin").Want(t, http.StatusMethodNotAllowed)
	}
	if says := p.As(t, apptest.OfficeWorker).Get(apptest.CoversPath).Text(".list"); !strings.Contains(says, "Not used yet") {
		t.Errorf("the list says %q", says)
	}
}

func TestASignedInPersonChoosesBetweenTheAccountAndTheLink(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link := p.CoverLink(t, "8B", "12:15")
	anna := p.As(t, apptest.Teacher)
	front := anna.Get(link).Want(t, http.StatusOK)
	if says := front.Text(".notice"); !strings.Contains(says, "You are signed in as Anna Lindqvist.") {
		t.Errorf("she is told %q", says)
	}
	if got := anna.Get(front.Address(".notice a")).Want(t, http.StatusOK); len(got.Rows(t)) != apptest.EightBSize || got.Text(".top summary") != "Anna Lindqvist" {
		t.Error("she cannot go on as herself")
	}
	luc := p.As(t, apptest.FrenchTeacher)
	if luc.Get(link).Want(t, http.StatusOK).Page.Find(".notice a").Length() != 0 {
		t.Error("somebody of another school may go on as himself")
	}
	form := front.Form("main form")
	form.Set("name", "Ines Okoro")
	before := anna.Cookie("rollbook_session")
	got := anna.Post(link, form).Want(t, http.StatusSeeOther)
	if got.Header.Get("Clear-Site-Data") != `"storage"` || front.Page.Find("main form[data-sign-out]").Length() != 1 {
		t.Error("her drafts stay")
	}
	if anna.Cookie("rollbook_session") == before {
		t.Error("the session stays the same")
	}
	anna.Get("/schools/harbour").Want(t, http.StatusForbidden)
	anna.SetCookie("rollbook_session", before)
	if anna.SignedIn() {
		t.Error("the old session is still good")
	}
	ines := p.Covers(t, link, "Ines Okoro")
	if says := ines.Get(link); !strings.Contains(says.Text(".notice"), "as Ines Okoro (cover)") || says.Page.Find(".notice a").Length() != 1 {
		t.Errorf("a cover is told %q", says.Text(".notice"))
	}
	if other := p.CoverLink(t, "9A", "12:15"); ines.Get(other).Page.Find(".notice a").Length() != 0 {
		t.Error("a cover may go on to another class")
	}
}

func TestAStreamOfACoverEndsWithTheLink(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	ines := p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Ines Okoro")
	limited, stop := context.WithTimeout(t.Context(), apptest.Patience)
	defer stop()
	r, err := http.NewRequestWithContext(limited, http.MethodGet, p.Address+apptest.RollPath+"/events", nil)
	apptest.Must(t, err)
	stream, err := ines.Client.Do(r)
	apptest.Must(t, err)
	defer func() { apptest.Must(t, stream.Body.Close()) }()
	lines := bufio.NewScanner(stream.Body)
	lines.Buffer(nil, 1<<20)
	if !lines.Scan() || stream.StatusCode != http.StatusOK {
		t.Fatalf("the stream begins with %d %q", stream.StatusCode, lines.Text())
	}
	office := p.As(t, apptest.OfficeWorker)
	list := office.Get(apptest.CoversPath)
	office.Post(list.Address(".list form"), list.Form(".list form")).Want(t, http.StatusSeeOther)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "event: ") && lines.Text() != "event: beat" {
			t.Errorf("it goes on with %q", lines.Text())
		}
	}
	apptest.Must(t, lines.Err())
}

func TestACoversPreferencesEndWithTheLink(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	ines := p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Ines Okoro")
	ines.Post("/preferences", url.Values{"single_keys": {"off"}, "theme": {"dark"}}).Want(t, http.StatusSeeOther)
	page := ines.CoverRoll()
	if page.Page.Find("#page[data-single-keys=true]").Length() != 0 {
		t.Error("it is not kept")
	}
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	form.Set("others_wanted", "false")
	ines.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
	var who roll.PersonID
	marks, err := p.App.Store.Marks(t.Context(), apptest.Harbour, apptest.Today, []roll.EnrolmentID{roll.EnrolmentID(apptest.Numbers(t, form.Get("enrolment"))[0])})
	apptest.Must(t, err)
	for _, mark := range marks {
		who = mark.By.Person
	}
	cover, err := p.App.Store.Cover(t.Context(), who)
	if err != nil || cover.Name != "Ines Okoro" || !cover.OnlyTicked || cover.SingleKeys {
		t.Errorf("kept is %+v, %v", cover, err)
	}
}
