package office

import (
	"cmp"
	"strconv"

	"rollbook/handlers/visit"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/web/language"
	"rollbook/web/lists/lines"
	"rollbook/web/lists/tables"
	"rollbook/web/office/exports"
	"rollbook/web/roll"
)

// summaryColumns are the columns of a summary. The catalogue has their names as export.sum.NAME.
func summaryColumns() []string {
	return []string{"students", "possible", "attended", "attended_rate", "authorised", "authorised_rate", "unauthorised",
		"unauthorised_rate", "late", "late_rate", "impossible", "unknown"}
}

// summaryCells returns a line's cells in these columns.
func summaryCells(words *language.Words, line exports.Line) []tables.Cell {
	var cells []tables.Cell
	count := func(n int) { cells = append(cells, tables.Cell{Text: strconv.Itoa(n), Count: true}) }
	count(line.Students)
	count(line.Possible())
	for _, part := range []int{line.Attended(), line.Days[roll.CountsAuthorised], line.Days[roll.CountsUnauthorised],
		line.Days[roll.CountsLate]} {
		count(part)
		cells = append(cells, tables.Cell{Text: percent(words, part, line.Possible())})
	}
	count(line.Days[roll.CountsImpossible])
	count(line.Days[""])
	return cells
}

// percent returns a part of a whole in percent with one decimal, or "" of nothing.
func percent(words *language.Words, part, whole int) string {
	if whole == 0 {
		return ""
	}
	const all, ten = 1000, 10
	tenths := (part*all + whole/2) / whole
	return words.Text("export.percent", "Whole", words.Number(tenths/ten), "Tenth", words.Number(tenths%ten))
}

// lineName names a line. Its students without a name are on no list any more.
func lineName(words *language.Words, line exports.Line) string {
	return cmp.Or(line.Name, words.Text("export.not_listed"))
}

// Summary shows the summary of a range of days, for printing too.
func (e *Exports) Summary(v *visit.Visit) error {
	return e.send(v, func(requested exportRequest, request exports.Request, _ exportFile) error {
		summary, err := e.read.Summarise(v.Ctx, request)
		if err != nil {
			return err
		}
		view := &office.SummaryView{
			Page: e.pages.WithMarks(v, e.pages.OfficePage(v, "", layout.NavDay)), Name: requested.name,
			Clock: v.ClockOf(v.Now()), From: requested.from, To: requested.date, Export: requested.query(),
			Notes: notesOf(v.Words, summary), Columns: summaryColumns(),
		}
		summary.Total.Name = v.Words.Text("export.sum.total")
		for _, line := range append(summary.Lines, summary.Total) {
			row := []string{lineName(v.Words, line)}
			for _, cell := range summaryCells(v.Words, line) {
				row = append(row, cell.Text)
			}
			view.Rows = append(view.Rows, row)
		}
		return e.pages.Show(v, office.Summary(view))
	})
}

// notesOf returns the sentences about the days that the summary does not count.
func notesOf(words *language.Words, of exports.Summary) []string {
	counted := of.Days - of.Closed - of.Before - of.Empty
	notes := []string{words.Count("export.sum.days", of.Days, "Counted", words.Number(counted),
		"Closed", words.Number(of.Closed), "Before", words.Number(of.Before), "Empty", words.Number(of.Empty))}
	notes = append(notes, words.Text("export.sum.about"))
	if of.OnClosed > 0 {
		notes = append(notes, words.Text("export.sum.on_closed", "Marks", words.Number(of.OnClosed)))
	}
	if len(of.Unclear) > 0 {
		notes = append(notes, words.Text("export.sum.unclear", "Statuses", words.List(of.Unclear)))
	}
	return notes
}

// SummaryFile sends the summary as a file. Each line also has the numbers of days that are not counted.
func (e *Exports) SummaryFile(v *visit.Visit) error {
	return e.send(v, func(_ exportRequest, request exports.Request, file exportFile) error {
		summary, err := e.read.Summarise(v.Ctx, request)
		if err != nil {
			return err
		}
		names := append([]string{"name"}, append(summaryColumns(), "closed", "before", "empty")...)
		heads, widths := make([]string, len(names)), make([]float64, len(names))
		for i, name := range names {
			heads[i], widths[i] = v.Words.Text(language.SumKeys.Of(name)), 16
		}
		file.name = fileName(file.name, v.Words.Text("export.summary"))
		return e.files.send(v, file, widths, func(into lines.Table) error {
			if err := into.Write(tables.Texts(heads...)...); err != nil {
				return err
			}
			for _, line := range summary.Lines {
				cells := append([]tables.Cell{{Text: lineName(v.Words, line)}}, summaryCells(v.Words, line)...)
				for _, days := range []int{summary.Closed, summary.Before, summary.Empty} {
					cells = append(cells, tables.Cell{Text: strconv.Itoa(days), Count: true})
				}
				if err := into.Write(cells...); err != nil {
					return err
				}
			}
			return into.Close()
		})
	})
}
