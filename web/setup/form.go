package setup

import (
	"errors"
	"strconv"
	"strings"

	"rollbook/apiclient/mapping"
)

// What pages need of the calls.
type (
	// Call is one of the reading calls, by its name in a mapping's file.
	Call = mapping.Call
	// Reading is how a call is made and read.
	Reading = mapping.Reading
)

// The calls that pages treat in a way of their own.
const (
	Periods  = mapping.Periods
	Classes  = mapping.Classes
	Students = mapping.Students
	People   = mapping.People
	Statuses = mapping.Statuses
)

// Calls are all calls in order.
func Calls() []Call { return mapping.Calls() }

// Fields are the fields that a call's items can have.
func Fields(call Call) []string { return mapping.Fields(call) }

// Reading is how the draft reads the call.
func (d Draft) Reading(call Call) Reading { return d.Mapping.Of(call) }

// IsUnusable tells whether err means that what was typed or sent is no mapping, or none that may be kept.
func IsUnusable(err error) bool {
	return errors.Is(err, mapping.ErrUnusable) || errors.Is(err, ErrSecret)
}

// WrongPlace is the place of a call's form that cannot be used: "path", "list", "paging", or "field_"
// with the name of a field. It is "path" where the error tells no place.
func WrongPlace(call Call, err error) string {
	for _, place := range mapping.Places(err) {
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
			return "field_" + Fields(call)[0]
		}
	}
	return "path"
}

// NewPaging reads the fields about pages of a call's form; wrong is "paging" where one of them is no
// number. Kind decides which fields count.
func NewPaging(kind string, value func(name string) string) (paging mapping.Paging, wrong string) {
	paging = mapping.Paging{Kind: mapping.PagingKind(kind), Total: value("paging_total")}
	if kind != string(mapping.PagingLink) {
		paging.Parameter = value("paging_parameter")
	}
	if kind == string(mapping.PagingCursor) || kind == string(mapping.PagingLink) {
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
