package mapping

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rollbook/apiclient"
	"rollbook/apiclient/document"
)

// compiled is the reading of one call with its paths parsed.
type compiled struct {
	row
	Reading
	list, cursor, total *document.Path
	keepers             []keeper
	// whole is the list's path without its filter; nil when it has none.
	whole *document.Path
	// firsts are the paths of lists inside an item where a field reads only the first entry, or the first with a flag.
	firsts []*document.Path
	// paths are the paths of the row's fields, in the row's order; nil for fields that the service does not
	// give.
	paths []*document.Path
}

// compiler collects all errors of a mapping, with their places.
type compiler struct {
	places   []string
	problems []error
}

func (c *compiler) fail(place string, err error) {
	if err != nil {
		c.places, c.problems = append(c.places, place), append(c.problems, fmt.Errorf("%s: %w", place, err))
	}
}

// compile parses all paths of the mapping's calls.
func compile(m Mapping) (map[Call]*compiled, error) {
	c := &compiler{}
	if m.Version != Version {
		c.fail("version", fmt.Errorf("%d is not %d", m.Version, Version))
	}
	calls := make(map[Call]*compiled)
	for _, row := range table() {
		reading, mapped := m.calls[row.call]
		switch {
		case reading.Absent && row.always:
			c.fail(string(row.call)+".absent", errors.New("every service has this call"))
		case mapped && !reading.Absent, !mapped && row.listed:
			calls[row.call] = c.call(row, reading)
		}
	}
	if _, mapped := m.calls[Classes]; IsByClass(Students, m.calls[Students]) && !mapped {
		c.fail(string(Classes), errors.New("missing, but students are listed by class"))
	}
	if err := errors.Join(c.problems...); err != nil {
		return nil, &unusableError{fmt.Errorf("%w: %w", ErrUnusable, err), c.places}
	}
	return calls, nil
}

func (c *compiler) call(row row, reading Reading) *compiled {
	made, place := &compiled{row: row, Reading: reading}, string(row.call)
	path := func(at, source string, needed bool) *document.Path {
		if needed && source == "" {
			c.fail(place+at, errors.New("missing"))
		}
		parsed, err := document.NewPath(source)
		c.fail(place+at, err)
		return parsed
	}
	c.fail(place+".path", checkPath(reading.Path, row.allowed, row.needed))
	c.fail(place+".paging", reading.Paging.validate())
	made.list = path(".list", reading.List, true)
	if whole := Unfiltered(reading.List); whole != reading.List {
		made.whole = path(".list", whole, false)
	}
	made.cursor = path(".paging.cursor", reading.Paging.Cursor, false)
	made.total = path(".paging.total", reading.Paging.Total, false)
	made.keepers = c.keep(place, reading.Keep, path)
	c.either(row, reading)
	for _, field := range row.fields {
		source := reading.Fields[field.name]
		made.paths = append(made.paths, path(".fields."+field.name, source, field.needed))
		list, _, isFirst := strings.Cut(source, "[0]")
		if marked, _, isMarked := strings.Cut(source, flagged); isMarked {
			list, isFirst = marked+flagged, true
		}
		if isFirst && row.call == Students {
			made.firsts = append(made.firsts, path(".fields."+field.name, list, false))
		}
	}
	return made
}

// flagged ends the part of a path that selects the entries with a flag, such as [?@.current == true].
const flagged = " == true]"

// either requires one of two alternative fields.
func (c *compiler) either(row row, reading Reading) {
	for _, one := range row.either {
		if reading.Fields[one.names[0]] == "" && reading.Fields[one.names[1]] == "" {
			c.fail(string(row.call)+".fields", fmt.Errorf("neither %s nor %s", one.names[0], one.names[1]))
		}
	}
}

// ErrUnusable is wrapped by every error about an unusable mapping.
var ErrUnusable = errors.New("mapping cannot be used")

func checkPath(path string, allowed, needed []string) error {
	if path == "" {
		return errors.New("no path")
	}
	found := regexp.MustCompile(`\{[^{}]*\}`).FindAllString(path, -1)
	for _, placeholder := range found {
		if !slices.Contains(allowed, placeholder) {
			return fmt.Errorf("placeholder %s means nothing here", placeholder)
		}
	}
	for _, placeholder := range needed {
		if !slices.Contains(found, placeholder) {
			return fmt.Errorf("placeholder %s is missing", placeholder)
		}
	}
	return apiclient.CheckTarget(Target(path, Place{Period: "1", Class: "1", Date: "2000-01-01"}))
}

// unusableError has all errors of a mapping, and their places.
type unusableError struct {
	error
	places []string
}

func (e *unusableError) Unwrap() error { return e.error }

// Validate returns all errors of the mapping, each with its place.
func (m Mapping) Validate() error {
	_, err := compile(m)
	return err
}

// CheckPath refuses a path with placeholders that would leave the base address or that contains unknown
// placeholders.
func CheckPath(path string) error {
	if err := checkPath(path, []string{placeholderPeriod, placeholderClass, placeholderDate}, nil); err != nil {
		return fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	return nil
}

// Select returns every value that a JSONPath (RFC 9535) selects in a decoded document, members of objects
// sorted by name. It refuses a path that a mapping may not contain with [ErrUnusable].
func Select(decoded any, path string) ([]any, error) {
	compiled, err := document.NewPath(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	return compiled.All(decoded, nil), nil
}

// Places returns the places of the mapping's errors, by their names in its file, such as
// students.fields.classId. It returns none for other errors.
func Places(err error) []string {
	if unusable, ok := errors.AsType[*unusableError](err); ok {
		return unusable.places
	}
	return nil
}
