package connecting

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/identity/auth"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// OtherStudents is the page of the students who may have been marked in place of those who were sent.
type OtherStudents struct{ base }

// Get shows the students who may have been marked.
func (o *OtherStudents) Get(v *visit.Visit) error {
	view := &connecting.OtherStudentsView{
		Page: o.pages.OfficePage(v, "", layout.NavConnection), Paused: v.Connection.Pause == roll.PausedStudents,
		Since: v.Connection.PausedSince, MayDecide: v.May(auth.ManageConnection), Reason: v.Request().PostForm.Get("reason"),
		Answers: o.answers(v, visit.Read(v, o.store.OthersNamed)), Decided: visit.Read(v, o.store.ConnectionDecisions),
	}
	if view.Paused {
		// The page itself shows this state, so it has no light.
		view.Light = nil
	}
	return o.pages.Show(v, connecting.OtherStudents(view))
}

// answers groups, by answer, the named students and those who were sent (visit.Check).
func (o *OtherStudents) answers(v *visit.Visit, named []roll.OtherNamed) (all []connecting.OtherStudentsAnswer) {
	var known naming.Names
	today := v.Today()
	for i, other := range named {
		if i == 0 || named[i-1].Attempt != other.Attempt {
			story := visit.Checked(o.store.Story(v.Ctx, v.School.ID, other.Save))(v)
			known = naming.NamesOf(v, story.Save.Period)
			all = append(all, connecting.OtherStudentsAnswer{
				Clock: v.DayAndClock(other.At, today), Kept: kept(v, story.Save), Instead: other.Instead,
				Sent: mapped(other.Sent, func(sent roll.Claimed) string { return known.Of(sent.Enrolment, sent.Student) }),
			})
		}
		answer := &all[len(all)-1]
		one := connecting.OtherStudentName{OtherNamed: other, Class: known.ClassOf(other.Student)}
		one.Name, _ = known.Named(other.Student)
		answer.Named = append(answer.Named, one)
	}
	return all
}

// toSee reads the students whom the office has not reviewed and can review: named in addition to all who were sent, or
// in place of others by an answer without a second one (visit.Check).
func (o *OtherStudents) toSee(v *visit.Visit) []roll.OtherNamed {
	followed := v.Connection.Pause == roll.PausedStudents
	old := v.Now().Add(-roll.OthersWindow)
	return slices.DeleteFunc(visit.Read(v, o.store.OthersNamed), func(other roll.OtherNamed) bool {
		return other.Instead && (followed || !other.At.Before(old))
	})
}

// Seen records that the office has seen them.
func (o *OtherStudents) Seen(v *visit.Visit) error {
	return visit.Done(v, o.store.ReviewAdditional(v.Ctx, v.School.ID), o.pages.Paths.To(paths.Connection, v.School.ID))
}

// Confirm records an admin's confirmation that the named students are the right ones. Today's held marks are
// then sent.
func (o *OtherStudents) Confirm(v *visit.Visit) error {
	reason, address := strings.TrimSpace(v.Request().PostForm.Get("reason")),
		o.pages.Paths.To(paths.OtherStudents, v.School.ID)
	var err error
	switch {
	case v.Connection.Pause != roll.PausedStudents:
	case reason == "":
		err = roll.Problem(roll.Meaningless, "others.reason_missing")
	case utf8.RuneCountInString(reason) > submission.ReasonLimit:
		err = roll.Problem(roll.Meaningless, "roll.problem.reason_too_long", "Limit", submission.ReasonLimit)
	default:
		err = o.store.ConfirmOthers(v.Ctx, v.School,
			roll.ConnectionDecision{Kind: roll.OthersAreRight, By: v.Actor(), Reason: reason})
		if err == nil {
			o.saving.Sender.LookAgain(context.WithoutCancel(v.Ctx), v.School.ID)
		}
	}
	return visit.After(v, err, address, "", o.Get)
}

// HasUnreviewed reports whether the office's day page must mention an answer with students who were not sent.
func (o *OtherStudents) HasUnreviewed(v *visit.Visit) (bool, error) {
	return v.May(auth.SeeConnection) && len(o.toSee(v)) > 0, v.Failed()
}
