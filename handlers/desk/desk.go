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
	Requested visit.Query
	Press     submission.Press
	Accepted  []roll.Acceptance
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

// Take handles the press of the form, for the requested roll.
func (d *Desk) Take(v *visit.Visit, requested visit.Query, page Page) error {
	return d.Guide(v, requested, "", page)
}

// Guide is Take for a mark that proves the connection. It is sent even when other marks are not.
func (d *Desk) Guide(v *visit.Visit, requested visit.Query, proves roll.Subject, page Page) error {
	press, err := pressOf(v.Request().PostForm, requested)
	press.Guided = proves
	if err == nil && proves == "" && v.Request().PostForm.Get("date") == "" {
		// A viewed page may leave out the date and mean today. A press must name its date.
		err = roll.Problem(roll.Malformed, "roll.problem.no_such_date")
	}
	if err == nil {
		err = d.owned(v, &press)
	}
	if err == nil && proves == "" {
		err = d.open(v, requested.Date, press.Save)
	}
	if err == nil {
		// Last, so that a PIN is typed only for a press that can be stored.
		err = d.Signatures.Sign(v, requested.Date)
	}
	if err != nil {
		return d.refuse(v, requested, press, err, page)
	}
	accepted, err := d.Keep(v, press)
	if err != nil {
		return d.refuse(v, requested, press, err, page)
	}
	sending := v.Connection
	sending.Unproven = sending.Unproven && proves == ""
	if err := d.saving.Await(v.Ctx, sending, v.School, accepted); err != nil {
		return err
	}
	return page.Taken(v, Taken{Requested: requested, Press: press, Accepted: accepted})
}

// Refuse makes the page show the problem of the form's press, with all readable input.
func (d *Desk) Refuse(v *visit.Visit, requested visit.Query, cause error, page Page) error {
	press, unread := pressOf(v.Request().PostForm, requested)
	return d.refuse(v, requested, press, errors.Join(cause, unread), page)
}

// Keep stores a press that the page built itself.
func (d *Desk) Keep(v *visit.Visit, press submission.Press) ([]roll.Acceptance, error) {
	return d.saving.Accept(v.Ctx, v.School, v.Actor(), press)
}

// Await waits briefly for the outcome of the accepted saves.
func (d *Desk) Await(v *visit.Visit, accepted []roll.Acceptance) error {
	return d.saving.Await(v.Ctx, v.Connection, v.School, accepted)
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
func (d *Desk) open(v *visit.Visit, date roll.Date, token roll.Token) error {
	if v.Request().PostForm.Get("closed") == "yes" {
		return nil
	}
	closing, err := v.ClosingOn(date)
	if err != nil || !closing.Closed {
		return err
	}
	switch _, err := d.store.Save(v.Ctx, v.School.ID, token); {
	case err == nil:
		return nil
	case roll.KindOf(err) != roll.NotFound:
		return err
	case closing.Name != "":
		return roll.Problem(roll.Meaningless, "roll.problem.closed_for", "Date", date, "Name", closing.Name)
	}
	return roll.Problem(roll.Meaningless, "roll.problem.closed", "Date", date)
}

// isClosedProblem reports whether a second press would be accepted.
func isClosedProblem(problem *roll.Error) bool {
	return problem.Message == "roll.problem.closed" || problem.Message == "roll.problem.closed_for"
}
