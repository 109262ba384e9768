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

// takeBack is a save to take back, with the students of its press.
type takeBack struct {
	save     roll.Save
	rows     []roll.Replaced
	marks    map[roll.EnrolmentID]roll.Mark
	statuses []roll.Status
	form     backForm
}

// backForm is the form of the page.
type backForm struct {
	ticked []roll.EnrolmentID
	seen   map[roll.EnrolmentID]int64
	// chosen is for the students who had no mark; 0 leaves them as they are.
	chosen roll.StatusID
	reason string
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
	return v.May(auth.TakeRoll) && v.Own(save.By) && save.Date == v.Today() && v.Now().Sub(save.AcceptedAt) <= roll.TakeBackLimit
}

// Get shows what each student would get. Marks that were changed since are not ticked.
func (t *TakeBacks) Get(v *visit.Visit) error {
	read, err := t.read(v)
	if err == nil {
		err = mayTakeBack(v, read.save)
	}
	if err != nil {
		return t.refuse(v, read, err)
	}
	for _, row := range read.rows {
		if read.marks[row.Enrolment].Version == row.Version {
			read.form.ticked = append(read.form.ticked, row.Enrolment)
		}
	}
	return t.show(v, http.StatusOK, read, "")
}

// Post gives the ticked students their marks from before, in one save for each value.
func (t *TakeBacks) Post(v *visit.Visit) error {
	read, err := t.read(v)
	if err == nil {
		err = mayTakeBack(v, read.save)
	}
	if err == nil {
		err = read.readForm(v)
	}
	var saves []roll.Save
	if err == nil {
		saves, err = read.saves(v)
	}
	var accepted []roll.Acceptance
	if err == nil {
		accepted, err = t.saving.TakeBack(v.Ctx, v.School, v.Actor(), saves)
	}
	if err != nil {
		return t.refuse(v, read, err)
	}
	if err := t.saving.Await(v.Ctx, v.Connection, v.School, accepted); err != nil {
		return err
	}
	first := accepted[0].Save
	if first.Class == roll.ManyClasses {
		return visit.GoTo(v, t.sheets.pages.Paths.Save(string(v.School.ID), string(first.Token)))
	}
	query := paths.RollQuery{Period: string(first.Period), Class: string(first.Class), Date: string(first.Date), Save: string(first.Token)}
	if len(accepted) > 1 {
		query.OthersSave = string(accepted[1].Save.Token)
	}
	return visit.GoTo(v, t.sheets.pages.Paths.Roll(string(v.School.ID), query))
}

// read reads the press and its students' present marks.
func (t *TakeBacks) read(v *visit.Visit) (*takeBack, error) {
	read := new(takeBack)
	var err error
	if read.save, err = t.sheets.store.Save(v.Ctx, v.School.ID, roll.Token(v.Param("token"))); err != nil {
		return nil, err
	}
	if read.rows, err = t.sheets.store.Before(v.Ctx, read.save); err != nil {
		return nil, err
	}
	numbers := make([]roll.EnrolmentID, len(read.rows))
	for i, row := range read.rows {
		numbers[i] = row.Enrolment
	}
	if read.marks, err = t.sheets.store.Marks(v.Ctx, v.School.ID, read.save.Date, numbers); err != nil {
		return nil, err
	}
	read.statuses, _, err = t.sheets.rosters.Statuses(v.Ctx, v.School, read.save.Period)
	return read, err
}

// readForm reads the form. The office gives a reason, except for its own save of the last minutes.
func (b *takeBack) readForm(v *visit.Visit) error {
	form := v.Request().PostForm
	b.form.seen = make(map[roll.EnrolmentID]int64)
	var ticks, choice error
	b.form.ticked, ticks = visit.EnrolmentsOf(form["enrolment"])
	b.form.chosen, choice = visit.StatusIDOf(form.Get("status"))
	if err := errors.Join(ticks, choice, desk.ReadSeen(form["seen"], b.form.seen)); err != nil {
		return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	if !v.May(auth.CorrectPast) {
		return nil
	}
	b.form.reason = form.Get("reason")
	if b.form.reason == "" && !takesOwnBack(v, b.save) {
		return roll.Problem(roll.Meaningless, "back.problem.reason")
	}
	return nil
}

// value returns the save whose value the student gets, or false for a student who stays as the press left her.
func (b *takeBack) value(row roll.Replaced) (roll.Save, bool) {
	back := row.Before
	at := slices.IndexFunc(b.statuses, func(status roll.Status) bool { return status.Name == back.Status.Name })
	if back.Token == "" || at < 0 {
		back = roll.Save{}
		at = slices.IndexFunc(b.statuses, func(status roll.Status) bool { return status.ID == b.form.chosen })
	}
	if at < 0 {
		return back, false
	}
	back.Status = b.statuses[at]
	same := back.Status.ID == row.Given.Status.ID && back.Observed == row.Given.Observed
	return back, !same || b.form.seen[row.Enrolment] != row.Version
}

// saves returns the saves of the form. They depend only on the form and on what was saved before the press, so that a
// repeated form makes the same ones. A row that was changed since was ticked by a person who saw both values.
func (b *takeBack) saves(v *visit.Visit) ([]roll.Save, error) {
	token := roll.Token(v.Request().PostForm.Get("save"))
	generation, err := v.Generation(token)
	if err != nil {
		return nil, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	var saves []roll.Save
	for _, row := range b.rows {
		back, gets := b.value(row)
		if !gets || !slices.Contains(b.form.ticked, row.Enrolment) {
			continue
		}
		at := slices.IndexFunc(saves, func(save roll.Save) bool {
			return save.Status.ID == back.Status.ID && save.Observed == back.Observed && save.Check == back.Check
		})
		if at < 0 {
			at = len(saves)
			save := b.save
			save.Token, save.By, save.Reason, save.Generation, save.Copied = token, v.Actor(), b.form.reason, generation, false
			save.Status, save.Observed, save.Check, save.CheckTime = back.Status, back.Observed, back.Check, back.CheckTime
			if at > 0 {
				save.Token = v.TokenBeside(token, generation, int64(at))
			}
			saves = append(saves, save)
		}
		seen := b.form.seen[row.Enrolment]
		saves[at].Rows = append(saves[at].Rows, roll.SaveRow{Enrolment: row.Enrolment, Student: row.Student, Seen: seen, Decided: seen != row.Version})
	}
	return saves, nil
}

// refuse shows a problem that the person can correct on the page, with her ticks.
func (t *TakeBacks) refuse(v *visit.Visit, read *takeBack, cause error) error {
	status, problem := visit.StatusOf(cause), new(roll.Error)
	switch {
	case errors.As(cause, new(*roll.OtherContentError)):
		return t.show(v, http.StatusConflict, read, v.Words.Text("back.problem.sent"))
	case read == nil || !errors.As(cause, &problem) || status == http.StatusNotFound || status >= http.StatusInternalServerError:
		return cause
	}
	return t.show(v, status, read, v.Words.Text(problem.Message, problem.Values...))
}

// show shows the page. A visitor who may not take the save back reads only why.
func (t *TakeBacks) show(v *visit.Visit, status int, read *takeBack, problem string) error {
	save := read.save
	save.ClassName = naming.SavedFor(v, save)
	view := &taking.TakeBackView{
		Page: t.sheets.pages.Page(v, "", ""), Save: save, By: visit.Byline(v.Words, save.By), Press: v.SaveToken(),
		Statuses: read.statuses, Chosen: read.form.chosen, Problem: problem,
	}
	if mayTakeBack(v, save) != nil {
		return t.sheets.pages.Render(v, status, taking.TakeBack(view))
	}
	if v.May(auth.CorrectPast) && !takesOwnBack(v, save) {
		view.Reason = &layout.Reason{Asked: true, Required: true, Text: read.form.reason}
		var err error
		if view.Reason.Last, err = t.sheets.store.LastReasons(v.Ctx, v.School.ID, v.Now().AddDate(0, 0, -lastReasons)); err != nil {
			return err
		}
	}
	numbers := make([]roll.EnrolmentID, len(read.rows))
	for i, row := range read.rows {
		numbers[i] = row.Enrolment
	}
	names, err := naming.NamesFor(v, t.sheets.rosters, t.sheets.store, save, numbers)
	if err != nil {
		return err
	}
	for _, row := range read.rows {
		view.Rows = append(view.Rows, read.line(v, row, names.Of(row.Enrolment, row.Student)))
	}
	return t.sheets.pages.Render(v, status, taking.TakeBack(view))
}

// line describes what the student of the name would get.
func (b *takeBack) line(v *visit.Visit, row roll.Replaced, name string) taking.BackLine {
	present := b.marks[row.Enrolment]
	line := taking.BackLine{
		Enrolment: row.Enrolment, Name: name, Seen: present.Version, Now: row.Given.Status.Name,
		Ticked: slices.Contains(b.form.ticked, row.Enrolment),
	}
	known := slices.ContainsFunc(b.statuses, func(status roll.Status) bool { return status.Name == row.Before.Status.Name })
	if row.Before.Token != "" && known {
		line.Status, line.Time = row.Before.Status.Name, naming.WallTime(row.Before.Observed)
		line.By, line.Clock = visit.Byline(v.Words, row.Before.By), v.DayAndClock(row.Before.AcceptedAt, b.save.Date)
	}
	if present.Version != row.Version {
		line.Now, line.ChangedBy, line.ChangedAt = present.Sent, visit.Byline(v.Words, present.By), v.DayAndClock(present.MarkedAt, b.save.Date)
	}
	return line
}
