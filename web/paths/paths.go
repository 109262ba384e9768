// Package paths builds every address of Rollbook. Arguments are plain text: what an
// address may not contain is percent-encoded (RFC 3986), and the base path under
// which the program is served stands before each.
package paths

import (
	"net/url"
	"slices"
	"strings"
)

// Paths builds addresses below one base path. The zero value builds them below "/".
type Paths struct{ base string }

// New builds addresses below a base path, the path of the public URL: "", "/" or
// "/rollbook", in percent-encoded form. Slashes at its end do not count.
func New(base string) Paths {
	if base = strings.Trim(base, "/"); base != "" {
		base = "/" + base
	}
	return Paths{base: base}
}

// Base is the path before every address: empty, or "/rollbook" without a slash at its end.
func (p Paths) Base() string { return p.base }

// Owns reports whether an address given by a browser, such as the page to go on to
// after signing in, is a path of this program and not of another host.
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

// dotted reports whether a path has segments that climb out of it.
func dotted(path string) bool {
	return slices.ContainsFunc(strings.Split(path, "/"), func(segment string) bool { return segment == "." || segment == ".." })
}

// at joins segments below the base path, each percent-encoded.
func (p Paths) at(segments ...string) string {
	return p.base + p.below(segments...)
}

// below joins segments, each percent-encoded, with a slash before each.
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

// query adds parameters, given as name, value, ..., in that order; empty values are left out.
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
