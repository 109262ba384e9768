package settings

import (
	"rollbook/views/layout"
	"rollbook/web/roll"
)

// CodesView is the page of the authority's codes.
type CodesView struct {
	layout.Page
	// Codes are empty until some are adopted.
	Codes    roll.Codes
	Statuses []roll.Status
	Reasons  []string
}

// options are the codes as choices.
func (v *CodesView) options() []layout.Option {
	return layout.Options(v.Words.Text("codes.none"), v.Codes.All, func(code roll.AuthorityCode) layout.Option {
		return layout.Option{Value: code.Code, Text: code.Code + " · " + code.Label}
	})
}

// adopting is the class of the button that adopts codes: the first thing to do while there are none.
func (v *CodesView) adopting() string {
	if len(v.Codes.All) == 0 {
		return "primary"
	}
	return ""
}
