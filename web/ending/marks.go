package ending

import (
	"context"
	"io"
	"time"

	"rollbook/web/language"
	"rollbook/web/lists/lines"
	"rollbook/web/lists/tables"
	"rollbook/web/roll"
)

// write writes every mark as one line.
func (e *Ending) write(ctx context.Context, school roll.School, words *language.Words,
	into io.Writer) (at time.Time, err error) {
	text, err := tables.NewText(into, words.Separator())
	if err != nil {
		return at, err
	}
	err = lines.Fill(text, words, func(add func(cells ...tables.Cell) error) error {
		marks := lines.New(words, school.Zone)
		at, err = e.store.EachDayToExport(ctx, school.ID, firstDate, lastDate, func(day []roll.ExportedMark) error {
			return marks.Each(day, add)
		})
		return err
	})
	return at, err
}

// The range of dates with every mark.
const (
	firstDate roll.Date = "0001-01-01"
	lastDate  roll.Date = "9999-12-31"
)
