package entry_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

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
		"/students/data": roll.Admin, "/students/:enrolment/data": roll.Admin,
		"/students/:enrolment/history": roll.Teacher,
		"/roll/tiles":                  roll.AtDoor, "/roll/taps": roll.AtDoor,
		"/saves/:token/request": roll.Admin, "/connection/key": roll.Admin, "/connection/start": roll.Admin, "POST /connection/others": roll.Admin,
		"/absences": roll.Office, "/connection/moved": roll.Admin,
		"/settings/connection": roll.Admin, "/settings/keys": roll.Admin, "/settings/webhooks": roll.Admin, "/settings/times": roll.Admin,
		"/settings/people": roll.Admin, "/settings/school": roll.Admin, "/settings/audit": roll.Admin, "/settings/audit.csv": roll.Admin,
		"/settings/retention": roll.Admin, "/settings/sso": roll.Admin,
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
		":range", "x", ":cover", "x", ":secret", "x", ":person", "x", ":invitation", "x", ":tablet", "x", ":known", "x", ":movement", "x")
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

// visitors are the ways to be signed in at one school.
func visitors() map[string]func(*testing.T, *apptest.Program) *apptest.Visitor {
	as := func(email string) func(*testing.T, *apptest.Program) *apptest.Visitor {
		return func(t *testing.T, p *apptest.Program) *apptest.Visitor { return p.As(t, email) }
	}
	return map[string]func(*testing.T, *apptest.Program) *apptest.Visitor{
		"teacher": as(apptest.Teacher), "office": as(apptest.OfficeWorker), "admin": as(apptest.Administrator),
		"cover": func(t *testing.T, p *apptest.Program) *apptest.Visitor {
			return p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Ines Okoro")
		},
		"tablet":          func(t *testing.T, p *apptest.Program) *apptest.Visitor { return p.Tablet(t, "Door 12", "8B") },
		"tablet for taps": func(t *testing.T, p *apptest.Program) *apptest.Visitor { return p.TapTablet(t, "Door 12", "8B") },
	}
}

func TestAnotherSchoolsRoutesAreNotThereForAnyVisitor(t *testing.T) {
	t.Parallel()
	routes := allRoutes(t)
	for name, enters := range visitors() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := apptest.NewMovingClock(apptest.BootHour())
			p := apptest.BootAt(t, clock.Now)
			french := p.As(t, apptest.FrenchTeacher)
			theirs := french.Get("/schools/tilleuls/roll?class=4e+B").Want(t, http.StatusOK)
			student := theirs.Enrolments(t, 1)[0]
			saved := french.Post("/schools/tilleuls/roll", theirs.Press(t, "Absent", student)).Saved(t)
			places := strings.NewReplacer(":school", "tilleuls", ":token", saved, ":enrolment", student, ":person", apptest.FrenchTeacher, ":call", "statuses")
			v := enters(t, p)
			asked := 0
			for _, route := range routes {
				if !strings.HasPrefix(route.Path, "/schools/:school") || route.Method != http.MethodGet && route.Method != http.MethodPost {
					continue
				}
				// A visitor with that many missing addresses has to wait.
				if asked++; asked%20 == 0 {
					clock.Forward(time.Minute)
				}
				if got := code(v, route.Method, places.Replace(route.Path)); got != http.StatusNotFound && got != http.StatusMethodNotAllowed {
					t.Errorf("%s %s of another school answers %d", route.Method, route.Path, got)
				}
			}
			french.Get("/schools/tilleuls/saves/"+saved).Want(t, http.StatusOK)
		})
	}
}
