package entry

import (
	"errors"
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/web/edge"
	"rollbook/web/identity/people"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// Strength judges the person's new password while it is typed, like a press.
func (p *AccountPage) Strength(v *visit.Visit) error {
	password := v.Request().PostForm.Get("password")
	return judged(v, p.pages, password, p.people.Judge(v.Ctx, v.Person.ID, password))
}

// Strength judges a new password at the link while it is typed, like a press.
func (p *AccountLinkPage) Strength(c echo.Context) error {
	form := c.Request().PostForm
	used := people.Used{Name: form.Get("name"), Email: form.Get("email"), Password: form.Get("password")}
	return judged(c, p.pages, used.Password, p.people.JudgeAtLink(c.Request().Context(), c.Param("secret"), used))
}

// judged answers with the sentence about a new password.
func judged(c echo.Context, pages *visit.Pages, password string, fault error) error {
	sentence := language.Key("password.good")
	problem, refused := errors.AsType[*roll.Error](fault)
	switch {
	case refused && problem.Kind == roll.Stale:
		return edge.Refusal(http.StatusGone, "the link has ended", fault)
	case refused && problem.Kind != roll.Meaningless, fault != nil && !refused:
		return fault
	case password == "":
		sentence = "password.about"
	case refused:
		sentence = problem.Message
	}
	return pages.Render(c, http.StatusOK, templ.Raw(templ.EscapeString(pages.WordsOf(c).Text(sentence))))
}
