package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// PeopleOfSchool lists who belongs to the school, by name.
func (s *Store) PeopleOfSchool(ctx context.Context, school roll.SchoolID) ([]roll.MemberOfSchool, error) {
	var members []roll.MemberOfSchool
	err := s.query(ctx, func(rows *sql.Rows) error {
		var one roll.MemberOfSchool
		var kept, disabled, elsewhere, signedIn int64
		err := rows.Scan(&one.Person, &one.Email, &one.Name, &one.Role, &kept, &disabled, &elsewhere, &signedIn)
		one.KeptOut, one.Disabled, one.Elsewhere, one.SignedInAt = kept != 0, disabled != 0, elsewhere != 0, instant(signedIn)
		members = append(members, one)
		return err
	}, `SELECT p.id, p.email, p.name, m.role, m.disabled, p.disabled,
			CASE WHEN EXISTS (SELECT 1 FROM memberships o WHERE o.person = p.id AND o.school <> m.school) THEN 1 ELSE 0 END, p.signed_in_at
		FROM memberships m JOIN people p ON p.id = m.person WHERE m.school = $1 ORDER BY p.name, p.email`, school)
	return members, err
}

// PasswordNames are the names that a password of the person must not be made of: their own, and
// those of their schools.
func (s *Store) PasswordNames(ctx context.Context, person roll.PersonID) ([]string, error) {
	var names []string
	err := s.query(ctx, func(rows *sql.Rows) error {
		var email, name string
		var slug, school, code, tenant sql.NullString
		err := rows.Scan(&email, &name, &slug, &school, &code, &tenant)
		names = append(names, email, name, slug.String, school.String, code.String, tenant.String)
		return err
	}, `SELECT p.email, p.name, s.slug, s.name, s.school_code, s.tenant
		FROM people p LEFT JOIN memberships m ON m.person = p.id LEFT JOIN schools s ON s.slug = m.school WHERE p.id = $1`, person)
	return names, err
}

// NoteSignIn keeps when the person last signed in.
func (s *Store) NoteSignIn(ctx context.Context, person roll.PersonID, at time.Time) error {
	_, err := s.exec(ctx, `UPDATE people SET signed_in_at = $1 WHERE id = $2`, milliseconds(at), person)
	return err
}

// asAdmin does something to another member of the school, as one of its admins. That admin stays
// one meanwhile, also where two of them do this to each other at the same moment: a school always
// has an admin. Who is none, or means themself, gets a roll.Forbidden.
func (s *Store) asAdmin(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID, do func(*transaction) error) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		// Changes nothing, and keeps others from these rows until the end.
		if _, err := tx.exec(ctx, `UPDATE memberships SET role = role WHERE school = $1`, school); err != nil {
			return err
		}
		is := false
		err := tx.query(ctx, func(*sql.Rows) error {
			is = true
			return nil
		}, `SELECT 1 FROM memberships m JOIN people p ON p.id = m.person
			WHERE m.school = $1 AND m.person = $2 AND m.role = `+sqlAdmin+` AND m.disabled = 0 AND p.disabled = 0`, school, admin)
		if err == nil && (!is || admin == member) {
			err = roll.Problem(roll.Forbidden, "people.problem.not_yours")
		}
		if err != nil {
			return err
		}
		return do(tx)
	})
}

// SetRole gives the member another role in the school, as one of its admins. Who is no admin any
// more loses the invitations that they made.
func (s *Store) SetRole(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID, role roll.Role) error {
	return s.asAdmin(ctx, school, admin, member, func(tx *transaction) error {
		changed, err := tx.exec(ctx, `UPDATE memberships SET role = $1 WHERE school = $2 AND person = $3`, role, school, member)
		if err == nil && changed == 0 {
			err = notFound()
		}
		if err != nil || role == roll.Admin {
			return err
		}
		return tx.withdrawAll(ctx, school, member)
	})
}

// KeepOut keeps the member out of the school from the next request on, or lets them in again, as
// one of its admins. Sessions of who has no other school end.
func (s *Store) KeepOut(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID, out bool) error {
	return s.asAdmin(ctx, school, admin, member, func(tx *transaction) error {
		changed, err := tx.exec(ctx, `UPDATE memberships SET disabled = $1 WHERE school = $2 AND person = $3`, flag(out), school, member)
		if err == nil && changed == 0 {
			err = notFound()
		}
		if err != nil || !out {
			return err
		}
		if err := tx.withdrawAll(ctx, school, member); err != nil {
			return err
		}
		_, err = tx.exec(ctx, `UPDATE people SET epoch = epoch + 1 WHERE id = $1
			AND NOT EXISTS (SELECT 1 FROM memberships WHERE person = $1 AND disabled = 0)`, member)
		return err
	})
}

// withdrawAll ends the open links that the person made as an admin of the school.
func (t *transaction) withdrawAll(ctx context.Context, school roll.SchoolID, by roll.PersonID) error {
	_, err := t.exec(ctx, `UPDATE account_links SET closed_at = $1 WHERE `+openLink+` AND school = $2 AND made_by = $3`, milliseconds(t.Now), school, by)
	return err
}
