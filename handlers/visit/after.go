package visit

import (
	"errors"
	"net/http"

	"github.com/a-h/templ"

	"rollbook/views/layout"
	"rollbook/web/language"
	"rollbook/web/roll"
)

// After redirects to the address after a change, whose page then shows the sentence of the name said. If a person can
// correct what was wrong, it shows the page again instead, which takes the typed values from the form.
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

// Show answers with the page, or with the error of what it reads. Its status is that of a refused press.
func (p *Pages) Show(v *Visit, page templ.Component) error {
	if v.failed != nil {
		return v.failed
	}
	status := http.StatusOK
	if v.refused != nil {
		status = Statuses[v.refused.Kind]
	}
	return p.Render(v, status, page)
}

// said returns the sentences about a press, by the names that the address of the next page has.
func said() map[string]language.Key {
	return map[string]language.Key{
		"day": "day.settings.kept", "calendar": "calendar.kept", "codes": "codes.kept", "times": "times.kept",
		"retention": "retention.kept", "group": "group_list.kept", "teachers": "class_teachers.kept", "school": "ending.renamed",
		"key-added": "school_keys.added", "key-switched": "school_keys.switched", "key-removed": "school_keys.removed",
		"sso": "sso.said.kept", "sso-removed": "sso.said.removed", "reminders": "reminder.sent", "preferences": "preferences.kept",
		"tablet": "tablets.said.change", "tablet-removed": "tablets.said.revoke", "tablet-in": "tablets.said.approve",
		"tablet-refused": "tablets.said.refuse", "pin-lifted": "tablets.said.lift",
		"password": "account.said.password", "session": "account.said.session", "passkey": "account.said.passkey",
		"factor-removed": "account.said.factor_removed", "own-pin": "account.said.pin", "own-pin-removed": "account.said.pin_removed",
		"own-pin-lifted": "account.said.pin_lifted",
	}
}

// about adds to the page what the last press did, or why it did nothing.
func (v *Visit) about(page *layout.Page) {
	if v.refused != nil {
		page.Problem = v.Words.Text(v.refused.Message, v.refused.Values...)
	} else if key := said()[v.QueryParam("said")]; key != "" {
		page.Done = v.Words.Text(key)
	}
	if v.page != "" {
		page.Address = v.page
	}
}
