package entry

import (
	"errors"
	"net/http"

	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/pins"
)

// SetPIN sets the person's PIN for tablets.
func (p *AccountPage) SetPIN(v *visit.Visit) error {
	if err := p.pins.SetOwn(v.Ctx, ownerOf(v), v.Request().PostForm.Get("pin")); err != nil {
		return p.refusePIN(v, err)
	}
	return visit.GoTo(v, p.pages.Paths.Account()+"?said=pin")
}

// RemovePIN removes the person's PIN.
func (p *AccountPage) RemovePIN(v *visit.Visit) error {
	if err := p.pins.RemoveOwn(v.Ctx, ownerOf(v)); err != nil {
		return p.refusePIN(v, err)
	}
	return visit.GoTo(v, p.pages.Paths.Account()+"?said=pin_removed")
}

// LiftPIN unlocks the person's PIN on tablets after too many wrong ones.
func (p *AccountPage) LiftPIN(v *visit.Visit) error {
	return visit.Done(v, p.pins.Lift(v.Ctx, v.Person, v.Memberships), p.pages.Paths.Account()+"?said=pin_lifted")
}

// ownerOf returns the person with the password of the form.
func ownerOf(v *visit.Visit) pins.Owner {
	return pins.Owner{Person: v.Person, Password: v.Request().PostForm.Get("current"), From: auth.From{Device: v.Device.ID, Address: v.RealIP()}}
}

func (p *AccountPage) refusePIN(v *visit.Visit, cause error) error {
	status, shown := http.StatusUnprocessableEntity, entry.AccountPIN{OfPIN: true}
	switch {
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
