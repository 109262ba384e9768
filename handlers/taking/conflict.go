package taking

import (
	"cmp"
	"maps"
	"slices"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// ConflictPage handles a person's decision about rows in conflict.
type ConflictPage struct {
	pages  *visit.Pages
	sheets Sheets
	saving *submission.Submissions
}

// decision is a person's decision about rows.
type decision struct {
	rows   []roll.EnrolmentID
	all    bool
	change bool
	seen   map[roll.EnrolmentID]int64
}

// decisionOf parses the decision and its rows.
func decisionOf(v *visit.Visit) (decision, error) {
	form := v.Request().PostForm
	keep, change := form.Get("keep"), form.Get("change")
	decided := decision{change: change != "", seen: make(map[roll.EnrolmentID]int64)}
	if err := desk.ReadSeen(v.Request().PostForm["seen"], decided.seen); err != nil {
		return decision{}, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	text := cmp.Or(change, keep)
	if decided.all = text == part.EveryQuestion; decided.all {
		decided.rows = slices.Sorted(maps.Keys(decided.seen))
		return decided, nil
	}
	enrolment, err := roll.ParseEnrolmentID(text)
	if err != nil {
		return decision{}, roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	decided.rows = []roll.EnrolmentID{enrolment}
	return decided, nil
}
