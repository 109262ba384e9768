package entry_test

import (
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// leastRole returns the least role that may use a route of a school: the role of the route, or of the longest
// listed path that is a prefix of it.
func leastRole(method, path string) roll.Role {
	roles := map[string]roll.Role{
		"":            roll.Teacher,
		"/comparison": roll.Office, "/connection": roll.Office, "/covers": roll.Office, "/day": roll.Office, "/exports": roll.Office,
		"/month": roll.Office, "/reminders": roll.Office, "/settings": roll.Office, "/students": roll.Office,
		"/saves/:token/by-hand": roll.Office, "/saves/:token/send": roll.Office,
		"/students/:enrolment/history": roll.Teacher,
		"/roll/tiles":                  roll.AtDoor, "/roll/taps": roll.AtDoor,
		"/saves/:token/request": roll.Admin, "/connection/key": roll.Admin, "/connection/start": roll.Admin, "POST /connection/others": roll.Admin,
		"/connection/moved":    roll.Admin,
		"/settings/connection": roll.Admin, "/settings/keys": roll.Admin, "/settings/webhooks": roll.Admin, "/settings/times": roll.Admin,
		"/settings/people": roll.Admin, "/settings/school": roll.Admin,
	}
	if role, ok := roles[method+" "+path]; ok {
		return role
	}
	for {
		if role, ok := roles[path]; ok {
			return role
		}
		path = path[:strings.LastIndexByte(path, '/')]
	}
}

func TestEveryRouteOfASchoolIsRefusedToThoseBelowItsRole(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	token := p.As(t, apptest.Teacher).Takes("Absent", 3)
	student := p.As(t, apptest.Teacher).Get(apptest.EightB).Enrolments(t, 3)[0]
	places := strings.NewReplacer(":school", "harbour", ":token", token, ":enrolment", student, ":group", "x", ":key", "x", ":call", "statuses",
		":range", "x", ":cover", "x", ":secret", "x", ":person", "x", ":invitation", "x", ":tablet", "x")
	rank := map[roll.Role]int{roll.Covering: 0, roll.Teacher: 0, roll.Office: 1, roll.Admin: 2, roll.AtDoor: 3}
	for i, email := range []string{apptest.Teacher, apptest.OfficeWorker, apptest.Administrator} {
		t.Run(email, func(t *testing.T) {
			var v *apptest.Visitor
			asked := 0
			for _, route := range allRoutes(t) {
				path, inSchool := strings.CutPrefix(route.Path, "/schools/:school")
				if route.Method != http.MethodGet && route.Method != http.MethodPost || !inSchool {
					continue
				}
				// A visitor with that many missing addresses has to wait.
				if asked++; asked%20 == 1 {
					v = p.As(t, email)
				}
				got := code(v, route.Method, places.Replace(route.Path))
				if got == http.StatusMethodNotAllowed {
					continue
				}
				if refused := got == http.StatusForbidden; refused != (rank[leastRole(route.Method, path)] > i) {
					t.Errorf("%s %s answers %d", route.Method, path, got)
				}
			}
		})
	}
}
