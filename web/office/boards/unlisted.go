package boards

import (
	"context"

	"rollbook/web/live"
	"rollbook/web/roll"
)

// TellUnlisted keeps that a teacher has a student whom no list names, and shows it on the watched boards.
func (b *Boards) TellUnlisted(ctx context.Context, one roll.Unlisted) error {
	return b.showing(one.School, one.Date, b.store.TellUnlisted(ctx, one))
}

// AnswerUnlisted keeps the office's answer about such a student, and takes her from the watched boards of today.
func (b *Boards) AnswerUnlisted(ctx context.Context, answered roll.Unlisted, today roll.Date) error {
	return b.showing(answered.School, today, b.store.AnswerUnlisted(ctx, answered))
}

// showing tells the watchers of the day's board of a change that was kept.
func (b *Boards) showing(school roll.SchoolID, date roll.Date, err error) error {
	if err == nil {
		b.listener.Changed(live.DayOf(school, date))
	}
	return err
}
