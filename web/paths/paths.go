// Package paths builds every address of Rollbook. Arguments are plain text: the package percent-encodes them
// where needed (RFC 3986), and puts the program's base path before each address.
package paths

import (
	"bytes"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
)

// Paths builds addresses below one base path. The zero value builds them below "/".
type Paths struct{ base string }

// New returns a Paths for the path of the public URL: "", "/" or "/rollbook", in percent-encoded form. It
// drops final slashes.
func New(base string) Paths {
	if base = strings.Trim(base, "/"); base != "" {
		base = "/" + base
	}
	return Paths{base: base}
}

// Base returns the base path: empty, or such as "/rollbook" without a final slash.
func (p Paths) Base() string { return p.base }

// Owns reports whether an address from a browser, such as the page to open after signing in, is a path of
// this program and not of another host.
func (p Paths) Owns(address string) bool {
	if strings.ContainsFunc(address, func(r rune) bool { return r < ' ' || r == '\\' || r == 0x7f }) {
		return false
	}
	target, err := url.Parse(address)
	if err != nil || target.Scheme != "" || target.Host != "" || target.Opaque != "" {
		return false
	}
	below, ok := strings.CutPrefix(target.EscapedPath(), p.base)
	return ok && strings.HasPrefix(below, "/") && !strings.HasPrefix(below, "//") && !dotted(target.Path)
}

// dotted reports whether a path has . or .. segments.
func dotted(path string) bool {
	return slices.ContainsFunc(strings.Split(path, "/"),
		func(segment string) bool { return segment == "." || segment == ".." })
}

// Address is the pattern of an address below the base path, such as "/schools/:school/day?date&order". A segment with a
// colon takes a value, and so does a parameter without one.
type Address string

// To returns the address with the values of its segments, and then of its parameters. It leaves out parameters
// without one, and an empty last segment. A value is text of any type, has a String method, or is a list of texts; a
// Query has those of all parameters.
func (p Paths) To(address Address, values ...any) string {
	pattern, fragment, marked := strings.Cut(string(address), "#")
	path, parameters, _ := strings.Cut(pattern, "?")
	var room [200]byte
	to := append(room[:0], p.base...)
	for segment := range strings.SplitSeq(path[1:], "/") {
		fixed, _, varies := strings.Cut(segment, ":")
		to = append(append(to, '/'), fixed...)
		if varies {
			to = append(to, url.PathEscape(textOf(values[0]))...)
			values = values[1:]
		}
	}
	if to = bytes.TrimRight(to, "/"); len(to) == len(p.base) {
		to = append(to, '/')
	}
	if len(values) == 1 {
		if query, is := values[0].(Query); is {
			values = query.values()
		}
	}
	separator := byte('?')
	for parameter := range strings.SplitSeq(parameters, "&") {
		name, fixed, isFixed := strings.Cut(parameter, "=")
		texts := []string{fixed}
		if !isFixed && len(values) > 0 {
			if list, is := values[0].([]string); is {
				texts = list
			} else {
				texts[0] = textOf(values[0])
			}
			values = values[1:]
		}
		for _, text := range texts {
			if text != "" {
				to = append(append(append(append(to, separator), name...), '='), url.QueryEscape(text)...)
				separator = '&'
			}
		}
	}
	if marked {
		to = append(append(to, '#'), fragment...)
	}
	return string(to)
}

// textOf returns the text of a value without a copy: every page has dozens of addresses.
func textOf(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case fmt.Stringer:
		return value.String()
	}
	if text := reflect.ValueOf(value); text.Kind() == reflect.String {
		return text.String()
	}
	return fmt.Sprint(value)
}
