package people

import (
	"context"
	"slices"

	"rollbook/web/roll"
)

// LetIn gives the person a role in the school, or another one, as the operator.
func (p *People) LetIn(ctx context.Context, person roll.PersonID, school roll.SchoolID, role roll.Role) error {
	_, memberships, err := p.store.Person(ctx, person)
	if err != nil {
		return err
	}
	if err := p.store.Join(ctx, person, school, role); err != nil {
		return err
	}
	event := PersonAdded
	if slices.ContainsFunc(memberships, func(membership roll.Membership) bool { return membership.School == school }) {
		event = RoleChanged
	}
	p.tell(ctx, event, about{person: person, school: school, role: role})
	return nil
}

// Disable keeps the person from signing in at any school, as the operator.
func (p *People) Disable(ctx context.Context, person roll.PersonID) error {
	if err := p.store.Disable(ctx, person); err != nil {
		return err
	}
	p.tell(ctx, PersonDisabled, about{person: person})
	return nil
}
