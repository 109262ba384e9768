package entry

import (
	"errors"
	"net/http"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/pins"
	"rollbook/web/roll"
)

// SetPIN sets the person's PIN for tablets.
func (p *AccountPage) SetPIN(v *visit.Visit) error {
	owner, err := p.owner(v)
	if err == nil {
		err = p.pins.SetOwn(v.Ctx, owner, v.Request().PostForm.Get("pin"))
	}
	return p.afterPIN(v, err, "own-pin")
}

// RemovePIN removes the person's PIN.
func (p *AccountPage) RemovePIN(v *visit.Visit) error {
	owner, err := p.owner(v)
	if err == nil {
		err = p.pins.RemoveOwn(v.Ctx, owner)
	}
	return p.afterPIN(v, err, "own-pin-removed")
}

// LiftPIN unlocks the person's PIN on tablets after too many wrong ones.
func (p *AccountPage) LiftPIN(v *visit.Visit) error {
	return visit.Done(v, p.pins.Lift(v.Ctx, v.Person, v.Memberships), p.pages.Paths.Account()+"?said=own-pin-lifted")
}

// owner returns the person with the password of the form. A sign-in by the provider of the person's only school counts as
// that for a while. The PIN opens the tablets of all schools, so the word of one is not enough for others.
func (p *AccountPage) owner(v *visit.Visit) (pins.Owner, error) {
	owner := pins.Owner{Person: v.Person, Password: v.Request().PostForm.Get("current"), From: auth.From{Device: v.Device.ID, Address: v.RealIP()}}
	current, _ := p.sessions.Current(v.Ctx)
	if !current.Provided {
		return owner, nil
	}
	elsewhere, err := p.store.KnownElsewhere(v.Ctx, v.Person.ID, current.Only[0])
	switch {
	case err != nil:
		return owner, err
	case elsewhere:
		return owner, roll.Problem(roll.Meaningless, "pins.elsewhere")
	case !p.sessions.Confirmed(v.Ctx, v.Now()):
		return owner, roll.Problem(roll.Meaningless, "pins.again")
	}
	owner.Proven = true
	return owner, nil
}

// afterPIN redirects to the account, or shows there why the PIN stays.
func (p *AccountPage) afterPIN(v *visit.Visit, cause error, said string) error {
	status, shown := wrongPassword(v, v.Words, cause, "account.wrong")
	problem, _ := errors.AsType[*roll.Error](cause)
	ofPIN := problem != nil
	switch {
	case cause == nil:
		return visit.GoTo(v, p.pages.Paths.Account()+"?said="+said)
	case errors.Is(cause, pins.ErrNotPIN):
		status, shown, ofPIN = http.StatusUnprocessableEntity, v.Words.Text("pins.not_pin"), true
	case errors.Is(cause, pins.ErrEasy):
		status, shown, ofPIN = http.StatusUnprocessableEntity, v.Words.Text("pins.easy"), true
	case shown == "":
		return cause
	}
	return p.show(v, status, "", entry.AccountPIN{Problem: shown, OfPIN: ofPIN})
}
