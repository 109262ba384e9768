package factor

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/factor"
	"rollbook/web/identity/factors"
	"rollbook/web/identity/session"
	"rollbook/web/roll"
)

// Request returns the options (JSON) for using one of the person's passkeys, or any passkey without a person;
// empty where browsers have none. The page must have been made with FormPage before.
func (b base) Request(c echo.Context, person roll.Person) (string, error) {
	if !factors.CanHavePasskeys(b.pages.Origin(c)) {
		return "", nil
	}
	return b.factors.Request(c.Request().Context(), b.site(c), person)
}

// Passkey returns the owner of the form's passkey: the given person, or any person if none is given.
func (b base) Passkey(c echo.Context, person roll.PersonID) (roll.Person, error) {
	return b.factors.CheckPasskey(c.Request().Context(), b.site(c), person, typed(c, "answer"))
}

// Passkey is the second step with a passkey.
func (s *SecondStep) Passkey(v *visit.Visit) error {
	if !v.InFirstStep {
		return s.Get(v)
	}
	if _, err := s.base.Passkey(v, v.Person.ID); err != nil {
		status, text := refusal(v, err, "factor.wrong_passkey")
		if text == "" {
			return err
		}
		return s.show(v, status, text)
	}
	return s.begins.Whole(v, v.Person, s.next(v))
}

// NamePasskey asks for the password and a name before a passkey is created.
func (s *SetUp) NamePasskey(v *visit.Visit) error { return s.showName(v, http.StatusOK, "") }

func (s *SetUp) showName(v *visit.Visit, status int, problem string) error {
	return s.showPasskey(v, status, func(view *factor.PasskeyView) { view.Problem = problem })
}

func (s *SetUp) showPasskey(v *visit.Visit, status int, more func(*factor.PasskeyView)) error {
	page, err := s.formPage(v)
	if err != nil {
		return err
	}
	agent := session.AgentOf(v.Request().UserAgent())
	view := &factor.PasskeyView{Page: page, Email: v.Person.Email, Next: s.next(v), Name: typed(v, "name"),
		Browser: agent.Browser, System: agent.Platform}
	more(view)
	return s.pages.Render(v, status, factor.Passkey(view))
}

// AskPasskey checks the password, and shows the button that creates the passkey.
func (s *SetUp) AskPasskey(v *visit.Visit) error {
	if err := s.people.Confirm(v.Ctx, v.Person, typed(v, "current"), from(v)); err != nil {
		status, text := refusal(v, err, "account.wrong")
		if text == "" {
			return err
		}
		return s.showName(v, status, text)
	}
	if _, ok := roll.ParseCoverName(typed(v, "name")); !ok {
		return s.showName(v, http.StatusUnprocessableEntity, v.Words.Text("factor.wrong_name"))
	}
	options, err := s.factors.Creation(v.Ctx, s.site(v), v.Person)
	if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Kind == roll.Meaningless {
		return s.showName(v, http.StatusUnprocessableEntity, v.Words.Text(problem.Message))
	}
	if err != nil {
		return err
	}
	return s.showPasskey(v, http.StatusOK, func(view *factor.PasskeyView) { view.Options = options })
}

// AddPasskey stores the passkey that the browser created.
func (s *SetUp) AddPasskey(v *visit.Visit) error {
	name, ok := roll.ParseCoverName(typed(v, "name"))
	if !ok {
		return s.showName(v, http.StatusUnprocessableEntity, v.Words.Text("factor.wrong_name"))
	}
	if err := s.factors.AddPasskey(v.Ctx, s.site(v), v.Person, name, typed(v, "answer")); err != nil {
		status, text := refusal(v, err, "factor.wrong_passkey")
		if text == "" {
			return err
		}
		return s.showName(v, status, text)
	}
	if err := s.complete(v); err != nil {
		return err
	}
	if v.InFirstStep {
		return visit.GoTo(v, s.onward(v))
	}
	return visit.GoTo(v, s.onward(v)+"?said=passkey")
}
