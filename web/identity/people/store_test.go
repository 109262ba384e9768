package people_test

import (
	"context"
	"time"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

func (o *office) Check(_ context.Context, email, _ string, from auth.From) (roll.Person, error) {
	o.tried = from
	person := o.persons[email]
	if o.refuses != nil {
		return roll.Person{ID: person.ID}, o.refuses
	}
	person.Epoch = 3
	return person, nil
}

func (o *office) Hash(_ context.Context, password string, about ...string) (string, error) {
	if len(password) < auth.MinPasswordLength {
		return "", auth.ErrPasswordTooShort
	}
	o.hashed = append(o.hashed, about...)
	return "hashed", nil
}

func (o *office) PersonByEmail(_ context.Context, email string) (roll.Person, string, error) {
	person, known := o.persons[email]
	if !known {
		return person, "", roll.Problem(roll.NotFound, "problem.what.404")
	}
	return person, "hash", nil
}

// Person returns a person of oak.
func (o *office) Person(_ context.Context, id roll.PersonID) (roll.Person, []roll.Membership, error) {
	return roll.Person{ID: id}, []roll.Membership{{School: "oak"}}, nil
}

// KnownElsewhere is true for the person called both.
func (o *office) KnownElsewhere(_ context.Context, id roll.PersonID, _ roll.SchoolID) (bool, error) {
	return id == "both", nil
}

func (o *office) CountInvitations(_ context.Context, school roll.SchoolID, since time.Time) (int, error) {
	count := 0
	for _, link := range o.links {
		if link.Kind == roll.Invitation && link.School == school && link.MadeAt.After(since) {
			count++
		}
	}
	return count, nil
}

func (o *office) HandOver(_ context.Context, id roll.AccountLinkID) error {
	link := o.links[id]
	if link.Handed {
		return roll.Problem(roll.Stale, "people.problem.shown")
	}
	link.Handed = true
	o.links[id] = link
	return nil
}

func (o *office) LetIn(_ context.Context, person roll.Person, hash string, school roll.SchoolID, role roll.Role) error {
	o.letIn = append(o.letIn, person.Email+" "+hash+" "+string(school)+" "+string(role))
	return nil
}

func (o *office) School(context.Context, roll.SchoolID) (roll.School, error) { return oak(), nil }

func (o *office) PeopleOfSchool(context.Context, roll.SchoolID) ([]roll.MemberOfSchool, error) {
	return o.members, nil
}

func (o *office) PasswordNames(_ context.Context, person roll.PersonID) ([]string, error) {
	return []string{string(person)}, nil
}

func (o *office) NoteSignIn(context.Context, roll.PersonID, time.Time) error { return nil }

func (o *office) SetRole(_ context.Context, _ roll.SchoolID, admin, member roll.PersonID, _ roll.Role) error {
	if admin == member {
		return roll.Problem(roll.Forbidden, "people.problem.not_yours")
	}
	return nil
}

func (o *office) AddAccountLink(_ context.Context, link roll.AccountLink) error {
	if _, kept := o.links[link.ID]; !kept {
		o.links[link.ID] = link
	}
	return nil
}

func (o *office) AccountLink(_ context.Context, id roll.AccountLinkID) (roll.AccountLink, error) {
	link, kept := o.links[id]
	if !kept {
		return link, roll.Problem(roll.NotFound, "problem.what.404")
	}
	return link, nil
}

func (o *office) JoinByLink(_ context.Context, link roll.AccountLink, person roll.Person, _ string, now time.Time) (int64, error) {
	link.UsedAt = now
	o.links[link.ID] = link
	o.joined = append(o.joined, person.ID)
	return person.Epoch + 1, nil
}

func (o *office) ReplacePassword(context.Context, roll.PersonID, string) (int64, error) {
	return 7, nil
}
