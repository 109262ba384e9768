package static

import (
	"bytes"
	"regexp"
)

var (
	stylesheetComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	whitespace        = regexp.MustCompile(`\s+`)
	// Around these the whitespace of a stylesheet has no meaning. Not around ":" and
	// "+": "a :hover" and "calc(1px + 2px)" need theirs.
	tightSigns = regexp.MustCompile(`\s*([{};,>])\s*`)
	lastInRule = regexp.MustCompile(`;}`)
	afterColon = regexp.MustCompile(`:\s+`)
)

// stripStylesheet takes comments and needless whitespace out of a stylesheet. It does
// not know strings: a test keeps those out that it would change.
func stripStylesheet(css []byte) []byte {
	css = stylesheetComment.ReplaceAll(css, nil)
	css = whitespace.ReplaceAll(css, []byte(" "))
	css = tightSigns.ReplaceAll(css, []byte("$1"))
	css = lastInRule.ReplaceAll(css, []byte("}"))
	css = afterColon.ReplaceAll(css, []byte(":"))
	return bytes.TrimSpace(css)
}

// stripScript takes indentation, empty lines and comments that fill whole lines out
// of a script, which holds no text that runs over several lines.
func stripScript(js []byte) []byte {
	var kept bytes.Buffer
	comment := false
	for line := range bytes.Lines(js) {
		line = bytes.TrimSpace(line)
		comment = comment || bytes.HasPrefix(line, []byte("/*"))
		if !comment && len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
			kept.Write(line)
			kept.WriteByte('\n')
		}
		comment = comment && !bytes.HasSuffix(line, []byte("*/"))
	}
	return kept.Bytes()
}
