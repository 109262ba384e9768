package office

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/roll"
)

// parts returns the parts of a board that change while it is open.
func (d *Days) parts(requested *boardRequest, read roll.Board) (parts office.DayParts, err error) {
	parts = partsOf(requested, read, requested.visit.Now())
	if parts.Arrivals, err = d.arrivals(requested, read); err != nil {
		return parts, err
	}
	parts.Tablets, err = d.dayTablets(requested)
	return parts, err
}

// partsOf returns parts without the arrivals.
func partsOf(requested *boardRequest, read roll.Board, now time.Time) office.DayParts {
	v := requested.visit
	parts := office.DayParts{Away: awayOf(requested, read)}
	parts.Chart, parts.Kept = chartOf(requested, read)
	overdue := requested.overdue(now)
	var in time.Time
	for i, class := range read.Classes {
		if class.Taking.Taken.At.After(in) {
			in = class.Taking.Taken.At
		}
		cell := cellOf(v, class, requested.Date)
		if !class.Taken() {
			cell.Overdue = overdue
		}
		for _, one := range parts.Away {
			if one.Place == i && one.Look == string(roll.Absent) {
				cell.Absent, cell.Letter = cell.Absent+1, one.Letter
			}
		}
		parts.Cells = append(parts.Cells, cell)
	}
	parts.In = v.DayAndClock(in, requested.Date)
	return parts
}

// cellOf returns the progress of a class, without the delay.
func cellOf(v *visit.Visit, class roll.ClassDay, date roll.Date) office.DayCell {
	cell := office.DayCell{
		ID: cellID(class.Class.ID), State: class.State(), Students: class.Class.Students,
		Marked: class.Marked, UnderWay: class.UnderWay, Need: class.Need, Elsewhere: class.Elsewhere, Read: v.DayAndClock(class.ReadAt, date),
		Last: taking.WhoTook(v, class.Taking, date),
	}
	if cell.State == roll.ClassOpened {
		cell.By, cell.Clock = visit.Signed(v.Words, class.Opened.By), v.ClockOf(class.Opened.At)
	}
	return cell
}

// cellID returns the id of the class's cell on the page. It depends only on the class, so that the cells of a
// board with new classes still find their places.
func cellID(class roll.ClassID) string {
	sum := fnv.New64a()
	if _, err := sum.Write([]byte(class)); err != nil {
		return ""
	}
	return "c" + strconv.FormatUint(sum.Sum64(), 36)
}

// chartOf counts the students by status: the school's statuses in its order, then other returned names, then
// students without a status. Kept counts those of them whose mark is in Rollbook only.
func chartOf(requested *boardRequest, read roll.Board) (chart []office.DayCount, kept int) {
	rows := make(map[office.DayCount]int)
	for _, day := range read.Students {
		status, only := requested.statusOf(day)
		rows[status]++
		if only {
			kept++
		}
	}
	for row, students := range rows {
		row.Students = students
		chart = append(chart, row)
	}
	slices.SortFunc(chart, func(a, b office.DayCount) int {
		return cmp.Or(a.Place-b.Place, cmp.Compare(a.Label, b.Label))
	})
	return chart, kept
}

// The positions after the school's statuses.
const (
	placeOther = 1000 + iota
	placeNeed
	placeNone
)

// awayOf returns the students who are away, class by class in list order. It includes marks that are not sent
// yet, because a search for a child must not wait for them. They are those whom the evacuation list has as
// away.
func awayOf(requested *boardRequest, read roll.Board) []office.DayAway {
	v := requested.visit
	var away []office.DayAway
	place := make(map[roll.ClassID]int)
	for i, class := range read.Classes {
		place[class.Class.ID] = i
	}
	for _, day := range read.Students {
		if day.Place != roll.Away {
			continue
		}
		status, kept := requested.statusOf(day)
		class := day.Student.Class
		one := office.DayAway{
			Class: naming.ClassNameOf(v.Words, day.Student), Place: place[class], Roll: requested.rollOf(class),
			Name: naming.StudentName(v.Words, day.Student), Kept: kept,
			Status: status.Label, Look: status.Look, Letter: status.Letter,
			Clock: v.Words.Text("roll.elsewhere"),
		}
		if day.Mark.Save != "" {
			one.Clock = v.DayAndClock(day.Mark.MarkedAt, requested.Date)
		}
		away = append(away, one)
	}
	slices.SortStableFunc(away, func(a, b office.DayAway) int { return a.Place - b.Place })
	return away
}
