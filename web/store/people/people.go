package people

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

const personColumns = `id, email, name, disabled, single_keys, only_ticked, language, surname_first,
	class_order AS "order", epoch, proven_at AS proven, created_at AS since`

// AddPerson stores a new person, whose address the operator vouches for. The address must not be taken.
func (s *Store) AddPerson(ctx context.Context, person roll.Person, passwordHash string) error {
	person.Proven = true
	return s.Database.InTransaction(ctx,
		func(tx *engine.Transaction) error { return Insert(ctx, tx, person, passwordHash) })
}

// Insert stores a new person. It returns roll.Stale when the address is taken.
func Insert(ctx context.Context, t *engine.Transaction, person roll.Person, passwordHash string) error {
	return t.ChangeOr(ctx, roll.Problem(roll.Stale, "problem.what.409"),
		`INSERT INTO people (id, email, name, password_hash, created_at, proven_at) VALUES `+engine.Tuples(1, 6)+`
		ON CONFLICT (email) DO NOTHING`, person.ID, person.Email, person.Name, passwordHash, engine.Milliseconds(t.Now),
		provenAt(t, person.Proven))
}

// Join gives the person a role in the school, or changes it, and unblocks them there. It returns a
// *LastAdminError when the school would lose its last admin.
func (s *Store) Join(ctx context.Context, person roll.PersonID, school roll.SchoolID, role roll.Role) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error { return Join(ctx, tx, person, school, role) })
}

// Join does [Store.Join].
func Join(ctx context.Context, t *engine.Transaction, person roll.PersonID, school roll.SchoolID,
	role roll.Role) error {
	return leavingAdmins(ctx, t, person, func() error {
		return t.Do(ctx, `INSERT INTO memberships (person, school, role) VALUES ($1, $2, $3)
			ON CONFLICT (person, school) DO UPDATE SET role = excluded.role, disabled = 0`, person, school, role)
	})
}

// LetIn gives the person with the address a role in the school, for the operator. passwordHash is for a new person and
// for an account whose address is not proven: it replaces the password, ends sessions, removes the PIN and second
// factors, and proves the address. It may be empty for a proven account. It returns roll.Stale when the account has
// changed since the hash was made, and the errors of Join.
func (s *Store) LetIn(ctx context.Context, person roll.Person, passwordHash string, school roll.SchoolID,
	role roll.Role) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		if person.Epoch == 0 {
			person.Proven = true
			tx.Require(Insert(ctx, tx, person, passwordHash))
			return Join(ctx, tx, person.ID, school, role)
		}
		tx.Require(lockPerson(ctx, tx, person.ID, person.Epoch))
		if !person.Proven {
			if _, err := renew(ctx, tx, person.ID, passwordHash, true); err != nil {
				return err
			}
		}
		return Join(ctx, tx, person.ID, school, role)
	})
}

// lockPerson locks the account until the transaction ends. It returns roll.Stale when its password was
// replaced, or it was disabled, since the epoch.
func lockPerson(ctx context.Context, t *engine.Transaction, id roll.PersonID, epoch int64) error {
	return t.ChangeOr(ctx, roll.Problem(roll.Stale, "problem.what.409"),
		`UPDATE people SET epoch = epoch WHERE id = $1 AND epoch = $2`, id, epoch)
}

// renew replaces the password of an account, records whether that proves its address, and removes the PIN: a person who
// lost a password may have lost it on the same paper. It also removes the second factors of an account whose address
// was not proven: they may be another person's.
func renew(ctx context.Context, t *engine.Transaction, id roll.PersonID, passwordHash string,
	proven bool) (epoch int64, err error) {
	t.Require(removeFactors(ctx, t, `person IN (SELECT id FROM people WHERE id = $1 AND proven_at = 0)`, id))
	t.Require(t.Do(ctx, `UPDATE people SET proven_at = $1 WHERE id = $2`, provenAt(t, proven), id))
	t.Require(t.Do(ctx, `DELETE FROM pins WHERE person = $1`, id))
	return replacePassword(ctx, t, id, passwordHash)
}

// provenAt returns the value of proven_at for an address that is proven now, or is not.
func provenAt(t *engine.Transaction, proven bool) int64 {
	if proven {
		return engine.Milliseconds(t.Now)
	}
	return 0
}

// PersonByEmail returns the person with the address, and their password's hash. A person blocked by all their
// schools is disabled.
func (s *Store) PersonByEmail(ctx context.Context, email string) (person roll.Person, passwordHash string, err error) {
	found, err := engine.Row[struct {
		roll.Person
		PasswordHash string
		KeptOut      bool
	}](ctx, s.Database, `SELECT `+personColumns+
		`, password_hash, CASE WHEN EXISTS (SELECT 1 FROM memberships WHERE person = people.id)
		AND NOT EXISTS (SELECT 1 FROM memberships WHERE person = people.id AND disabled = 0) THEN 1 ELSE 0 END AS kept_out
		FROM people WHERE email = $1`, email)
	found.Disabled = found.Disabled || found.KeptOut
	return found.Person, found.PasswordHash, err
}

// Person returns the person with the id, and their roles in schools. A person blocked by all their schools is
// disabled.
func (s *Store) Person(ctx context.Context, id roll.PersonID) (roll.Person, []roll.Membership, error) {
	var found Belonging
	err := s.Database.Query(ctx, func(rows *sql.Rows) error { return found.Add(rows.Scan) }, `SELECT `+BelongingColumns+
		` FROM people p `+BelongingJoins+` WHERE p.id = $1`, id)
	if err == nil && found.person.ID == "" {
		err = engine.NotFound()
	}
	person, memberships := found.All()
	return person, memberships, err
}

// PersonOfSchool is one line of a list of people.
type PersonOfSchool struct {
	roll.Person
	School roll.SchoolID
	Role   roll.Role
}

// People returns all people by address, once for each of their schools.
func (s *Store) People(ctx context.Context) ([]PersonOfSchool, error) {
	return engine.Rows[PersonOfSchool](ctx, s.Database,
		`SELECT p.id, p.email, p.name, p.single_keys, p.only_ticked, p.language, p.surname_first,
			p.class_order AS "order", p.epoch, p.proven_at AS proven, p.created_at AS since, COALESCE(m.school, '') AS school,
			COALESCE(m.role, '') AS role, CASE WHEN p.disabled + COALESCE(m.disabled, 0) > 0 THEN 1 ELSE 0 END AS disabled
		FROM people p LEFT JOIN memberships m ON m.person = p.id ORDER BY p.email, m.school`)
}

// SetPassword stores the hash of a password that the operator gave, which proves the address. It ends existing
// sessions, and removes the PIN, and the second factors of an account whose address was not proven.
func (s *Store) SetPassword(ctx context.Context, id roll.PersonID, passwordHash string) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		_, err := renew(ctx, tx, id, passwordHash, true)
		return err
	})
}

// Disable prevents the person from signing in, ends their sessions, and takes their classes. It returns a
// *LastAdminError for a school's last admin.
func (s *Store) Disable(ctx context.Context, id roll.PersonID) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		return leavingAdmins(ctx, tx, id, func() error {
			dropTeacher(ctx, tx, id, "")
			return tx.MustChange(ctx, `UPDATE people SET disabled = 1, epoch = epoch + 1 WHERE id = $1`, id)
		})
	})
}

// Enable lets the person sign in again where no school blocks them.
func (s *Store) Enable(ctx context.Context, id roll.PersonID) error {
	return s.Database.MustChange(ctx, `UPDATE people SET disabled = 0 WHERE id = $1`, id)
}

// LastAdminError refuses a change that would leave the school without an admin who has a password.
type LastAdminError struct{ School roll.SchoolID }

// Error names the school and the next step.
func (e *LastAdminError) Error() string {
	return "this is the last admin of " + string(e.School) + " with a password; make another person an admin first"
}

// leavingAdmins calls do, which changes the person, and refuses the change when it leaves a school without an admin who
// has a password.
func leavingAdmins(ctx context.Context, t *engine.Transaction, person roll.PersonID, do func() error) error {
	const isAdmin = `EXISTS (SELECT 1 FROM memberships a JOIN people p ON p.id = a.person
		WHERE a.school = m.school AND a.role = ` + literal.Admin +
		` AND a.disabled = 0 AND p.disabled = 0 AND p.password_hash <> '')`
	// This changes nothing, and locks these rows until the end.
	t.Require(t.Do(ctx, `UPDATE memberships SET role = role WHERE school IN (SELECT school FROM memberships
		WHERE person = $1)`, person))
	before, err := schoolsWhere(ctx, t, `m.person = $1 AND `+isAdmin, person)
	if err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	without, err := schoolsWhere(ctx, t, `m.person = $1 AND NOT `+isAdmin, person)
	for _, school := range without {
		if slices.Contains(before, school) {
			return &LastAdminError{school}
		}
	}
	return err
}

// schoolsWhere returns the schools of the memberships m that meet the condition.
func schoolsWhere(ctx context.Context, t *engine.Transaction, condition string,
	args ...any) (schools []roll.SchoolID, err error) {
	return engine.Rows[roll.SchoolID](ctx, t, `SELECT m.school FROM memberships m WHERE `+condition, args...)
}

// SetPreferences stores the person's own preferences.
func (s *Store) SetPreferences(ctx context.Context, id roll.PersonID, chosen roll.Preferences) error {
	return s.Database.MustChange(ctx, `UPDATE people
		SET single_keys = $1, only_ticked = $2, language = $3, surname_first = $4, class_order = $5 WHERE id = $6`,
		engine.Flag(chosen.SingleKeys), engine.Flag(chosen.OnlyTicked), chosen.Language, engine.Flag(chosen.SurnameFirst),
		chosen.Order, id)
}

// PeopleOfSchool returns the school's people, by name.
func (s *Store) PeopleOfSchool(ctx context.Context, school roll.SchoolID) ([]roll.MemberOfSchool, error) {
	return engine.Rows[roll.MemberOfSchool](ctx, s.Database,
		`SELECT p.id AS person, p.email, p.name, m.role, m.disabled AS kept_out, p.disabled, p.signed_in_at,
			CASE WHEN EXISTS (SELECT 1 FROM memberships o WHERE o.person = p.id
			AND o.school <> m.school) THEN 1 ELSE 0 END AS elsewhere,
			CASE WHEN EXISTS (SELECT 1 FROM pins n WHERE n.person = p.id) THEN 1 ELSE 0 END AS has_pin,
			CASE WHEN EXISTS (SELECT 1 FROM factors f WHERE f.person = p.id) THEN 1 ELSE 0 END AS has_factor
		FROM memberships m JOIN people p ON p.id = m.person WHERE m.school = $1 ORDER BY p.name, p.email`, school)
}

// PasswordNames returns the names that a password of the person must not consist of: their own, and those of
// their schools.
func (s *Store) PasswordNames(ctx context.Context, person roll.PersonID) ([]string, error) {
	return engine.Rows[string](ctx, s.Database,
		`SELECT email FROM people WHERE id = $1 UNION ALL SELECT name FROM people WHERE id = $1
		UNION ALL SELECT s.slug FROM `+theirSchools+` UNION ALL SELECT s.name FROM `+theirSchools+`
		UNION ALL SELECT s.school_code FROM `+theirSchools+` UNION ALL SELECT s.tenant FROM `+theirSchools, person)
}

// theirSchools are the schools s of the person $1.
const theirSchools = `memberships m JOIN schools s ON s.slug = m.school WHERE m.person = $1`

// NoteSignIn records when the person last signed in.
func (s *Store) NoteSignIn(ctx context.Context, person roll.PersonID, at time.Time) error {
	return s.Database.Do(ctx, `UPDATE people SET signed_in_at = $1 WHERE id = $2`, engine.Milliseconds(at), person)
}

// asAdmin calls do, which changes another member of the school, as one of its admins. It locks the admin's role
// meanwhile, so that two admins cannot demote each other at the same moment: a school always has an admin. It returns
// roll.Forbidden for a person who is not an admin or who changes themself, and roll.Meaningless if no admin with a
// password would remain.
func (s *Store) asAdmin(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID,
	do func(*engine.Transaction) error) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		// This changes nothing, and locks these rows until the end.
		tx.Require(tx.Do(ctx, `UPDATE memberships SET role = role WHERE school = $1`, school))
		is, err := engine.Exists(ctx, tx, `SELECT 1 FROM memberships m JOIN people p ON p.id = m.person
			WHERE m.school = $1 AND m.person = $2 AND m.role = `+literal.Admin+
			` AND m.disabled = 0 AND p.disabled = 0`, school, admin)
		if err == nil && (!is || admin == member) {
			err = roll.Problem(roll.Forbidden, "people.problem.not_yours")
		}
		if err == nil {
			err = do(tx)
		}
		if err != nil {
			return err
		}
		// The acting admin may have no password.
		local, err := hasLocalAdmin(ctx, tx, school, "")
		if err == nil && !local {
			err = roll.Problem(roll.Meaningless, "people.problem.last_password")
		}
		return err
	})
}

// hasLocalAdmin reports whether the school has an admin with a password, other than the person.
func hasLocalAdmin(ctx context.Context, t *engine.Transaction, school roll.SchoolID,
	except roll.PersonID) (bool, error) {
	return engine.Exists(ctx, t,
		`SELECT 1 FROM memberships m JOIN people p ON p.id = m.person WHERE m.school = $1 AND m.person <> $2
		AND m.role = `+literal.Admin+` AND m.disabled = 0 AND p.disabled = 0 AND p.password_hash <> ''`, school, except)
}

// SetRole changes the member's role in the school, as one of its admins. A member who stops being an admin
// loses their open invitations. The sessions of one who now lacks a demanded second factor end.
func (s *Store) SetRole(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID, role roll.Role) error {
	return s.asAdmin(ctx, school, admin, member, func(tx *engine.Transaction) error {
		tx.Require(tx.MustChange(ctx, `UPDATE memberships SET role = $1 WHERE school = $2 AND person = $3`, role, school,
			member))
		if role != roll.Admin {
			tx.Require(withdrawAll(ctx, tx, school, member))
		}
		return endWithoutFactor(ctx, tx, `m.school = $1 AND m.person = $2`, school, member)
	})
}

// KeepOut blocks the member at the school from the next request on, or unblocks them, as one of its admins.
// It ends the sessions of a member without another school. A blocked member is no teacher of a class any more.
func (s *Store) KeepOut(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID, out bool) error {
	return s.asAdmin(ctx, school, admin, member, func(tx *engine.Transaction) error {
		tx.Require(tx.MustChange(ctx, `UPDATE memberships SET disabled = $1
			WHERE school = $2 AND person = $3`, engine.Flag(out), school, member))
		if !out {
			// The next sign-in by the provider may be with another account there.
			return tx.Do(ctx, `DELETE FROM provided_people WHERE school = $1 AND person = $2`, school, member)
		}
		// Groups do not let the member in again.
		tx.Require(tx.Do(ctx, `UPDATE provided_people SET left_at = 0 WHERE school = $1 AND person = $2`, school, member))
		return exclude(ctx, tx, school, member)
	})
}

// exclude blocks the member at the school, for KeepOut.
func exclude(ctx context.Context, t *engine.Transaction, school roll.SchoolID, member roll.PersonID) error {
	t.Require(t.Do(ctx, `UPDATE memberships SET disabled = 1 WHERE school = $1 AND person = $2`, school, member))
	t.Require(withdrawAll(ctx, t, school, member))
	dropTeacher(ctx, t, member, ` AND school = $2`, school)
	return t.Do(ctx, `UPDATE people SET epoch = epoch + 1 WHERE id = $1
		AND NOT EXISTS (SELECT 1 FROM memberships WHERE person = $1 AND disabled = 0)`, member)
}

// withdrawAll ends the open links that the person made as an admin of the school.
func withdrawAll(ctx context.Context, t *engine.Transaction, school roll.SchoolID, by roll.PersonID) error {
	return t.Do(ctx, `UPDATE account_links SET closed_at = $1 WHERE `+openLink+
		` AND school = $2 AND made_by = $3`, engine.Milliseconds(t.Now), school, by)
}

// openLink is true for links that can be used at the instant $1.
const openLink = `used_at = 0 AND closed_at = 0 AND ends_at > $1`

func replacePassword(ctx context.Context, t *engine.Transaction, person roll.PersonID,
	passwordHash string) (epoch int64, err error) {
	t.Require(t.MustChange(ctx, `UPDATE people SET password_hash = $1, epoch = epoch + 1
		WHERE id = $2`, passwordHash, person))
	t.Require(t.Do(ctx, `DELETE FROM sessions WHERE person = $1`, person))
	err = t.Do(ctx, `UPDATE account_links SET closed_at = $1 WHERE `+openLink+
		` AND kind = $2 AND email = (SELECT email FROM people WHERE id = $3)`,
		engine.Milliseconds(t.Now), roll.NewPassword, person)
	if err != nil {
		return 0, err
	}
	return engine.Value[int64](ctx, t, `SELECT epoch FROM people WHERE id = $1`, person)
}
