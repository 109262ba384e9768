package apiclient

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"html"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// maxShownBody limits the part of a body that an [Exchange] keeps, in bytes, after the key was removed.
const maxShownBody = 2 << 10

const (
	maxShownHeaders     = 64
	maxShownHeaderValue = 1 << 10
)

// Exchange shows people exactly what was sent and what came back. It never contains the key: a masked form
// replaces it, in the answer too. It can be stored as JSON.
type Exchange struct {
	Method string `json:"method,omitempty"`
	URL    string `json:"url,omitempty"`
	// RequestHeader keeps the names in the spelling that was sent.
	RequestHeader http.Header `json:"requestHeader,omitempty"`
	RequestBody   Excerpt     `json:"requestBody"`
	// Began is the time of the first written byte, zero when none was written. Saves only.
	Began time.Time `json:"began,omitzero"`

	// Status is the answer's HTTP status, 0 when no answer came.
	Status         int         `json:"status,omitempty"`
	ResponseHeader http.Header `json:"responseHeader,omitempty"`
	ResponseBody   Excerpt     `json:"responseBody"`
	// Took is the time from the call to the end of the answer.
	Took time.Duration `json:"took,omitempty"`
}

// Excerpt is the beginning of a body, at most 2 KiB, as valid UTF-8.
type Excerpt struct {
	Text string `json:"text,omitempty"`
	// Truncated is true when the body was longer.
	Truncated bool `json:"truncated,omitempty"`
}

func (r redactor) excerpt(body []byte, truncated bool) Excerpt {
	text, truncated := r.cut(string(body), maxShownBody, truncated)
	return Excerpt{Text: text, Truncated: truncated}
}

// header copies a header for people. It caps and redacts the values and leaves out cookies.
func (r redactor) header(header http.Header) http.Header {
	shown := http.Header{}
	names := slices.Sorted(maps.Keys(header))
	for _, name := range names[:min(len(names), maxShownHeaders)] {
		if strings.EqualFold(name, "Set-Cookie") {
			continue
		}
		cleanName, _ := r.cut(name, maxShownHeaderValue, false)
		for _, value := range header[name] {
			clean, _ := r.cut(value, maxShownHeaderValue, false)
			shown[cleanName] = append(shown[cleanName], clean)
		}
	}
	return shown
}

// redactor removes a key from foreign text, in every spelling that an answer is likely to echo and in any
// mixture of cases, since HTTP libraries change the case of header names.
type redactor struct {
	replace func(string) string // a closure, so that it does not print the key
	longest int
}

func newRedactor(key Key) redactor {
	spellings := keySpellings(key.Reveal())
	if len(spellings) == 0 {
		return redactor{replace: func(s string) string { return s }}
	}
	patterns, lowered := make([]string, len(spellings)), make([]string, len(spellings))
	for i, spelling := range spellings {
		patterns[i], lowered[i] = regexp.QuoteMeta(spelling), strings.ToLower(spelling)
	}
	pattern := regexp.MustCompile("(?i)" + strings.Join(patterns, "|"))
	masked := key.Masked()
	return redactor{longest: len(spellings[0]), replace: func(s string) string {
		low := strings.ToLower(s) // the search is much cheaper than the match, and nearly all text is clean
		if !slices.ContainsFunc(lowered, func(spelling string) bool { return strings.Contains(low, spelling) }) {
			return s
		}
		return pattern.ReplaceAllLiteralString(s, masked)
	}}
}

// keySpellings returns the spellings of a key, the longest first, so that none is left half replaced.
func keySpellings(key string) []string {
	if key == "" {
		return nil
	}
	quoted, _ := json.Marshal(key) // a string always marshals
	htmlSafe := strings.Trim(string(quoted), `"`)
	plain := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(key)
	spellings := []string{
		key, htmlSafe, plain, strings.ReplaceAll(htmlSafe, "/", `\/`), strings.ReplaceAll(plain, "/", `\/`),
		html.EscapeString(key), url.QueryEscape(key), url.PathEscape(key),
		base64.RawStdEncoding.EncodeToString([]byte(key)), base64.RawURLEncoding.EncodeToString([]byte(key)),
		hex.EncodeToString([]byte(key)),
	}
	slices.SortFunc(spellings, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	return slices.Compact(spellings)
}

func (r redactor) text(s string) string { return r.replace(s) }

// cut redacts s and returns at most limit bytes of it, as valid UTF-8 without NUL, which databases refuse.
// Truncated reports whether the end of s was already cut off.
func (r redactor) cut(s string, limit int, truncated bool) (string, bool) {
	if truncated {
		// The cut may have left the beginning of a key.
		s = s[:max(0, len(s)-r.longest)]
	}
	s = r.text(s)
	if len(s) > limit {
		s, truncated = s[:limit], true
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD"), truncated
}

const maxErrorText = 512

// err returns err unchanged, or an error with only the cleaned text when its text contains the key or is too
// long. The service can cause both.
func (r redactor) err(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	if clean, cut := r.cut(text, maxErrorText, false); cut || clean != text {
		return errors.New(clean)
	}
	return err
}
