package tables

import (
	"bytes"
	"strings"
)

// pageBegin is the number of bytes of a text that tell what kind of page it is.
const pageBegin = 2048

// pageKind tells a page that a program called a table: WebPage for HTML and for a web archive
// (MHTML, RFC 2557), OldWorkbook for the XML workbooks of 2003; empty for any other text.
func pageKind(text []byte) Code {
	begin := strings.ToLower(string(bytes.TrimSpace(text[:min(len(text), pageBegin)])))
	begin = strings.TrimPrefix(begin, "\ufeff")
	switch {
	case strings.HasPrefix(begin, "mime-version:"):
		return WebPage
	case !strings.HasPrefix(begin, "<"):
		return ""
	case strings.Contains(begin, "urn:schemas-microsoft-com:office:spreadsheet") && strings.Contains(begin, "<workbook"):
		return OldWorkbook
	}
	for _, element := range []string{"<!doctype html", "<html", "<head", "<body", "<table", "<style", "<meta"} {
		if strings.Contains(begin, element) {
			return WebPage
		}
	}
	return ""
}
