// Package part holds the components from which the pages are built.
package part

import (
	"cmp"
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
	if s.ReadOnly || r.Fixed {
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
	if r.SurnameFirst {
		m = m.raw(`<b>`).text(r.Family).raw(`</b> `).text(r.Given)
	} else {
		m = m.text(r.Given).raw(` <b>`).text(r.Family).raw(`</b>`)
	}
	if r.Detail != "" {
		m = m.raw(` <small>`).text(r.Detail).raw(`</small>`)
	}
	return m.raw(`</bdi>`)
}

// rowEnd appends the fields that a refresh of the cell must not change: the version of the mark on the page
// and, for a student without a mark, the student's number as one of the others.
func (m markup) rowEnd(r *Row, s *Sheet) markup {
	if s.ReadOnly || r.Fixed {
		return m.raw(`</li>`)
	}
	m = m.raw(`<input type="hidden" name="seen" value="`).version(r.Enrolment, r.Seen).raw(`">`)
	if r.Cell.IsOther() {
		m = m.raw(`<input type="hidden" name="other" value="`).number(int64(r.Enrolment)).raw(`">`)
	}
	return m.raw(`</li>`)
}

// Version returns the value of the field seen: the student, and the version of the mark on the page.
func Version(enrolment roll.EnrolmentID, seen int64) string {
	return string(make(markup, 0, 40).version(enrolment, seen))
}

// Row is one student of a roll.
type Row struct {
	Enrolment roll.EnrolmentID
	Student   roll.StudentID
	// Number is the student's place in the class's list, from 1.
	Number int
	// Given and Family are the two parts of the name; either may be empty.
	Given, Family string
	// SurnameFirst is true for a person who wants the family name first.
	SurnameFirst bool
	// Detail is a note beside the name, such as "has left"; it may be empty.
	Detail string
	// Fixed is true for a student whose mark cannot be changed, since the number names another student now.
	Fixed bool
	// Strip lists the family of the student's status on the last dates with a settled roll (at most ten,
	// oldest first); "" means unknown. An empty Strip is not drawn.
	Strip []roll.Family
	// Ticked is true if a refused press or "Change these" ticked the student.
	Ticked bool
	// Seen is the version of the mark shown on the page (field "seen").
	Seen int64
	Cell Cell
	// Change is the last change of the mark; nil on pages that do not show it.
	Change *Change
}

// Cell is the status of one student: the only part of a row that the page replaces. A background refresh
// sends cells with Fresh false.
type Cell struct {
	Enrolment roll.EnrolmentID
	Outcome   roll.Outcome
	// Status is the status as the school system returned it; it may be empty. Family and Letter determine its
	// chip.
	Status string
	Family roll.Family
	Letter string
	// At is the time of the mark, as Words.Clock writes it: the time when Status was recorded, with
	// Confirming the time when the mark was sent, with Stopped the time since when it is kept, with Conflict
	// the time of the other person's mark. It may be empty.
	At string
	// Known is the note of a known absence, such as "Excused till Fri", of a student without a mark; KnownStatus is its
	// status. They are empty and 0 without one.
	Known       string
	KnownStatus roll.StatusID
	// Later is true for a student without a mark who is expected later. She is not one of the others.
	Later bool
	// Moves are the student's movements in their order, such as "in 08:52 · out 11:00"; it may be empty.
	Moves string
	// Chosen is the name of the chosen status, for Differs and Conflict. ChosenLook draws it in a question.
	Chosen     string
	ChosenLook Look
	// Other is the person who chose the status; it is empty if that is the reader.
	Other string
	// Where is the shared tablet used for the choice, such as "tablet at Door 12"; it is empty for other
	// devices, and on that tablet.
	Where string
	// Arrived is the time of the student's tap on a tablet, if the question is about a tap; otherwise it is
	// empty.
	Arrived string
	// By is the other person of a Conflict, such as "K. Osei (office)".
	By string
	// Theirs is the other person's status in a Conflict.
	Theirs string
	// Elsewhere is true if the reader made the other mark too, on another page.
	Elsewhere bool
	// Save is the token of the save in conflict; the decision is posted to Paths.SaveDecisions with the field
	// keep or change, and with Version, the version of the other person's mark, as the field seen.
	Save    roll.Token
	Version int64
	// Corrects is true for a reader who sees the school system's sentence about a Refused mark on the day board.
	Corrects bool
	// ByHand is the person who keyed a stopped mark in by hand; it may be empty.
	ByHand string
	// Fresh is set only in the answer to the person's own save; the script then replaces the row's version
	// with Seen.
	Fresh bool
	Seen  int64
}

// IsOther reports whether "the others" of a press include the student: she has no mark, and nothing is known about her
// morning.
func (c *Cell) IsOther() bool { return c.Outcome == roll.None && c.KnownStatus == 0 && !c.Later }

// Look holds the colours and the letter of a status.
type Look struct {
	Family roll.Family
	Letter string
}

func (l Look) letter() string { return cmp.Or(l.Letter, "?") }

// theirs returns the look of the stored mark in a conflict.
func (c *Cell) theirs() Look { return Look{c.Family, c.Letter} }
