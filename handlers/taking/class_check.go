package taking

import (
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// asksClass reports whether today's roll asks "Is this your class?". It asks about a new list, once each teacher and
// each person with a PIN at the door. People with classes of their own are asked about these alone (visit.Check).
func (r *Rolls) asksClass(v *visit.Visit, read *Sheet) bool {
	person := r.rollPages.signatures.Person(v)
	if person == "" || !v.Confined && v.Role != roll.Teacher || read.Date != read.Today {
		return false
	}
	class := read.Roster.Class.ID
	list := visit.Checked(r.sheets.rosters.Introduced(v.Ctx, v.School, read.Period.ID, class))(v)
	if !list.Asks(read.Today) {
		return false
	}
	answered := visit.Checked(r.sheets.store.AnsweredClassCheck(v.Ctx, v.School.ID, read.Period.ID, class, person,
		list.Since))(v)
	own := visit.Checked(r.sheets.store.OwnClasses(v.Ctx, ownMayBeOld, v.School.ID, person,
		read.Today.AddDays(-ownEarliest), read.Today, ownDays))(v)
	_, mine := ownSince(own, read.Roster.Class)
	return !answered && (mine || len(own) == 0)
}

// CheckClass keeps the answer to "Is this your class?". After StudentMissing it shows the page that asks for the
// student's name, after another answer the roll.
func (r *Rolls) CheckClass(v *visit.Visit) error {
	read, err := r.opened(v)
	if read == nil {
		return err
	}
	if err := r.rollPages.signatures.Sign(v, read.Date); err != nil {
		return err
	}
	if v.Role == roll.Covering {
		return roll.Problem(roll.Forbidden, "problem.what.denied")
	}
	list := visit.Checked(r.sheets.rosters.Introduced(v.Ctx, v.School, read.Period.ID, read.Roster.Class.ID))(v)
	check := roll.ClassCheck{
		School: v.School.ID, Period: read.Period.ID, Class: read.Roster.Class.ID, ClassName: read.Roster.Class.Name,
		By: v.Actor(), Since: list.Since, Answer: roll.ClassCheckAnswer(v.Request().PostForm.Get("answer")), At: v.Now(),
	}
	switch {
	case v.Failed() != nil:
		return v.Failed()
	case !slices.Contains(roll.ClassCheckAnswers(), check.Answer):
		return visit.ErrUnknownChoice()
	}
	if err := r.boards.AnswerClassCheck(v.Ctx, check, read.Today); err != nil {
		return err
	}
	if check.Answer == roll.StudentMissing {
		return r.showUnlisted(v, read)
	}
	r.rollPages.signatures.Carry(v)
	return visit.Done(v, nil, r.sheets.pages.Paths.To(paths.Roll, v.School.ID, read.query()))
}
