package apiclient

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/theory/jsonpath"
)

// selector is a compiled JSONPath. Paths that only name members, nearly all in practice, are walked
// directly: that spares a list of 5,000 students 100,000 allocations.
type selector struct {
	source  string
	members []string // when path is nil; none is the root itself
	path    *jsonpath.Path
}

const maxPathBytes = 512

// newSelector compiles a path; the empty path selects nothing. Paths whose cost grows faster than the
// document are refused.
func newSelector(source string) (*selector, error) {
	if source == "" {
		return nil, nil //nolint:nilnil // a field that the service does not give
	}
	if len(source) > maxPathBytes || strings.Count(source, "..") > 1 || strings.Count(source, "$") > 1 || strings.Count(source, "?") > 1 {
		return nil, fmt.Errorf("the JSONPath is too costly: at most %d bytes, one $, one .. and one filter", maxPathBytes)
	}
	path, err := jsonpath.Parse(source)
	if err != nil {
		return nil, fmt.Errorf("%q is not a JSONPath: %w", source, err)
	}
	if regexp.MustCompile(`^\$(\.[A-Za-z_][A-Za-z0-9_]*)*$`).MatchString(source) {
		return &selector{source: source, members: strings.Split(source, ".")[1:]}, nil
	}
	return &selector{source: source, path: path}, nil
}

// selectsMany tells whether the path can select more than one value.
func (s *selector) selectsMany() bool {
	return s.path != nil && s.path.Query().Singular() == nil
}

// all returns every value that the path selects.
func (s *selector) all(document any) []any {
	switch {
	case s == nil:
		return nil
	case s.path != nil:
		return s.path.Select(document)
	}
	if value, found := s.walk(document); found {
		return []any{value}
	}
	return nil
}

// first returns the first value that is not null.
func (s *selector) first(document any) any {
	switch {
	case s == nil:
		return nil
	case s.path == nil:
		value, _ := s.walk(document)
		return value
	}
	for _, value := range s.path.Select(document) {
		if value != nil {
			return value
		}
	}
	return nil
}

func (s *selector) walk(value any) (any, bool) {
	for _, member := range s.members {
		object, ok := value.(map[string]any)
		if !ok {
			return nil, false
		}
		if value, ok = object[member]; !ok {
			return nil, false
		}
	}
	return value, true
}
