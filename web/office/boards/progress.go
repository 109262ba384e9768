package boards

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

// daysInMemory limits the days with their progress in memory, about 600 bytes a class each.
const daysInMemory = 64

// Progress counts how many students of each class are marked on a day.
type Progress struct {
	// Classes are those of the list, in its order, with the counts of their students. Do not change them.
	Classes   []roll.ClassDay
	outcomes  saves.DayOutcomes
	elsewhere map[roll.EnrolmentID]string
	known     map[roll.EnrolmentID]roll.KnownAbsence
}

// counted identifies a day, the list that names its students, and the reading of the school's system.
type counted struct {
	key
	list *roll.Enrolment
	size int
	read time.Time
}

// Progress counts the day for a request at versions of the school's data. It counts nothing if the day was counted at
// these before.
func (b *Boards) Progress(ctx context.Context, at roll.Versions, day Day) (*Progress, error) {
	list, err := b.rosters.Day(ctx, day.School, day.Date)
	if err != nil || len(list.Students) == 0 {
		return &Progress{}, err
	}
	elsewhere, read := b.elsewhere(ctx, day, list)
	return b.progress.At(at.Marks, counted{keyOf(day), &list.Students[0], len(list.Students), read}, daysInMemory,
		time.Now(), func() (*Progress, error) { return b.count(ctx, at, day, list.Students, elsewhere) })
}

func (b *Boards) count(ctx context.Context, at roll.Versions, day Day, students []roll.Enrolment,
	elsewhere map[roll.EnrolmentID]string) (p *Progress, err error) {
	p = &Progress{elsewhere: elsewhere}
	if p.outcomes, err = b.store.DayOutcomesAt(ctx, at.Marks, day.School.ID, day.Date); err != nil {
		return nil, err
	}
	known, err := b.store.KnownOn(ctx, at.Absences, day.School.ID, day.School.Generation, day.Date)
	if err != nil {
		return nil, err
	}
	p.known = roll.KnownAmong(students, day.School, known)
	position := make(map[roll.ClassKey]int)
	for i := range students {
		class := students[i].InClass()
		at, counted := position[class.Key()]
		if !counted {
			at = len(p.Classes)
			position[class.Key()] = at
			p.Classes = append(p.Classes, roll.ClassDay{Class: class})
		}
		p.add(&p.Classes[at], students[i].ID)
	}
	return p, nil
}

// Of counts the members of a group.
func (p *Progress) Of(group roll.Class, members []roll.Enrolment) roll.ClassDay {
	group.Students = 0
	day := roll.ClassDay{Class: group}
	for i := range members {
		p.add(&day, members[i].ID)
	}
	return day
}

// add counts a student by her mark here, her status in the school's system, or that she comes later.
func (p *Progress) add(class *roll.ClassDay, student roll.EnrolmentID) {
	outcome := p.outcomes.Of(student)
	class.Add(outcome, false, false)
	if outcome == "" {
		absence := p.known[student]
		class.AddUnmarked(p.elsewhere[student], absence.ComesLater())
	}
}
