package pins

import (
	"context"
	"slices"

	"rollbook/web/events"
	"rollbook/web/identity/limits"
	"rollbook/web/roll"
)

// Locked returns the people who are locked on the tablets of the school, by name, with the last wrong PIN of
// each.
func (p *PINs) Locked(ctx context.Context, school roll.SchoolID) ([]roll.PINLock, error) {
	day, all := locking(school)
	return p.store.LockedPINs(ctx, map[string]int{day: limits.PINInDay.Limit().Free, all: limits.PINInAll.Limit().Free})
}

// LiftFor clears the wrong PINs for a member's name in the school. A member who is not locked is not an
// error.
func (p *PINs) LiftFor(ctx context.Context, school roll.SchoolID, member roll.PersonID) error {
	day, all := locking(school)
	return p.record.After(ctx, p.store.LiftPINs(ctx, member, day, all), "pin-lifted",
		events.About{Person: member, School: school})
}

// Lift clears the wrong PINs for the person's own name, in every school.
func (p *PINs) Lift(ctx context.Context, person roll.Person, schools []roll.Membership) error {
	for _, one := range schools {
		if err := p.LiftFor(ctx, one.School, person.ID); err != nil {
			return err
		}
	}
	return nil
}

// IsLocked reports whether the person's name is locked in one of the schools.
func (p *PINs) IsLocked(ctx context.Context, person roll.PersonID, schools []roll.Membership) (bool, error) {
	for _, one := range schools {
		locked, err := p.Locked(ctx, one.School)
		if err != nil || slices.ContainsFunc(locked, func(lock roll.PINLock) bool { return lock.Person == person }) {
			return err == nil, err
		}
	}
	return false, nil
}
