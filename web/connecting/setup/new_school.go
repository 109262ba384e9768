package setup

import (
	"cmp"
	"context"
	"strings"
	"time"

	"rollbook/apiclient"
	"rollbook/web/connecting/proof"
	"rollbook/web/connecting/readings"
	"rollbook/web/roll"
)

// NewSchool returns a new school with these names and the default times and limits. It makes an empty short
// name from the name. Its error is a *RefusalError.
func NewSchool(typed readings.Typed) (roll.School, error) {
	name, zoneName := strings.TrimSpace(typed[readings.SchoolName]), typed[readings.TimeZone]
	slug := cmp.Or(typed[readings.Slug], readings.ShortName(name))
	zone, err := time.LoadLocation(zoneName)
	switch {
	case name == "":
		return roll.School{}, &RefusalError{Field: readings.SchoolName, Problem: "missing"}
	case !roll.ValidSchoolID(slug):
		return roll.School{}, &RefusalError{Field: readings.Slug, Problem: "slug"}
	case err != nil, zoneName == "", zoneName == "Local":
		return roll.School{}, &RefusalError{Field: readings.TimeZone, Problem: "zone", Err: err}
	}
	return Begun(roll.SchoolID(slug), name, zone), nil
}

// Begun returns a school with the default times and limits.
func Begun(id roll.SchoolID, name string, zone *time.Location) roll.School {
	const (
		call     = 15 * time.Second
		apply    = 60 * time.Second
		pastDays = 30
	)
	return roll.School{ID: id, Name: name, Zone: zone, Call: call, Apply: apply, PastDays: pastDays}
}

// AddFirst adds the first school of a database, with the person as its admin. It tries the typed values like
// Enter and returns the same errors, or roll.Stale when there is a school already.
func (c *Connecting) AddFirst(ctx context.Context, admin roll.PersonID, typed readings.Typed) (roll.School, error) {
	school, err := NewSchool(typed)
	if err != nil {
		return school, err
	}
	if school, err = c.check(school, typed); err != nil {
		return school, err
	}
	if typed[readings.KeyItem] == "" {
		return school, &RefusalError{Field: readings.KeyItem, Problem: "missing"}
	}
	key := apiclient.NewKey(typed[readings.KeyItem])
	if err := c.tryKey(ctx, school, key); err != nil {
		return school, err
	}
	if proof.Documented(school) {
		school.Proof = roll.ProvenByDocument
	}
	return school, c.store.AddFirstSchool(ctx, school, c.seal(school.ID, key), admin)
}
