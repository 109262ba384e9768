// Package strips provides a class's statuses of the last days: the strip beside each name.
package strips

import (
	"context"
	"fmt"
	"time"

	"github.com/maypok86/otter/v2"

	"rollbook/web/roll"
)

const (
	// days is the number of dates in a strip.
	days = 10
	// keptFor limits how long a strip lags behind a correction of a past date.
	keptFor = time.Minute
	// inMemory limits the cached strips.
	inMemory = 4000
)

// Store provides the settled marks.
type Store interface {
	RollDates(ctx context.Context, school roll.SchoolID, class roll.ClassID, before roll.Date,
		most int) ([]roll.Date, error)
	Settled(ctx context.Context, school roll.SchoolID, dates []roll.Date, enrolments []roll.EnrolmentID,
		each func(roll.Date, roll.Mark)) error
}

// Class identifies a class before a date.
type Class struct {
	School roll.SchoolID
	Class  roll.ClassID
	Before roll.Date
}

// Families are the families of each student's statuses, the oldest date first, by enrolment; empty when
// unknown.
type Families map[roll.EnrolmentID][]roll.Family

// Strips provides strips. It is safe for concurrent use.
type Strips struct {
	store Store
	known *otter.Cache[Class, Families]
}

// New makes a Strips that reads from the store.
func New(store Store) (*Strips, error) {
	known, err := otter.New(&otter.Options[Class, Families]{
		MaximumSize:      inMemory,
		ExpiryCalculator: otter.ExpiryWriting[Class, Families](keptFor),
	})
	if err != nil {
		return nil, fmt.Errorf("make room for strips: %w", err)
	}
	return &Strips{store: store, known: known}, nil
}

// Close stops the background work. Do not use the strips afterwards.
func (s *Strips) Close() { s.known.StopAllGoroutines() }

// Of returns the strips of the class's enrolments.
func (s *Strips) Of(ctx context.Context, class Class, enrolments []roll.Enrolment) (Families, error) {
	return s.known.Get(ctx, class,
		otter.LoaderFunc[Class, Families](func(ctx context.Context, class Class) (Families, error) {
			return s.read(ctx, class, enrolments)
		}))
}

func (s *Strips) read(ctx context.Context, class Class, enrolments []roll.Enrolment) (Families, error) {
	dates, err := s.store.RollDates(ctx, class.School, class.Class, class.Before, days)
	if err != nil || len(dates) == 0 {
		return nil, err
	}
	position := make(map[roll.Date]int, len(dates))
	for i, date := range dates {
		position[date] = len(dates) - 1 - i
	}
	families := make(Families, len(enrolments))
	for _, enrolment := range enrolments {
		families[enrolment.ID] = make([]roll.Family, len(dates))
	}
	err = s.store.Settled(ctx, class.School, dates, roll.EnrolmentIDs(enrolments), func(date roll.Date, mark roll.Mark) {
		family := mark.Status.Family
		if mark.Outcome == roll.Differs {
			family = roll.GuessFamily(mark.Returned)
		}
		families[mark.Enrolment][position[date]] = family
	})
	return families, err
}
