package taking

import (
	"errors"
	"net/http"
	"slices"

	"rollbook/handlers/desk"
	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/taking"
	"rollbook/web/identity/auth"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// TakeBacks is the page that takes a whole press back: each student gets the mark from before.
type TakeBacks struct {
	sheets Sheets
	saving *submission.Submissions
}

// takeBack is a press to take back, with its students' present marks.
type takeBack struct {
	submission.Back
	marks map[roll.EnrolmentID]roll.Mark
}

// mayTakeBack returns the reason why the visitor may not take the save back, or nil: its person within ten minutes,
// later and for others the office.
func mayTakeBack(v *visit.Visit, save roll.Save) error {
	switch {
	case save.By.Taps():
		return roll.Problem(roll.NotFound, "problem.what.404")
	case save.Generation < v.School.Connected:
		return roll.Problem(roll.Stale, "back.problem.moved")
	case v.May(auth.CorrectPast) || takesOwnBack(v, save):
		return nil
	case v.Own(save.By):
		return roll.Problem(roll.Forbidden, "back.problem.late")
	}
	return roll.Problem(roll.Forbidden, "back.problem.others")
}

// takesOwnBack reports whether the visitor's own save is of today and at most ten minutes old.
func takesOwnBack(v *visit.Visit, save roll.Save) bool {
	return v.May(auth.TakeRoll) && v.Own(save.By) && save.Date == v.Today() &&
		v.Now().Sub(save.AcceptedAt) <= roll.TakeBackLimit
}

// Get shows each student's status after the press. Marks that were changed since are not ticked.
func (t *TakeBacks) Get(v *visit.Visit) error {
	read, err := t.read(v)
	if err != nil {
		return t.refuse(v, read, err)
	}
	for _, row := range read.Rows {
		if read.marks[row.Enrolment].Version == row.Version {
			read.Ticked = append(read.Ticked, row.Enrolment)
		}
	}
	return t.show(v, http.StatusOK, read, "")
}

// Post gives the ticked students their marks from before, in one save for each value.
func (t *TakeBacks) Post(v *visit.Visit) error {
	read, err := t.read(v)
	if err == nil {
		err = read.readForm(v)
	}
	var accepted []roll.Acceptance
	if err == nil {
		accepted, err = t.saving.TakeBack(v.Ctx, v.School, v.Actor(), read.Back)
	}
	if err != nil {
		return t.refuse(v, read, err)
	}
	if _, err := t.saving.Await(v.Ctx, v.Connection, v.School, accepted); err != nil {
		return err
	}
	first := accepted[0].Save
	if first.Class == roll.ManyClasses {
		return visit.GoTo(v, t.sheets.pages.Paths.To(paths.Save, v.School.ID, first.Token))
	}
	query := paths.RollQuery{Period: string(first.Period), Class: string(first.Class), Date: string(first.Date),
		Save: string(first.Token)}
	if len(accepted) > 1 {
		query.OthersSave = string(accepted[1].Save.Token)
	}
	return visit.GoTo(v, t.sheets.pages.Paths.To(paths.Roll, v.School.ID, query))
}

// read reads the press and its students' present marks. It also returns a press that may not be taken back, with the
// reason.
func (t *TakeBacks) read(v *visit.Visit) (*takeBack, error) {
	save, err := t.sheets.store.Save(v.Ctx, v.School.ID, roll.Token(v.Param("token")))
	if err != nil {
		return nil, err
	}
	read := &takeBack{Back: submission.Back{Save: save, Statuses: v.Statuses(save.Period)}}
	read.Rows, err = t.sheets.store.Before(v.Ctx, save)
	v.Check(err)
	read.marks, err = t.sheets.store.Marks(v.Ctx, v.School.ID, save.Date, read.numbers())
	v.Check(err)
	if err := v.Failed(); err != nil {
		return nil, err
	}
	return read, mayTakeBack(v, save)
}

// numbers returns the students of the press.
func (b *takeBack) numbers() []roll.EnrolmentID {
	numbers := make([]roll.EnrolmentID, len(b.Rows))
	for i, row := range b.Rows {
		numbers[i] = row.Enrolment
	}
	return numbers
}

// readForm reads the form. The office gives a reason, except for its own save of the last minutes.
func (b *takeBack) readForm(v *visit.Visit) error {
	form := v.Request().PostForm
	b.Seen = make(map[roll.EnrolmentID]int64)
	token := roll.Token(form.Get("save"))
	b.Token = func(number int) roll.Token {
		if number == 0 {
			return token
		}
		return v.TokenBeside(token, b.Generation, int64(number))
	}
	var page, ticks, choice error
	b.Generation, page = v.Generation(token)
	b.Ticked, ticks = visit.EnrolmentsOf(form["enrolment"])
	b.Chosen, choice = visit.StatusIDOf(form.Get("status"))
	if err := errors.Join(page, ticks, choice, desk.ReadSeen(form["seen"], b.Seen)); err != nil {
		return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	if !v.May(auth.CorrectPast) {
		return nil
	}
	b.Reason = form.Get("reason")
	if b.Reason == "" && !takesOwnBack(v, b.Save) {
		return roll.Problem(roll.Meaningless, "back.problem.reason")
	}
	return nil
}

// refuse shows a problem that the person can correct on the page, with her ticks.
func (t *TakeBacks) refuse(v *visit.Visit, read *takeBack, cause error) error {
	status, problem := visit.StatusOf(cause), new(roll.Error)
	switch {
	case errors.As(cause, new(*roll.OtherContentError)):
		return t.show(v, http.StatusConflict, read, v.Words.Text("back.problem.sent"))
	case read == nil || !errors.As(cause, &problem) || status == http.StatusNotFound ||
		status >= http.StatusInternalServerError:
		return cause
	}
	return t.show(v, status, read, v.Words.Text(problem.Message, problem.Values...))
}

// show shows the page. A visitor who may not take the save back reads only why.
func (t *TakeBacks) show(v *visit.Visit, status int, read *takeBack, problem string) error {
	save := read.Save
	save.ClassName = naming.SavedFor(v, save)
	view := &taking.TakeBackView{
		Page: t.sheets.pages.Page(v, "", ""), Save: save, By: visit.Byline(v.Words, save.By), Press: v.SaveToken(),
		Statuses: read.Statuses, Chosen: read.Chosen, Problem: problem,
	}
	if mayTakeBack(v, save) != nil {
		return t.sheets.pages.ShowAs(v, status, taking.TakeBack(view))
	}
	if v.May(auth.CorrectPast) && !takesOwnBack(v, save) {
		view.Reason = &layout.Reason{Asked: true, Required: true, Text: read.Reason, Last: t.sheets.lastReasons(v)}
	}
	names := naming.NamesFor(v, t.sheets.store, save, read.numbers())
	for _, row := range read.Rows {
		view.Rows = append(view.Rows, read.line(v, row, names.Of(row.Enrolment, row.Student)))
	}
	return t.sheets.pages.ShowAs(v, status, taking.TakeBack(view))
}

// line describes the status that the student of the name would get.
func (b *takeBack) line(v *visit.Visit, row roll.Replaced, name string) taking.BackLine {
	present := b.marks[row.Enrolment]
	line := taking.BackLine{
		Enrolment: row.Enrolment, Name: name, Seen: present.Version, Now: row.Given.Status.Name,
		Ticked: slices.Contains(b.Ticked, row.Enrolment),
	}
	known := slices.ContainsFunc(b.Statuses,
		func(status roll.Status) bool { return status.Name == row.Before.Status.Name })
	if row.Before.Token != "" && known {
		line.Status, line.Time = row.Before.Status.Name, naming.WallTime(v, row.Before.Observed)
		line.By, line.Clock = visit.Byline(v.Words, row.Before.By), v.DayAndClock(row.Before.AcceptedAt, b.Save.Date)
	}
	if present.Version != row.Version {
		line.Now, line.ChangedBy, line.ChangedAt = present.Status.Name, visit.Byline(v.Words, present.By),
			v.DayAndClock(present.MarkedAt, b.Save.Date)
	}
	return line
}
