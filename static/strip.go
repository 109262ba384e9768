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
	// A text of a script, which is kept as it is, or a sign around which spaces have no meaning.
	// Not "/": an expression that is a pattern may begin with a space.
	textOrSign = regexp.MustCompile("\"[^\"\n]*\"|`[^`\n]*`| *([=<>!?:&|+*,;{}()]+) *")
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

// lineGoesOn is the end of a line after which a script needs no new one.
const lineGoesOn = "{,;"

// stripScript takes indentation, empty lines, comments that fill whole lines and what else of
// spaces, line ends and semicolons has no meaning out of a script, which holds no text that
// runs over several lines or has ";}" in it.
func stripScript(js []byte) []byte {
	var kept bytes.Buffer
	comment := false
	for line := range bytes.Lines(js) {
		line = bytes.TrimSpace(line)
		comment = comment || bytes.HasPrefix(line, []byte("/*"))
		if !comment && len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
			kept.Write(textOrSign.ReplaceAllFunc(line, tight))
			if bytes.Contains(line, []byte("//")) || !bytes.ContainsAny(line[len(line)-1:], lineGoesOn) {
				kept.WriteByte('\n')
			}
		}
		comment = comment && !bytes.HasSuffix(line, []byte("*/"))
	}
	return bytes.ReplaceAll(kept.Bytes(), []byte(";}"), []byte("}"))
}

// tight is the sign without the spaces around it, or the text as it is.
func tight(textOrSign []byte) []byte {
	if textOrSign[0] == '"' || textOrSign[0] == '`' {
		return textOrSign
	}
	return bytes.TrimSpace(textOrSign)
}
