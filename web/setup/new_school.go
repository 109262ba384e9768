package setup

import (
	"context"
	"strings"
	"time"

	"rollbook/apiclient"
	"rollbook/web/proof"
	"rollbook/web/roll"
)

// Named holds what somebody typed of a new school besides its credentials. Slug is its name in
// addresses, TimeZone a name of the time zone database.
type Named struct{ Slug, Name, TimeZone string }

// NewSchool returns the school with these names, and with the times and limits that every school begins
// with. The error is a *RefusalError.
func NewSchool(typed Named) (roll.School, error) {
	name := strings.TrimSpace(typed.Name)
	zone, err := time.LoadLocation(typed.TimeZone)
	switch {
	case name == "":
		return roll.School{}, &RefusalError{Field: SchoolName, Problem: "missing"}
	case !roll.ValidSchoolID(typed.Slug):
		return roll.School{}, &RefusalError{Field: Slug, Problem: "slug"}
	case err != nil, typed.TimeZone == "", typed.TimeZone == "Local":
		return roll.School{}, &RefusalError{Field: TimeZone, Problem: "zone", Err: err}
	}
	return Begun(roll.SchoolID(typed.Slug), name, zone), nil
}

// Begun returns a school with the times and limits that every school begins with.
func Begun(id roll.SchoolID, name string, zone *time.Location) roll.School {
	const (
		call     = 15 * time.Second
		apply    = 60 * time.Second
		pastDays = 30
	)
	return roll.School{ID: id, Name: name, Zone: zone, Call: call, Apply: apply, PastDays: pastDays}
}

// AddFirst adds the first school of a database, with the person as its admin. It tries first what is typed,
// as Enter does, and returns the same errors; where there is a school already, a roll.Stale.
func (c *Connecting) AddFirst(ctx context.Context, admin roll.PersonID, named Named, typed Typed) (roll.School, error) {
	school, err := NewSchool(named)
	if err != nil {
		return school, err
	}
	if school, err = c.check(school, typed); err != nil {
		return school, err
	}
	if typed.Key == "" {
		return school, &RefusalError{Field: KeyItem, Problem: "missing"}
	}
	key := apiclient.NewKey(typed.Key)
	if err := c.tryKey(ctx, school, key); err != nil {
		return school, err
	}
	if proof.Documented(school) {
		school.Proof = roll.ProvenByDocument
	}
	return school, c.store.AddFirstSchool(ctx, school, c.seal(school.ID, key), admin)
}
