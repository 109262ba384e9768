package apiclient

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// ErrMapping is the kind of every error about a mapping that cannot be used.
var ErrMapping = errors.New("mapping cannot be used")

// Validate tells everything that is wrong with the mapping, each with the place where it stands.
func (m Mapping) Validate() error {
	_, err := compile(m)
	return err
}

// The placeholders that a path may hold.
const (
	placeholderPeriod = "{period}"
	placeholderClass  = "{class}"
	placeholderDate   = "{date}"
)

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
	return checkTarget(fill(path, placeholders{period: "1", class: "1", date: "2000-01-01"}))
}

// checkTarget tells whether path and query stay under the base address once joined to it.
func checkTarget(target string) error {
	if !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "//") {
		return errors.New("a path begins with one /")
	}
	for _, r := range target {
		if r <= ' ' || r > '~' || strings.ContainsRune(`\{}#"<>`, r) {
			return fmt.Errorf("a path must not contain %q", r)
		}
	}
	parsed, err := url.Parse(target)
	if err != nil {
		return errors.New("the path is not one of a web address")
	}
	for segment := range strings.SplitSeq(parsed.Path, "/") {
		if segment == "." || segment == ".." {
			return errors.New("a path must not contain . or .. as a part")
		}
	}
	return nil
}

func (p Paging) validate() error {
	switch {
	case p.MaxPages < 0 || p.MaxPages > MaxPages:
		return fmt.Errorf("maxPages is not between 0 and %d", MaxPages)
	case p.MaxItems < 0 || p.MaxItems > MaxItems:
		return fmt.Errorf("maxItems is not between 0 and %d", MaxItems)
	case p.Size < 0 || p.Size > MaxItems:
		return fmt.Errorf("size is not between 0 and %d", MaxItems)
	case p.First < 0:
		return errors.New("first is negative")
	case p.SizeParameter != "" && p.Size == 0:
		return errors.New("sizeParameter needs a size")
	}
	switch p.Kind {
	case "", PagingNone:
		if p.Parameter != "" || p.Cursor != "" {
			return errors.New("no kind of paging, but its parameters")
		}
	case PagingPage, PagingOffset:
		if p.Parameter == "" {
			return errors.New("parameter is missing")
		}
	case PagingCursor:
		if p.Parameter == "" || p.Cursor == "" {
			return errors.New("parameter or cursor is missing")
		}
	case PagingLink:
	default:
		return fmt.Errorf("unknown kind %q", p.Kind)
	}
	return nil
}
