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
	for _, name := range []string{"date", "class", "name", "number", "status", "time", "outcome", "by", "at"} {
		heads = append(heads, words.Text(language.ExportColumnKeys.Of(name)))
	}
	if err := text.Write(tables.Texts(heads...)...); err != nil {
		return at, err
	}
	at, err = e.store.EachMarkToExport(ctx, school.ID, func(date roll.Date, class string, student roll.Enrolment, mark roll.Mark) error {
		return text.Write(tables.Texts(line(school, words, date, class, student, mark)...)...)
	})
	if err != nil {
		return at, err
	}
	return at, text.Close()
}

func line(school roll.School, words *language.Words, date roll.Date, class string, student roll.Enrolment, mark roll.Mark) []string {
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
	marked := mark.MarkedAt.In(school.Zone)
	return []string{
		words.Numeric(date.Noon(school.Zone)), class, name, number, status, observed, outcome(words, mark),
		words.Text(language.BylineKeys.Of(string(mark.By.Role)), "Name", mark.By.Name), words.Numeric(marked) + " " + words.Clock(marked),
	}
}

// outcome describes the outcome of a mark, for readers of the file.
func outcome(words *language.Words, mark roll.Mark) string {
	if mark.Outcome == roll.Stopped && mark.KeyedBy != "" {
		return words.Text("export.by_hand", "Status", mark.Sent, "By", mark.KeyedBy)
	}
	return words.Text(language.OutcomeKeys.Of(string(mark.Outcome)), "Status", mark.Sent)
}
