package factor

import (
	"net/http"

	"rollbook/handlers/visit"
	"rollbook/views/factor"
	"rollbook/views/part"
	"rollbook/web/identity/factors"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// SetUp has the pages where a person sets up a second factor: signed in, or after the password if the school demands
// one.
type SetUp struct {
	base
	begins *Beginning
}

// Choose shows the kinds of factors. In the first step of a sign-in the school demands one.
func (s *SetUp) Choose(v *visit.Visit) error {
	own, _, err := s.factors.Of(v.Ctx, v.Person.ID)
	v.Check(err)
	return s.pages.Show(v, factor.Choose(&factor.ChooseView{
		Step: s.step(v, ""), HasApp: hasApp(own), Demanded: v.InFirstStep,
		Passkeys: factors.CanHavePasskeys(s.pages.Origin(v)),
	}))
}

// App shows the secret of a new authenticator app.
func (s *SetUp) App(v *visit.Visit) error { return s.showApp(v, http.StatusOK, v.PressToken(), "") }

func (s *SetUp) showApp(v *visit.Visit, status int, press roll.Token, problem string) error {
	made := s.factors.NewApp(v.Person, press)
	image := visit.Checked(part.CodeOf(made.Address))(v)
	return s.pages.ShowAs(v, status, factor.App(&factor.AppView{
		Step: s.step(v, problem), Press: press, Secret: made.Secret, Image: image,
	}))
}

// AddApp stores the app after the password and its first code, and shows the recovery codes once.
func (s *SetUp) AddApp(v *visit.Visit, press roll.Token) error {
	again := func(v *visit.Visit, status int, problem string) error { return s.showApp(v, status, press, problem) }
	if err := s.people.Confirm(v.Ctx, v.Person, typed(v, "current"), from(v)); err != nil {
		return refuse(v, err, "account.wrong", again)
	}
	codes, err := s.factors.AddApp(v.Ctx, v.Person, press, typed(v, "code"))
	if err != nil {
		return refuse(v, err, "factor.wrong_code", again)
	}
	if err := s.complete(v); err != nil {
		return err
	}
	return s.pages.Show(v, factor.Codes(&factor.CodesView{Page: s.formPage(v), Codes: codes, Next: s.onward(v)}))
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
	return s.pages.Paths.To(paths.Account)
}

// Remove removes one of the person's factors.
func (s *SetUp) Remove(v *visit.Visit) error {
	err := s.factors.Remove(v.Ctx, v.Person, v.Param("factor"))
	return visit.Done(v, err, s.pages.Paths.To(paths.Account)+"?said=factor-removed")
}
