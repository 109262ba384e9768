package absences

import (
	"context"
	"time"

	"rollbook/web/roll"
)

// heldFor is the time after which the details of a form are deleted if its person has not signed in again.
const heldFor = 30 * time.Minute

// Hold holds the details of a form whose session has ended, sealed, until the person signs in again. Press is the
// form's token.
func (a *Absences) Hold(ctx context.Context, school roll.SchoolID, press roll.Token, details Details) error {
	sealed, err := a.Seal(heldBy(school, press), details)
	if err != nil {
		return err
	}
	return a.store.HoldDetails(ctx, school, press, sealed, a.clock().Add(heldFor))
}

// Held returns the details that Hold held for the form. They are empty if there are none.
func (a *Absences) Held(ctx context.Context, school roll.SchoolID, press roll.Token) (Details, error) {
	sealed, err := a.store.HeldDetails(ctx, school, press)
	if err != nil || sealed == nil {
		return Details{}, err
	}
	return a.open(heldBy(school, press), sealed)
}

// heldBy returns the id for sealing details, in place of a school's id, which contains no zero byte.
func heldBy(school roll.SchoolID, press roll.Token) roll.SchoolID {
	return school + "\x00held\x00" + roll.SchoolID(press)
}
