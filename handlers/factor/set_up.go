package factor

import (
	"net/http"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/views/factor"
	"rollbook/views/part"
	"rollbook/web/identity/factors"
	"rollbook/web/language"
	"rollbook/web/roll"
	kept "rollbook/web/store/people"
)

// SetUp has the pages where a person sets up a second factor: signed in, or after the password if the school demands
// one.
type SetUp struct {
	base
	begins *Beginning
}

// Choose shows the kinds of factors. In the first step of a sign-in the school demands one.
func (s *SetUp) Choose(v *visit.Visit) error {
	page, err := s.formPage(v)
	if err != nil {
		return err
	}
	own, _, err := s.factors.Of(v.Ctx, v.Person.ID)
	if err != nil {
		return err
	}
	hasApp := slices.ContainsFunc(own, func(one kept.Factor) bool { return one.Kind == kept.App })
	view := &factor.ChooseView{HasApp: hasApp, Page: page, Next: s.next(v), Demanded: v.InFirstStep,
		Passkeys: factors.CanHavePasskeys(s.pages.Origin(v))}
	return s.pages.Render(v, http.StatusOK, factor.Choose(view))
}

// App shows the secret of a new authenticator app.
func (s *SetUp) App(v *visit.Visit) error { return s.showApp(v, http.StatusOK, v.PressToken(), "") }

func (s *SetUp) showApp(v *visit.Visit, status int, press roll.Token, problem string) error {
	page, err := s.formPage(v)
	if err != nil {
		return err
	}
	made, err := s.factors.NewApp(v.Person, press)
	if err != nil {
		return err
	}
	image, err := part.CodeOf(made.Address)
	if err != nil {
		return err
	}
	view := &factor.AppView{Page: page, Email: v.Person.Email, Next: s.next(v), Press: press, Secret: made.Secret,
		Image: image, Problem: problem}
	return s.pages.Render(v, status, factor.App(view))
}

// AddApp stores the app after the password and its first code, and shows the recovery codes once.
func (s *SetUp) AddApp(v *visit.Visit) error {
	press, err := v.Pressed()
	if err != nil {
		return err
	}
	if err := s.people.Confirm(v.Ctx, v.Person, typed(v, "current"), from(v)); err != nil {
		return s.refuseApp(v, press, err, "account.wrong")
	}
	codes, err := s.factors.AddApp(v.Ctx, v.Person, press, typed(v, "code"))
	if err != nil {
		return s.refuseApp(v, press, err, "factor.wrong_code")
	}
	if err := s.complete(v); err != nil {
		return err
	}
	page, err := s.formPage(v)
	if err != nil {
		return err
	}
	return s.pages.Render(v, http.StatusOK, factor.Codes(&factor.CodesView{Page: page, Codes: codes, Next: s.onward(v)}))
}

func (s *SetUp) refuseApp(v *visit.Visit, press roll.Token, cause error, wrong language.Key) error {
	status, text := refusal(v, cause, wrong)
	if text == "" {
		return cause
	}
	return s.showApp(v, status, press, text)
}

// complete ends the first step of a person who has set up the demanded factor.
func (s *SetUp) complete(v *visit.Visit) error {
	if !v.InFirstStep {
		return nil
	}
	return s.begins.Begin(v, v.Person)
}

// onward returns the page after setting up a factor.
func (s *SetUp) onward(v *visit.Visit) string {
	if v.InFirstStep {
		return visit.NextOr(s.pages.Paths, s.next(v))
	}
	return s.pages.Paths.Account()
}

// Remove removes one of the person's factors.
func (s *SetUp) Remove(v *visit.Visit) error {
	err := s.factors.Remove(v.Ctx, v.Person, v.Param("factor"))
	return visit.Done(v, err, s.pages.Paths.Account()+"?said=factor-removed")
}
