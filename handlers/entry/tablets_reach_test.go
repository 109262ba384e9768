package entry_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// tabletMay lists the answers to a tablet on the routes that do not refuse it: all other pages inside a
// school are forbidden, and all other pages for people outside of it are missing. Pages for people without an
// account stay open. A new route outside the schools must be listed here.
func tabletMay() map[string]int {
	return map[string]int{
		"GET /schools/:school/roll":           http.StatusOK,
		"POST /schools/:school/roll":          http.StatusBadRequest,
		"GET /schools/:school/roll/unlisted":  http.StatusOK,
		"POST /schools/:school/roll/unlisted": http.StatusOK,
		"POST /schools/:school/roll/check":    http.StatusOK,
		"GET /schools/:school/roll/statuses":  http.StatusForbidden,
		"GET /schools/:school/roll/events":    http.StatusForbidden,
		"GET /door":                           http.StatusOK,
		"GET /door/leave":                     http.StatusOK,
		"GET /door/worker.js":                 http.StatusOK,
		"GET /door/manifest.webmanifest":      http.StatusOK,
		"GET /door/away":                      http.StatusOK,
		"GET /door/kept":                      http.StatusNoContent,
		"POST /door/leave":                    http.StatusUnprocessableEntity,
		"POST /door/staff":                    http.StatusUnprocessableEntity,
		"POST /door/refused":                  http.StatusBadRequest,
		"POST /door/refused/roll":             http.StatusBadRequest,
		"GET /":                               http.StatusOK,
		"GET /first-school":                   http.StatusNotFound,
		"POST /first-school":                  http.StatusNotFound,
		"GET /pair":                           http.StatusOK,
		"POST /pair":                          http.StatusNotFound,
		"POST /pair/ask":                      http.StatusSeeOther,
		"GET /pair/waiting":                   http.StatusNoContent,
		"GET /schools":                        http.StatusNotFound,
		"GET /preferences":                    http.StatusNotFound,
		"POST /preferences":                   http.StatusNotFound,
		"GET /account":                        http.StatusNotFound,
		"POST /account/password":              http.StatusNotFound,
		"POST /account/password/strength":     http.StatusNotFound,
		"POST /link/:secret/strength":         http.StatusNotFound,
		"POST /account/sessions/end":          http.StatusNotFound,
		"POST /account/sessions/:session/end": http.StatusNotFound,
		"POST /account/pin":                   http.StatusNotFound,
		"POST /account/pin/remove":            http.StatusNotFound,
		"POST /account/pin/lift":              http.StatusNotFound,
		"POST /sign-out":                      http.StatusNotFound,
		"GET /link/:secret":                   http.StatusNotFound,
		"POST /link/:secret":                  http.StatusNotFound,
		"GET /forgotten":                      http.StatusNotFound,
		"POST /forgotten":                     http.StatusNotFound,
		"GET /help":                           http.StatusOK,
		"GET /help/:topic":                    http.StatusOK,
		"POST /sign-in/passkey":               http.StatusUnprocessableEntity,
		"GET /sign-in":                        http.StatusOK,
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

func TestATabletIsRefusedOnEveryRouteButItsRolls(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	token := anna.Takes("Absent", 3)
	student := anna.Get(apptest.EightB).Enrolments(t, 3)[0]
	places := strings.NewReplacer(":school", "harbour", ":token", token, ":enrolment", student, ":topic", "roll", ":secret", "nonsense", "*", "nothing.js",
		":group", "x", ":key", "x", ":call", "statuses", ":range", "x", ":cover", "x", ":session", "x", ":person", "x", ":invitation", "x", ":tablet", "x")
	may, met := tabletMay(), make(map[string]bool)
	tablet := p.Tablet(t, "Door 12", "8B")
	for _, route := range allRoutes(t) {
		name := route.Method + " " + route.Path
		// A sign-in turns the device into that person's; the sign-in's own tests cover it.
		if route.Method != http.MethodGet && route.Method != http.MethodPost || name == "POST /sign-in" {
			continue
		}
		want, listed := may[name]
		met[name] = true
		if !listed && strings.HasPrefix(route.Path, "/schools/:school") {
			want = http.StatusForbidden
		}
		if ofFactors(route.Path) {
			want = http.StatusNotFound
		}
		// An address registered only for the other method is not a route of this one.
		if got := code(tablet, route.Method, places.Replace(route.Path)); got != want && (listed || got != http.StatusMethodNotAllowed) {
			t.Errorf("%s answers %d, want %d", name, got, want)
		}
	}
	for name := range may {
		if !met[name] {
			t.Errorf("there is no route %s", name)
		}
	}
	if tablet.Get("/door").Want(t, http.StatusOK).Page.Find("#staff").Length() != 1 {
		t.Error("it was turned away on the way")
	}
}
