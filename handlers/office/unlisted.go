package office

import (
	"slices"

	"rollbook/handlers/visit"
	"rollbook/views/office"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// unlistedOf returns the students whom teachers have and no list names, the first told first.
func unlistedOf(v *visit.Visit, all []roll.Unlisted) []office.DayUnlisted {
	told := make([]office.DayUnlisted, len(all))
	for i, one := range all {
		told[i] = office.DayUnlisted{Unlisted: one, Told: v.Words.Text("day.unlisted_by", "By",
			visit.Byline(v.Words, one.By), "Clock", v.DayAndClock(one.At, v.Today()))}
	}
	return told
}

// AnswerUnlisted keeps what the office found out about such a student.
func (d *Days) AnswerUnlisted(v *visit.Visit) error {
	answer := roll.UnlistedAnswer(v.Request().PostForm.Get("answer"))
	err := visit.ErrUnknownChoice()
	if slices.Contains(roll.UnlistedAnswers(), answer) {
		err = d.boards.AnswerUnlisted(v.Ctx, roll.Unlisted{School: v.School.ID, ID: roll.Token(v.Param("unlisted")),
			Answer: answer, AnsweredBy: v.Actor(), AnsweredAt: v.Now()}, v.Today())
	}
	return visit.After(v, err, d.pages.Paths.To(paths.Day, v.School.ID), "", d.Get)
}
