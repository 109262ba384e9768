package connecting

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"rollbook/handlers/visit"
	"rollbook/views/connecting"
	"rollbook/web/lists/imports"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

var (
	// separated matches a line such as 12;Absent or 12;Absent;A, numbered one such as 12 Absent or 12 - Absent, but
	// not 1st.
	separated = regexp.MustCompile(`^([^;؛\t|]+)[;؛\t|]+([^;؛\t|]+)[;؛\t|]*([^;؛\t|]*)$`)
	numbered  = regexp.MustCompile(`^(\p{Nd}+)[\s\p{Z},،\-–—:=.)(]+(.+)()$`)
)

// statusLine parses a line of a pasted list: a number, a name, and perhaps a letter.
func statusLine(line string) (row connecting.StatusRow, found bool) {
	parts := separated.FindStringSubmatch(line)
	if parts == nil {
		parts = numbered.FindStringSubmatch(line)
	}
	if parts == nil {
		return row, false
	}
	for i, part := range parts {
		parts[i] = strings.Trim(strings.TrimSpace(part), `"`)
	}
	id, err := roll.ParseStatusID(tables.PlainNumber(parts[1]))
	row = connecting.StatusRow{Status: roll.Status{Name: parts[2], Letter: parts[3]}, Number: id.String()}
	return row, err == nil && row.Name != "" && !tooLong(row.Name) &&
		utf8.RuneCountInString(row.Letter) <= roll.LetterLimit
}

// pastedStatuses merges the statuses of the lines into the rows: it renames existing numbers, and appends the
// others. Unread are the lines without a status.
func pastedStatuses(rows []connecting.StatusRow, text string) (filled []connecting.StatusRow, count int,
	unread []string) {
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
		at := slices.IndexFunc(filled, func(known connecting.StatusRow) bool { return known.Number == row.Number })
		if at < 0 {
			filled = append(filled, row)
			continue
		}
		filled[at].Name, filled[at].Letter = row.Name, cmp.Or(row.Letter, filled[at].Letter)
	}
	return filled, count, unread
}

// paste shows the statuses of pasted lines, in the form for storing them.
func (s *StatusLists) paste(v *visit.Visit) error {
	text := v.Request().PostForm.Get("lines")
	view, statuses, aliases := s.read(v)
	before := statusRows(statuses, aliases)
	rows, count, unread := pastedStatuses(before, text)
	view.Pasted, view.PasteUnread = text, unread
	if count == 0 || len(rows) > statusesMost {
		view.Rows = before
		v.Refuse(roll.Problem(roll.Meaningless, "status_list.paste_failed"))
	} else {
		view.Rows, view.PasteCount, view.Own = rows, count, true
	}
	return s.show(v, view)
}
