package handlers

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"rollbook/views"
	"rollbook/web"
	"rollbook/web/proof"
	"rollbook/web/roll"
)

// Proofs keeps what proves a school's connection.
type Proofs interface {
	GuidedMarks(ctx context.Context, school roll.SchoolID, subject roll.Subject) ([]roll.GuidedMark, error)
	NoteSeen(ctx context.Context, school roll.SchoolID, save roll.Token, seen roll.SeenThere, by roll.Actor) error
	SetProof(ctx context.Context, school roll.School, proof roll.Proof, by roll.ConnectionDecision) error
	ConnectionDecisions(ctx context.Context, school roll.SchoolID) ([]roll.ConnectionDecision, error)
}

// Waker has what waits for a school sent as soon as it may be.
type Waker interface {
	LookAgain(ctx context.Context, school roll.SchoolID)
}

// proofPage is the last two steps of connecting: one mark is tried, and sending is switched on.
type proofPage struct {
	*presses
	students ClassRosters
	store    Proofs
	others   OthersNamed
	waker    Waker
}

// closed says why no mark is tried now; nil where one may be.
func (p *proofPage) closed(v *visit) error {
	switch {
	case v.connection.Pause == roll.PausedStudents:
		return roll.Problem(roll.Stale, "prove.problem.paused")
	case isOn(v.school):
		return roll.Problem(roll.Stale, "prove.problem.on")
	}
	return nil
}

// isOn tells whether the school's saves are sent and nobody is asked for a proof any more.
func isOn(school roll.School) bool { return school.Proof != roll.Unproven && !proof.Asks(school) }

// tryMark sends a mark of one student, by which a person can tell whom a mark reaches.
func (c *connects) tryMark(v *visit) error {
	p := c.proofs
	accepted, err := p.acceptTry(v)
	if err != nil {
		return c.refuseTry(v, err)
	}
	if !anyKept(accepted) {
		return c.refuseTry(v, roll.Problem(roll.Stale, "prove.problem.marked_meanwhile"))
	}
	sending := v.connection
	sending.Unproven = false // it is sent all the same
	if err := p.saving.Await(v.ctx, sending, v.school, accepted); err != nil {
		return err
	}
	return goTo(v, c.paths.ProofTry(string(v.school.ID), "", "", ""))
}

// acceptTry has the mark kept, as one that proves the connection as it is now.
func (p *proofPage) acceptTry(v *visit) ([]roll.Acceptance, error) {
	if err := p.closed(v); err != nil {
		return nil, err
	}
	asked, err := p.queryOf(v)
	if err != nil {
		return nil, err
	}
	press, err := pressOf(v.Request().PostForm, asked)
	if err != nil {
		return nil, err
	}
	if err := p.owned(v, press); err != nil {
		return nil, err
	}
	if press.Guided, err = proof.SubjectOf(v.school); err != nil {
		return nil, err
	}
	return p.saving.Accept(v.ctx, v.school, v.actor(), press)
}

// refuseTry shows the page with what is wrong.
func (c *connects) refuseTry(v *visit, cause error) error {
	status, summary := c.proofs.refusal(v, cause)
	if status >= http.StatusInternalServerError && roll.KindOf(cause) != roll.Unkept || status == http.StatusNotFound {
		return cause
	}
	view, err := c.view(v, "")
	if err != nil {
		return err
	}
	view.Prove.Problem = summary.ProblemText
	if view.Prove.Problem == "" {
		view.Prove.Problem = v.words.Text("roll.problem." + string(summary.Problem))
	}
	return c.render(v, status, views.Connect(view))
}

// seen takes whether the student has the mark in the school system.
func (c *connects) seen(v *visit) error {
	answer, err := web.Single(v.Request().PostForm, "seen")
	if err != nil {
		return err
	}
	seen := roll.SeenThere(answer)
	if seen != roll.SeenRight && seen != roll.SeenWrong {
		return roll.Problem(roll.Malformed, "problem.what.400")
	}
	marks, err := c.proofs.marksNow(v)
	if err != nil {
		return err
	}
	for _, mark := range marks {
		if mark.Save != roll.Token(v.Param("token")) {
			continue
		}
		if !mark.Reached() {
			return c.refuseTry(v, roll.Problem(roll.Stale, "prove.problem.unanswered"))
		}
		if err := c.proofs.store.NoteSeen(v.ctx, v.school.ID, mark.Save, seen, v.actor()); err != nil {
			return err
		}
		return goTo(v, c.paths.ProofTry(string(v.school.ID), "", "", ""))
	}
	return echo.ErrNotFound
}

// marksNow are the marks that were tried with the connection as it is now.
func (p *proofPage) marksNow(v *visit) ([]roll.GuidedMark, error) {
	subject, err := proof.SubjectOf(v.school)
	if err != nil {
		// A mapping that cannot be read is mended on the page: nothing was tried with it.
		return nil, nil //nolint:nilerr // the page says so
	}
	return p.store.GuidedMarks(v.ctx, v.school.ID, subject)
}

// switchOn begins to send, where the marks that were tried show whom a mark reaches.
func (c *connects) switchOn(v *visit) error {
	p := c.proofs
	if err := p.closed(v); err != nil {
		if isOn(v.school) {
			return goTo(v, c.paths.ProofTry(string(v.school.ID), "", "", ""))
		}
		return c.refuseTry(v, err)
	}
	marks, err := p.marksNow(v)
	if err != nil {
		return err
	}
	if !roll.Prove(marks) {
		return c.refuseTry(v, roll.Problem(roll.Stale, "prove.problem.not_proven"))
	}
	backlog, err := c.schools.Backlog(v.ctx, v.school.ID)
	if err != nil {
		return err
	}
	if err := p.settle(v, roll.ProvenByMarks, roll.SwitchedOn); err != nil {
		return c.refuseTry(v, err)
	}
	return goTo(v, c.paths.ProofDone(string(v.school.ID), strconv.Itoa(backlog.Waiting)))
}

// settle notes the proof, and has sent what waited for it.
func (p *proofPage) settle(v *visit, why roll.Proof, said roll.ConnectionDecisionKind) error {
	if err := p.store.SetProof(v.ctx, v.school, why, roll.ConnectionDecision{Kind: said, By: v.actor()}); err != nil {
		return err
	}
	p.waker.LookAgain(context.WithoutCancel(v.ctx), v.school.ID)
	return nil
}

// marksAreRight takes an admin's word for a school that was connected before.
func (c *connects) marksAreRight(v *visit) error {
	if proof.Asks(v.school) {
		if err := c.proofs.settle(v, roll.ProvenByAdmin, roll.MarksAreRight); err != nil {
			return c.refuseTry(v, err)
		}
	}
	return goTo(v, c.paths.ProofTry(string(v.school.ID), "", "", ""))
}
