package taking

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web"
	"rollbook/web/auth"
	"rollbook/web/roll"
	"rollbook/web/rosters"
)

// Home is a school's first page: its classes today.
type Home struct {
	*visit.Shell
	Rosters *rosters.Rosters
	Days    DayReader
}

// Get shows the school's classes today.
func (h *Home) Get(v *visit.Visit) error {
	h.Sessions.ChooseSchool(v.Ctx, v.School.ID)
	today := v.School.Today(h.Clock())
	view := &taking.HomeView{Page: h.WithMarks(v, h.Page(v, v.School.Name, layout.NavClasses)), Date: today}
	var err error
	if view.Closed, err = h.ClosedText(v, today); err != nil {
		return err
	}
	periods, age, err := h.Rosters.Periods(v.Ctx, v.School)
	if err != nil {
		return err
	}
	view.TakesAway = auth.Can(v.Role, auth.TakeAway)
	view.Periods, view.GroupsAddress = periods, h.Paths.Groups(string(v.School.ID), true)
	if view.Period, err = visit.PeriodOf(v, periods, "", today); err != nil {
		view.Empty = EmptyFor(age)
		return h.Render(v, http.StatusOK, taking.Home(view))
	}
	students, age, err := h.Rosters.Students(v.Ctx, v.School, view.Period.ID)
	if err != nil {
		return err
	}
	if view.Classes, err = h.classes(v, view.Period, today, students); err != nil {
		return err
	}
	if view.Compared, err = compared(v, h.Days.Comparing, view.Period.ID, today); err != nil {
		return err
	}
	if len(view.Classes) == 0 {
		view.Empty = taking.HomeNoClasses
		if age.ReadAt.IsZero() {
			view.Empty = taking.HomeNotRead
		}
	}
	if !age.ReadAt.IsZero() {
		view.ListClock, view.ListStale = v.ClockOf(age.ReadAt), age.Stale
	}
	return h.Render(v, http.StatusOK, taking.Home(view))
}

// EmptyFor says why there are no classes, where the school has no period.
func EmptyFor(age roll.Age) taking.HomeEmpty {
	if age.ReadAt.IsZero() {
		return taking.HomeNotRead
	}
	return taking.HomeNoPeriod
}

// classes are the classes with what is done of them today, those that were opened
// last on this device first.
func (h *Home) classes(v *visit.Visit, period roll.Period, today roll.Date, students []roll.Enrolment) ([]part.ClassToday, error) {
	marks, err := h.Days.Marks(v, period.ID, today)
	if err != nil {
		return nil, err
	}
	var classes []part.ClassToday
	last := make(map[roll.ClassID]time.Time)
	position := make(map[roll.ClassID]int)
	for _, student := range students {
		at, known := position[student.Class]
		if !known {
			at = len(classes)
			position[student.Class] = at
			classes = append(classes, part.ClassToday{Class: roll.Class{ID: student.Class, Name: visit.ClassNameOf(v.Words, student)}, Period: period.ID})
		}
		class := &classes[at]
		class.Class.Students++
		h.count(v, class, marks.Row(v.Words, student), last)
	}
	groups, err := h.Rosters.Groups(v.Ctx, v.School, period.ID)
	if err != nil {
		return nil, err
	}
	for _, group := range visit.VisibleTo(v, groups) {
		class, members := group.Of(students)
		tile := part.ClassToday{Class: class, Period: period.ID, Own: group.Owner != ""}
		for _, student := range members {
			h.count(v, &tile, marks.Row(v.Words, student), last)
		}
		if len(members) > 0 {
			classes = append(classes, tile)
		}
	}
	opened := v.Device.Visit(v.School.ID).Classes
	slices.SortStableFunc(classes, func(a, b part.ClassToday) int {
		return recency(opened, a.Class.ID) - recency(opened, b.Class.ID)
	})
	return classes, nil
}

// count adds a student's mark to what is done of the class. One that was made in the school
// system itself counts as recorded, by nobody.
func (h *Home) count(v *visit.Visit, class *part.ClassToday, row DayRow, last map[roll.ClassID]time.Time) {
	mark := row.Mark
	switch {
	case row.Elsewhere != "":
		class.Recorded++
		return
	case mark.Version == 0:
		return
	}
	switch mark.Outcome {
	case roll.Saved:
		class.Recorded++
	case roll.Confirming, roll.Waiting:
		class.UnderWay++
	case roll.None, roll.Differs, roll.Refused, roll.Conflict, roll.Stopped, roll.Superseded:
		class.Need++
	}
	if mark.MarkedAt.After(last[class.Class.ID]) {
		last[class.Class.ID] = mark.MarkedAt
		class.By, class.Clock = visit.Signed(v.Words, mark.By), v.ClockOf(mark.MarkedAt)
	}
}

// recency is the class's place among those opened last; all others come behind, in
// the school's order.
func recency(opened []roll.ClassID, class roll.ClassID) int {
	if at := slices.Index(opened, class); at >= 0 {
		return at
	}
	return len(opened)
}

// ChoosePeriod remembers, on the device, which school year or term to work in.
func (h *Home) ChoosePeriod(v *visit.Visit) error {
	text, err := web.Single(v.Request().PostForm, "period")
	if err != nil {
		return err
	}
	periods, _, err := h.Rosters.Periods(v.Ctx, v.School)
	if err != nil {
		return err
	}
	period, err := visit.PeriodOf(v, periods, roll.PeriodID(text), v.School.Today(h.Clock()))
	if err != nil {
		return err
	}
	if err := h.Devices.Save(v.Response(), v.Device.WithRoll(v.School.ID, period.ID, "")); err != nil {
		return errors.Join(errors.New("remember the period"), err)
	}
	return visit.GoTo(v, h.Paths.School(string(v.School.ID)))
}
