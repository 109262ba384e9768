package static

import (
	"net/http"
	"strconv"
	"strings"
)

// ServeHTTP serves the addresses that Path returns; folders, sources, dot segments and the addresses of
// earlier versions are 404. It must see the request's whole path, base path included. It sends files with
// brotli or gzip if the browser accepts it (RFC 9110, section 12.5.3).
func (a *Assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	file := a.at(r.URL.Path)
	if file == nil {
		header.Set("Cache-Control", "no-store")
		http.Error(w, http.StatusText(http.StatusNotFound), http.StatusNotFound)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	for _, name := range ofDocuments() {
		header.Del(name)
	}
	content, encoding := file.encoded(r.Header.Values("Accept-Encoding"))
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	header.Set("Vary", "Accept-Encoding")
	header.Set("Content-Type", file.contentType)
	header.Set("Content-Length", strconv.Itoa(len(content)))
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		// A write fails only if the browser is gone.
		_, _ = w.Write(content)
	}
}

// ofDocuments lists the security headers that a browser reads on pages only. On the files of a roll they would
// take more bytes than its icons.
func ofDocuments() []string {
	return []string{
		"Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy", "X-Frame-Options",
	}
}

// encoded returns the smallest form of the file that the browser accepts.
func (f *asset) encoded(accepted []string) (content []byte, encoding string) {
	offers := strings.Join(accepted, ",")
	if accepts(offers, "br") {
		if content = f.brotli(); content != nil {
			return content, "br"
		}
	}
	if accepts(offers, "gzip") {
		if content = f.gzip(); content != nil {
			return content, "gzip"
		}
	}
	return f.plain, ""
}

// accepts reports whether an Accept-Encoding header names a coding with a weight above zero. It ignores the
// wildcard: no browser sends it alone.
func accepts(header, coding string) bool {
	for offer := range strings.SplitSeq(header, ",") {
		name, weight, weighted := strings.Cut(offer, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		value, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(weight)), "q=")
		quality, err := strconv.ParseFloat(value, 64)
		return !weighted || ok && err == nil && quality > 0
	}
	return false
}
