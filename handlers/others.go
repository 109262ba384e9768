package handlers

import (
	"context"
	"net/http"
	"strings"
	"unicode/utf8"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/auth"
	"rollbook/web/roll"
	"rollbook/web/saving"
)

// OthersNamed tells whom answers named without having been asked for.
type OthersNamed interface {
	OthersNamed(ctx context.Context, school roll.SchoolID) ([]roll.OtherNamed, error)
}

// OthersStore keeps that, and what people say about it.
type OthersStore interface {
	OthersNamed
	Stories
	ReviewBesides(ctx context.Context, school roll.SchoolID) error
	ConfirmOthers(ctx context.Context, school roll.School, by roll.ConnectionDecision) error
	ConnectionDecisions(ctx context.Context, school roll.SchoolID) ([]roll.ConnectionDecision, error)
}

// others is the page of who may have been marked in place of those who were sent.
type others struct {
	*shell
	rosters ClassRosters
	store   OthersStore
	waker   Waker
}

// get shows who may have been marked.
func (o *others) get(v *visit) error { return o.show(v, http.StatusOK, "", "") }

func (o *others) show(v *visit, status int, problem, reason string) error {
	view := &views.OthersView{
		Page: o.officePage(v, "", views.NavConnection), Paused: v.connection.Pause == roll.PausedStudents,
		Since: v.clockOf(v.connection.PausedSince), MayDecide: mayProve(v), Problem: problem, Reason: reason,
	}
	named, err := o.store.OthersNamed(v.ctx, v.school.ID)
	if err != nil {
		return err
	}
	if view.Answers, err = o.answers(v, named); err != nil {
		return err
	}
	decisions, err := o.store.ConnectionDecisions(v.ctx, v.school.ID)
	if err != nil {
		return err
	}
	for _, decision := range decisions {
		view.Decided = append(view.Decided, views.ConnectionWord{
			Kind: decision.Kind, By: decision.By.Name, Reason: decision.Reason,
			Clock: v.words.ShortDate(v.local(decision.At)) + " " + v.clockOf(decision.At),
		})
	}
	return o.render(v, status, views.Others(view))
}

// answers puts together whom each answer named, with the students who were sent.
func (o *others) answers(v *visit, named []roll.OtherNamed) ([]views.OthersAnswer, error) {
	var all []views.OthersAnswer
	var known names
	today := v.school.Today(o.clock())
	for i, other := range named {
		if i == 0 || named[i-1].Attempt != other.Attempt {
			story, err := o.store.Story(v.ctx, v.school.ID, other.Save)
			if err != nil {
				return nil, err
			}
			if known, err = namesOf(v, o.rosters, story.Save.Period); err != nil {
				return nil, err
			}
			answer := views.OthersAnswer{
				Clock: v.dayAndClock(other.At, today), Save: other.Save, Class: savedFor(v, story.Save),
				Status: story.Save.Status.Name, By: byline(v.words, story.Save.By), Instead: other.Instead,
			}
			for _, sent := range other.Sent {
				answer.Sent = append(answer.Sent, known.of(sent.Enrolment, sent.Student))
			}
			all = append(all, answer)
		}
		answer := &all[len(all)-1]
		one := views.OthersName{Status: other.Status, Date: other.Date, Class: known.classOf(other.Student)}
		one.Name, _ = known.named(other.Student)
		answer.Named = append(answer.Named, one)
	}
	return all, nil
}

// besides are the answers of which the office is told once: they pause nothing.
func (o *others) besides(v *visit) ([]views.OthersAnswer, error) {
	named, err := o.toSee(v)
	if err != nil {
		return nil, err
	}
	return o.answers(v, named)
}

// toSee are those whom the office has not seen and can put away: named besides all who were
// sent, or in place of somebody by an answer that no second one followed.
func (o *others) toSee(v *visit) ([]roll.OtherNamed, error) {
	named, err := o.store.OthersNamed(v.ctx, v.school.ID)
	if err != nil {
		return nil, err
	}
	followed := v.connection.Pause == roll.PausedStudents
	old := o.clock().Add(-roll.OthersWindow)
	var seen []roll.OtherNamed
	for _, other := range named {
		if !other.Instead || !followed && other.At.Before(old) {
			seen = append(seen, other)
		}
	}
	return seen, nil
}

// seen notes that the office has seen them.
func (o *others) seen(v *visit) error {
	if err := o.store.ReviewBesides(v.ctx, v.school.ID); err != nil {
		return err
	}
	return goTo(v, o.paths.Connection(string(v.school.ID)))
}

// confirm takes an admin's word that the students named are the right ones; what was held of
// today goes.
func (o *others) confirm(v *visit) error {
	reason, err := web.Single(v.Request().PostForm, "reason")
	if err != nil {
		return err
	}
	reason = strings.TrimSpace(reason)
	switch {
	case v.connection.Pause != roll.PausedStudents:
		return goTo(v, o.paths.Others(string(v.school.ID)))
	case reason == "":
		return o.show(v, http.StatusUnprocessableEntity, v.words.Text("others.reason_missing"), "")
	case utf8.RuneCountInString(reason) > saving.ReasonLimit:
		return o.show(v, http.StatusUnprocessableEntity, v.words.Text("roll.problem.reason_too_long", "Limit", saving.ReasonLimit), reason)
	}
	said := roll.ConnectionDecision{Kind: roll.OthersAreRight, By: v.actor(), Reason: reason}
	if err := o.store.ConfirmOthers(v.ctx, v.school, said); err != nil {
		return err
	}
	o.waker.LookAgain(context.WithoutCancel(v.ctx), v.school.ID)
	return goTo(v, o.paths.Others(string(v.school.ID)))
}

// TellsBesides tells whether the office's day says that students were named who were not sent.
func (o *others) TellsBesides(v *visit) (bool, error) {
	if !auth.Can(v.role, auth.SeeConnection) {
		return false, nil
	}
	named, err := o.toSee(v)
	return len(named) > 0, err
}
