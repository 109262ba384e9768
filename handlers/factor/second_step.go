package factor

import (
	"net/http"

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
	if err != nil {
		return err
	}
	page, err := s.formPage(v)
	if err != nil {
		return err
	}
	view := &factor.SecondStepView{Page: page, Email: v.Person.Email, Next: s.next(v), Problem: problem,
		HasCodes: codes > 0}
	if view.Options, err = s.Request(v, v.Person); err != nil {
		return err
	}
	for _, one := range own {
		view.HasApp = view.HasApp || one.Kind == kept.App
	}
	return s.pages.Render(v, status, factor.SecondStep(view))
}

// Post checks a code of the app, or a recovery code.
func (s *SecondStep) Post(v *visit.Visit) error {
	if !v.InFirstStep {
		return s.Get(v)
	}
	if err := s.factors.CheckCode(v.Ctx, v.Person, typed(v, "code"), from(v)); err != nil {
		status, text := refusal(v, err, "factor.wrong_code")
		if text == "" {
			return err
		}
		return s.show(v, status, text)
	}
	return s.begins.Whole(v, v.Person, s.next(v))
}
