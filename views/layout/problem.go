package layout

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
)

// ProblemView is the page, or the fragment, for a failed request.
type ProblemView struct {
	Page
	// Code is the HTTP status.
	Code int
	// Denied is true if Code is 403 because of the person's role.
	Denied bool
	// RequestID is shown for status 500, so that people can give it to the operator.
	RequestID string
	// Press is a press of Save that could not be kept; nil for other requests.
	Press *UnkeptPress
}

// UnkeptPress is the form of a press of Save that failed. Pressing it again, with the same token, makes one save.
type UnkeptPress struct {
	Address string
	Fields  url.Values
}

// names returns the names of the form's fields.
func (p *UnkeptPress) names() []string { return slices.Sorted(maps.Keys(p.Fields)) }

// problems returns the statuses with their own words: problem.what.CODE for what happened, problem.todo.CODE
// for what to do.
func problems() []int {
	return []int{400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 421, 422, 429, 500, 503}
}

// kind returns the end of the keys of the view's words: "unkept" for a press that was not kept, "denied" for Denied,
// the status if it has words of its own, otherwise the general status of its class.
func (v ProblemView) kind() string {
	if v.Press != nil {
		return "unkept"
	}
	if v.Denied {
		return "denied"
	}
	if slices.Contains(problems(), v.Code) {
		return strconv.Itoa(v.Code)
	}
	if v.Code >= 400 && v.Code < 500 {
		return "400"
	}
	return "500"
}
