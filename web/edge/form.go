package edge

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// The faults of a form or a query.
var (
	ErrRepeatedField = errors.New("a field that has one value is there more than once")
	errField         = errors.New("a field is not plain text")
)

// StrictInput parses the query and an urlencoded body once, into URL values that the handlers find as usual.
// It answers 400 where net/http would drop or keep fragments: bad percent-encoding, semicolons, more than
// 10,000 fields, invalid UTF-8, control characters other than tab and line ends, names with brackets. It
// leaves a form with files to its handler.
func StrictInput() echo.MiddlewareFunc {
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		r := c.Request()
		query, err := strictValues(r.URL.RawQuery)
		if err != nil {
			return badRequest("the address is malformed", err)
		}
		if IsUpload(r) {
			return next(c)
		}
		posted, err := postedValues(r)
		if err != nil {
			return err
		}
		r.PostForm, r.Form = posted, maps.Clone(posted)
		for name, values := range query {
			r.Form[name] = slices.Concat(r.Form[name], values)
		}
		return next(c)
	})
}

// mediaType returns the type of a request's body, or "".
func mediaType(r *http.Request) string {
	media, _, err := mime.ParseMediaType(r.Header.Get(echo.HeaderContentType))
	if err != nil {
		return ""
	}
	return media
}

func postedValues(r *http.Request) (url.Values, error) {
	if isSafe(r.Method) || mediaType(r) != echo.MIMEApplicationForm {
		return url.Values{}, nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, bodyError(err)
	}
	values, err := strictValues(string(body))
	if err != nil {
		return nil, badRequest("the form is malformed", err)
	}
	return values, nil
}

func strictValues(encoded string) (url.Values, error) {
	values, err := url.ParseQuery(encoded)
	if err != nil {
		return nil, fmt.Errorf("parse the fields: %w", err)
	}
	for name, texts := range values {
		if err := strictField(name, texts); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func strictField(name string, texts []string) error {
	if strings.ContainsAny(name, "[]\t\r\n") || !isText(name) {
		return fmt.Errorf("%w: name %q", errField, cut(name, 100))
	}
	if slices.ContainsFunc(texts, func(text string) bool { return !isText(text) }) {
		return fmt.Errorf("%w: value of %q", errField, cut(name, 100))
	}
	return nil
}

func isText(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(char rune) bool {
		return char < ' ' && char != '\t' && char != '\r' && char != '\n' || char == 0x7f
	})
}

// Once returns the error of a field with several values, equal or not, that is answered with 400.
func Once(values url.Values, names ...string) error {
	for _, name := range names {
		if len(values[name]) > 1 {
			return badRequest("a field is there more than once", fmt.Errorf("%w: %q", ErrRepeatedField, name))
		}
	}
	return nil
}

// FieldsOnce answers 400 to a request with a field that appears several times, unless it is one of those that
// mayRepeat returns for the request. It leaves a form with files to ParseUpload.
func FieldsOnce(mayRepeat func(c echo.Context, name string) bool) echo.MiddlewareFunc {
	return around(func(c echo.Context, next echo.HandlerFunc) error {
		for name := range c.Request().Form {
			if err := Once(c.Request().Form, name); err != nil && !mayRepeat(c, name) {
				return err
			}
		}
		return next(c)
	})
}

// IsUpload reports whether the request's body is a form with files.
func IsUpload(r *http.Request) bool { return mediaType(r) == echo.MIMEMultipartForm }
