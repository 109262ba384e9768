package office

import (
	"slices"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/lists/lines"
	"rollbook/web/lists/tables"
	"rollbook/web/office/exports"
	"rollbook/web/roll"
)

// Get shows the page.
func (e *Exports) Get(v *visit.Visit) error { return e.respond(v, e.show) }

// respond parses the request, and answers it. A request that is refused with a sentence returns to the page of exports.
func (e *Exports) respond(v *visit.Visit, answer func(*visit.Visit, exportRequest) error) error {
	wanted, err := e.requested(v)
	if err == nil {
		err = answer(v, wanted)
	}
	if v.Refuse(err) {
		return e.show(v, wanted)
	}
	return err
}

// Marks sends the marks of a range of days as a file.
func (e *Exports) Marks(v *visit.Visit) error {
	return e.send(v, func(_ exportRequest, request exports.Request, file exportFile) error {
		_, widths := lines.Columns()
		return e.files.send(v, file, widths, func(into lines.Table) error {
			marks := lines.New(v.Words, v.School.Zone)
			return lines.Fill(into, v.Words, func(add func(cells ...tables.Cell) error) error {
				return e.read.EachDay(v.Ctx, request, func(day []roll.ExportedMark) error { return marks.Each(day, add) })
			})
		})
	})
}

// send answers the request with a file.
func (e *Exports) send(v *visit.Visit, send func(exportRequest, exports.Request, exportFile) error) error {
	return e.respond(v, func(v *visit.Visit, wanted exportRequest) error {
		if wanted.period.ID == "" {
			return roll.Problem(roll.Meaningless, "export.problem.no_period")
		}
		request, err := e.exported(v, wanted)
		if err != nil {
			return err
		}
		to := string(wanted.date)
		file := exportFile{kind: kindOf(v), sheet: to}
		if wanted.from == wanted.date {
			to = ""
		}
		file.name = fileName(v.School.Name, wanted.name, string(wanted.from), to)
		return send(wanted, request, file)
	})
}

// ofClass answers a request for a page about a class.
func (e *Exports) ofClass(v *visit.Visit, answer func(*visit.Visit, exportRequest) error) error {
	return e.respond(v, func(v *visit.Visit, wanted exportRequest) error {
		if wanted.class == "" {
			return roll.Problem(roll.Meaningless, "export.problem.no_class")
		}
		return answer(v, wanted)
	})
}

// Print shows a day for printing, class by class.
func (e *Exports) Print(v *visit.Visit) error { return e.respond(v, e.print) }

func (e *Exports) print(v *visit.Visit, wanted exportRequest) error {
	view := &office.PrintDayView{
		Page: e.pages.WithMarks(v, e.pages.OfficePage(v, "", layout.NavDay)), Date: wanted.date, Clock: v.ClockOf(v.Now()),
		Back: e.pages.Paths.Exports(string(v.School.ID), wanted.query()),
	}
	read := &taking.Sheet{Visit: v, Date: wanted.date}
	var err error
	read.Movements, err = e.store.MovementsOn(v.Ctx, 0, v.School.ID, v.School.Generation, read.Date)
	v.Keep(err)
	if wanted.period.ID != "" {
		read.Statuses = v.Statuses(wanted.period.ID)
		for _, class := range e.classes(v, wanted) {
			view.Classes = append(view.Classes, printed(read, class))
		}
	}
	return e.pages.Show(v, office.PrintDay(view))
}

// dayClass is a class with its students' marks on a date.
type dayClass struct {
	class roll.Class
	rows  []taking.DayRow
}

// classes reads the last day, class by class in list order. Marks of students who are on no list any more form a last
// class without a name.
func (e *Exports) classes(v *visit.Visit, wanted exportRequest) []dayClass {
	marks := e.days.Marks(v, wanted.period.ID, wanted.date)
	if !wanted.whole() {
		class := dayClass{class: roll.Class{ID: wanted.class, Name: wanted.name}}
		for _, student := range wanted.chosen {
			class.rows = append(class.rows, marks.Row(v.Words, student))
		}
		return []dayClass{class}
	}
	classes := byClass(v, v.Students(wanted.period.ID), marks)
	var gone []taking.DayRow
	for _, mark := range marks.Of {
		gone = append(gone, marks.RowOf(roll.Enrolment{ID: mark.Enrolment},
			v.Words.Text("story.unnamed", "Number", mark.Enrolment)))
	}
	if len(gone) > 0 {
		slices.SortFunc(gone, func(a, b taking.DayRow) int { return int(a.Student.ID - b.Student.ID) })
		classes = append(classes, dayClass{rows: gone})
	}
	return classes
}

// byClass groups the students with their marks by class, and removes those marks from the map.
func byClass(v *visit.Visit, students []roll.Enrolment, marks taking.DayMarks) []dayClass {
	var classes []dayClass
	position := make(map[roll.ClassID]int)
	listed := make([]roll.EnrolmentID, 0, len(students))
	for _, student := range students {
		at, known := position[student.Class]
		if !known {
			at = len(classes)
			position[student.Class] = at
			classes = append(classes, dayClass{class: roll.Class{ID: student.Class, Name: naming.ClassNameOf(v.Words, student)}})
		}
		classes[at].class.Students++
		classes[at].rows = append(classes[at].rows, marks.Row(v.Words, student))
		listed = append(listed, student.ID)
	}
	for _, id := range listed {
		delete(marks.Of, id)
	}
	return classes
}

// printed returns a class for printing.
func printed(s *taking.Sheet, class dayClass) office.PrintClass {
	printed := office.PrintClass{Name: class.class.Name}
	for _, row := range class.rows {
		line := office.PrintRow{Number: row.Student.Number, Name: row.Name, Outcome: unmarkedText(s.Visit, row),
			Moves: naming.MovesNote(s.Visit.Words, s.Movements[row.Student.ID])}
		if row.Mark.Version != 0 {
			taken := row.Taken()
			line.Time, line.By = naming.WallTime(s.Visit, row.Mark.Observed), visit.Byline(s.Visit.Words, taken.By)
			line.At = s.Visit.DayAndClock(taken.At, s.Date)
			if row.Change.Corrects() {
				line.Changed = s.Visit.Words.Text("export.changed", "Clock", s.Visit.DayAndClock(row.Change.At, s.Date), "By",
					visit.Byline(s.Visit.Words, row.Change.By))
			}
			line.Outcome = lines.Outcome(s.Visit.Words, row.Mark)
		}
		mark := row.Mark
		if row.Elsewhere != "" {
			mark = roll.MadeElsewhere(row.Elsewhere, row.ReadAt)
		}
		if status := mark.Recorded(); status != "" {
			family, letter := s.Chip(mark)
			line.Status = &roll.Status{Name: status, Family: family, Letter: letter}
			printed.Recorded++
		}
		printed.Rows = append(printed.Rows, line)
	}
	return printed
}

// mostBoxes limits the statuses with their own column on paper.
const mostBoxes = 8

// Paper shows an empty roll of a class, to be filled in by hand.
func (e *Exports) Paper(v *visit.Visit) error { return e.ofClass(v, e.paper) }

func (e *Exports) paper(v *visit.Visit, wanted exportRequest) error {
	statuses := v.Statuses(wanted.period.ID)
	view := &office.PaperView{
		Page: e.pages.OfficePage(v, "", layout.NavDay), Class: wanted.name, Date: wanted.date,
		Statuses: statuses[:min(len(statuses), mostBoxes)], OtherBox: len(statuses) > mostBoxes,
		Back: e.pages.Paths.Exports(string(v.School.ID), wanted.query()),
	}
	for _, student := range wanted.chosen {
		view.Names = append(view.Names, naming.StudentName(v.Words, student))
	}
	return e.pages.Show(v, office.Paper(view))
}

// mostLinks limits the students of a class with their own link.
const mostLinks = 500

// show shows the page of exports, with the reason why an export failed.
func (e *Exports) show(v *visit.Visit, wanted exportRequest) error {
	view := &office.ExportsView{
		Page: e.pages.OfficePage(v, "", layout.NavDay), From: wanted.from, To: wanted.date, Today: wanted.today,
		Period: wanted.period.ID, Periods: wanted.periods, Name: wanted.name, Most: tables.WorkbookLines,
		Class: wanted.class, Ranges: rangesUntil(wanted.today, v.Words.Week()[0]), Student: wanted.query().Student,
	}
	if wanted.period.ID == "" {
		return e.pages.Show(v, office.Exports(view))
	}
	codes := visit.Read(v, e.store.Codes)
	view.Coded, view.Uncoded = len(codes.All) > 0, codes.Without(v.Statuses(wanted.period.ID))
	var err error
	view.Classes, err = naming.Classes(v, e.rosters, wanted.period.ID)
	v.Keep(err)
	if wanted.class != "" {
		view.More = max(0, len(wanted.chosen)-mostLinks)
		for _, student := range wanted.chosen[:len(wanted.chosen)-view.More] {
			address := e.pages.Paths.StudentMonth(string(v.School.ID), student.ID.String(), string(wanted.period.ID), "")
			view.Students = append(view.Students,
				office.ExportStudent{Name: naming.StudentName(v.Words, student), Address: address})
		}
	}
	return e.pages.Show(v, office.Exports(view))
}

// rangesUntil returns the usual ranges of days, until today at the latest, with weeks that begin on the given day.
func rangesUntil(today roll.Date, begins time.Weekday) []office.ExportRange {
	const week, quarter = 7, 90
	begun := today.AddDays(-((int(today.Noon(time.UTC).Weekday()-begins) + week) % week))
	first := today[:8] + "01"
	before := first.AddDays(-1)
	return []office.ExportRange{
		{Name: "today", From: today, To: today},
		{Name: "this_week", From: begun, To: today},
		{Name: "last_week", From: begun.AddDays(-week), To: begun.AddDays(-1)},
		{Name: "this_month", From: first, To: today},
		{Name: "last_month", From: before[:8] + "01", To: before},
		{Name: "last_days", From: today.AddDays(1 - quarter), To: today},
	}
}
