package document

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/theory/jsonpath"
	"github.com/theory/jsonpath/spec"
)

// Path is a compiled JSONPath (RFC 9535).
type Path struct {
	source string
	path   *jsonpath.Path
}

// The limits of a path. Each comma can double the selection, since [0,0] selects one value twice: three
// commas select at most eight times the document.
const (
	maxPathBytes  = 512
	maxPathCommas = 3
	// maxSelected limits the values that are followed at once. No list is that long.
	maxSelected = 1_000_000
)

// quotedName matches a name in quotation marks.
var quotedName = regexp.MustCompile(`'(\\.|[^'\\])*'|"(\\.|[^"\\])*"`)

// NewPath compiles a path. The empty path is nil and selects nothing. It refuses paths whose cost grows
// faster than the document.
func NewPath(source string) (*Path, error) {
	if source == "" {
		return nil, nil //nolint:nilnil // a field that the service does not give
	}
	isMany := func(sign string) bool { return strings.Count(source, sign) > 1 }
	if len(source) > maxPathBytes || isMany("..") || isMany("$") || isMany("?") {
		return nil, fmt.Errorf("the JSONPath is too costly: at most %d bytes, one $, one .. and one filter", maxPathBytes)
	}
	if strings.Count(quotedName.ReplaceAllString(source, ""), ",") > maxPathCommas {
		return nil, fmt.Errorf("the JSONPath selects the same too often: at most %d commas", maxPathCommas)
	}
	path, err := jsonpath.Parse(source)
	if err != nil {
		return nil, fmt.Errorf("%q is not a JSONPath: %w", source, err)
	}
	return &Path{source, path}, nil
}

// String returns the path as it was written.
func (p *Path) String() string { return p.source }

// SelectsMany reports whether the path can select more than one value.
func (p *Path) SelectsMany() bool {
	return p.path.Query().Singular() == nil
}

// First returns the first value that is not null.
func (p *Path) First(document any, order *Order) any {
	for _, value := range p.All(document, order) {
		if value != nil {
			return value
		}
	}
	return nil
}

// All returns every value that the path selects (RFC 9535), members of objects in their recorded order.
func (p *Path) All(document any, order *Order) []any {
	if p == nil {
		return nil
	}
	chosen := []any{document}
	for _, segment := range p.path.Query().Segments() {
		var next []any
		for _, value := range chosen {
			if len(next) > maxSelected {
				break
			}
			next = order.alongSegment(next, segment, value, document)
		}
		chosen = next
	}
	return chosen
}

func (o *Order) alongSegment(found []any, segment *spec.Segment, value, root any) []any {
	for _, one := range segment.Selectors() {
		found = o.along(found, one, value, root)
	}
	if segment.IsDescendant() && len(found) <= maxSelected {
		for _, child := range o.children(value) {
			found = o.alongSegment(found, segment, child, root)
		}
	}
	return found
}

func (o *Order) along(found []any, one spec.Selector, value, root any) []any {
	switch one := one.(type) {
	case spec.Name: // the usual case, without a list of one
		object, _ := value.(map[string]any)
		if member, has := object[string(one)]; has {
			found = append(found, member)
		}
		return found
	case spec.WildcardSelector:
		return append(found, o.children(value)...)
	case *spec.FilterSelector:
		for _, child := range o.children(value) {
			if one.Eval(child, root) {
				found = append(found, child)
			}
		}
		return found
	}
	return append(found, one.Select(value, root)...)
}
