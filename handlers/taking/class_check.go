package taking

import (
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// asksClass reports whether the roll asks the person who opened it if the new list is her class: a teacher, or whoever
// gave a PIN at the door, who has not answered about it. Only today's roll asks, of a class that is hers or may be
// (visit.Check).
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
	own := visit.Checked(r.sheets.store.OwnClasses(v.Ctx, v.Versions.Marks, v.School.ID, person,
		read.Today.AddDays(-ownEarliest), read.Today, ownDays))(v)
	_, mine := own[class]
	return !answered && (mine || len(own) == 0)
}

// CheckClass keeps a teacher's answer about a new list. Whoever misses a student is asked for the name next.
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
