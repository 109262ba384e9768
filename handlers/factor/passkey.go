package factor

import (
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

// request is Request for a page of the person (visit.Check).
func (b base) request(v *visit.Visit) string {
	options := visit.Checked(b.Request(v, v.Person))(v)
	return options
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
		return refuse(v, err, "factor.wrong_passkey", s.show)
	}
	return s.begins.Whole(v, v.Person, s.next(v))
}

// NamePasskey asks for the password and a name before a passkey is created.
func (s *SetUp) NamePasskey(v *visit.Visit) error { return s.showName(v, http.StatusOK, "") }

func (s *SetUp) showName(v *visit.Visit, status int, problem string) error {
	return s.showPasskey(v, status, "", problem)
}

func (s *SetUp) showPasskey(v *visit.Visit, status int, options, problem string) error {
	agent := session.AgentOf(v.Request().UserAgent())
	view := &factor.PasskeyView{Step: s.step(v, problem), Name: typed(v, "name"), Browser: agent.Browser,
		System: agent.Platform, Options: options}
	return s.pages.ShowAs(v, status, factor.Passkey(view))
}

// AskPasskey checks the password, and shows the button that creates the passkey.
func (s *SetUp) AskPasskey(v *visit.Visit) error {
	if err := s.people.Confirm(v.Ctx, v.Person, typed(v, "current"), from(v)); err != nil {
		return refuse(v, err, "account.wrong", s.showName)
	}
	if _, ok := roll.ParseCoverName(typed(v, "name")); !ok {
		return s.showName(v, http.StatusUnprocessableEntity, v.Words.Text("factor.wrong_name"))
	}
	options, err := s.factors.Creation(v.Ctx, s.site(v), v.Person)
	if err != nil {
		return refuse(v, err, "factor.wrong_passkey", s.showName)
	}
	return s.showPasskey(v, http.StatusOK, options, "")
}

// AddPasskey stores the passkey that the browser created.
func (s *SetUp) AddPasskey(v *visit.Visit) error {
	name, ok := roll.ParseCoverName(typed(v, "name"))
	if !ok {
		return s.showName(v, http.StatusUnprocessableEntity, v.Words.Text("factor.wrong_name"))
	}
	if err := s.factors.AddPasskey(v.Ctx, s.site(v), v.Person, name, typed(v, "answer")); err != nil {
		return refuse(v, err, "factor.wrong_passkey", s.showName)
	}
	if err := s.complete(v); err != nil {
		return err
	}
	if v.InFirstStep {
		return visit.GoTo(v, s.onward(v))
	}
	return visit.GoTo(v, s.onward(v)+"?said=passkey")
}
