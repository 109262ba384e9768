package mapping

import "strings"

// Unfiltered returns the path of a list without the filter at its end (RFC 9535, section 2.3.5).
func Unfiltered(list string) string {
	at := strings.Index(list, "[?")
	if at < 1 || !strings.HasSuffix(list, "]") {
		return list
	}
	return list[:at]
}
