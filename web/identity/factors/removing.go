package factors

import (
	"context"
	"slices"
	"strings"

	"rollbook/web/events"
	"rollbook/web/roll"
	"rollbook/web/store/people"
)

// Remove removes one of the person's own factors, or returns roll.NotFound.
func (f *Factors) Remove(ctx context.Context, person roll.Person, id string) error {
	found, err := f.store.Factors(ctx, person.ID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(found, func(one people.Factor) bool { return one.ID == id })
	if at < 0 {
		return roll.Problem(roll.NotFound, "problem.what.404")
	}
	if err := f.store.RemoveFactor(ctx, found[at]); err != nil {
		return err
	}
	f.change(ctx, "factor-removed", person, found[at].Kind,
		map[people.FactorKind]Change{people.Passkey: PasskeyRemoved, people.App: AppRemoved}[found[at].Kind])
	return nil
}

// RemoveAll removes all factors of the person, for the operator, who tells the person.
func (f *Factors) RemoveAll(ctx context.Context, person roll.Person) error {
	return f.record.After(ctx, f.store.RemoveFactors(ctx, person.ID), "factor-removed",
		events.About{Person: person.ID, Details: "all"})
}

// RemoveOf removes all factors of a member of the school, as one of its admins. It returns roll.Forbidden for a member
// who belongs to another school too.
func (f *Factors) RemoveOf(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID) error {
	of := events.About{Person: member, By: admin, School: school, Details: "all"}
	if err := f.store.RemoveMemberFactors(ctx, school, admin, member); err != nil {
		if kind := roll.KindOf(err); kind == roll.Forbidden || kind == roll.NotFound {
			of.Reason, of.Details = "factor-removed", ""
			f.record.Refused(ctx, "person-change-refused", of)
		}
		return err
	}
	f.record.Done(ctx, "factor-removed", of)
	person, _, err := f.store.Person(ctx, member)
	if err == nil {
		f.tell(ctx, person, string(AllRemoved))
	}
	return err
}

// Demand replaces these roles. People without a factor set one up at their next sign-in.
func (f *Factors) Demand(ctx context.Context, school roll.SchoolID, by roll.PersonID, roles []roll.Role) error {
	before, err := f.store.FactorDemands(ctx, school)
	if err != nil {
		return err
	}
	return f.record.After(ctx, f.store.SetFactorDemands(ctx, school, roles), "factor-demand-changed",
		events.About{By: by, School: school, Before: listed(before), After: listed(roles)})
}

// listed writes the roles for the audit log.
func listed(roles []roll.Role) string {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	return strings.Join(names, " ")
}
