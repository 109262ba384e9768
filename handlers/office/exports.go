package office

import (
	"cmp"
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
	"rollbook/web/paths"
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
		if file.kind != KindText {
			counts, err := e.store.CountMarks(v.Ctx, v.School.ID, request.From, request.To)
			if err != nil {
				return err
			}
			marks, listed := 0, roll.Listed(request.Students)
			for student, count := range counts {
				if request.Whole || listed[student] {
					marks += count
				}
			}
			if marks > tables.WorkbookLines {
				return tooMuch(v)
			}
		}
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
		if len(wanted.of) == 0 {
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
		Back: e.pages.Paths.To(paths.Exports, v.School.ID, wanted.query()),
	}
	if len(wanted.of) > 0 {
		view.Classes = e.printed(v, wanted)
	}
	return e.pages.Show(v, office.PrintDay(view))
}

// printed reads the last day, class by class in list order. Marks of students who are on no list any more form a last
// class without a name (visit.Check).
func (e *Exports) printed(v *visit.Visit, wanted exportRequest) (classes []office.PrintClass) {
	students, position := wanted.chosen, make(map[roll.ClassKey]int)
	switch {
	case !wanted.whole():
		classes = []office.PrintClass{{Name: wanted.name}}
	case wanted.period != "":
		students = wanted.students
	default:
		students = visit.Checked(e.rosters.Day(v.Ctx, v.School, wanted.date))(v).Students
	}
	marked, gone := e.marked(v, wanted, students)
	read := &taking.Sheet{Visit: v, Date: wanted.date, Statuses: v.Statuses(wanted.of[0].ID)}
	for _, student := range students {
		at, known := position[student.InClass().Key()]
		if !known && wanted.whole() {
			at, classes = len(classes), append(classes, office.PrintClass{Name: naming.ClassNameOf(v.Words, student)})
			position[student.InClass().Key()] = at
		}
		classes[at].Rows = append(classes[at].Rows,
			printRow(read, marked[student.ID], student.Number, naming.NameInClass(v.Words, student)))
	}
	if len(gone) > 0 && wanted.whole() {
		last := office.PrintClass{}
		for _, one := range gone {
			name := cmp.Or(one.Student.Name(), v.Words.Text("story.unnamed", "Number", one.Mark.Enrolment))
			last.Rows = append(last.Rows, printRow(read, one, 0, name))
		}
		classes = append(classes, last)
	}
	return classes
}

// marked reads the marks of the last day, with those of students who are on no list any more (visit.Check).
func (e *Exports) marked(v *visit.Visit, wanted exportRequest,
	students []roll.Enrolment) (marked map[roll.EnrolmentID]roll.ExportedMark, gone []roll.ExportedMark) {
	wanted.from, wanted.periods = wanted.date, nil
	request := visit.Checked(e.exported(v, wanted))(v)
	marked = make(map[roll.EnrolmentID]roll.ExportedMark)
	for _, student := range students {
		marked[student.ID] = roll.ExportedMark{}
	}
	v.Check(e.read.EachDay(v.Ctx, request, func(day []roll.ExportedMark) error {
		for _, one := range day {
			if _, listed := marked[one.Mark.Enrolment]; listed && !one.Former {
				marked[one.Mark.Enrolment] = one
			} else if !one.Former && one.Mark.Version != 0 {
				gone = append(gone, one)
			}
		}
		return nil
	}))
	slices.SortFunc(gone, func(a, b roll.ExportedMark) int { return cmp.Compare(a.Mark.Enrolment, b.Mark.Enrolment) })
	return marked, gone
}

// printRow returns the row of a student with the mark, which has version 0 for none.
func printRow(s *taking.Sheet, one roll.ExportedMark, number int, name string) office.PrintRow {
	v, mark, taken := s.Visit, one.Mark, one.Taken()
	row := office.PrintRow{Number: number, Name: name, Moves: naming.MovesNote(v.Words, one.Moves)}
	switch {
	case mark.Version == 0:
		row.Outcome = v.Words.Text("export.outcome.none")
	case mark.Save == "":
		row.Outcome = v.Words.Text("export.outcome.elsewhere", "Clock", v.ClockOf(mark.MarkedAt))
	default:
		row.Outcome, row.Time = lines.Outcome(v.Words, mark), naming.WallTime(v, mark.Observed)
		row.By, row.At = visit.Byline(v.Words, taken.By), v.DayAndClock(taken.At, s.Date)
		if one.Change.Corrects() {
			row.Changed = v.Words.Text("export.changed", "Clock", v.DayAndClock(one.Change.At, s.Date), "By",
				visit.Byline(v.Words, one.Change.By))
		}
	}
	if status := mark.Recorded(); status != "" {
		family, letter := s.Chip(mark)
		row.Status = &roll.Status{Name: status, Family: family, Letter: letter}
	}
	return row
}

// mostBoxes limits the statuses with their own column on paper.
const mostBoxes = 8

// Paper shows an empty roll of a class, to be filled in by hand.
func (e *Exports) Paper(v *visit.Visit) error { return e.ofClass(v, e.paper) }

func (e *Exports) paper(v *visit.Visit, wanted exportRequest) error {
	statuses := v.Statuses(wanted.within)
	view := &office.PaperView{
		Page: e.pages.OfficePage(v, "", layout.NavDay), Class: wanted.name, Date: wanted.date,
		Statuses: statuses[:min(len(statuses), mostBoxes)], OtherBox: len(statuses) > mostBoxes,
		Back: e.pages.Paths.To(paths.Exports, v.School.ID, wanted.query()),
	}
	for _, student := range wanted.chosen {
		view.Names = append(view.Names, naming.NameInClass(v.Words, student))
	}
	return e.pages.Show(v, office.Paper(view))
}

// mostLinks limits the students of a class with their own link.
const mostLinks = 500

// show shows the page of exports, with the reason why an export failed.
func (e *Exports) show(v *visit.Visit, wanted exportRequest) error {
	view := &office.ExportsView{
		Page: e.pages.OfficePage(v, "", layout.NavDay), From: wanted.from, To: wanted.date, Today: wanted.today,
		Period: cmp.Or(wanted.within, wanted.period), Name: wanted.name, Most: tables.WorkbookLines,
		Class: wanted.class, Ranges: rangesUntil(wanted.today, v.Week().Days[0]), Student: wanted.query().Student,
	}
	if view.Open = len(wanted.of) > 0; !view.Open {
		return e.pages.Show(v, office.Exports(view))
	}
	over := func(period roll.Period) bool {
		return period.Ends != "" && period.Ends < wanted.today || period.Undated()
	}
	for _, period := range wanted.periods {
		if over(period) && (period.ID == wanted.period || !slices.ContainsFunc(wanted.of, is(period.ID))) {
			view.Periods = append(view.Periods, period)
		}
	}
	codes := visit.Read(v, e.store.Codes)
	view.Coded, view.Uncoded = len(codes.All) > 0, codes.Without(v.Statuses(wanted.of[0].ID))
	view.Classes, view.Over = e.classes(v, wanted), wanted.period
	if at := naming.ClassAmong(view.Classes, wanted.within, string(wanted.class)); at >= 0 {
		view.Chosen = layout.ClassOption(view.Classes[at]).Value
	}
	if wanted.class != "" {
		view.More = max(0, len(wanted.chosen)-mostLinks)
		for _, student := range wanted.chosen[:len(wanted.chosen)-view.More] {
			address := e.pages.Paths.To(paths.StudentMonth, v.School.ID, student.ID, student.Period)
			view.Students = append(view.Students,
				office.ExportStudent{Name: naming.NameInClass(v.Words, student), Address: address})
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
