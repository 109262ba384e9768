package apiclient

import (
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/andybalholm/brotli"
	"golang.org/x/text/encoding/htmlindex"
)

// plain returns the body of an answer as UTF-8 text. It unpacks brotli (RFC 7932), which some services send
// unrequested, and converts a declared character set. A body without a declaration stays unchanged.
func plain(response *http.Response) io.Reader {
	var body io.Reader = response.Body
	if strings.EqualFold(response.Header.Get("Content-Encoding"), "br") {
		body = brotli.NewReader(body)
	}
	_, parameters, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if err != nil || parameters["charset"] == "" {
		return body
	}
	set, err := htmlindex.Get(parameters["charset"])
	if err != nil {
		return body
	}
	if name, err := htmlindex.Name(set); err != nil || name == "utf-8" {
		return body
	}
	return set.NewDecoder().Reader(body)
}
