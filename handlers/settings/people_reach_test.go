package settings_test

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/apptest"
	"rollbook/web"
	"rollbook/web/roll"
)

// streamOf opens the stream of a roll; the returned function waits until the stream has ended.
func streamOf(t *testing.T, v *apptest.Visitor) (ended func()) {
	t.Helper()
	limited, stop := context.WithTimeout(t.Context(), apptest.Patience)
	t.Cleanup(stop)
	r, err := http.NewRequestWithContext(limited, http.MethodGet, v.Address+apptest.RollPath+"/events?class=8B&date="+apptest.Today, nil)
	apptest.Must(t, err)
	stream, err := v.Client.Do(r)
	apptest.Must(t, err)
	t.Cleanup(func() { apptest.Must(t, stream.Body.Close()) })
	if stream.StatusCode != http.StatusOK {
		t.Fatalf("the stream answers %d", stream.StatusCode)
	}
	return func() {
		t.Helper()
		lines := bufio.NewScanner(stream.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			continue
		}
		apptest.Must(t, lines.Err())
	}
}

// peopleRoutes returns the routes of the page of people, each with an address without a person.
func peopleRoutes(t *testing.T) map[string]string {
	t.Helper()
	found := make(map[string]string)
	app := apptest.NewApp(t, apptest.Options{Register: func(e *echo.Echo, pages *echo.Group, app *web.App) error {
		err := apptest.Register(e, pages, app)
		for _, route := range e.Routes() {
			if below, ok := strings.CutPrefix(route.Path, "/schools/:school/settings/people"); ok && (route.Method == http.MethodGet && below == "" || route.Method == http.MethodPost && below != "") {
				found[below] = route.Method
			}
		}
		return err
	}})
	apptest.Must(t, app.Close())
	return found
}

func TestOnlyAdminsOfTheSchoolSeeToItsPeople(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Store.AddPerson(t.Context(), roll.Person{ID: "eva", Email: "eva@tilleuls.example", Name: "Eva"}, apptest.EveryHash))
	apptest.Must(t, p.App.Store.Join(t.Context(), "eva", apptest.Tilleuls, roll.Admin))
	routes := peopleRoutes(t)
	if len(routes) != 12 {
		t.Errorf("the routes are %v", routes)
	}
	for name, v := range map[string]*apptest.Visitor{
		"teacher": p.As(t, apptest.Teacher), "office": p.As(t, apptest.OfficeWorker), "foreign": p.As(t, "eva@tilleuls.example"),
		"cover": p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Ines Okoro"), "stranger": p.Visit(t),
	} {
		want := map[string]int{"teacher": http.StatusForbidden, "office": http.StatusForbidden, "cover": http.StatusForbidden, "foreign": http.StatusNotFound, "stranger": http.StatusSeeOther}[name]
		for below, method := range routes {
			path := apptest.PeoplePath + strings.NewReplacer(":person", apptest.OtherTeacher, ":invitation", "x").Replace(below)
			var got apptest.Answer
			switch {
			case method == http.MethodGet:
				got = v.Get(path)
			case below == "/preview":
				got = v.SendFile(path, "people.csv", "a,a@b.example,admin\n", nil)
			default:
				got = v.Post(path, map[string][]string{"role": {"admin"}, "lines": {"a,a@b.example,admin\n"}, "email": {"a@b.example"}})
			}
			if got.Code != want {
				t.Errorf("%s: %s %s answers %d, want %d", name, method, path, got.Code, want)
			}
			// The store also refuses people who are not admins; the route must do so first.
			if says := got.Text("h1"); want == http.StatusForbidden && says != "You cannot open this page." {
				t.Errorf("%s: %s says %q", name, path, says)
			}
			if name == "stranger" && !strings.HasPrefix(got.Header.Get("Location"), "/sign-in") {
				t.Errorf("a stranger is led to %s", got.Header.Get("Location"))
			}
		}
	}
	if p.RoleOf(t, apptest.OtherTeacher, apptest.Harbour) != roll.Teacher {
		t.Error("somebody has another role")
	}
}
