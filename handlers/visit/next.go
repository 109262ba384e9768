package visit

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"rollbook/web/identity/auth"
)

// ownPath returns the path and query of an address of this server, and nothing for any other.
func ownPath(address, host string) string {
	target, err := url.Parse(address)
	if err != nil || target.Host != host {
		return ""
	}
	return auth.SafeNext(target.RequestURI())
}

// pageOf returns the page whose form was sent; empty where that page cannot be opened again, since
// it was itself the answer to a form.
func pageOf(r *http.Request) string {
	page := ownPath(r.Referer(), r.Host)
	if page == r.URL.Path {
		return ""
	}
	return page
}

// pageWithTicks is pageOf, for a roll with what was ticked and chosen there, and with the page's
// token, which tells by whom: without scripts nothing else keeps it on the way.
func pageWithTicks(r *http.Request) string {
	page := pageOf(r)
	path, text, _ := strings.Cut(page, "?")
	values, err := url.ParseQuery(text)
	if path != r.URL.Path || err != nil {
		return page
	}
	for name, field := range map[string]string{"draft": "save", "tick": "enrolment", "status": "status"} {
		values.Del(name)
		if entered, ok := r.PostForm[field]; ok {
			values[name] = entered
		}
	}
	if ticked := auth.SafeNext(path + "?" + values.Encode()); ticked != "" {
		return ticked
	}
	return page
}

// OwnNext returns the address to go on to, empty unless it is a page of this program.
func (s *Shell) OwnNext(next string) string {
	if next = auth.SafeNext(next); next != "" && s.Paths.Owns(next) && next != s.Paths.Home() {
		return next
	}
	return ""
}

// NextOr is OwnNext, or the home page where that is empty.
func (s *Shell) NextOr(next string) string {
	if own := s.OwnNext(next); own != "" {
		return own
	}
	return s.Paths.Home()
}

// Forget has the browser drop everything that its pages keep, unsaved ticks included.
func (s *Shell) Forget(c echo.Context) {
	if s.Paths.Base() == "" {
		// Elsewhere the host is shared with other programs, whose storage is not ours.
		c.Response().Header().Set("Clear-Site-Data", `"storage"`)
	}
}
