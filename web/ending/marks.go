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
func (e *Ending) write(ctx context.Context, school roll.School, words *language.Words, into io.Writer) (at time.Time, err error) {
	text, err := tables.NewText(into, words.Separator())
	if err != nil {
		return at, err
	}
	err = lines.Fill(text, words, func(add func(cells ...tables.Cell) error) error {
		at, err = e.store.EachMarkToExport(ctx, school.ID, func(one roll.ExportedMark) error {
			return add(lines.Line(words, school.Zone, lines.Number(one.Student), one)...)
		})
		return err
	})
	return at, err
}
