package tables

import (
	"bytes"
	"strings"
)

// pageBegin is how many bytes of a text are examined for the kind of page.
const pageBegin = 2048

// pageKind recognises a page that a program exported as a table: WebPage for HTML and for a web archive
// (MHTML, RFC 2557), OldWorkbook for the XML workbooks of 2003, "" for any other text.
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
