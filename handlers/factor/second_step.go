package factor

import (
	"net/http"
	"slices"

	"rollbook/handlers/visit"
	"rollbook/views/factor"
	"rollbook/web/identity/factors"
	kept "rollbook/web/store/people"
)

// SecondStep is the page after the password of a person with a second factor.
type SecondStep struct {
	base
	begins *Beginning
}

// Get shows the page. A person who does not need it any more is redirected.
func (s *SecondStep) Get(v *visit.Visit) error {
	if !v.InFirstStep {
		return visit.GoTo(v, visit.NextOr(s.pages.Paths, s.next(v)))
	}
	missing, err := s.factors.Missing(v.Ctx, v.Person.ID)
	if err != nil {
		return err
	}
	if missing == factors.NoStep {
		return s.begins.Whole(v, v.Person, s.next(v))
	}
	return s.show(v, http.StatusOK, "")
}

func (s *SecondStep) show(v *visit.Visit, status int, problem string) error {
	own, codes, err := s.factors.Of(v.Ctx, v.Person.ID)
	v.Check(err)
	return s.pages.ShowAs(v, status, factor.SecondStep(&factor.SecondStepView{
		Step: s.step(v, problem), HasApp: hasApp(own), HasCodes: codes > 0, Options: s.request(v),
	}))
}

// hasApp reports whether one of a person's factors is an authenticator app.
func hasApp(own []kept.Factor) bool {
	return slices.ContainsFunc(own, func(one kept.Factor) bool { return one.Kind == kept.App })
}

// Post checks a code of the app, or a recovery code.
func (s *SecondStep) Post(v *visit.Visit) error {
	if !v.InFirstStep {
		return s.Get(v)
	}
	if err := s.factors.CheckCode(v.Ctx, v.Person, typed(v, "code"), from(v)); err != nil {
		return refuse(v, err, "factor.wrong_code", s.show)
	}
	return s.begins.Whole(v, v.Person, s.next(v))
}
