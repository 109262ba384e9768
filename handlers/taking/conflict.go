package taking

import (
	"cmp"
	"maps"
	"slices"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/edge"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// ConflictPage handles a person's decision about rows in conflict.
type ConflictPage struct {
	pages  *visit.Pages
	sheets Sheets
	saving *submission.Submissions
}

// word is a person's decision about rows.
type word struct {
	rows   []roll.EnrolmentID
	all    bool
	change bool
	seen   map[roll.EnrolmentID]int64
}

// wordOf parses the decision and its rows.
func wordOf(v *visit.Visit) (word, error) {
	form := edge.FieldsOf(v.Request().PostForm)
	keep, change := form.Text("keep"), form.Text("change")
	if err := form.Err(); err != nil {
		return word{}, err
	}
	said := word{change: change != "", seen: make(map[roll.EnrolmentID]int64)}
	if err := desk.ReadSeen(v.Request().PostForm["seen"], said.seen); err != nil {
		return word{}, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	text := cmp.Or(change, keep)
	if said.all = text == part.EveryQuestion; said.all {
		said.rows = slices.Sorted(maps.Keys(said.seen))
		return said, nil
	}
	enrolment, err := roll.ParseEnrolmentID(text)
	if err != nil {
		return word{}, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	said.rows = []roll.EnrolmentID{enrolment}
	return said, nil
}
