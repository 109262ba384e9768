package taking

import (
	"net/http"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web"
	"rollbook/web/roll"
	"rollbook/web/submission"
)

// ConflictPage takes a person's word on rows in conflict.
type ConflictPage struct {
	*visit.Shell
	Sheets Sheets
	Saving *submission.Submissions
}

// Post takes one decision: the field keep or change names the enrolment.
func (d *ConflictPage) Post(v *visit.Visit) error {
	save, err := d.Sheets.Store.Save(v.Ctx, v.School.ID, roll.Token(v.Param("token")))
	if err != nil {
		return err
	}
	if save.By.Person != v.Person.ID {
		return roll.Problem(roll.NotFound, "problem.what.404")
	}
	asked := visit.Query{Period: save.Period, Class: save.Class, Date: save.Date}
	enrolment, change, err := decisionOf(v)
	if err != nil {
		return err
	}
	if err := d.decide(v, save, enrolment, change); err != nil {
		return err
	}
	return d.answer(v, asked, save, enrolment)
}

// decide carries the word out, unless the row has been decided already.
func (d *ConflictPage) decide(v *visit.Visit, save roll.Save, enrolment roll.EnrolmentID, change bool) error {
	held, err := d.Sheets.Store.HeldFor(v.Ctx, v.School.ID, save.Date, v.Person.ID)
	if err != nil {
		return err
	}
	if row, waits := held[enrolment]; waits && row.Save == save.Token {
		if !change {
			return d.Sheets.Store.KeepTheirs(v.Ctx, save.Token, enrolment)
		}
		return d.change(v, save, row)
	}
	marks, err := d.Sheets.Store.Marks(v.Ctx, v.School.ID, save.Date, []roll.EnrolmentID{enrolment})
	if err != nil {
		return err
	}
	mark := marks[enrolment]
	if mark.Outcome != roll.Conflict || mark.Save != save.Token {
		return nil
	}
	if !change {
		return d.Sheets.Store.KeepRead(v.Ctx, v.School.ID, save.Date, enrolment)
	}
	student, err := d.student(v, save, enrolment)
	if err != nil {
		return err
	}
	return d.change(v, save, roll.HeldMark{Held: roll.Held{Asked: roll.Asked{Enrolment: enrolment, Student: student}, Theirs: mark}, Save: save.Token})
}

// student is the id by which the answer will name the enrolment.
func (d *ConflictPage) student(v *visit.Visit, save roll.Save, enrolment roll.EnrolmentID) (roll.StudentID, error) {
	roster, err := d.Sheets.Rosters.Roster(v.Ctx, v.School, save.Period, save.Class)
	if err != nil {
		return 0, err
	}
	for _, row := range roster.Rows {
		if row.ID == enrolment {
			return row.Student, nil
		}
	}
	return 0, roll.Problem(roll.Meaningless, "roll.problem.not_on_list")
}

// decisionOf reads which row is decided, and how.
func decisionOf(v *visit.Visit) (enrolment roll.EnrolmentID, change bool, err error) {
	form := v.Request().PostForm
	keep, err := web.Single(form, "keep")
	if err != nil {
		return 0, false, err
	}
	text, err := web.Single(form, "change")
	if err != nil {
		return 0, false, err
	}
	change = text != ""
	if !change {
		text = keep
	}
	if enrolment, err = roll.ParseEnrolmentID(text); err != nil {
		return 0, false, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	return enrolment, change, nil
}

// change sends the row after all. It is held once more if the mark has changed
// again since it was shown.
func (d *ConflictPage) change(v *visit.Visit, save roll.Save, row roll.HeldMark) error {
	seen := make(map[roll.EnrolmentID]int64)
	if err := desk.ReadSeen(v.Request().PostForm["seen"], seen); err != nil {
		return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	if save.Date != v.School.Today(d.Clock()) && !v.Role.Corrects() {
		return roll.Problem(roll.Stale, "roll.problem.other_date", "Date", save.Date)
	}
	accepted, err := d.Saving.Decide(v.Ctx, v.School, v.Actor(), save, row, seen[row.Enrolment], d.Tokens.New(v.Person.ID))
	if err != nil {
		return err
	}
	return d.Saving.Await(v.Ctx, v.Connection, v.School, accepted)
}

// answer shows the row as it stands now.
func (d *ConflictPage) answer(v *visit.Visit, asked visit.Query, save roll.Save, enrolment roll.EnrolmentID) error {
	read, err := d.Sheets.Read(v, asked)
	if err != nil {
		return err
	}
	if !visit.ByScript(v) && save.Class == roll.ManyClasses {
		return v.Redirect(http.StatusSeeOther, d.Paths.Save(string(v.School.ID), string(save.Token)))
	}
	if !visit.ByScript(v) {
		query := read.query()
		query.Save = string(save.Token)
		return v.Redirect(http.StatusSeeOther, d.Paths.Roll(string(v.School.ID), query))
	}
	summary := d.Sheets.Summary(read, decidedIn(read, save.Token, enrolment))
	if err := d.Sheets.lead(read, &summary); err != nil {
		return err
	}
	return d.Render(v, http.StatusOK, taking.RollSaved(&taking.SaveAnswer{
		Page: d.Page(v, read.Roster.Class.Name, layout.NavClasses), Class: read.Roster.Class, Period: read.Period, Date: read.Date,
		Cells: []part.Cell{fresh(read.Cell(enrolment))}, Summary: summary, Progress: read.progress(),
		Save: d.Tokens.New(v.Person.ID), OthersSave: d.Tokens.New(v.Person.ID),
	}))
}

// decidedIn are the saves that a decision is about: the one that it was taken on, the one
// that it became, and those that still wait for one.
func decidedIn(read *Sheet, save roll.Token, enrolment roll.EnrolmentID) []roll.Token {
	tokens := []roll.Token{save}
	if mark := read.Marks[enrolment]; read.Visit.Own(mark.By) {
		tokens = append(tokens, mark.Save)
	}
	for _, held := range read.Held {
		tokens = append(tokens, held.Save)
	}
	return tokens
}
