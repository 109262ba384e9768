package desk

import (
	"errors"
	"net/http"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/web/identity"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
	"rollbook/web/store"
)

// Page shows the outcome of a press on its page.
type Page interface {
	// Taken shows a press with kept or held rows.
	Taken(v *visit.Visit, taken Taken) error
	// Refused shows the problem of a press, with all its input.
	Refused(v *visit.Visit, refused Refused) error
}

// Taken is a press after the wait for its outcome.
type Taken struct {
	Press    submission.Press
	Accepted []roll.Acceptance
}

// Tokens returns the tokens of the press's saves.
func (t Taken) Tokens() []roll.Token {
	tokens := make([]roll.Token, len(t.Accepted))
	for i, acceptance := range t.Accepted {
		tokens[i] = acceptance.Save.Token
	}
	return tokens
}

// Status returns 200, or 409 when all rows are held.
func (t Taken) Status() int {
	for _, acceptance := range t.Accepted {
		if len(acceptance.Kept) > 0 {
			return http.StatusOK
		}
	}
	return http.StatusConflict
}

// Asks reports whether a row waits for a person's decision.
func (t Taken) Asks() bool {
	return slices.ContainsFunc(t.Accepted, func(acceptance roll.Acceptance) bool { return len(acceptance.Held) > 0 })
}

// Desk receives presses. It is safe for concurrent use.
type Desk struct {
	tokens *auth.Tokens
	saving *submission.Submissions
	store  *store.Store
	// Signatures identify the person behind a press.
	Signatures *Signatures
}

// New returns the desk.
func New(identity *identity.Identity, saving *submission.Submissions, store *store.Store) *Desk {
	signatures := &Signatures{identity.PINs, identity.Openings}
	return &Desk{tokens: identity.Tokens, saving: saving, store: store, Signatures: signatures}
}

// Take stores the press, waits briefly for its outcome, and makes the page show it.
func (d *Desk) Take(v *visit.Visit, press submission.Press, page Page) error {
	err := d.owned(v, &press)
	if err == nil {
		err = d.open(v, press)
	}
	if err == nil {
		// Last, so that a PIN is typed only for a press that can be stored.
		err = d.Signatures.Sign(v, press.Date)
	}
	var accepted []roll.Acceptance
	if err == nil {
		var presses []submission.Press
		if presses, err = inPeriods(v, press); err == nil {
			accepted, err = d.saving.Accept(v.Ctx, v.School, v.Actor(), presses...)
		}
	}
	if err != nil {
		return d.Refuse(v, press, err, page)
	}
	sending := v.Connection
	// A mark that proves the connection is sent even when others are not.
	sending.Unproven = sending.Unproven && press.Guided == ""
	if v.Versions, err = d.saving.Await(v.Ctx, sending, v.School, accepted); err != nil {
		return err
	}
	return page.Taken(v, Taken{Press: press, Accepted: accepted})
}

// owned checks that the page was made for the person who presses, and sets the press's generation.
func (d *Desk) owned(v *visit.Visit, press *submission.Press) error {
	press.Generation = v.School.Generation
	tokens := slices.DeleteFunc(press.Tokens(), func(token roll.Token) bool { return token == "" })
	if len(tokens) == 0 {
		tokens = []roll.Token{press.Save}
	}
	for _, token := range tokens {
		generation, err := v.Generation(token)
		press.Generation = min(press.Generation, generation)
		switch {
		case errors.Is(err, auth.ErrTokenForeign):
			return roll.Problem(roll.Stale, "roll.problem.other_person").Because(err)
		case err != nil:
			return roll.Problem(roll.Malformed, "roll.problem.unreadable").Because(err)
		}
	}
	for i, part := range press.Known {
		press.Known[i].Save = v.TokenBeside(tokens[0], press.Generation, int64(part.Status))
	}
	return nil
}

// open asks for a second press when the school is closed on the date. A press that was accepted before the
// closing gets its first answer again.
func (d *Desk) open(v *visit.Visit, press submission.Press) error {
	if press.OnClosedDay || press.Guided != "" {
		return nil
	}
	closing, err := v.ClosingOn(press.Date)
	if err != nil || !closing.Closed {
		return err
	}
	switch _, err := d.store.Save(v.Ctx, v.School.ID, press.Save); {
	case err == nil:
		return nil
	case roll.KindOf(err) != roll.NotFound:
		return err
	case closing.Name != "":
		return roll.Problem(roll.Meaningless, "roll.problem.closed_for", "Date", press.Date, "Name", closing.Name)
	}
	return roll.Problem(roll.Meaningless, "roll.problem.closed", "Date", press.Date)
}

// isClosedProblem reports whether a second press would be accepted.
func isClosedProblem(problem *roll.Error) bool {
	return problem.Message == "roll.problem.closed" || problem.Message == "roll.problem.closed_for"
}
