package mapping

import (
	"maps"
	"slices"
)

// Version is the version of [Mapping] that this package reads.
const Version = 1

// Mapping says how the calls that the service's document leaves open are made and read at one school.
// It holds no secret and is stored as JSON. It is a value: [Mapping.With] makes another one.
//
//nolint:recvcheck // only reading it from JSON changes one
type Mapping struct {
	Version int
	calls   map[Call]Reading
}

// Reading tells how one call is made and read: its path, its paging, and where the list and each field
// stand in the answer, as JSONPath (RFC 9535).
type Reading struct {
	// Path begins with / and is meant under the base address. It may hold a query and the placeholders
	// {period}, {class} and {date}, which are escaped when they are filled.
	Path string
	// Absent says that the service has no such call, and everything else about it is left out: the list
	// comes from elsewhere.
	Absent bool
	// List leads to the list: to one array, or to its items one by one.
	List   string
	Paging Paging
	// Unrelated are the places of numbers and signs ([document.Sign]) that do not speak of this list's length, though
	// their names look so.
	Unrelated []string
	// Keep are the rules that leave out items which count no more.
	Keep []Rule
	// Twice says that one student may stand in the list under two numbers.
	Twice bool
	// By says what one call for students covers; it is empty for other calls.
	By Scope
	// Fields are paths inside one item of the list, by the names of [Fields]; "$" is the item itself. What
	// the service does not give is left out.
	Fields map[string]string
}

// Scope says what one call for students covers.
type Scope string

// The scopes.
const (
	ByPeriod Scope = "period"
	ByClass  Scope = "class"
)

// Default returns the mapping by which a new school is read until its settings say otherwise.
func Default() Mapping {
	m := Mapping{Version: Version, calls: make(map[Call]Reading)}
	for _, row := range table() {
		if row.listed {
			m.calls[row.call] = DefaultOf(row.call)
		}
	}
	return m
}

// Of returns the mapping's reading of the call.
func (m Mapping) Of(call Call) Reading {
	reading, mapped := m.calls[call]
	reading.Absent = reading.Absent || !mapped
	reading.Unrelated, reading.Keep = slices.Clone(reading.Unrelated), slices.Clone(reading.Keep)
	reading.Fields = maps.Clone(reading.Fields)
	if reading.Fields == nil {
		reading.Fields = map[string]string{}
	}
	return reading
}

// With returns the mapping with this reading of the call. Students are read by period unless the
// reading says otherwise.
func (m Mapping) With(call Call, reading Reading) Mapping {
	row := rowOf(call)
	m.calls = maps.Clone(m.calls)
	if m.calls == nil {
		m.calls = make(map[Call]Reading)
	}
	reading.Fields = maps.Clone(reading.Fields)
	switch {
	case reading.Absent && !row.listed:
		delete(m.calls, call)
		return m
	case reading.Absent:
		reading = Reading{Absent: true}
	case row.scoped && reading.By == "":
		reading.By = ByPeriod
	}
	m.calls[call] = reading
	return m
}

// DefaultOf returns the reading of a call by the service document, which counts until an admin changes it.
func DefaultOf(call Call) Reading {
	row := rowOf(call)
	reading := Reading{Path: row.path, List: "$", Fields: map[string]string{}}
	if row.scoped {
		reading.By = ByPeriod
	}
	for _, field := range row.fields {
		if field.path != "" {
			reading.Fields[field.name] = field.path
		}
	}
	return reading
}
