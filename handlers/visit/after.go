package visit

import (
	"errors"
	"net/http"

	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// After redirects to the address after a change. Its page shows the sentence with the name said. For an error that the
// person can correct, After renders the page again with the submitted values.
func After(v *Visit, err error, address, said string, page func(*Visit) error) error {
	if v.Refuse(err) {
		v.page = address
		return page(v)
	}
	if said != "" {
		address += "?said=" + said
	}
	return Done(v, err, address)
}

// Refuse makes the page show the error, and reports whether a person can correct it there. Other errors have a page of
// their own.
func (v *Visit) Refuse(err error) bool {
	problem, ok := errors.AsType[*roll.Error](err)
	if !ok {
		return false
	}
	_, general := language.FailureKeys.Value(problem.Message)
	ownSentence := problem.Kind != roll.Internal && !general
	if ok = ownSentence || problem.Kind == roll.Meaningless || problem.Kind == roll.Stale; ok {
		v.refused = problem
	}
	return ok
}

// Show answers with the page, or with the error of its reading. Its status is that of a refused press.
func (p *Pages) Show(v *Visit, page templ.Component) error {
	if v.refused != nil {
		return p.ShowAs(v, Statuses[v.refused.Kind], page)
	}
	return p.ShowAs(v, http.StatusOK, page)
}

// ShowAs is Show with another status.
func (p *Pages) ShowAs(v *Visit, status int, page templ.Component) error {
	if v.failed != nil {
		return v.failed
	}
	return p.Render(v, status, page)
}
