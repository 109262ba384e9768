package office

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// parts returns the parts of a board that change while it is open (visit.Check).
func (d *Days) parts(requested *boardRequest, read roll.Board) office.DayParts {
	parts := partsOf(requested, read, requested.visit.Now())
	parts.Late, parts.Declined = lateOf(requested, read, requested.visit.Now()), d.declined(requested, read)
	parts.Arrivals, parts.Known, parts.Tablets = d.arrivals(requested, read), d.known(requested, read),
		d.dayTablets(requested)
	parts.Locked, parts.Unlisted = d.dayLocked(requested), unlistedOf(requested.visit, read.Unlisted)
	parts.Checks, parts.Unnumbered = checksOf(requested.visit, read.Checks), read.Unnumbered
	return parts
}

// known counts the known absences of today, and those whose mark says something else. There are none on another day
// (visit.Check).
func (d *Days) known(requested *boardRequest, read roll.Board) (counts office.DayKnown) {
	if requested.Date != requested.today {
		return counts
	}
	known := visit.Checked(d.store.KnownOn(requested.visit.Ctx, 0, requested.School.ID, requested.School.Generation,
		requested.today))(requested.visit)
	if counts.Count = len(known); counts.Count == 0 {
		return counts
	}
	var students []roll.Enrolment
	marks := make(map[roll.EnrolmentID]roll.Mark)
	for _, day := range read.Students {
		students, marks[day.Student.ID] = append(students, day.Student), day.Mark
	}
	for student, one := range roll.KnownAmong(students, requested.School, known) {
		if status := one.StatusIn(requested.School, requested.statuses); status != nil &&
			one.Contradicts(marks[student], status.ID) {
			counts.Otherwise++
		}
	}
	return counts
}

// partsOf returns parts without the arrivals and the known absences.
func partsOf(requested *boardRequest, read roll.Board, now time.Time) office.DayParts {
	v := requested.visit
	var moved []office.DayMoved
	for _, day := range read.Students {
		if moves := naming.MovesNote(requested.visit.Words, day.Moves); moves != "" {
			moved = append(moved, requested.moved(day.Student, moves))
		}
	}
	parts := office.DayParts{Away: awayOf(requested, read), Moved: moved}
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
		ID: cellID(class.Class.Key()), State: class.State(), Students: class.Class.Students,
		Marked: class.Marked, UnderWay: class.UnderWay, Need: class.Need, Elsewhere: class.Elsewhere,
		Read: v.DayAndClock(class.ReadAt, date), Last: taking.WhoTook(v, class.Taking, date),
	}
	if cell.State == roll.ClassOpened {
		cell.By, cell.Clock = visit.Signed(v.Words, class.Opened.By), v.ClockOf(class.Opened.At)
	}
	return cell
}

// cellID returns the id of the class's cell on the page. It depends only on the class, so that the cells of a
// board with new classes still find their places.
func cellID(class roll.ClassKey) string {
	sum := fnv.New64a()
	if _, err := sum.Write([]byte(string(class.Period) + "\n" + string(class.Class))); err != nil {
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
// yet, because a search for a child must not wait for them. The evacuation list has the same students as
// away.
func awayOf(requested *boardRequest, read roll.Board) []office.DayAway {
	v := requested.visit
	var away []office.DayAway
	place := make(map[roll.ClassKey]int)
	for i, class := range read.Classes {
		place[class.Class.Key()] = i
	}
	for _, day := range read.Students {
		if day.Place != roll.Away {
			continue
		}
		status, kept := requested.statusOf(day)
		class := day.Student.InClass()
		one := office.DayAway{
			Class: naming.ClassNameOf(v.Words, day.Student), Place: place[class.Key()], Roll: requested.rollOf(class),
			Name: naming.NameInClass(v.Words, day.Student), Kept: kept,
			Status: status.Label, Look: status.Look, Letter: status.Letter,
			Clock: v.Words.Text("roll.elsewhere"),
		}
		if moves := naming.MovesNote(v.Words, day.Moves); moves != "" {
			one.Clock = moves
			if day.Mark.Place() != roll.Away {
				one.Status, one.Look = v.Words.Text("movement.press.out"), string(roll.LeftEarly)
				one.Letter, one.Kept = v.Words.Text("movement.letter_out"), false
			}
		} else if day.Mark.Save != "" {
			one.Clock = v.DayAndClock(day.Mark.MarkedAt, requested.Date)
		}
		away = append(away, one)
	}
	slices.SortStableFunc(away, func(a, b office.DayAway) int { return a.Place - b.Place })
	return away
}

// lateOf returns the students who are not in as expected, class by class in list order.
func lateOf(requested *boardRequest, read roll.Board, now time.Time) []office.DayMoved {
	var late []office.DayMoved
	for i := range read.Students {
		day := &read.Students[i]
		if plan := day.Overdue(requested.Date, requested.School.Zone, now); plan != nil {
			late = append(late, requested.moved(day.Student,
				naming.MovesNote(requested.visit.Words, []roll.Movement{*plan})))
		}
	}
	return late
}

// declined names the students whose mark the school system did not accept, each with its sentence (visit.Check).
func (d *Days) declined(requested *boardRequest, read roll.Board) (list []office.DayMoved) {
	var refused []roll.StudentDay
	var marks []roll.Mark
	for i := range read.Students {
		if day := read.Students[i]; day.Mark.Outcome == roll.Refused {
			refused, marks = append(refused, day), append(marks, day.Mark)
		}
	}
	said := taking.Refusals(requested.visit, d.store, marks)
	for _, day := range refused {
		one := requested.moved(day.Student, "")
		one.Said = said[day.Mark.Enrolment]
		list = append(list, one)
	}
	return list
}

// moved names a student with movements, and leads to the page that keeps the next one. Its address has no name, because
// browsers remember addresses.
func (a *boardRequest) moved(student roll.Enrolment, moves string) office.DayMoved {
	words := a.visit.Words
	name := naming.NameInClass(words, student)
	query := paths.FindQuery{Open: student.ID.String()}
	if a.Date != a.today {
		query.Date = string(a.Date)
	}
	return office.DayMoved{Name: name, Class: naming.ClassNameOf(words, student), Moves: moves, Open: query}
}

// arrivals returns the students who tapped in on the date after a person had marked them otherwise, the
// earliest first (visit.Check).
func (d *Days) arrivals(requested *boardRequest, read roll.Board) (list []office.DayArrival) {
	v := requested.visit
	if !slices.ContainsFunc(read.Classes, func(class roll.ClassDay) bool { return class.Need > 0 }) {
		return nil
	}
	held := visit.Checked(d.store.HeldAtDoors(v.Ctx, v.School.ID, requested.Date))(v)
	names := naming.NamesAmong(v.Words, v.Listed(requested.Date).Students)
	for enrolment, tap := range held {
		list = append(list, office.DayArrival{
			HeldMark: tap, Name: names.Of(enrolment, tap.Student), Clock: naming.WallTime(v, tap.Observed),
			Roll: paths.RollQuery{Period: string(cmp.Or(names.Students[enrolment].Period, requested.period.ID)),
				Class: string(names.Students[enrolment].Class), Date: string(requested.Date)},
		})
	}
	slices.SortFunc(list, func(a, b office.DayArrival) int {
		return cmp.Or(cmp.Compare(a.Clock, b.Clock), cmp.Compare(a.Enrolment, b.Enrolment))
	})
	return list
}

// statusOf returns the row of the chart that counts the student: her status in the school system, or the
// requested one while only Rollbook has the mark. It returns the row "Needs you" for a student who may or may
// not be in the building.
func (a *boardRequest) statusOf(day roll.StudentDay) (row office.DayCount, kept bool) {
	words, mark := a.visit.Words, day.Mark
	if mark.Version == 0 {
		return office.DayCount{Label: words.Text("day.chart.none"), Letter: "–", Place: placeNone}, false
	}
	known := mark.Outcome == roll.Saved || mark.Outcome == roll.Differs
	at := slices.IndexFunc(a.statuses, func(status roll.Status) bool { return status.ID == mark.Status.ID })
	if known {
		at = mark.StatusAmong(a.statuses)
	}
	switch {
	case at >= 0:
		status := a.statuses[at]
		row = office.DayCount{Label: status.Name, Look: string(status.Family), Letter: status.Letter, Place: at}
	case known:
		row = office.DayCount{Label: strings.TrimSpace(mark.Returned), Look: string(roll.GuessFamily(mark.Returned)),
			Letter: "?", Place: placeOther}
	default:
		row = office.DayCount{Label: mark.Status.Name, Look: string(mark.Status.Family), Letter: "?", Place: placeOther}
	}
	if day.Place == roll.Unaccounted && row.Look != string(roll.Other) {
		return office.DayCount{Label: words.Text("day.chart.need"), Look: string(roll.Stopped), Letter: "!",
			Place: placeNeed}, false
	}
	return row, !known
}

// dayTablets returns the paired tablets by class, today only, with the time of each one's last request, so that
// a tablet without battery or network is noticed (visit.Check).
func (d *Days) dayTablets(requested *boardRequest) (paired []office.DayTablet) {
	v, today := requested.visit, requested.today
	if requested.Date != today {
		return nil
	}
	list, _, err := d.tablets.Of(v.Ctx, v.School.ID)
	v.Check(err)
	for i := range list {
		if tablet := &list[i]; tablet.State() == roll.TabletPaired {
			paired = append(paired, office.DayTablet{
				Name: tablet.Name, Classes: v.Words.List(slices.Sorted(slices.Values(tablet.ClassNames()))),
				There: d.tablets.There(tablet.ID), Seen: v.DayAndClock(tablet.SeenAt, today), Waiting: tablet.Waiting,
				Rolls: v.KeptRolls(tablet, v.Now()), Fault: tablet.Fault,
			})
		}
	}
	slices.SortFunc(paired, func(a, b office.DayTablet) int {
		return cmp.Or(cmp.Compare(a.Classes, b.Classes), cmp.Compare(a.Name, b.Name))
	})
	return paired
}

// dayLocked returns the people whose PINs the tablets refuse after too many wrong ones, today only.
func (d *Days) dayLocked(requested *boardRequest) (people []office.DayLock) {
	v, today := requested.visit, requested.today
	if requested.Date != today {
		return nil
	}
	locked := visit.Checked(d.pins.Locked(v.Ctx, v.School.ID))(v)
	for _, one := range locked {
		people = append(people,
			office.DayLock{Person: one.Person, Name: one.Name, Since: v.DayAndClock(one.At, today)})
	}
	return people
}

// refusedTaps returns the taps that Rollbook refused, grouped by class, day and reason.
func (d *Days) refusedTaps(v *visit.Visit) (groups []office.RefusedTaps) {
	for _, tap := range visit.Read(v, d.store.RefusedTaps) {
		last := len(groups) - 1
		if last < 0 || groups[last].Class != tap.Class || groups[last].Date != tap.Date ||
			groups[last].Reason != tap.Reason || (groups[last].Status != "") != (tap.Status != "") {
			groups = append(groups, office.RefusedTaps{RefusedMark: tap})
			last++
		}
		group := &groups[last]
		group.Students = append(group.Students,
			office.TappedStudent{Name: naming.StudentName(v.Words, tap.Student), Status: tap.Status,
				Clock: v.ClockOf(tap.TappedAt)})
		if !slices.Contains(group.Presses, tap.Press) {
			group.Presses = append(group.Presses, tap.Press)
		}
	}
	return groups
}

// SeeRefused removes the refused taps of the form from the list.
func (d *Days) SeeRefused(v *visit.Visit) error {
	presses := v.Request().PostForm["press"]
	err := d.store.SeeRefusedTaps(v.Ctx, v.School.ID, presses, v.Actor().Name, v.Now())
	return visit.Done(v, err, d.pages.Paths.To(paths.Day, v.School.ID))
}
