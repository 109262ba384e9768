package taking

import (
	"net/url"
	"slices"

	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/edge"
	"rollbook/web/roll"
)

// tickRequested ticks the students and chooses the status in the address: the same person had entered them when
// the session ended.
func tickRequested(view *taking.RollView, values url.Values) error {
	for _, text := range values["tick"] {
		enrolment, err := roll.ParseEnrolmentID(text)
		if err != nil {
			return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
		}
		at := slices.IndexFunc(view.Rows, func(row part.Row) bool { return row.Enrolment == enrolment })
		if at >= 0 {
			view.Rows[at].Ticked = true
		}
	}
	if err := edge.Once(values, "status"); err != nil || values.Get("status") == "" {
		return err
	}
	var err error
	if view.Bar.Chosen, err = roll.ParseStatusID(values.Get("status")); err != nil {
		return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
	}
	return nil
}

// tickWhere ticks the matching students, and no others.
func tickWhere(view *taking.RollView, matches func(*part.Row) bool) {
	for i := range view.Rows {
		view.Rows[i].Ticked = matches(&view.Rows[i])
	}
}

// tickNeeding ticks the students of a press whose marks must still be saved. For a student with a newer mark,
// the question keeps the choice instead.
func tickNeeding(view *taking.RollView) {
	for _, need := range view.Summary.Need {
		at := slices.IndexFunc(view.Rows, func(row part.Row) bool { return row.Enrolment == need.Enrolment })
		if at >= 0 && !need.Outcome.ClearsTick() {
			view.Rows[at].Ticked = true
		}
	}
}
