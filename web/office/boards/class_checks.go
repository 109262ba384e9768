package boards

import (
	"context"
	"slices"

	"rollbook/web/roll"
)

// AnswerClassCheck keeps a teacher's answer about a new list, and shows it on the watched boards of today.
func (b *Boards) AnswerClassCheck(ctx context.Context, check roll.ClassCheck, today roll.Date) error {
	return b.showing(check.School, today, b.store.AnswerClassCheck(ctx, check))
}

// AskAgain takes a person's answer about a class from the watched boards, so that the roll asks her again.
func (b *Boards) AskAgain(ctx context.Context, day Day, period roll.PeriodID, class roll.ClassID,
	person roll.PersonID) error {
	return b.showing(day.School.ID, day.Date, b.store.AskAgain(ctx, day.School.ID, period, class, person))
}

// checks returns the answers about the lists that are in use and new on the day.
func (b *Boards) checks(ctx context.Context, day Day, period roll.PeriodID) ([]roll.ClassCheck, error) {
	checks, err := b.store.ClassChecks(ctx, day.School.ID, period, day.Date.AddDays(-roll.IntroductionDays))
	if err != nil || len(checks) == 0 {
		return nil, err
	}
	var failed error
	checks = slices.DeleteFunc(checks, func(check roll.ClassCheck) bool {
		list, err := b.rosters.Introduced(ctx, day.School, period, check.Class)
		if err != nil {
			failed = err
		}
		return list.Since != check.Since || !list.Asks(day.Date)
	})
	return checks, failed
}
