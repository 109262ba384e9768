package auth

import (
	"net/url"
	"strings"
)

const longestNext = 2048

// SafeNext returns the requested address after signing in if it is a path of this server with an optional
// query, otherwise "". Browsers take "//host", "/\host" and paths with a tab or a newline for other servers,
// even after a proxy has decoded them. SafeNext refuses all of these.
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

// printable reports whether the text is visible ASCII only. Our own addresses are percent-encoded.
func printable(text string) bool {
	for _, char := range []byte(text) {
		if char <= ' ' || char >= 0x7f {
			return false
		}
	}
	return true
}

// safePath checks the path as written and after each round of decoding.
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
