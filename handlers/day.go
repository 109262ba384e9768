package handlers

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"rollbook/views"
	"rollbook/web/boards"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Boards tells how far a school's classes are.
type Boards interface {
	Of(ctx context.Context, day boards.Day) (roll.Board, error)
	Watch(day boards.Day) (state func() boards.State, stop func())
}

// Besides tells whether students were named who were not sent.
type Besides interface {
	TellsBesides(v *visit) (bool, error)
}

// days is the office's page of a date: every class with what is done of its roll.
type days struct {
	*rolls
	boards Boards
	others Besides
}

// boardAsked is the day that somebody asks for.
type boardAsked struct {
	boards.Day
	visit    *visit
	period   roll.Period
	today    roll.Date
	statuses []roll.Status
	// closed says that the school is closed; empty where it is open.
	closed string
}

// overdue is by how many minutes a missing roll is overdue; none is where the school is closed.
func (a *boardAsked) overdue(now time.Time) int {
	if a.closed != "" {
		return 0
	}
	return a.School.Overdue(a.Date, now)
}

// get shows the board of a date.
func (d *days) get(v *visit) error {
	asked, err := d.asked(v)
	if errors.Is(err, errNoPeriods) {
		return d.empty(v, roll.Period{})
	}
	if err != nil {
		return err
	}
	read, err := d.boards.Of(v.ctx, asked.Day)
	if err != nil {
		return err
	}
	if len(read.Classes) == 0 {
		return d.empty(v, asked.period)
	}
	view := d.view(v, asked.Date)
	if view.OthersNamed, err = d.others.TellsBesides(v); err != nil {
		return err
	}
	view.Period, view.Parts, view.Closed = asked.period, d.parts(asked, read), asked.closed
	query := paths.DayQuery{Period: string(asked.period.ID), Date: string(asked.Date)}
	view.CellsAddress, view.EventsAddress = d.paths.DayCells(string(v.school.ID), query), d.paths.DayEvents(string(v.school.ID), query)
	view.Classes = boardOf(v, asked, read, view.Parts.Cells)
	return d.render(v, http.StatusOK, views.Day(view))
}

// boardOf is the classes of the board: the missing ones first, and those that are longest
// overdue before others.
func boardOf(v *visit, asked *boardAsked, read roll.Board, cells []views.DayCell) []views.DayClass {
	classes := make([]views.DayClass, len(cells))
	for i, class := range read.Classes {
		query := paths.RollQuery{Period: string(asked.period.ID), Class: string(class.Class.ID)}
		if asked.Date != asked.today {
			query.Date = string(asked.Date)
		}
		classes[i] = views.DayClass{Name: nameOf(v, class.Class), Class: class.Class, Roll: query, Cell: cells[i]}
	}
	order := roll.ClassStates()
	slices.SortStableFunc(classes, func(a, b views.DayClass) int {
		return slices.Index(order, a.Cell.State) - slices.Index(order, b.Cell.State)
	})
	return classes
}

// view is the page of a date without its classes.
func (d *days) view(v *visit, date roll.Date) *views.DayView {
	today := v.school.Today(d.clock())
	return &views.DayView{
		Page: d.withMarks(v, d.officePage(v, "", views.NavDay)), Date: date, Today: today,
		Earliest: today.AddDays(-v.school.PastDays), Due: string(v.school.RollsDue),
	}
}

// empty is the page where there are no classes: it says why and what to do.
func (d *days) empty(v *visit, period roll.Period) error {
	_, age, err := d.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return err
	}
	view := d.view(v, v.school.Today(d.clock()))
	view.Period = period
	if view.Empty = emptyFor(age); period.ID != "" {
		view.Empty = views.HomeNoClasses
	}
	return d.render(v, http.StatusOK, views.Day(view))
}

// asked is the day that the address names, today without one. Which dates there are is
// limited as it is with rolls.
func (d *days) asked(v *visit) (*boardAsked, error) {
	query, err := d.queryOf(v)
	if err != nil {
		return nil, err
	}
	today := v.school.Today(d.clock())
	if err := mayLook(v, query.date, today); err != nil {
		return nil, err
	}
	periods, _, err := d.rosters.Periods(v.ctx, v.school)
	if err != nil {
		return nil, err
	}
	period, err := periodOf(v, periods, query.period, query.date)
	if err != nil {
		return nil, err
	}
	statuses, _, err := d.rosters.Statuses(v.ctx, v.school, period.ID)
	if err != nil {
		return nil, err
	}
	closed, err := closedText(v, d.closings, query.date)
	if err != nil {
		return nil, err
	}
	return &boardAsked{
		closed: closed,
		Day:    boards.Day{School: v.school, Period: period.ID, Date: query.date},
		visit:  v, period: period, today: today, statuses: statuses,
	}, nil
}
