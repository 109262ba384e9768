package setup

import (
	"errors"
	"strconv"
	"strings"

	"rollbook/apiclient"
	"rollbook/apiclient/discovery"
)

// What pages need of the calls.
type (
	// Call is one of the reading calls, by its name in a mapping's file.
	Call = discovery.Call
	// Reading is how a call is made and read.
	Reading = discovery.Reading
)

// The calls that pages treat in a way of their own.
const (
	Periods  = discovery.Periods
	Classes  = discovery.Classes
	Students = discovery.Students
	Statuses = discovery.Statuses
)

// Calls are all calls in order.
func Calls() []Call { return discovery.Calls() }

// Roles are the fields that a call's items can have.
func Roles(call Call) []string { return discovery.Roles(call) }

// Reading is how the draft reads the call.
func (d Draft) Reading(call Call) (Reading, error) { return discovery.Of(d.Mapping, call) }

// MayUse tells whether the draft can be put in force: something was tried, and school periods
// are read by it, and no question is open.
func (d Draft) MayUse() bool {
	return !d.InForce && d.Trials[Periods].Items > 0 && !d.Asks()
}

// IsUnusable tells whether err means that what was typed or sent is no mapping, or none that may be kept.
func IsUnusable(err error) bool {
	return errors.Is(err, apiclient.ErrMapping) || errors.Is(err, ErrSecret)
}

// WrongPlace is the place of a call's form that cannot be used: "path", "list", "paging", or "field_"
// with the name of a field. It is "path" where the error tells no place.
func WrongPlace(call Call, err error) string {
	for _, place := range apiclient.MappingPlaces(err) {
		rest, ours := strings.CutPrefix(place, string(call)+".")
		switch field, isField := strings.CutPrefix(rest, "fields."); {
		case !ours:
		case isField:
			return "field_" + field
		case strings.HasPrefix(rest, "paging"):
			return "paging"
		case rest == "list":
			return "list"
		case rest == "fields":
			return "field_" + discovery.Roles(call)[0]
		}
	}
	return "path"
}

// NewPaging reads the fields about pages of a call's form; wrong is "paging" where one of them is no
// number. Kind decides which fields count.
func NewPaging(kind string, value func(name string) string) (paging apiclient.Paging, wrong string) {
	paging = apiclient.Paging{Kind: apiclient.PagingKind(kind), Total: value("paging_total")}
	if kind != string(apiclient.PagingLink) {
		paging.Parameter = value("paging_parameter")
	}
	if kind == string(apiclient.PagingCursor) || kind == string(apiclient.PagingLink) {
		paging.Cursor = value("paging_cursor")
	}
	for name, into := range map[string]*int{"paging_first": &paging.First, "paging_size": &paging.Size} {
		text := value(name)
		number, err := strconv.Atoi(text)
		if text != "" && err != nil {
			return paging, "paging"
		}
		*into = number
	}
	if paging.Size > 0 {
		paging.SizeParameter = value("paging_size_parameter")
	}
	return paging, ""
}
