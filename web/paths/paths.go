// Package paths builds every address of Rollbook. Arguments are plain text: the package percent-encodes them
// where needed (RFC 3986), and puts the program's base path before each address.
package paths

import (
	"net/url"
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

// at joins segments below the base path and percent-encodes each.
func (p Paths) at(segments ...string) string {
	return p.base + p.below(segments...)
}

// below percent-encodes the segments and puts a slash before each.
func (Paths) below(segments ...string) string {
	var path strings.Builder
	for _, segment := range segments {
		path.WriteByte('/')
		path.WriteString(url.PathEscape(segment))
	}
	return path.String()
}

// school joins segments below a school's own address.
func (p Paths) school(school string, segments ...string) string {
	return p.at(append([]string{"schools", school}, segments...)...)
}

// query adds parameters, given as name, value, ..., in that order. It leaves out empty values.
func query(path string, pairs ...string) string {
	separator := "?"
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			path += separator + pairs[i] + "=" + url.QueryEscape(pairs[i+1])
			separator = "&"
		}
	}
	return path
}
