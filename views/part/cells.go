package part

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// Cells renders status cells without their rows, for an answer that replaces each cell on the page.
func Cells(cells []Cell, s *Sheet) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		m := make(markup, 0, 1<<10)
		for i := range cells {
			if err := m[:0].cell(ctx, w, &cells[i], s); err != nil {
				return err
			}
		}
		return nil
	})
}

// cell appends the status of one student to m: a chip, with words where the chip is not enough.
func (m markup) cell(ctx context.Context, w io.Writer, c *Cell, s *Sheet) error {
	m = m.raw(`<div id="s`).number(int64(c.Enrolment)).raw(`" class="cell" data-is="`).text(string(c.Outcome))
	if s.Alone {
		m = m.raw(`" hx-swap-oob="true`)
		if c.Fresh {
			m = m.raw(`" data-seen="`).version(c.Enrolment, c.Seen)
		}
	}
	m = m.raw(`">`)
	if c.Outcome == roll.None {
		_, err := w.Write(m.none(c, s).raw(`</div>`))
		return err
	}
	switch {
	case s.Brief && c.Outcome.UnderWay():
		_, err := w.Write(m.kept(c, s).raw(`</div>`))
		return err
	case s.Brief && c.Outcome == roll.Stopped:
		m = m.kept(c, s)
	default:
		m = m.mark(c, s.words)
	}
	if c.Outcome != roll.Saved && (!s.Brief || c.Outcome != roll.Conflict) {
		if _, err := w.Write(m); err != nil {
			return err
		}
		if err := why(c, s).Render(ctx, w); err != nil {
			return err
		}
		m = m[:0]
	}
	_, err := w.Write(m.raw(`</div>`))
	return err
}

// none appends the cell of a student without a mark: empty, or the known absence and the movements of the
// day. On a roll it has the field that saves the known absence.
func (m markup) none(c *Cell, s *Sheet) markup {
	const noStatus = `<span data-status=""></span><span class="sr">`
	note := c.Known
	if c.Moves != "" {
		note = strings.TrimPrefix(c.Known+" · "+c.Moves, " · ")
	}
	if note == "" {
		return m.raw(`<span class="mark" data-letter="–">`).raw(noStatus).text(s.noMark).raw(`</span></span>`)
	}
	m = m.raw(`<span class="mark`).raw(c.moved()).raw(`"`)
	if c.Later {
		m = m.raw(` data-later`)
	}
	m = m.raw(`>`).raw(noStatus).text(s.noMark).raw(`. </span><span>`).text(note).raw(`</span></span>`)
	if s.Brief && c.KnownStatus != 0 {
		m = m.raw(`<input type="hidden" name="known" value="`).raw(c.KnownValue()).raw(`">`)
	}
	return m
}

// KnownValue returns the value of the field known: the student and the status of the known absence.
func (c *Cell) KnownValue() string { return c.Enrolment.String() + ":" + c.KnownStatus.String() }

// mark renders the chip, and the status as the school system returned it.
func mark(c *Cell, words *language.Words) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := w.Write(make(markup, 0, 256).mark(c, words))
		return err
	})
}

func (m markup) mark(c *Cell, words *language.Words) markup {
	m = m.raw(`<span class="mark`).raw(c.moved())
	if class := c.class(); class != "" {
		m = m.raw(` f-`).text(class)
	}
	m = m.raw(`" data-letter="`).text(c.sign()).raw(`">`).raw(c.ifMoved("<span>"))
	m = m.raw(`<span data-status="`).text(c.Status).raw(`">`).text(c.Status).raw(`</span>`)
	if c.Status == "" && c.Chosen != "" {
		m = m.text(c.says(words, "roll.you_chose", "roll.other_chose", "Status", c.Chosen))
	}
	if c.timed() {
		m = m.raw(c.ifMoved(" ")).raw(`<small>`).text(c.At).raw(`</small>`)
	}
	if c.timed() && c.Where != "" {
		// Sighted readers see it once, in the page's head.
		m = m.raw(`<span class="sr">, `).text(c.Where).raw(`</span>`)
	}
	return m.moves(c).raw(`</span>`)
}

// moves appends the student's movements, behind the status on the same line. They end the element that then encloses
// both.
func (m markup) moves(c *Cell) markup {
	if c.Moves == "" {
		return m
	}
	return m.raw(` <small>`).text(c.Moves).raw(`</small></span>`)
}

// moved returns the class of a mark with movements.
func (c *Cell) moved() string { return c.ifMoved(" moved") }

func (c *Cell) ifMoved(html string) string {
	if c.Moves == "" {
		return ""
	}
	return html
}

// kept appends a mark that is in Rollbook only: dotted, with its word muted. The page explains once what
// happens to such marks.
func (m markup) kept(c *Cell, s *Sheet) markup {
	m = m.raw(`<span class="mark`).raw(c.moved()).raw(` kept f-`).text(familyName(c.Family)).raw(`" data-letter="`).text(
		c.theirs().letter())
	m = m.raw(`">`).raw(c.ifMoved("<span>")).raw(`<span data-status=""></span><span>`).text(c.Chosen).raw(`</span>`)
	if c.Other != "" {
		m = m.raw(c.ifMoved(" ")).raw(`<small>`).text(c.Other).raw(`</small>`)
	}
	m = m.raw(`<span class="sr">`).text(s.underWay[c.Outcome]).raw(`</span>`)
	return m.moves(c).raw(`</span>`)
}

// conflict returns the sentence that names the two conflicting marks.
func (c *Cell) conflict(words *language.Words) string {
	if c.Arrived != "" {
		return words.Text("roll.arrived_row", "Clock", c.Arrived, "Chosen", c.Chosen)
	}
	var own language.Key = "roll.conflict"
	if c.Elsewhere {
		own = "roll.conflict_own"
	}
	return c.says(words, own, "roll.conflict_other", "By", c.By, "Status", language.Shortened(c.Theirs, foreignName),
		"Clock", c.At, "Chosen", c.Chosen)
}

// timed reports whether the cell shows its time although the page's head shows one: for students who came
// late or left, and for marks that another person recorded.
func (c *Cell) timed() bool {
	switch {
	case c.At == "":
		return false
	case c.Outcome == roll.Conflict:
		return c.Status != ""
	}
	return c.Outcome == roll.Saved && (c.Other != "" || c.Family == roll.Late || c.Family == roll.LeftEarly)
}

// class returns the class name for the colours of the cell's mark; it is empty for a cell without a status.
func (c *Cell) class() string {
	switch {
	case c.Outcome.Pending():
		return string(c.Outcome)
	case c.Status == "":
		return ""
	}
	return familyName(c.Family)
}

// sign returns the text inside the mark's chip.
func (c *Cell) sign() string {
	switch c.Outcome {
	case roll.Confirming:
		return "?"
	case roll.Waiting:
		return "..."
	case roll.Stopped:
		return "!"
	case roll.None, roll.Saved, roll.Differs, roll.Refused, roll.Conflict, roll.Superseded:
	}
	if c.Status == "" {
		return "–"
	}
	return c.Letter
}

// says returns the text of the key own for a choice of the reader, and of the key others for a choice of
// another person.
func (c *Cell) says(words *language.Words, own, others language.Key, values ...any) string {
	if c.Other == "" {
		return words.Text(own, values...)
	}
	return words.Text(others, append(values, "Other", c.Other)...)
}

// foreignName is the maximum number of characters of a school system's status name in a sentence.
const foreignName = 80

// why returns the sentence beside a mark that a chip cannot explain.
func (s *Sheet) why(c *Cell) string {
	if c.Outcome.UnderWay() {
		if key := s.Held.underWay(c.Outcome); key != "" {
			return s.words.Text(key)
		}
	}
	switch c.Outcome {
	case roll.Differs:
		return c.says(s.words, "roll.differs", "roll.differs_other", "Status", language.Shortened(c.Status, foreignName),
			"Chosen", c.Chosen) + " " + s.words.Text(language.Either(c.Corrects, "roll.if_wrong_office", "roll.if_wrong"))
	case roll.Refused:
		return s.words.Text(language.Either(c.Corrects, "roll.refused_office", "roll.refused"))
	case roll.Conflict:
		return c.conflict(s.words)
	case roll.Confirming:
		return s.words.Text("roll.confirming", "Clock", c.At)
	case roll.Waiting:
		return s.words.Text("roll.waiting")
	case roll.Stopped:
		if c.ByHand != "" {
			return s.words.Text("roll.by_hand", "By", c.ByHand)
		}
		return s.words.Text("roll.stopped", "Clock", c.At)
	case roll.None, roll.Saved, roll.Superseded:
	}
	return ""
}

// version appends the value of the field seen: the student, and the version of the mark on the page.
func (m markup) version(enrolment roll.EnrolmentID, seen int64) markup {
	return m.number(int64(enrolment)).raw(":").number(seen)
}

// markup is HTML that Go code concatenates. Only the parts that a page repeats for every student use it:
// templ writes each expression through fmt, which costs more for a roll of 28 than the whole rest of the
// page.
type markup []byte

// raw appends HTML unchanged. Callers pass only constants and numbers.
func (m markup) raw(html string) markup { return append(m, html...) }

// text appends untrusted text, escaped for an element or for an attribute between double quotes.
func (m markup) text(text string) markup { return append(m, templ.EscapeString(text)...) }

func (m markup) number(n int64) markup { return strconv.AppendInt(m, n, 10) }
