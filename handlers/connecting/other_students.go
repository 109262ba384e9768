package connecting

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/views/layout"
	"rollbook/web/identity/auth"
	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
	"rollbook/web/saving/sender"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// OtherStudents is the page of the students who may have been marked in place of those who were sent.
type OtherStudents struct {
	pages   *visit.Pages
	Store   *store.Store
	Rosters *rosters.Rosters
	Sender  *sender.Sender
}

// Get shows the students who may have been marked.
func (o *OtherStudents) Get(v *visit.Visit) error { return o.show(v, http.StatusOK, "", "") }

func (o *OtherStudents) show(v *visit.Visit, status int, problem, reason string) error {
	view := &connecting.OtherStudentsView{
		Page: o.pages.OfficePage(v, "", layout.NavConnection), Paused: v.Connection.Pause == roll.PausedStudents,
		Since: v.Connection.PausedSince, MayDecide: visit.MayProve(v), Problem: problem, Reason: reason,
	}
	if view.Paused {
		// The page itself shows this state, so it has no light.
		view.Light = nil
	}
	named, err := o.Store.OthersNamed(v.Ctx, v.School.ID)
	answers, answersErr := o.answers(v, named)
	decisions, decisionsErr := o.Store.ConnectionDecisions(v.Ctx, v.School.ID)
	if err := cmp.Or(err, answersErr, decisionsErr); err != nil {
		return err
	}
	view.Answers, view.Decided = answers, decisions
	return o.pages.Render(v, status, connecting.OtherStudents(view))
}

// answers groups, by answer, the named students and those who were sent.
func (o *OtherStudents) answers(v *visit.Visit, named []roll.OtherNamed) ([]connecting.OtherStudentsAnswer, error) {
	var all []connecting.OtherStudentsAnswer
	var known naming.Names
	today := v.Today()
	for i, other := range named {
		if i == 0 || named[i-1].Attempt != other.Attempt {
			story, err := o.Store.Story(v.Ctx, v.School.ID, other.Save)
			if err != nil {
				return nil, err
			}
			if known, err = naming.NamesOf(v, o.Rosters, story.Save.Period); err != nil {
				return nil, err
			}
			all = append(all, connecting.OtherStudentsAnswer{
				Clock: v.DayAndClock(other.At, today), Kept: kept(v, story.Save), Instead: other.Instead,
				Sent: mapped(other.Sent, func(sent roll.Claimed) string { return known.Of(sent.Enrolment, sent.Student) }),
			})
		}
		answer := &all[len(all)-1]
		one := connecting.OtherStudentName{Status: other.Status, Date: other.Date, Class: known.ClassOf(other.Student)}
		one.Name, _ = known.Named(other.Student)
		answer.Named = append(answer.Named, one)
	}
	return all, nil
}

// toSee returns the students whom the office has not reviewed and can review: named in addition to all who
// were sent, or in place of others by an answer without a second one.
func (o *OtherStudents) toSee(v *visit.Visit) ([]roll.OtherNamed, error) {
	named, err := o.Store.OthersNamed(v.Ctx, v.School.ID)
	followed := v.Connection.Pause == roll.PausedStudents
	old := v.Now().Add(-roll.OthersWindow)
	return slices.DeleteFunc(named, func(other roll.OtherNamed) bool {
		return other.Instead && (followed || !other.At.Before(old))
	}), err
}

// Seen records that the office has seen them.
func (o *OtherStudents) Seen(v *visit.Visit) error {
	return visit.Done(v, o.Store.ReviewAdditional(v.Ctx, v.School.ID), o.pages.Paths.Connection(string(v.School.ID)))
}

// Confirm records an admin's confirmation that the named students are the right ones. Today's held marks are
// then sent.
func (o *OtherStudents) Confirm(v *visit.Visit) error {
	reason, address := strings.TrimSpace(v.Request().PostForm.Get("reason")), o.pages.Paths.OtherStudents(string(v.School.ID))
	switch {
	case v.Connection.Pause != roll.PausedStudents:
		return visit.GoTo(v, address)
	case reason == "":
		return o.show(v, http.StatusUnprocessableEntity, v.Words.Text("others.reason_missing"), "")
	case utf8.RuneCountInString(reason) > submission.ReasonLimit:
		return o.show(v, http.StatusUnprocessableEntity, v.Words.Text("roll.problem.reason_too_long", "Limit", submission.ReasonLimit), reason)
	}
	err := o.Store.ConfirmOthers(v.Ctx, v.School, roll.ConnectionDecision{Kind: roll.OthersAreRight, By: v.Actor(), Reason: reason})
	if err == nil {
		o.Sender.LookAgain(context.WithoutCancel(v.Ctx), v.School.ID)
	}
	return visit.Done(v, err, address)
}

// HasUnreviewed reports whether the office's day page must mention an answer with students who were not sent.
func (o *OtherStudents) HasUnreviewed(v *visit.Visit) (bool, error) {
	if !v.May(auth.SeeConnection) {
		return false, nil
	}
	named, err := o.toSee(v)
	return len(named) > 0, err
}
