package visit

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/auth"
	"rollbook/web/paths"
)

// ownPath returns the path and query of an address of this server, "" for any other.
func ownPath(address, host string) string {
	target, err := url.Parse(address)
	if err != nil || target.Host != host {
		return ""
	}
	return auth.SafeNext(target.RequestURI())
}

// pageOf returns the page with the form, or "" when it was itself the answer to a form and cannot be opened
// again.
func pageOf(r *http.Request) string {
	page := ownPath(r.Referer(), r.Host)
	if page == r.URL.Path {
		return ""
	}
	return page
}

// entered are the fields that an address keeps, by their names there: the ticks and choices of a roll with the page's
// token, which identifies their owner, and the students, days and times of a known absence. The reason of an absence
// and the person who told of it stand in no address: they wait on the server for the form's token.
var entered = map[string]string{
	"draft": "save", "held": "press", "tick": "enrolment", "status": "status", "student": "student", "change": "change",
	"from": "from", "to": "to", "until": "until", "after": "after", "weekday": "weekday",
}

// pageWithTicks is pageOf with the fields that its form has: without scripts nothing else keeps them.
func pageWithTicks(r *http.Request) string {
	page := pageOf(r)
	path, text, _ := strings.Cut(page, "?")
	values, err := url.ParseQuery(text)
	if path != r.URL.Path || err != nil {
		return page
	}
	for name, field := range entered {
		values.Del(name)
		if typed, ok := r.PostForm[field]; ok {
			values[name] = typed
		}
	}
	return cmp.Or(auth.SafeNext(path+"?"+values.Encode()), page)
}

// OwnNext returns the address to continue to, or "" if it is not a page of this program.
func OwnNext(at paths.Paths, next string) string {
	if next = auth.SafeNext(next); next != "" && at.Owns(next) && next != at.To(paths.Home) {
		return next
	}
	return ""
}

// NextOr is OwnNext with the home page as the default.
func NextOr(at paths.Paths, next string) string { return cmp.Or(OwnNext(at, next), at.To(paths.Home)) }

// Forget makes the browser delete everything that its pages stored, unsaved ticks included.
func Forget(c echo.Context, at paths.Paths) {
	if at.Base() == "" {
		// With a base path the host is shared with other programs, whose storage is not ours.
		c.Response().Header().Set("Clear-Site-Data", `"storage"`)
	}
}
