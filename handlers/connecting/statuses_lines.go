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

// paste shows the statuses of pasted lines, in the form for storing them: it renames existing numbers, and appends the
// others.
func (s *StatusLists) paste(v *visit.Visit) error {
	view, statuses, aliases := s.read(v)
	before := statusRows(statuses, aliases)
	view.Rows, view.Pasted = slices.Clone(before), v.Request().PostForm.Get("lines")
	for line := range strings.Lines(view.Pasted) {
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "•*"))
		row, found := statusLine(line)
		at := slices.IndexFunc(view.Rows, func(known connecting.StatusRow) bool { return known.Number == row.Number })
		switch {
		case line == "":
			continue
		case !found:
			view.PasteUnread = append(view.PasteUnread, imports.Shortened(line))
			continue
		case at < 0:
			view.Rows = append(view.Rows, row)
		default:
			view.Rows[at].Name, view.Rows[at].Letter = row.Name, cmp.Or(row.Letter, view.Rows[at].Letter)
		}
		view.PasteCount++
	}
	if view.PasteCount == 0 || len(view.Rows) > statusesMost {
		view.Rows, view.PasteCount = before, 0
		v.Refuse(roll.Problem(roll.Meaningless, "status_list.paste_failed"))
	} else {
		view.Own = true
	}
	return s.show(v, view)
}
