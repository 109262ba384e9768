package auth

import (
	"net/url"
	"strings"
)

const longestNext = 2048

// SafeNext returns the address to go to after signing in: as it was asked for when
// it is a path of this server with an optional query, else empty. Browsers read
// "//host", "/\host" and paths with a tab or a newline in them as other servers,
// also after a proxy has undone percent-encoding; all of these are refused.
func SafeNext(next string) string {
	if len(next) > longestNext || !printable(next) || strings.ContainsRune(next, '#') {
		return ""
	}
	path, query, _ := strings.Cut(next, "?")
	if !safePath(path) || strings.Contains(query, `\`) {
		return ""
	}
	return next
}

// printable allows visible ASCII only: our own addresses are percent-encoded.
func printable(text string) bool {
	for _, char := range []byte(text) {
		if char <= ' ' || char >= 0x7f {
			return false
		}
	}
	return true
}

// safePath looks at the path as written, and at what each decoding makes of it.
func safePath(path string) bool {
	const decodings = 4
	for range decodings {
		if !strings.HasPrefix(path, "/") || strings.Contains(path, "//") || hasDotSegment(path) || hasControl(path) {
			return false
		}
		decoded, err := url.PathUnescape(path)
		if err != nil {
			return false
		}
		if decoded == path {
			return true
		}
		path = decoded
	}
	return false
}

func hasControl(path string) bool {
	return strings.ContainsFunc(path, func(char rune) bool { return char < ' ' || char == 0x7f || char == '\\' })
}

func hasDotSegment(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." {
			return true
		}
	}
	return false
}
