package connecting

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/web/connecting/proof"
	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
	"rollbook/web/saving/sender"
	"rollbook/web/store"
)

// ProofPage is the last two steps of connecting: trying one mark, and switching sending on.
type ProofPage struct {
	pages   *visit.Pages
	Desk    *desk.Desk
	Store   *store.Store
	Rosters *rosters.Rosters
	Sender  *sender.Sender
}

// closed returns why no mark can be tried now, or nil.
func (p *ProofPage) closed(v *visit.Visit) error {
	switch {
	case v.Connection.Pause == roll.PausedStudents:
		return roll.Problem(roll.Stale, "prove.problem.paused")
	case isOn(v.School):
		return roll.Problem(roll.Stale, "prove.problem.on")
	}
	return nil
}

// isOn reports whether the school's saves are sent and no proof is requested.
func isOn(school roll.School) bool { return school.Proof != roll.Unproven && !proof.Asks(school) }

// TryMark sends a mark of one student, with which a person can check whom it reaches.
func (c *Connects) TryMark(v *visit.Visit) error {
	requested, err := v.Query()
	if err := cmp.Or(c.Proofs.closed(v), err); err != nil {
		return c.tried(v, err)
	}
	proves, err := proof.SubjectOf(v.School)
	if err != nil {
		return err
	}
	return c.Proofs.Desk.Guide(v, requested, proves, triedMark{c})
}

// tried shows the page after an action of its last two steps, with the problem if there is one.
func (c *Connects) tried(v *visit.Visit, err error) error {
	if err == nil {
		return visit.GoTo(v, c.pages.Paths.ProofTry(string(v.School.ID), "", "", ""))
	}
	refused, ok := c.Proofs.Desk.Refusal(v, err)
	if !ok {
		return err
	}
	return triedMark{c}.Refused(v, refused)
}

// triedMark answers the press of a trial mark.
type triedMark struct{ page *Connects }

// Taken redirects to the page, which shows the school system's answer.
func (t triedMark) Taken(v *visit.Visit, taken desk.Taken) error {
	if taken.Status() != http.StatusOK {
		return t.page.tried(v, roll.Problem(roll.Stale, "prove.problem.marked_meanwhile"))
	}
	return t.page.tried(v, nil)
}

// Refused shows the page with the problem.
func (t triedMark) Refused(v *visit.Visit, refused desk.Refused) error {
	return t.page.refuseWith(v, refused.Status, func(view *connecting.ConnectView) { view.Prove.Problem = refused.Sentence(v) })
}

// Seen records a person's answer whether the student has the mark in the school system.
func (c *Connects) Seen(v *visit.Visit) error {
	seen := roll.SeenThere(v.Request().PostForm.Get("seen"))
	marks, err := c.Proofs.marksNow(v)
	at := slices.IndexFunc(marks, func(mark roll.GuidedMark) bool { return mark.Save == roll.Token(v.Param("token")) })
	switch {
	case seen != roll.SeenRight && seen != roll.SeenWrong:
		return roll.Problem(roll.Malformed, "problem.what.400")
	case err != nil:
		return err
	case at < 0:
		return echo.ErrNotFound
	case !marks[at].Reached():
		return c.tried(v, roll.Problem(roll.Stale, "prove.problem.unanswered"))
	}
	return c.tried(v, c.Proofs.Store.NoteSeen(v.Ctx, v.School.ID, marks[at].Save, seen, v.Actor()))
}

// marksNow returns the marks that were tried with the present connection.
func (p *ProofPage) marksNow(v *visit.Visit) ([]roll.GuidedMark, error) {
	subject, err := proof.SubjectOf(v.School)
	if err != nil {
		// The page lets the admin correct an unreadable mapping. Nothing was tried with it.
		return nil, nil //nolint:nilerr // the page says so
	}
	return p.Store.GuidedMarks(v.Ctx, v.School.ID, subject)
}

// SwitchOn starts sending, if the tried marks prove the connection.
func (c *Connects) SwitchOn(v *visit.Visit) error {
	if isOn(v.School) {
		return c.tried(v, nil)
	}
	marks, err := c.Proofs.marksNow(v)
	backlog, backlogErr := c.Store.Backlog(v.Ctx, 0, v.School.ID)
	err = cmp.Or(c.Proofs.closed(v), err, backlogErr)
	if err == nil && !roll.Prove(marks) {
		err = roll.Problem(roll.Stale, "prove.problem.not_proven")
	}
	if err == nil {
		err = c.Proofs.settle(v, roll.ProvenByMarks, roll.SwitchedOn)
	}
	if err != nil {
		return c.tried(v, err)
	}
	return visit.GoTo(v, c.pages.Paths.ProofDone(string(v.School.ID), strconv.Itoa(backlog.Waiting)))
}

// settle records the proof, and sends the marks that waited for it.
func (p *ProofPage) settle(v *visit.Visit, why roll.Proof, kind roll.ConnectionDecisionKind) error {
	if err := p.Store.SetProof(v.Ctx, v.School, why, roll.ConnectionDecision{Kind: kind, By: v.Actor()}); err != nil {
		return err
	}
	p.Sender.LookAgain(context.WithoutCancel(v.Ctx), v.School.ID)
	return nil
}

// MarksAreRight records an admin's confirmation for a school that was connected before.
func (c *Connects) MarksAreRight(v *visit.Visit) error {
	if !proof.Asks(v.School) {
		return c.tried(v, nil)
	}
	return c.tried(v, c.Proofs.settle(v, roll.ProvenByAdmin, roll.MarksAreRight))
}

// saysUnknown matches an answer about an unknown student number, such as "enrolment not found" or "invalid
// student id". "Unknown error" is an outage.
var saysUnknown = regexp.MustCompile(`(?i)` + studentWords + `[^.;]{0,40}(not found|not exist|unknown|invalid)|(no such|unknown|invalid|not find|not found)[^.;]{0,20}` + studentWords)

const studentWords = `(enrol|student|pupil|semesterinfo)`

// knowsNot reports whether the school system's last answer to a trial mark means that the number is unknown:
// by its status, if the period call works at the same address, or by its words.
func (p *ProofPage) knowsNot(v *visit.Visit, mark roll.GuidedMark) (bool, error) {
	if mark.Reached() {
		return false, nil
	}
	story, err := p.Store.Story(v.Ctx, v.School.ID, mark.Save)
	if err != nil {
		return false, err
	}
	for _, attempt := range slices.Backward(story.Attempts) {
		switch {
		case attempt.State == roll.Open || attempt.HTTPStatus == 0:
			continue
		case attempt.State == roll.Gone:
			return true, nil
		case attempt.State != roll.Rejected && attempt.State != roll.Unknown:
			return false, nil
		}
		kept, _, err := attempt.Exchanged()
		return saysUnknown.MatchString(kept.ResponseBody.Text), err
	}
	return false, nil
}
