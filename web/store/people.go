package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
)

const personColumns = `id, email, name, disabled, single_keys, others, epoch`

func scanPerson(rows *sql.Rows, person *roll.Person, more ...any) error {
	var disabled, singleKeys, others int64
	into := []any{&person.ID, &person.Email, &person.Name, &disabled, &singleKeys, &others, &person.Epoch}
	if err := rows.Scan(append(into, more...)...); err != nil {
		return err
	}
	person.Disabled, person.SingleKeys, person.Others = disabled != 0, singleKeys != 0, others != 0
	return nil
}

// AddPerson stores somebody new; their e-mail address must not be taken.
func (s *Store) AddPerson(ctx context.Context, person roll.Person, passwordHash string) error {
	return s.inTransaction(ctx, func(tx *transaction) error { return tx.insertPerson(ctx, person, passwordHash) })
}

func (t *transaction) insertPerson(ctx context.Context, person roll.Person, passwordHash string) error {
	_, err := t.exec(ctx, `INSERT INTO people (id, email, name, password_hash, created_at) VALUES `+tuples(1, 5),
		person.ID, person.Email, person.Name, passwordHash, milliseconds(t.Now))
	return err
}

// Join gives the person a role in the school, or another one. Somebody whom the school kept out is
// let in again. The error is a *LastAdminError where the school would be left without an admin.
func (s *Store) Join(ctx context.Context, person roll.PersonID, school roll.SchoolID, role roll.Role) error {
	return s.leavingAdmins(ctx, person, func(tx *transaction) error {
		_, err := tx.exec(ctx, `INSERT INTO memberships (person, school, role) VALUES ($1, $2, $3)
			ON CONFLICT (person, school) DO UPDATE SET role = excluded.role, disabled = 0`, person, school, role)
		return err
	})
}

// PersonByEmail returns the person with the address, and their password's hash. A person whom all
// their schools keep out is disabled.
func (s *Store) PersonByEmail(ctx context.Context, email string) (person roll.Person, passwordHash string, err error) {
	found := false
	err = s.query(ctx, func(rows *sql.Rows) error {
		found = true
		kept := int64(0)
		err := scanPerson(rows, &person, &passwordHash, &kept)
		person.Disabled = person.Disabled || kept != 0
		return err
	}, `SELECT `+personColumns+`, password_hash, CASE WHEN EXISTS (SELECT 1 FROM memberships WHERE person = people.id)
		AND NOT EXISTS (SELECT 1 FROM memberships WHERE person = people.id AND disabled = 0) THEN 1 ELSE 0 END
		FROM people WHERE email = $1`, email)
	if err == nil && !found {
		err = notFound()
	}
	return person, passwordHash, err
}

// Person returns the person with the id, and their roles in schools. A person whom all their schools
// keep out is disabled.
func (s *Store) Person(ctx context.Context, id roll.PersonID) (roll.Person, []roll.Membership, error) {
	var found belonging
	err := s.query(ctx, func(rows *sql.Rows) error { return found.add(rows.Scan) }, `SELECT `+belongingColumns+` FROM people p `+belongingJoins+` WHERE p.id = $1`, id)
	if err == nil && found.person.ID == "" {
		err = notFound()
	}
	person, memberships := found.all()
	return person, memberships, err
}

// PersonOfSchool is one line of a list of people.
type PersonOfSchool struct {
	roll.Person
	School roll.SchoolID
	Role   roll.Role
}

// People lists everybody by address, once for each school they belong to.
func (s *Store) People(ctx context.Context) ([]PersonOfSchool, error) {
	var people []PersonOfSchool
	err := s.query(ctx, func(rows *sql.Rows) error {
		var line PersonOfSchool
		var school, role sql.NullString
		err := scanPerson(rows, &line.Person, &school, &role)
		line.School, line.Role = roll.SchoolID(school.String), roll.Role(role.String)
		people = append(people, line)
		return err
	}, `SELECT p.id, p.email, p.name, CASE WHEN p.disabled + COALESCE(m.disabled, 0) > 0 THEN 1 ELSE 0 END, p.single_keys, p.others, p.epoch, m.school, m.role
		FROM people p LEFT JOIN memberships m ON m.person = p.id ORDER BY p.email, m.school`)
	return people, err
}

// SetPassword stores a new hash and ends the sessions that the old one began.
func (s *Store) SetPassword(ctx context.Context, id roll.PersonID, passwordHash string) error {
	_, err := s.ReplacePassword(ctx, id, passwordHash)
	return err
}

// Disable keeps the person from signing in and ends their sessions. The error for a school's last
// admin is a *LastAdminError.
func (s *Store) Disable(ctx context.Context, id roll.PersonID) error {
	return s.leavingAdmins(ctx, id, func(tx *transaction) error {
		changed, err := tx.exec(ctx, `UPDATE people SET disabled = 1, epoch = epoch + 1 WHERE id = $1`, id)
		if err == nil && changed == 0 {
			err = notFound()
		}
		return err
	})
}

// LastAdminError refuses a change that would leave the school without an admin.
type LastAdminError struct{ School roll.SchoolID }

// Error names the school, and says what to do first.
func (e *LastAdminError) Error() string {
	return "this is the last admin of " + string(e.School) + "; make somebody else an admin first"
}

// leavingAdmins calls do, which changes the person, and refuses it where a school of which they are
// an admin is left without one.
func (s *Store) leavingAdmins(ctx context.Context, person roll.PersonID, do func(*transaction) error) error {
	const isAdmin = `EXISTS (SELECT 1 FROM memberships a JOIN people p ON p.id = a.person
		WHERE a.school = m.school AND a.role = ` + sqlAdmin + ` AND a.disabled = 0 AND p.disabled = 0)`
	return s.inTransaction(ctx, func(tx *transaction) error {
		// Changes nothing, and keeps others from these rows until the end.
		if _, err := tx.exec(ctx, `UPDATE memberships SET role = role WHERE school IN (SELECT school FROM memberships WHERE person = $1)`, person); err != nil {
			return err
		}
		before, err := tx.schoolsWhere(ctx, `m.person = $1 AND `+isAdmin, person)
		if err != nil {
			return err
		}
		if err := do(tx); err != nil {
			return err
		}
		without, err := tx.schoolsWhere(ctx, `m.person = $1 AND NOT `+isAdmin, person)
		for _, school := range without {
			if slices.Contains(before, school) {
				return &LastAdminError{school}
			}
		}
		return err
	})
}

// schoolsWhere lists the schools of the memberships m that the condition names.
func (t *transaction) schoolsWhere(ctx context.Context, condition string, args ...any) (schools []roll.SchoolID, err error) {
	err = t.query(ctx, func(rows *sql.Rows) error {
		var school roll.SchoolID
		err := rows.Scan(&school)
		schools = append(schools, school)
		return err
	}, `SELECT m.school FROM memberships m WHERE `+condition, args...)
	return schools, err
}

// SetPreferences stores what the person chose for themself.
func (s *Store) SetPreferences(ctx context.Context, id roll.PersonID, singleKeys, others bool) error {
	return s.mustChange(ctx, `UPDATE people SET single_keys = $1, others = $2 WHERE id = $3`, flag(singleKeys), flag(others), id)
}

// Failures counts the wrong passwords in a row for a subject, 0 for none, and tells when
// the last one came.
func (s *Store) Failures(ctx context.Context, subject string) (count int, last time.Time, err error) {
	var lastAt int64
	err = s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&count, &lastAt) },
		`SELECT failures, last_at FROM sign_in_failures WHERE subject = $1`, subject)
	return count, instant(lastAt), err
}

// SwapFailures replaces the old count by the new one if the subject still has the old
// one, and tells whether it did. An old count of 0 means no entry.
func (s *Store) SwapFailures(ctx context.Context, subject string, oldCount int, oldLast time.Time, count int, last time.Time) (bool, error) {
	var changed int64
	var err error
	if oldCount == 0 {
		changed, err = s.exec(ctx, `INSERT INTO sign_in_failures (subject, failures, last_at) VALUES ($1, $2, $3)
			ON CONFLICT (subject) DO NOTHING`, subject, count, milliseconds(last))
	} else {
		changed, err = s.exec(ctx, `UPDATE sign_in_failures SET failures = $1, last_at = $2
			WHERE subject = $3 AND failures = $4 AND last_at = $5`, count, milliseconds(last), subject, oldCount, milliseconds(oldLast))
	}
	return changed == 1, err
}

// ClearFailures forgets the wrong passwords of a subject.
func (s *Store) ClearFailures(ctx context.Context, subject string) error {
	_, err := s.exec(ctx, `DELETE FROM sign_in_failures WHERE subject = $1`, subject)
	return err
}

// KnownDevice tells whether the person has signed in on the device before.
func (s *Store) KnownDevice(ctx context.Context, person roll.PersonID, device string) (known bool, err error) {
	err = s.query(ctx, func(*sql.Rows) error {
		known = true
		return nil
	}, `SELECT 1 FROM known_devices WHERE person = $1 AND device = $2`, person, device)
	return known, err
}

// RememberDevice notes that the person has signed in on the device.
func (s *Store) RememberDevice(ctx context.Context, person roll.PersonID, device string, at time.Time) error {
	_, err := s.exec(ctx, `INSERT INTO known_devices (person, device, last_at) VALUES ($1, $2, $3)
		ON CONFLICT (person, device) DO UPDATE SET last_at = excluded.last_at`, person, device, milliseconds(at))
	return err
}

// DropOldSignIns forgets wrong passwords and devices from before the instant.
func (s *Store) DropOldSignIns(ctx context.Context, failuresBefore, devicesBefore time.Time) error {
	return s.inTransaction(ctx, func(tx *transaction) error {
		if _, err := tx.exec(ctx, `DELETE FROM sign_in_failures WHERE last_at < $1`, milliseconds(failuresBefore)); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `DELETE FROM known_devices WHERE last_at < $1`, milliseconds(devicesBefore))
		return err
	})
}

// Standings returns the roles that the people have now: those with an account, those who use a cover
// link, and tablets alike. Somebody who is disabled, belongs to no school or is not there has none.
func (s *Store) Standings(ctx context.Context, people []roll.PersonID) (map[roll.PersonID]roll.Standing, error) {
	standings := make(map[roll.PersonID]roll.Standing, len(people))
	err := chunks(people, func(ids []roll.PersonID) error {
		args := padded(ids)
		among := ` IN (` + list(0, len(args)) + `)`
		return s.query(ctx, func(rows *sql.Rows) error { return scanStanding(rows, standings) },
			`SELECT p.id, p.epoch, m.school, m.role, 0, 0, 0 FROM people p JOIN memberships m ON m.person = p.id
				WHERE p.disabled = 0 AND m.disabled = 0 AND p.id`+among+`
			UNION ALL
			SELECT c.person, 0, l.school, `+sqlCovering+`, l.ends_at, l.revoked_at, 0 FROM covers c JOIN cover_links l ON l.id = c.link
				WHERE c.person`+among+`
			UNION ALL
			SELECT t.id, t.version, t.school, `+sqlAtDoor+`, 0, 0, t.edition FROM tablets t WHERE t.revoked_at = 0 AND t.id`+among, args...)
	})
	return standings, err
}

// scanStanding adds one role in one school to the person's standing.
func scanStanding(rows *sql.Rows, standings map[roll.PersonID]roll.Standing) error {
	var person roll.PersonID
	var school roll.SchoolID
	var role roll.Role
	var epoch, ends, revoked, edition int64
	if err := rows.Scan(&person, &epoch, &school, &role, &ends, &revoked, &edition); err != nil {
		return err
	}
	standing, known := standings[person]
	if !known {
		standing.Roles = make(map[roll.SchoolID]roll.Role)
	}
	standing.Epoch, standing.Edition, standing.Roles[school] = epoch, edition, role
	standing.Link.Ends, standing.Link.RevokedAt = instant(ends), instant(revoked)
	standings[person] = standing
	return nil
}

// PeopleOfSchool lists who belongs to the school, by name.
func (s *Store) PeopleOfSchool(ctx context.Context, school roll.SchoolID) ([]roll.MemberOfSchool, error) {
	var members []roll.MemberOfSchool
	err := s.query(ctx, func(rows *sql.Rows) error {
		var one roll.MemberOfSchool
		var kept, disabled, elsewhere, signedIn, pin int64
		err := rows.Scan(&one.Person, &one.Email, &one.Name, &one.Role, &kept, &disabled, &elsewhere, &signedIn, &pin)
		one.KeptOut, one.Disabled, one.Elsewhere, one.SignedInAt, one.HasPIN = kept != 0, disabled != 0, elsewhere != 0, instant(signedIn), pin != 0
		members = append(members, one)
		return err
	}, `SELECT p.id, p.email, p.name, m.role, m.disabled, p.disabled,
			CASE WHEN EXISTS (SELECT 1 FROM memberships o WHERE o.person = p.id AND o.school <> m.school) THEN 1 ELSE 0 END, p.signed_in_at,
			CASE WHEN EXISTS (SELECT 1 FROM pins n WHERE n.person = p.id) THEN 1 ELSE 0 END
		FROM memberships m JOIN people p ON p.id = m.person WHERE m.school = $1 ORDER BY p.name, p.email`, school)
	return members, err
}

// PasswordNames lists the names that a password of the person must not be made of: their own, and
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

// NoteSignIn keeps the time at which the person last signed in.
func (s *Store) NoteSignIn(ctx context.Context, person roll.PersonID, at time.Time) error {
	_, err := s.exec(ctx, `UPDATE people SET signed_in_at = $1 WHERE id = $2`, milliseconds(at), person)
	return err
}

// asAdmin calls do, which changes another member of the school, as one of its admins. That admin
// stays one meanwhile, also where two of them do this to each other at the same moment: a school
// always has an admin. The error is a roll.Forbidden for somebody who is none, or means themself.
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

// SetRole gives the member another role in the school, as one of its admins. A member who is no
// admin any more loses the invitations that they made.
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
// one of its admins. The sessions of a member without another school end.
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
