package taking

import (
	"slices"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/identity/auth"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Home is a school's first page: its classes today.
type Home struct {
	pages  *visit.Pages
	agenda Agenda
}

// Get shows the school's classes today.
func (h *Home) Get(v *visit.Visit) error {
	v.ChooseSchool()
	today := v.Today()
	view := &taking.HomeView{Page: h.pages.Page(v, v.School.Name, layout.NavClasses), Date: today}
	periods, age, err := h.agenda.rosters.Periods(v.Ctx, v.School)
	v.Check(err)
	view.Closed, view.TakesAway, view.Question = v.ClosedText(today), v.May(auth.Export), v.Question()
	view.GroupsAddress = h.pages.Paths.To(paths.OwnGroups, v.School.ID)
	of, err := roll.PeriodsOf(periods, today)
	if err != nil {
		view.Empty = EmptyFor(v, age)
		return h.pages.Show(v, taking.Home(view))
	}
	view.Period = naming.Periods(of)
	classes, age := h.agenda.Of(v, today)
	view.Classes, view.OtherClasses = ofPerson(v, classes)
	view.Learns = !v.May(auth.SeeDay) && len(classes) > 1 && !slices.ContainsFunc(classes, usual)
	if view.Closed == "" {
		view.Lead, view.Due = part.Leads(view.Classes), h.due(v, today)
	}
	view.Compared = compared(v, h.agenda.comparing, of, today)
	if len(view.Classes) == 0 {
		view.Empty = taking.HomeNoClasses
		if age.ReadAt.IsZero() {
			view.Empty = taking.HomeNotRead
		}
	}
	if !age.ReadAt.IsZero() {
		view.ListClock, view.ListStale = v.ClockOf(age.ReadAt), age.Stale
	}
	return h.pages.Show(v, taking.Home(view))
}

// usual reports whether the person teaches the class, or took it before today.
func usual(class part.ClassToday) bool { return class.Usual }

// ofPerson separates a teacher's own classes and groups from the others. It does not separate them for
// visitors who see the whole day, or who have no class.
func ofPerson(v *visit.Visit, classes []part.ClassToday) (own, others []part.ClassToday) {
	if v.May(auth.SeeDay) || !slices.ContainsFunc(classes, usual) {
		return classes, nil
	}
	for _, class := range classes {
		if class.Usual || class.Own {
			own = append(own, class)
		} else {
			others = append(others, class)
		}
	}
	return own, others
}

// EmptyFor returns the reason for the lack of classes on a day without a period, from the periods' age (visit.Check).
func EmptyFor(v *visit.Visit, age roll.Age) taking.HomeEmpty {
	switch {
	case age.ReadAt.IsZero():
		return taking.HomeNotRead
	case len(v.Periods()) > 0:
		return taking.HomeNotOpen
	}
	return taking.HomeNoPeriod
}

// due returns the time by which today's rolls must be taken; nil when the school sets none.
func (h *Home) due(v *visit.Visit, today roll.Date) *taking.Due {
	at, err := v.School.RollsDue.Instant(today, v.School.Zone)
	if err != nil {
		// If the clock skips that time, nothing is due.
		return nil
	}
	return &taking.Due{Clock: v.ClockOf(at), Minutes: int(at.Sub(v.Now()).Round(time.Minute) / time.Minute)}
}
