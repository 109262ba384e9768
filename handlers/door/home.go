package door

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/door"
	"rollbook/views/layout"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Home is a tablet's first page: today's roll of its class, or the choice among its classes.
type Home struct {
	pages    *visit.Pages
	visitors *visit.Visitors
	rolls    *taking.Rolls
	presses  *taking.Presses
	taps     *Taps
	staff    *Staff
}

// Get shows today's roll, in the school's zone, or the choice.
func (h *Home) Get(v *visit.Visit) error {
	form := v.Request().Form
	if len(v.Classes) != 1 && !form.Has("class") {
		return h.choose(v, http.StatusOK, "")
	}
	if err := v.Within(v, form); err != nil {
		return err
	}
	err := h.today(v)
	if roll.KindOf(err) == roll.NotFound {
		return h.choose(v, http.StatusNotFound, nameOf(v.Classes, roll.ClassID(form.Get("class"))))
	}
	return err
}

// today shows the roll to staff after a PIN. On a tablet for students, others get the tiles.
func (h *Home) today(v *visit.Visit) error {
	switch {
	case notOpen(v):
		return h.choose(v, http.StatusOK, "")
	case v.Mode.Taps() && v.QueryParam("staff") == "":
		return h.taps.show(v, http.StatusOK, "")
	case !h.staff.signatures.Opened(v):
		return h.staff.Get(v, roll.ClassID(v.Request().Form.Get("class")))
	}
	return h.rolls.Get(v)
}

// choose shows the tablet's classes. Missing names the class that the school does not have now.
func (h *Home) choose(v *visit.Visit, status int, missing string) error {
	view := &door.HomeView{Page: h.pages.Page(v, "", layout.NavClasses), Date: v.Words.LongDate(v.Local(v.Now())),
		Missing: missing, NotOpen: notOpen(v)}
	if len(v.Classes) > 1 && !view.NotOpen {
		for _, class := range v.Classes {
			view.Classes = append(view.Classes, door.Class{Name: class.Name, Address: h.pages.Paths.To(paths.Door, class.ID)})
		}
	}
	return h.pages.ShowAs(v, status, door.Home(view))
}

// notOpen reports whether no school year or term contains today (visit.Check).
func notOpen(v *visit.Visit) bool {
	periods := v.Periods()
	_, err := roll.PeriodOn(periods, v.Today())
	return err != nil && len(periods) > 0
}

// RootOr sends a tablet to the door, and passes all others to next.
func (h *Home) RootOr(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if session, pass := h.visitors.Claims(c); pass && !session {
			return visit.LeadOn(c, h.pages.Paths.To(paths.Door))
		}
		return next(c)
	}
}
