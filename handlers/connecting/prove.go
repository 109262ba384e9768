package connecting

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"slices"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/desk"
	"rollbook/handlers/visit"
	"rollbook/web/connecting/proof"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// closed returns why no mark can be tried now, or nil.
func closed(v *visit.Visit) error {
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
	press, err := desk.PressOf(v)
	if err := cmp.Or(closed(v), err); err != nil {
		return c.tried(v, err)
	}
	if press.Guided, err = proof.SubjectOf(v.School); err != nil {
		return err
	}
	return c.desk.Take(v, press, c)
}

// tried shows the page after an action of its last two steps, with the problem if there is one.
func (c *Connects) tried(v *visit.Visit, err error) error {
	if err == nil {
		return visit.GoTo(v, c.pages.Paths.To(paths.ProofTry, v.School.ID))
	}
	refused, ok := c.desk.Refusal(v, err)
	if !ok {
		return err
	}
	return c.Refused(v, refused)
}

// Taken redirects to the page after the press of a trial mark. The page shows the school system's answer.
func (c *Connects) Taken(v *visit.Visit, taken desk.Taken) error {
	if taken.Status() != http.StatusOK {
		return c.tried(v, roll.Problem(roll.Stale, "prove.problem.marked_meanwhile"))
	}
	return c.tried(v, nil)
}

// Refused shows the page with the problem of a trial mark.
func (c *Connects) Refused(v *visit.Visit, refused desk.Refused) error {
	return c.show(v, refused.Status, c.refused(v, "prove", refused.Sentence(v)))
}

// Seen records a person's answer whether the student has the mark in the school system.
func (c *Connects) Seen(v *visit.Visit) error {
	seen := roll.SeenThere(v.Request().PostForm.Get("seen"))
	marks := c.marksNow(v)
	at := slices.IndexFunc(marks, func(mark roll.GuidedMark) bool { return mark.Save == roll.Token(v.Param("token")) })
	switch {
	case seen != roll.SeenRight && seen != roll.SeenWrong:
		return roll.Problem(roll.Malformed, "problem.what.400")
	case v.Failed() != nil:
		return v.Failed()
	case at < 0:
		return echo.ErrNotFound
	case !marks[at].Reached():
		return c.tried(v, roll.Problem(roll.Stale, "prove.problem.unanswered"))
	}
	return c.tried(v, c.store.NoteSeen(v.Ctx, v.School.ID, marks[at].Save, seen, v.Actor()))
}

// marksNow reads the marks that were tried with the present connection (visit.Check).
func (c *Connects) marksNow(v *visit.Visit) []roll.GuidedMark {
	subject, err := proof.SubjectOf(v.School)
	if err != nil {
		// The page lets the admin correct an unreadable mapping. Nothing was tried with it.
		return nil
	}
	return visit.Read(v, func(ctx context.Context, school roll.SchoolID) ([]roll.GuidedMark, error) {
		return c.store.GuidedMarks(ctx, school, subject)
	})
}

// SwitchOn starts sending, if the tried marks prove the connection.
func (c *Connects) SwitchOn(v *visit.Visit) error {
	if isOn(v.School) {
		return c.tried(v, nil)
	}
	marks, waiting := c.marksNow(v), c.backlog(v).Waiting
	err := cmp.Or(closed(v), v.Failed())
	if err == nil && !roll.Prove(marks) {
		err = roll.Problem(roll.Stale, "prove.problem.not_proven")
	}
	if err == nil {
		err = c.settle(v, roll.ProvenByMarks, roll.SwitchedOn)
	}
	if err != nil {
		return c.tried(v, err)
	}
	return visit.GoTo(v, c.pages.Paths.To(paths.ProofDone, v.School.ID, waiting))
}

// settle records the proof, and sends the marks that waited for it.
func (c *Connects) settle(v *visit.Visit, why roll.Proof, kind roll.ConnectionDecisionKind) error {
	if err := c.store.SetProof(v.Ctx, v.School, why, roll.ConnectionDecision{Kind: kind, By: v.Actor()}); err != nil {
		return err
	}
	c.saving.Sender.LookAgain(context.WithoutCancel(v.Ctx), v.School.ID)
	return nil
}

// MarksAreRight records an admin's confirmation for a school that was connected before.
func (c *Connects) MarksAreRight(v *visit.Visit) error {
	if !proof.Asks(v.School) {
		return c.tried(v, nil)
	}
	return c.tried(v, c.settle(v, roll.ProvenByAdmin, roll.MarksAreRight))
}

// saysUnknown matches an answer about an unknown student number, such as "enrolment not found" or "invalid
// student id". "Unknown error" is an outage.
var saysUnknown = regexp.MustCompile(`(?i)` + studentWords +
	`[^.;]{0,40}(not found|not exist|unknown|invalid)|(no such|unknown|invalid|not find|not found)[^.;]{0,20}` +
	studentWords)

const studentWords = `(enrol|student|pupil|semesterinfo)`

// isUnknown reports whether the school system's last answer to a trial mark means that the number is unknown: by its
// status, if the period call works at the same address, or by its words (visit.Check).
func (c *Connects) isUnknown(v *visit.Visit, mark roll.GuidedMark) bool {
	if mark.Reached() {
		return false
	}
	story := visit.Checked(c.store.Story(v.Ctx, v.School.ID, mark.Save))(v)
	for _, attempt := range slices.Backward(story.Attempts) {
		switch {
		case attempt.State == roll.Open || attempt.HTTPStatus == 0:
			continue
		case attempt.State != roll.Rejected && attempt.State != roll.Unknown:
			return attempt.State == roll.Gone
		}
		answered, _, err := attempt.Exchanged()
		v.Check(err)
		return saysUnknown.MatchString(answered.ResponseBody.Text)
	}
	return false
}
