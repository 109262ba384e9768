package submission

import (
	"context"
	"slices"

	"rollbook/web/roll"
)

// Back is a person's wish to take a whole press back: each student gets the mark from before.
type Back struct {
	// Save is a save of the press. Rows are the students of the press.
	Save roll.Save
	Rows []roll.Replaced
	// Statuses are the present ones. Chosen is for the students who had no mark; 0 leaves them as they are.
	Statuses []roll.Status
	Chosen   roll.StatusID
	// Ticked are the students to change, Seen are the versions on the page.
	Ticked []roll.EnrolmentID
	Seen   map[roll.EnrolmentID]int64
	Reason string
	// Generation is that of the page. Token returns the token of the save with the number, from 0.
	Generation int64
	Token      func(number int) roll.Token
}

// TakeBack accepts the saves that take a press back, all or none: a save for each value.
func (s *Submissions) TakeBack(ctx context.Context, school roll.School, by roll.Actor, back Back) (
	[]roll.Acceptance, error) {
	saves := back.saves(by)
	if len(saves) == 0 {
		return nil, roll.Problem(roll.Meaningless, "back.problem.nothing")
	}
	if err := s.judgeDate(school, by, Press{Date: back.Save.Date, Reason: back.Reason}); err != nil {
		return nil, err
	}
	return s.keep(ctx, school, saves)
}

// saves depends only on the page and on what was saved before the press, so that a repeated form makes the same saves.
// A row that was changed since was ticked by a person who saw both values.
func (b *Back) saves(by roll.Actor) []roll.Save {
	var saves []roll.Save
	for _, row := range b.Rows {
		value, gets := b.value(row)
		if !gets || !slices.Contains(b.Ticked, row.Enrolment) {
			continue
		}
		at := slices.IndexFunc(saves, func(save roll.Save) bool { return save.Intent == value })
		if at < 0 {
			at = len(saves)
			saves = append(saves, roll.Save{
				Token: b.Token(at), School: b.Save.School, Period: b.Save.Period, Class: b.Save.Class, ClassName: b.Save.ClassName,
				Date: b.Save.Date, Intent: value, Reason: b.Reason, By: by, Generation: b.Generation,
			})
		}
		seen := b.Seen[row.Enrolment]
		one := roll.SaveRow{Enrolment: row.Enrolment, Student: row.Student, Seen: seen, Decided: seen != row.Version}
		saves[at].Rows = append(saves[at].Rows, one)
	}
	return saves
}

// value returns the value that the student gets, or false for a student who stays as the press left her.
func (b *Back) value(row roll.Replaced) (roll.Intent, bool) {
	value := row.Before.Intent
	at := slices.IndexFunc(b.Statuses, func(status roll.Status) bool { return status.Name == value.Status.Name })
	if row.Before.Token == "" || at < 0 {
		value = roll.Intent{}
		at = slices.IndexFunc(b.Statuses, func(status roll.Status) bool { return status.ID == b.Chosen })
	}
	if at < 0 {
		return value, false
	}
	value.Status = b.Statuses[at]
	return value, !value.Same(row.Given.Intent) || b.Seen[row.Enrolment] != row.Version
}
