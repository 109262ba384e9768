package tables

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding/ianaindex"
)

// The encodings that are detected automatically (names of the WHATWG Encoding Standard).
const (
	utf8Name    = "utf-8"
	utf16LEName = "utf-16le"
	utf16BEName = "utf-16be"
	westernName = "windows-1252"
)

// Encodings returns the supported encodings, the likeliest first.
func Encodings() []string {
	return []string{
		utf8Name, westernName, utf16LEName, utf16BEName, "windows-1250", "windows-1251", "windows-1253", "windows-1254",
		"windows-1255", "windows-1256", "windows-1257", "windows-1258", "windows-874", "macintosh", "ibm850", "shift_jis",
		"gb18030", "big5", "euc-kr",
	}
}

// decode returns the text in UTF-8, with U+FFFD for unreadable parts, and the name of the encoding used.
func decode(content []byte, name string) (text []byte, used string, err error) {
	if name == "" {
		name = detect(content)
	}
	known, err := ianaindex.IANA.Encoding(name)
	if err != nil || !slices.Contains(Encodings(), name) {
		return nil, "", &FileError{Code: NoEncoding, Value: name}
	}
	text, err = known.NewDecoder().Bytes(content)
	if err != nil {
		return nil, "", &FileError{Code: NoTable}
	}
	return bytes.ToValidUTF8(bytes.TrimPrefix(text, []byte(byteOrderMark)), []byte("\uFFFD")), name, nil
}

// detect guesses the encoding: by its byte order mark, by the zeros of UTF-16 between Latin letters, and
// UTF-8 if the text contains any, so that a damaged one is not mistaken for another. Otherwise it returns the
// encoding of Windows in the West.
func detect(content []byte) string {
	switch {
	case bytes.HasPrefix(content, []byte("\xff\xfe")):
		return utf16LEName
	case bytes.HasPrefix(content, []byte("\xfe\xff")):
		return utf16BEName
	case bytes.HasPrefix(content, []byte("\xef\xbb\xbf")), utf8.Valid(content) && bytes.IndexByte(content, 0) < 0:
		return utf8Name
	}
	if name := wide(content); name != "" {
		return name
	}
	if hasUTF8(content) {
		return utf8Name
	}
	return westernName
}

// wide recognises UTF-16 without a mark by the positions of its zeros.
func wide(content []byte) string {
	begin := content[:min(len(content), 4096)]
	var zeros [2]int
	for i, char := range begin {
		if char == 0 {
			zeros[i%2]++
		}
	}
	switch {
	case zeros[1] > len(begin)/6 && zeros[0] < zeros[1]/8:
		return utf16LEName
	case zeros[0] > len(begin)/6 && zeros[1] < zeros[0]/8:
		return utf16BEName
	}
	return ""
}

// hasUTF8 reports whether the content has a valid character of more than one byte.
func hasUTF8(content []byte) bool {
	return bytes.ContainsFunc(content, func(char rune) bool { return char >= utf8.RuneSelf && char != utf8.RuneError })
}
