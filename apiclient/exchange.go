package apiclient

import (
	"maps"
	"net/http"
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
