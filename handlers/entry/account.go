package entry

import (
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/factor"
	"rollbook/handlers/visit"
	"rollbook/views/entry"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/factors"
	"rollbook/web/identity/pins"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// AccountPage is the page of the person's own account.
type AccountPage struct {
	base
	pins    *pins.PINs
	factors *factors.Factors
}

// OfOwn wraps a handler for people with an account. A cover has none.
func (p *AccountPage) OfOwn(handle func(*visit.Visit) error) echo.HandlerFunc {
	return p.visitors.SignedIn(func(v *visit.Visit) error {
		if !v.HasPassword {
			return echo.ErrForbidden
		}
		return handle(v)
	})
}

// Get shows the account with its sessions.
func (p *AccountPage) Get(v *visit.Visit) error {
	return p.show(v, http.StatusOK, "", entry.AccountPIN{})
}

// show shows the page. Problem is that of a new password, and pin has that of a new PIN.
func (p *AccountPage) show(v *visit.Visit, status int, problem string, pin entry.AccountPIN) error {
	own := visit.Checked(p.sessions.Own(v.Ctx))(v)
	zone := p.zone(v)
	set := visit.Checked(p.pins.SetAt(v.Ctx, v.Person.ID))(v)
	pin.Locked = visit.Checked(p.pins.IsLocked(v.Ctx, v.Person.ID, v.Memberships))(v)
	current, _ := p.sessions.Current(v.Ctx)
	view := &entry.AccountView{Page: p.pages.Page(v, "", ""), Provided: current.Provided, Email: v.Person.Email, PIN: pin}
	view.Problem = problem
	// Answers to posts to other addresses return to this page too.
	view.Address = p.pages.Paths.To(paths.Account)
	when := func(at time.Time) string { return v.Words.ShortDate(at.In(zone)) + " " + v.Words.Clock(at.In(zone)) }
	if !set.IsZero() {
		view.PIN.Since = when(set)
	}
	kept, codes, err := p.factors.Of(v.Ctx, v.Person.ID)
	v.Check(err)
	view.Codes = codes
	for _, one := range kept {
		shown := entry.AccountFactor{ID: one.ID, Name: one.Name, Made: when(one.MadeAt)}
		if !one.Used.IsZero() {
			shown.Used = when(one.Used)
		}
		view.Factors = append(view.Factors, shown)
	}
	for _, one := range own {
		view.Sessions = append(view.Sessions,
			entry.AccountSession{ID: one.ID, Began: when(one.Began), Used: when(one.Used), This: one.This,
				Browser: one.Agent.Browser, System: one.Agent.Platform})
	}
	return p.pages.ShowAs(v, status, entry.Account(view))
}

// zone returns the time zone of the person's first school.
func (p *AccountPage) zone(v *visit.Visit) *time.Location {
	if len(v.Memberships) == 0 {
		return time.UTC
	}
	school, _, err := p.store.SchoolAndConnection(v.Ctx, v.Memberships[0].School)
	if v.Check(err); err != nil {
		return time.UTC
	}
	return school.Zone
}

// ChangePassword replaces the password, and continues in a new session. All others end.
func (p *AccountPage) ChangePassword(v *visit.Visit) error {
	form := v.Request().PostForm
	current, password := form.Get("current"), form.Get("password")
	epoch, err := p.people.ChangePassword(v.Ctx, v.Person, current, password,
		auth.From{Device: v.Device.ID, Address: v.RealIP()})
	if err != nil {
		status, text := factor.Refusal(v, v.Words, err, "account.wrong")
		if text == "" {
			return err
		}
		return p.show(v, status, text, entry.AccountPIN{})
	}
	return visit.Done(v, p.sessions.Renew(v.Ctx, int(epoch), v.Now()), p.pages.Paths.To(paths.Account)+"?said=password")
}

// EndSession signs the person out on another device. A session that is already over is not an error.
func (p *AccountPage) EndSession(v *visit.Visit) error {
	ended, err := p.sessions.EndOwn(v.Ctx, v.Param("session"))
	if ended {
		p.people.SessionEnded(v.Ctx, v.Person.ID)
	}
	return visit.Done(v, err, p.pages.Paths.To(paths.Account)+"?said=session")
}

// EndSessions signs the person out on all other devices.
func (p *AccountPage) EndSessions(v *visit.Visit) error {
	own, err := p.sessions.Own(v.Ctx)
	for _, one := range own {
		if err != nil {
			break
		}
		var ended bool
		if ended, err = p.sessions.EndOwn(v.Ctx, one.ID); ended {
			p.people.SessionEnded(v.Ctx, v.Person.ID)
		}
	}
	return visit.Done(v, err, p.pages.Paths.To(paths.Account)+"?said=sessions")
}

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
	err := p.pins.Lift(v.Ctx, v.Person, v.Memberships)
	return visit.Done(v, err, p.pages.Paths.To(paths.Account)+"?said=own-pin-lifted")
}

// owner returns the person with the password of the form. A recent sign-in by the provider of the person's
// only school counts as the password. The PIN opens the tablets of all the person's schools, so the provider
// of one school is not enough for the others.
func (p *AccountPage) owner(v *visit.Visit) (pins.Owner, error) {
	owner := pins.Owner{Person: v.Person, Password: v.Request().PostForm.Get("current"),
		From: auth.From{Device: v.Device.ID, Address: v.RealIP()}}
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
	status, shown := factor.Refusal(v, v.Words, cause, "account.wrong")
	problem, _ := errors.AsType[*roll.Error](cause)
	ofPIN := problem != nil
	switch {
	case cause == nil:
		return visit.GoTo(v, p.pages.Paths.To(paths.Account)+"?said="+said)
	case errors.Is(cause, pins.ErrNotPIN):
		status, shown, ofPIN = http.StatusUnprocessableEntity, v.Words.Text("pins.not_pin"), true
	case errors.Is(cause, pins.ErrEasy):
		status, shown, ofPIN = http.StatusUnprocessableEntity, v.Words.Text("pins.easy"), true
	case shown == "":
		return cause
	}
	return p.show(v, status, "", entry.AccountPIN{Problem: shown, OfPIN: ofPIN})
}
