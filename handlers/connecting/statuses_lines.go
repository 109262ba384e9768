package connecting

import (
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// statusMarks are the characters, other than spaces, that may separate a status's number and name.
const statusMarks = "-–—:=.)("

// statusLine parses a line of a pasted list: 12 Absent, 12;Absent, 12 - Absent, and with a letter after
// another separator 12;Absent;A. It returns false for any other line.
func statusLine(line string) (row connecting.StatusRow, found bool) {
	fields := strings.FieldsFunc(line, func(char rune) bool { return char == ';' || char == '؛' || char == '\t' || char == '|' })
	if len(fields) == 1 {
		number := strings.TrimLeftFunc(line, unicode.IsDigit)
		if number == line || number == "" || !separates(number) {
			return row, false
		}
		fields = []string{strings.TrimSuffix(line, number), strings.TrimLeftFunc(number, isBetween)}
	}
	for i, field := range fields {
		fields[i] = strings.Trim(strings.TrimSpace(field), `"`)
	}
	id, err := roll.ParseStatusID(tables.PlainNumber(fields[0]))
	switch {
	case err != nil || len(fields) > 3 || fields[1] == "" || tooLong(fields[1]):
		return row, false
	case len(fields) == 3 && utf8.RuneCountInString(fields[2]) > roll.LetterLimit:
		return row, false
	case len(fields) == 3:
		row.Letter = fields[2]
	}
	row.ID, row.Name = id.String(), fields[1]
	return row, true
}

// separates reports whether a name may begin right after a number: not in 1st.
func separates(rest string) bool {
	first, _ := utf8.DecodeRuneInString(rest)
	return isBetween(first)
}

func isBetween(char rune) bool {
	return unicode.IsSpace(char) || isComma(char) || strings.ContainsRune(statusMarks, char)
}

// pastedStatuses merges the statuses of the lines into the rows: it renames existing numbers, and appends the
// others. Unread are the lines without a status.
func pastedStatuses(rows []connecting.StatusRow, text string) (filled []connecting.StatusRow, count int, unread []string) {
	filled = slices.Clone(rows)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "•*"))
		if line == "" {
			continue
		}
		row, found := statusLine(line)
		if !found {
			unread = append(unread, imports.Shortened(line))
			continue
		}
		count++
		at := slices.IndexFunc(filled, func(known connecting.StatusRow) bool { return known.ID == row.ID })
		if at < 0 {
			filled = append(filled, row)
			continue
		}
		filled[at].Name = row.Name
		if row.Letter != "" {
			filled[at].Letter = row.Letter
		}
	}
	return filled, count, unread
}

// paste shows the statuses of pasted lines, in the form for storing them.
func (s *StatusLists) paste(v *visit.Visit) error {
	text := v.Request().PostForm.Get("lines")
	view, statuses, aliases, err := s.view(v)
	if err != nil {
		return err
	}
	before := statusRows(statuses, aliases)
	rows, count, unread := pastedStatuses(before, text)
	view.Pasted, view.PasteUnread = text, unread
	if count == 0 || len(rows) > statusesMost {
		view.Rows, view.PasteFailed = before, true
		return s.pages.Render(v, http.StatusUnprocessableEntity, connecting.Statuses(view))
	}
	view.Rows, view.PasteCount, view.Own = rows, count, true
	return s.pages.Render(v, http.StatusOK, connecting.Statuses(view))
}

// isComma reports whether the character is a comma, of Latin or Arabic script.
func isComma(char rune) bool { return char == ',' || char == '،' }
