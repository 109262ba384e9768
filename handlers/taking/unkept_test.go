package taking_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/apptest"
	"rollbook/web"
	"rollbook/web/roll"
)

// TestAPressThatNobodyKeptComesBackWithItsTicks presses Save, without scripts, while the database is down.
func TestAPressThatNobodyKeptComesBackWithItsTicks(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	p := apptest.BootWith(t, apptest.Options{Register: func(e *echo.Echo, group *echo.Group, app *web.App) error {
		group.Use(func(next echo.HandlerFunc) echo.HandlerFunc {
			return func(c echo.Context) error {
				if down.Load() {
					return roll.Problem(roll.Unkept, "problem.what.503")
				}
				return next(c)
			}
		})
		return apptest.Register(e, group, app)
	}})
	v := p.As(t, apptest.Teacher)
	roll := v.Get(apptest.EightB)
	press := roll.Press(t, "Absent", roll.Enrolments(t, 3, 5)...)
	press.Set("pin", "90417352")
	down.Store(true)
	for range 2 {
		answer := v.Post(apptest.RollPath, press).Want(t, http.StatusServiceUnavailable)
		if says := answer.Text("main"); !strings.HasPrefix(says, "This was not saved.") || !strings.Contains(says, "Press Save again.") {
			t.Errorf("it says %q", says)
		}
		press = answer.Form("#again")
		if press.Has("pin") {
			t.Error("the page repeats a PIN")
		}
	}
	if says := v.Get(apptest.EightB).Want(t, http.StatusServiceUnavailable).Text("main"); !strings.Contains(says, "Nothing was lost") {
		t.Errorf("a page that only reads says %q", says)
	}
	down.Store(false)
	v.Post(apptest.RollPath, press).Want(t, http.StatusSeeOther)
	p.Settled(t, apptest.Harbour)
	if rows := v.Get(apptest.EightB).Rows(t); rows[3].Status != "Absent" || rows[5].Status != "Absent" || rows[4].Status != "" {
		t.Errorf("after the second press the rows are %+v", rows[3:6])
	}
}
