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
	if err != nil {
		return p.refusePIN(v, err)
	}
	return visit.GoTo(v, p.pages.Paths.Account()+"?said=pin")
}

// RemovePIN removes the person's PIN.
func (p *AccountPage) RemovePIN(v *visit.Visit) error {
	owner, err := p.owner(v)
	if err == nil {
		err = p.pins.RemoveOwn(v.Ctx, owner)
	}
	if err != nil {
		return p.refusePIN(v, err)
	}
	return visit.GoTo(v, p.pages.Paths.Account()+"?said=pin_removed")
}

// LiftPIN unlocks the person's PIN on tablets after too many wrong ones.
func (p *AccountPage) LiftPIN(v *visit.Visit) error {
	return visit.Done(v, p.pins.Lift(v.Ctx, v.Person, v.Memberships), p.pages.Paths.Account()+"?said=pin_lifted")
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

func (p *AccountPage) refusePIN(v *visit.Visit, cause error) error {
	status, shown := http.StatusUnprocessableEntity, entry.AccountPIN{OfPIN: true}
	problem, _ := errors.AsType[*roll.Error](cause)
	switch {
	case problem != nil && problem.Kind == roll.Meaningless:
		shown.Problem = v.Words.Text(problem.Message)
	case errors.Is(cause, pins.ErrNotPIN):
		shown.Problem = v.Words.Text("pins.not_pin")
	case errors.Is(cause, pins.ErrEasy):
		shown.Problem = v.Words.Text("pins.easy")
	default:
		shown.OfPIN = false
		status, shown.Problem = wrongPassword(v, v.Words, cause, "account.wrong")
	}
	if shown.Problem == "" {
		return cause
	}
	return p.show(v, status, "", "", shown)
}
