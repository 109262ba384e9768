package people

import (
	"context"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// Provision is the result of a sign-in by a provider.
type Provision struct {
	Person roll.Person
	// Refused is the message about why the person is not let in, or "".
	Refused roll.MessageKey
	// Made, Linked, Ended and Resumed are true when the account was made, an account of the school was linked to the
	// provider, a membership ended because of its groups, or was resumed.
	Made, Linked, Ended, Resumed bool
	// Before and Role are the roles in the school.
	Before, Role roll.Role
}

// AdmitProvided lets a person in whom the school's provider described, and sets the role by the groups. It knows
// people by issuer and subject. The first time it links the account with the verified address, if that is a member of
// the school, or makes an account with the fresh id, if the school wants that. It links the account of an admin only
// to the admin who is present. A linked person without a group leaves the school, except its last admin with a
// password.
func (s *Store) AdmitProvided(ctx context.Context, provider roll.Provider, who roll.Provided,
	fresh roll.PersonID) (Provision, error) {
	return engine.Returning(ctx, s.Database, func(tx *engine.Transaction) (Provision, error) {
		a := admitting{tx, provider, who, provider.RoleOf(who.Groups)}
		member, err := a.find(ctx, `id = (SELECT person FROM provided_people WHERE school = $1 AND issuer = $2
			AND subject = $3)`, who.Issuer, who.Subject)
		if err != nil {
			return Provision{}, err
		}
		if member.ID != "" {
			return a.again(ctx, member)
		}
		return a.first(ctx, fresh)
	})
}

// admitting is one sign-in.
type admitting struct {
	t        *engine.Transaction
	provider roll.Provider
	who      roll.Provided
	// role is that of the groups, "" for none.
	role roll.Role
}

// provided is a person with their membership of the school, if any.
type provided struct {
	roll.Person
	// Role is empty without a membership.
	Role                  roll.Role
	KeptOut, Linked, Left bool
}

// find returns the person of the condition, or none.
func (a admitting) find(ctx context.Context, condition string, args ...any) (found provided, err error) {
	const here = `FROM memberships m WHERE m.school = $1 AND m.person = people.id`
	return engine.Value[provided](ctx, a.t, `SELECT `+personColumns+`, COALESCE((SELECT m.role `+here+
		`), '') AS role, COALESCE((SELECT m.disabled `+here+`), 0) AS kept_out,
			(SELECT COUNT(*) FROM provided_people l WHERE l.school = $1 AND l.person = people.id) AS linked,
			(SELECT COUNT(*) FROM provided_people l WHERE l.school = $1 AND l.person = people.id AND l.left_at <> 0) AS "left"
		FROM people WHERE `+condition, append([]any{a.provider.School}, args...)...)
}

// again admits a person who is linked to the provider.
func (a admitting) again(ctx context.Context, who provided) (Provision, error) {
	result := Provision{Person: who.Person, Before: who.Role, Role: who.Role}
	switch {
	case who.Disabled, who.Role == "", who.KeptOut && !who.Left:
		result.Refused = "sso.refused.blocked"
		return result, nil
	case a.role == "":
		result.Refused = "sso.refused.groups"
		return a.end(ctx, who, result)
	case who.KeptOut:
		result.Resumed = true
		err := a.t.DoAll(ctx, []string{`UPDATE memberships SET disabled = 0 WHERE school = $1 AND person = $2`,
			`UPDATE provided_people SET left_at = 0 WHERE school = $1 AND person = $2`}, a.provider.School, who.ID)
		if err != nil {
			return result, err
		}
	}
	return a.follow(ctx, who, result)
}

// end ends the membership of a person whose groups no longer give a role.
func (a admitting) end(ctx context.Context, who provided, result Provision) (Provision, error) {
	if who.KeptOut {
		return result, nil
	}
	stays, err := a.needed(ctx, who)
	if err != nil || stays {
		return result, err
	}
	result.Ended = true
	if err := exclude(ctx, a.t, a.provider.School, who.ID); err != nil {
		return result, err
	}
	return result, a.t.Do(ctx, `UPDATE provided_people SET left_at = $1 WHERE school = $2 AND person = $3`,
		engine.Milliseconds(a.t.Now), a.provider.School, who.ID)
}

// needed reports whether the person is the school's last admin with a password. It locks the school's roles.
func (a admitting) needed(ctx context.Context, who provided) (bool, error) {
	if who.Role != roll.Admin {
		return false, nil
	}
	if err := a.t.Do(ctx, `UPDATE memberships SET role = role WHERE school = $1`, a.provider.School); err != nil {
		return false, err
	}
	others, err := hasLocalAdmin(ctx, a.t, a.provider.School, who.ID)
	return !others, err
}

// follow gives the member the role of the groups, if groups decide.
func (a admitting) follow(ctx context.Context, who provided, result Provision) (Provision, error) {
	if !a.provider.ByGroups() || a.role == who.Role {
		return result, nil
	}
	if stays, err := a.needed(ctx, who); err != nil || stays {
		return result, err
	}
	result.Role = a.role
	err := a.t.Do(ctx, `UPDATE memberships SET role = $1 WHERE school = $2 AND person = $3`, a.role,
		a.provider.School, who.ID)
	if err == nil && who.Role == roll.Admin {
		err = withdrawAll(ctx, a.t, a.provider.School, who.ID)
	}
	return result, err
}

// first admits a person who comes from the provider for the first time.
func (a admitting) first(ctx context.Context, fresh roll.PersonID) (result Provision, err error) {
	if a.who.Email == "" {
		return Provision{Refused: a.who.Unverified}, nil
	}
	who, err := a.find(ctx, `email = $2`, a.who.Email)
	result = Provision{Person: who.Person, Before: who.Role, Role: who.Role}
	switch {
	case err != nil:
		return result, err
	case who.Disabled, who.KeptOut:
		result.Refused = "sso.refused.blocked"
	case who.Linked:
		result.Refused = "sso.refused.linked"
	case who.ID != "" && who.Role == "", who.ID == "" && !a.provider.Makes:
		// An account of other schools is not this school's, and its person is not named here.
		return Provision{Refused: "sso.refused.unknown"}, nil
	case a.role == "":
		result.Refused = "sso.refused.groups"
	case who.Role == roll.Admin && who.ID != a.who.Present:
		result.Refused = "sso.refused.admin"
	}
	if result.Refused != "" {
		return result, nil
	}
	if who.ID == "" {
		result.Made, result.Role = true, a.role
		who.Person, who.Role = roll.Person{ID: fresh, Email: a.who.Email, Name: a.who.Name, Epoch: 1}, a.role
		result.Person = who.Person
		// The school vouches for the address, which proves it to no other school.
		if err := Insert(ctx, a.t, who.Person, ""); err != nil {
			return result, err
		}
		if err := a.t.Do(ctx, `INSERT INTO memberships (person, school, role) VALUES ($1, $2, $3)`, fresh, a.provider.School,
			a.role); err != nil {
			return result, err
		}
	}
	result.Linked = !result.Made
	err = a.t.Do(ctx, `INSERT INTO provided_people (school, issuer, subject, person, linked_at) VALUES `+
		engine.Tuples(1, 5),
		a.provider.School, a.who.Issuer, a.who.Subject, who.ID, engine.Milliseconds(a.t.Now))
	if err != nil {
		return result, err
	}
	return a.follow(ctx, who, result)
}
