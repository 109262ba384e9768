package handlers

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web"
	"rollbook/web/auth"
	"rollbook/web/roll"
)

// home is a school's first page: its classes today.
type home struct {
	*shell
	dayReader
	rosters  ClassRosters
	groups   Groups
	closings Closings
}

func (h *home) get(v *visit) error {
	h.sessions.ChooseSchool(v.ctx, v.school.ID)
	today := v.school.Today(h.clock())
	view := &views.HomeView{Page: h.withMarks(v, h.page(v, v.school.Name, views.NavClasses)), Date: today}
	var err error
	if view.Closed, err = closedText(v, h.closings, today); err != nil {
		return err
	}
	periods, age, err := h.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return err
	}
	view.TakesAway = auth.Can(v.role, auth.TakeAway)
	view.Periods, view.GroupsAddress = periods, h.paths.Groups(string(v.school.ID), true)
	if view.Period, err = periodOf(v, periods, "", today); err != nil {
		view.Empty = emptyFor(age)
		return h.render(v, http.StatusOK, views.Home(view))
	}
	students, age, err := h.rosters.Students(v.ctx, v.school, view.Period.ID)
	if err != nil {
		return err
	}
	if view.Classes, err = h.classes(v, view.Period, today, students); err != nil {
		return err
	}
	if view.Compared, err = compared(v, h.compare, view.Period.ID, today); err != nil {
		return err
	}
	if len(view.Classes) == 0 {
		view.Empty = views.HomeNoClasses
		if age.ReadAt.IsZero() {
			view.Empty = views.HomeNotRead
		}
	}
	if !age.ReadAt.IsZero() {
		view.ListClock, view.ListStale = v.clockOf(age.ReadAt), age.Stale
	}
	return h.render(v, http.StatusOK, views.Home(view))
}

func emptyFor(age roll.Age) views.HomeEmpty {
	if age.ReadAt.IsZero() {
		return views.HomeNotRead
	}
	return views.HomeNoPeriod
}

// classes are the classes with what is done of them today, those that were opened
// last on this device first.
func (h *home) classes(v *visit, period roll.Period, today roll.Date, students []roll.Enrolment) ([]part.ClassToday, error) {
	marks, err := h.marks(v, period.ID, today)
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
			classes = append(classes, part.ClassToday{Class: roll.Class{ID: student.Class, Name: classNameOf(v.words, student)}, Period: period.ID})
		}
		class := &classes[at]
		class.Class.Students++
		h.count(v, class, marks.row(v.words, student), last)
	}
	groups, err := h.groups.Groups(v.ctx, v.school, period.ID)
	if err != nil {
		return nil, err
	}
	for _, group := range visibleTo(v, groups) {
		class, members := group.Of(students)
		tile := part.ClassToday{Class: class, Period: period.ID, Own: group.Owner != ""}
		for _, student := range members {
			h.count(v, &tile, marks.row(v.words, student), last)
		}
		if len(members) > 0 {
			classes = append(classes, tile)
		}
	}
	opened := v.device.Visit(v.school.ID).Classes
	slices.SortStableFunc(classes, func(a, b part.ClassToday) int {
		return recency(opened, a.Class.ID) - recency(opened, b.Class.ID)
	})
	return classes, nil
}

// count adds a student's mark to what is done of the class. One that was made in the school
// system itself counts as recorded, by nobody.
func (h *home) count(v *visit, class *part.ClassToday, row dayRow, last map[roll.ClassID]time.Time) {
	mark := row.mark
	switch {
	case row.elsewhere != "":
		class.Recorded++
		return
	case mark.Version == 0:
		return
	case mark.Outcome == roll.Saved:
		class.Recorded++
	case mark.Outcome.UnderWay():
		class.UnderWay++
	default:
		class.Need++
	}
	if mark.MarkedAt.After(last[class.Class.ID]) {
		last[class.Class.ID] = mark.MarkedAt
		class.By, class.Clock = signed(v.words, mark.By), v.clockOf(mark.MarkedAt)
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

// choosePeriod remembers, on the device, which school year or term to work in.
func (h *home) choosePeriod(v *visit) error {
	text, err := web.Single(v.Request().PostForm, "period")
	if err != nil {
		return err
	}
	periods, _, err := h.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return err
	}
	period, err := periodOf(v, periods, roll.PeriodID(text), v.school.Today(h.clock()))
	if err != nil {
		return err
	}
	if err := h.devices.Save(v.Response(), v.Request(), v.device.WithRoll(v.school.ID, period.ID, "")); err != nil {
		return errors.Join(errors.New("remember the period"), err)
	}
	return goTo(v, h.paths.School(string(v.school.ID)))
}
