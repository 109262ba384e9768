package part

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"rollbook/web/roll"
)

// Rows renders the list of a roll's students. Its order, Tab and the keys run down the columns: three, two or
// one, depending on the room.
func Rows(rows []Row, s *Sheet) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		m := make(markup, 0, 2<<10).raw(`<ol class="rows">`)
		for i := range rows {
			m = m.rowStart(&rows[i], s, columnStart(i, len(rows)))
			if err := m.cell(ctx, w, &rows[i].Cell, s); err != nil {
				return err
			}
			m = m[:0]
			if rows[i].Change != nil {
				if err := Changed(rows[i].Change, s.words, "").Render(ctx, w); err != nil {
					return err
				}
			}
			m = m.rowEnd(&rows[i], s)
		}
		_, err := w.Write(m.raw(`</ol>`))
		return err
	})
}

// columnStart returns the classes of the rows that begin a column in two columns and in three.
func columnStart(i, rows int) string {
	switch i {
	case 0:
		return ""
	case (rows + 1) / 2:
		return ` class="c2"`
	case (rows + 2) / 3, 2 * ((rows + 2) / 3):
		return ` class="c3"`
	}
	return ""
}

func (m markup) rowStart(r *Row, s *Sheet, start string) markup {
	id := int64(r.Enrolment)
	m = m.raw(`<li`).raw(start).raw(` data-enrolment="`).number(id).raw(`" data-student="`)
	if r.Student != 0 {
		m = m.number(int64(r.Student))
	}
	m = m.raw(`" data-outcome="`).text(string(r.Cell.Outcome))
	if s.ReadOnly {
		m = m.raw(`"><p class="name" id="e`).number(id).raw(`">`).name(r).raw(`</p>`)
	} else {
		m = m.raw(`"><label>`).box(r).name(r).raw(`</label>`)
	}
	if len(r.Strip) > 0 {
		m = m.strip(r.Strip, s)
	}
	return m
}

// box appends the checkbox that ticks a student.
func (m markup) box(r *Row) markup {
	id := int64(r.Enrolment)
	m = m.raw(`<input type="checkbox" name="enrolment" value="`).number(id)
	m = m.raw(`" id="e`).number(id).raw(`" aria-describedby="s`).number(id)
	if r.Ticked {
		return m.raw(`" checked>`)
	}
	return m.raw(`">`)
}

// name appends the student's place in the list and name.
func (m markup) name(r *Row) markup {
	m = m.raw(`<span>`).number(int64(r.Number)).raw(`</span><bdi>`)
	m = m.text(r.Given).raw(` <b>`).text(r.Family).raw(`</b>`)
	if r.Detail != "" {
		m = m.raw(` <small>`).text(r.Detail).raw(`</small>`)
	}
	return m.raw(`</bdi>`)
}

// rowEnd appends the fields that a refresh of the cell must not change: the version of the mark on the page
// and, for a student without a mark, the student's number as one of the others.
func (m markup) rowEnd(r *Row, s *Sheet) markup {
	if s.ReadOnly {
		return m.raw(`</li>`)
	}
	m = m.raw(`<input type="hidden" name="seen" value="`).version(r.Enrolment, r.Seen).raw(`">`)
	if r.Cell.Outcome == roll.None {
		m = m.raw(`<input type="hidden" name="other" value="`).number(int64(r.Enrolment)).raw(`">`)
	}
	return m.raw(`</li>`)
}

// Version returns the value of the field seen: the student, and the version of the mark on the page.
func Version(enrolment roll.EnrolmentID, seen int64) string {
	return string(make(markup, 0, 40).version(enrolment, seen))
}
