package apiclient

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

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
