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
	if parts.Arrivals, err = d.arrivals(requested, read); err != nil || requested.Date != requested.today {
		return parts, err
	}
	parts.Tablets, err = d.dayTablets(requested.visit, requested.today)
	return parts, err
}

// partsOf returns parts without the arrivals.
func partsOf(requested *boardRequest, read roll.Board, now time.Time) office.DayParts {
	v := requested.visit
	parts := office.DayParts{Chart: chartOf(requested, read.Counts), Away: awayOf(requested, read)}
	overdue := requested.overdue(now)
	for _, class := range read.Classes {
		cell := cellOf(v, class, requested.Date)
		if !class.Taken() {
			cell.Overdue = overdue
		}
		parts.Cells = append(parts.Cells, cell)
	}
	return parts
}

// cellOf returns the progress of a class, without the delay.
func cellOf(v *visit.Visit, class roll.ClassDay, date roll.Date) office.DayCell {
	cell := office.DayCell{
		ID: cellID(class.Class.ID), State: class.State(), Students: class.Class.Students,
		Marked: class.Marked, UnderWay: class.UnderWay, Need: class.Need, Elsewhere: class.Elsewhere, Read: v.DayAndClock(class.ReadAt, date),
		Last: taking.TakingText(v, class.Taking, date),
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
// students without a status.
func chartOf(requested *boardRequest, counts map[roll.MarkKind]int) []office.DayCount {
	rows := make(map[office.DayCount]int)
	for kind, students := range counts {
		rows[requested.counted(kind)] += students
	}
	var chart []office.DayCount
	for row, students := range rows {
		row.Students = students
		chart = append(chart, row)
	}
	slices.SortFunc(chart, func(a, b office.DayCount) int {
		return cmp.Or(a.Place-b.Place, cmp.Compare(a.Label, b.Label))
	})
	return chart
}

// The positions after the school's statuses.
const (
	placeOther = 1000 + iota
	placeUnderWay
	placeNeed
	placeNone
)

// awayOf returns the absent and excused students, class by class in list order. It includes marks that are
// not sent yet, because a search for a child must not wait for them.
func awayOf(requested *boardRequest, read roll.Board) []office.DayAway {
	v := requested.visit
	var away []office.DayAway
	place := make(map[roll.ClassID]int)
	for i, class := range read.Classes {
		place[class.Class.ID] = i
	}
	for _, marked := range read.Marked {
		status, kept := requested.statusOf(marked)
		if status.Look != string(roll.Absent) && status.Look != string(roll.Excused) {
			continue
		}
		class := marked.Student.Class
		one := office.DayAway{
			Class: naming.ClassNameOf(v.Words, marked.Student), Place: place[class], Roll: requested.rollOf(class),
			Name: naming.StudentName(v.Words, marked.Student), Kept: kept,
			Status: status.Label, Look: status.Look, Letter: status.Letter,
			Clock: v.Words.Text("roll.elsewhere"),
		}
		if !marked.At.IsZero() {
			one.Clock = v.DayAndClock(marked.At, requested.Date)
		}
		away = append(away, one)
	}
	slices.SortStableFunc(away, func(a, b office.DayAway) int { return a.Place - b.Place })
	return away
}

// counted returns the row of the chart for marks of the kind.
func (a *boardRequest) counted(kind roll.MarkKind) office.DayCount {
	words := a.visit.Words
	switch kind.Outcome {
	case roll.None:
		return office.DayCount{Label: words.Text("day.chart.none"), Letter: "–", Place: placeNone}
	case roll.Waiting:
		return office.DayCount{Label: words.Text("day.chart.under_way"), Look: string(roll.Waiting), Letter: "...", Place: placeUnderWay}
	case roll.Stopped:
		return office.DayCount{Label: words.Text("day.chart.need"), Look: string(roll.Stopped), Letter: "!", Place: placeNeed}
	case roll.Saved, roll.Differs, roll.Refused, roll.Conflict, roll.Confirming, roll.Superseded:
	}
	read := &taking.Sheet{Visit: a.visit, Statuses: a.statuses}
	mark := roll.Mark{Outcome: roll.Saved, Returned: kind.Returned, Status: kind.Status}
	if at := read.StatusOf(mark); at >= 0 {
		status := a.statuses[at]
		return office.DayCount{Label: status.Name, Look: string(status.Family), Letter: status.Letter, Place: at}
	}
	family, letter := read.Chip(mark)
	return office.DayCount{Label: kind.Returned, Look: string(family), Letter: letter, Place: placeOther}
}
