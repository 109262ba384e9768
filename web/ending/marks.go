package ending

import (
	"context"
	"io"
	"time"

	"rollbook/web/language"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// write writes every mark as one line.
func (e *Ending) write(ctx context.Context, school roll.School, words *language.Words, into io.Writer) (at time.Time, err error) {
	text, err := tables.NewText(into, words.Separator())
	if err != nil {
		return at, err
	}
	var heads []string
	for _, name := range []string{"date", "class", "name", "number", "status", "time", "outcome", "by", "at", "changed_by", "changed_at"} {
		heads = append(heads, words.Text(language.ExportColumnKeys.Of(name)))
	}
	if err := text.Write(tables.Texts(heads...)...); err != nil {
		return at, err
	}
	at, err = e.store.EachMarkToExport(ctx, school.ID, func(one roll.ExportedMark) error {
		return text.Write(tables.Texts(line(school, words, one)...)...)
	})
	if err != nil {
		return at, err
	}
	return at, text.Close()
}

func line(school roll.School, words *language.Words, one roll.ExportedMark) []string {
	student, mark := one.Student, one.Mark
	number := student.ID.String()
	if student.Student != 0 {
		number = student.Student.String()
	}
	name := student.Name()
	if name == "" {
		name = words.Text("roll.no_name", "Number", number)
	}
	status := ""
	if mark.Outcome.Returned() {
		status = mark.Returned
	}
	const minutes = len("15:04")
	observed := mark.Observed[:min(len(mark.Observed), minutes)]
	taken := one.Change.Taken
	if taken.At.IsZero() {
		taken = roll.Taking{By: mark.By, At: mark.MarkedAt}
	}
	cells := []string{
		words.Numeric(one.Date.Noon(school.Zone)), one.Class, name, number, status, observed, outcome(words, mark),
		byline(words, taken.By), clock(words, school, taken.At), "", "",
	}
	if one.Change.Corrects() {
		cells[len(cells)-2], cells[len(cells)-1] = byline(words, one.Change.By), clock(words, school, one.Change.At)
	}
	return cells
}

// byline names a person with the role, or the school system.
func byline(words *language.Words, by roll.Actor) string {
	if by == (roll.Actor{}) {
		return words.Text("roll.by_school_system")
	}
	return words.Text(language.BylineKeys.Of(string(by.Role)), "Name", by.Name)
}

func clock(words *language.Words, school roll.School, at time.Time) string {
	local := at.In(school.Zone)
	return words.Numeric(local) + " " + words.Clock(local)
}

// outcome describes the outcome of a mark, for readers of the file.
func outcome(words *language.Words, mark roll.Mark) string {
	if mark.Outcome == roll.Stopped && mark.KeyedBy != "" {
		return words.Text("export.by_hand", "Status", mark.Sent, "By", mark.KeyedBy)
	}
	return words.Text(language.OutcomeKeys.Of(string(mark.Outcome)), "Status", mark.Sent)
}
