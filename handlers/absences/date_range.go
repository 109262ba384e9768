package absences

import (
	"cmp"
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	views "rollbook/views/absences"
	"rollbook/views/layout"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// DateRanges marks one student on a range of dates, such as a week's illness: one save for each date, with
// its own outcome. Waiting marks can be stopped, and sent again later.
type DateRanges struct {
	pages  *visit.Pages
	sheets taking.Sheets
	store  *store.Store
	saving *submission.Submissions
}

// stretch is one student over a range of dates.
type stretch struct {
	student  roll.Enrolment
	period   roll.PeriodID
	from, to roll.Date
	today    roll.Date
	statuses []roll.Status
	marks    map[roll.Date]roll.Mark
}

// mostDays limits the dates of a range.
const mostDays = 31

// Get shows the form for marking a student on a range of dates, as a refused press left it.
func (d *DateRanges) Get(v *visit.Visit) error {
	read, err := d.read(v)
	if err != nil && !v.Refuse(err) {
		return err
	}
	return d.pages.Show(v, views.DateRange(d.view(v, read)))
}

// chosenDates contains the dates, the status and the reason of a press.
type chosenDates struct {
	days   []views.DateToken
	status roll.StatusID
	reason string
}

// Post saves the ticked dates, all or none. The following page shows them.
func (d *DateRanges) Post(v *visit.Visit) error {
	read, err := d.read(v)
	chosen, chosenErr := chosenOf(v)
	if err = cmp.Or(err, chosenErr); err == nil {
		err = d.save(v, read, chosen)
	}
	return visit.After(v, err, d.address(v, read), "", d.Get)
}

func (d *DateRanges) save(v *visit.Visit, read stretch, chosen chosenDates) error {
	presses := make([]submission.Press, len(chosen.days))
	for i, day := range chosen.days {
		generation, err := v.Generation(day.Token)
		switch {
		case day.Date < read.from || day.Date > read.to:
			return roll.Problem(roll.Malformed, "roll.problem.unreadable")
		case err != nil:
			return roll.Problem(roll.Stale, "roll.problem.other_person").Because(err)
		}
		presses[i] = submission.Press{
			Save: day.Token, Period: read.period, Class: read.student.Class, Date: day.Date,
			Enrolments: []roll.EnrolmentID{read.student.ID}, Status: chosen.status, Reason: chosen.reason,
			Seen: map[roll.EnrolmentID]int64{read.student.ID: day.Seen}, Generation: generation,
		}
	}
	accepted, err := d.saving.Accept(v.Ctx, v.School, v.Actor(), presses...)
	if err != nil {
		return err
	}
	_, err = d.saving.Await(v.Ctx, v.Connection, v.School, accepted)
	return err
}

// Stop stops the waiting marks of the range.
func (d *DateRanges) Stop(v *visit.Visit) error {
	read, err := d.read(v)
	if err == nil {
		_, err = d.store.HaltBetween(v.Ctx, v.School.ID, read.student.ID, read.from, read.to)
	}
	return visit.Done(v, err, d.address(v, read))
}

// Send sends the stopped marks of the range again.
func (d *DateRanges) Send(v *visit.Visit) error {
	read, err := d.read(v)
	if err != nil {
		return err
	}
	stopped, err := d.store.Pending(v.Ctx, v.School.ID, roll.Stopped)
	if err != nil {
		return err
	}
	stopped = slices.DeleteFunc(stopped, func(mark roll.PendingMark) bool {
		return mark.Enrolment != read.student.ID || mark.Save.Date < read.from || mark.Save.Date > read.to
	})
	_, err = d.saving.SendAgain(v.Ctx, v.School, v.Actor(), stopped, v.SaveToken)
	return visit.Done(v, err, d.address(v, read))
}

// address returns the address of the range.
func (d *DateRanges) address(v *visit.Visit, read stretch) string {
	return d.pages.Paths.To(paths.Days, v.School.ID, read.student.ID, read.from, read.to)
}

// read reads the student and the dates of the address or the form, with the marks on them.
func (d *DateRanges) read(v *visit.Visit) (stretch, error) {
	read := stretch{today: v.Today()}
	period, students, at, err := naming.StudentIn(v, "", read.today)
	if err != nil {
		return read, err
	}
	read.period, read.student, read.statuses = period.ID, students[at], v.Statuses(period.ID)
	if err := cmp.Or(v.Failed(), readDates(v, &read)); err != nil {
		return read, err
	}
	read.marks, err = d.store.MarksBetween(v.Ctx, v.School.ID, read.student.ID, read.from, read.to)
	return read, err
}

// readDates reads the range, by default today alone.
func readDates(v *visit.Visit, read *stretch) error {
	read.from, read.to = read.today, read.today
	for _, end := range []struct {
		name string
		into *roll.Date
	}{{"from", &read.from}, {"to", &read.to}} {
		text := v.Request().Form.Get(end.name)
		if text == "" {
			continue
		}
		date, err := roll.ParseDate(text)
		if err != nil {
			return roll.Problem(roll.Meaningless, "range.problem.date").Because(err)
		}
		*end.into = date
	}
	switch {
	case read.to < read.from:
		return roll.Problem(roll.Meaningless, "range.problem.reversed")
	case read.to > read.today:
		return roll.Problem(roll.Meaningless, "roll.problem.date_future")
	case read.from.DaysUntil(read.today) > v.School.PastDays:
		return roll.Problem(roll.Meaningless, "roll.problem.date_too_old", "Days", v.School.PastDays)
	case read.from.DaysUntil(read.to) >= mostDays:
		return roll.Problem(roll.Meaningless, "range.problem.long", "Days", mostDays)
	}
	return nil
}

// chosenOf parses the ticked dates and the status. It returns the error of a roll when one is missing.
func chosenOf(v *visit.Visit) (chosenDates, error) {
	form := v.Request().PostForm
	var chosen chosenDates
	for _, text := range form["day"] {
		day, err := views.ParseDateToken(text)
		if err != nil {
			return chosen, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
		}
		chosen.days = append(chosen.days, day)
	}
	chosen.reason = form.Get("reason")
	if len(chosen.days) == 0 {
		return chosen, roll.Problem(roll.Meaningless, "range.problem.none")
	}
	if form.Get("status") == "" {
		return chosen, roll.Problem(roll.Meaningless, "roll.problem.no_status")
	}
	status, err := roll.ParseStatusID(form.Get("status"))
	if err != nil {
		return chosen, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	chosen.status = status
	return chosen, nil
}

// view returns the page with what was chosen (visit.Check).
func (d *DateRanges) view(v *visit.Visit, read stretch) *views.DateRangeView {
	chosen, _ := chosenOf(v) // a press says what is wrong
	view := &views.DateRangeView{
		Page: d.pages.OfficePage(v, "", layout.NavStudents), Enrolment: read.student.ID,
		Student: naming.NameInClass(v.Words, read.student), Class: naming.ClassNameOf(v.Words, read.student),
		From: read.from, To: read.to, Latest: read.today, Earliest: read.today.AddDays(-v.School.PastDays),
		Statuses: read.statuses, Status: chosen.status,
	}
	if read.to < read.from || read.from.DaysUntil(read.to) >= mostDays {
		return view
	}
	first := &taking.Sheet{Visit: v, Date: read.from, Today: read.today}
	if mark, marked := read.marks[read.from]; marked {
		first.Marks = map[roll.EnrolmentID]roll.Mark{read.student.ID: mark}
	}
	if view.Reason = d.sheets.Reason(first); view.Reason != nil {
		// Perhaps none of the chosen dates needs one.
		view.Reason.Required, view.Reason.Text = false, chosen.reason
	}
	last, err := d.store.LastChanges(v.Ctx, v.School.ID, read.from, read.to, []roll.EnrolmentID{read.student.ID})
	v.Check(err)
	for date := read.from; date <= read.to; date = date.AddDays(1) {
		row := d.row(v, read, date)
		if at := slices.IndexFunc(last, func(change roll.LastChange) bool { return change.Date == date }); at >= 0 {
			row.Change = taking.Changed(v, d.pages.Paths, last[at])
		}
		row.Ticked = row.Cell.Outcome == roll.None && !row.Closing.Closed
		if len(chosen.days) > 0 {
			row.Ticked = slices.ContainsFunc(chosen.days, func(day views.DateToken) bool { return day.Date == date })
		}
		view.Days = append(view.Days, row)
	}
	return view
}

// row returns the row of the date, with its present mark (visit.Check).
func (d *DateRanges) row(v *visit.Visit, read stretch, date roll.Date) views.DateRow {
	mark := read.marks[date]
	held := visit.Checked(d.store.HeldFor(v.Ctx, v.School.ID, date, v.Person.ID))(v)
	closing := visit.Checked(v.ClosingOn(date))(v)
	there := &taking.Sheet{Visit: v, Statuses: read.statuses, Held: held, Marks: map[roll.EnrolmentID]roll.Mark{}}
	if mark.Version > 0 {
		there.Marks[read.student.ID] = mark
	}
	return views.DateRow{
		Day:  views.DateToken{Date: date, Token: v.SaveToken(), Seen: mark.Version},
		Cell: there.Cell(read.student.ID), Closing: closing,
	}
}
