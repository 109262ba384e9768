package people

import (
	"context"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

// FactorKind is the kind of a second factor.
type FactorKind string

// The kinds.
const (
	Passkey FactorKind = "passkey"
	App     FactorKind = "app"
)

// Factor is a second factor of a person.
type Factor struct {
	Person roll.PersonID
	// ID identifies it among those of the person: the credential's id of a passkey.
	ID   string
	Kind FactorKind
	// Name is the person's name for a passkey.
	Name string
	// Sealed is the credential of a passkey or the secret of an app, sealed by the vault for the person.
	Sealed []byte
	// Step is the step of the app's newest accepted code.
	Step         int64
	MadeAt, Used time.Time
}

// Factors returns the person's second factors, the oldest first.
func (s *Store) Factors(ctx context.Context, person roll.PersonID) ([]Factor, error) {
	return engine.Rows[Factor](ctx, s.Database, `SELECT person, id, kind, name, sealed, last_step AS step, made_at,
		used_at AS used FROM factors WHERE person = $1 ORDER BY made_at, id`, person)
}

// AddFactor stores a new factor, with the hashes of its recovery codes. It returns roll.Stale if the person has one
// with the same id.
func (s *Store) AddFactor(ctx context.Context, one Factor, codes []string) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.ChangeOr(ctx, roll.Problem(roll.Stale, "problem.what.409"), `INSERT INTO factors (person, id, kind,
			name, sealed, last_step, made_at)
			VALUES `+engine.Tuples(1, 7)+` ON CONFLICT (person, id) DO NOTHING`,
			one.Person, one.ID, one.Kind, one.Name, one.Sealed, one.Step, engine.Milliseconds(one.MadeAt)))
		return engine.Insert(ctx, tx, codes, `INSERT INTO recovery_codes (person, hash) VALUES $rows`,
			func(_ int, hash string) []any { return []any{one.Person, hash} })
	})
}

// UseStep records the step of an app's accepted code, and reports whether it is newer than every accepted one.
func (s *Store) UseStep(ctx context.Context, one Factor, step int64, at time.Time) (bool, error) {
	changed, err := s.Database.Exec(ctx,
		`UPDATE factors SET last_step = $1, used_at = $2 WHERE person = $3 AND id = $4 AND last_step < $5`,
		step, engine.Milliseconds(at), one.Person, one.ID, step)
	return changed == 1, err
}

// UsePasskey replaces the credential of a passkey after its use with the challenge, and reports whether that is the
// first use of the challenge.
func (s *Store) UsePasskey(ctx context.Context, one Factor, challenge string, at time.Time) (first bool, err error) {
	err = s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		used, err := tx.Exec(ctx,
			`INSERT INTO used_challenges (challenge, person, used_at) VALUES ($1, $2, $3) ON CONFLICT (challenge) DO NOTHING`,
			challenge, one.Person, engine.Milliseconds(at))
		if first = used == 1; err != nil || !first {
			return err
		}
		return tx.MustChange(ctx, `UPDATE factors SET sealed = $1, used_at = $2 WHERE person = $3 AND id = $4`, one.Sealed,
			engine.Milliseconds(at), one.Person, one.ID)
	})
	return first, err
}

// UseRecoveryCode deletes the code with the hash, and reports whether the person had it.
func (s *Store) UseRecoveryCode(ctx context.Context, person roll.PersonID, hash string) (bool, error) {
	changed, err := s.Database.Exec(ctx, `DELETE FROM recovery_codes WHERE person = $1 AND hash = $2`, person, hash)
	return changed == 1, err
}

// CountRecoveryCodes counts the person's unused codes.
func (s *Store) CountRecoveryCodes(ctx context.Context, person roll.PersonID) (int, error) {
	return engine.Value[int](ctx, s.Database, `SELECT COUNT(*) FROM recovery_codes WHERE person = $1`, person)
}

// RemoveFactor removes one factor of the person, and the recovery codes with the app. It returns roll.NotFound if
// there is none.
func (s *Store) RemoveFactor(ctx context.Context, one Factor) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.MustChange(ctx, `DELETE FROM factors WHERE person = $1 AND id = $2`, one.Person, one.ID))
		if one.Kind == App {
			tx.Require(tx.Do(ctx, `DELETE FROM recovery_codes WHERE person = $1`, one.Person))
		}
		return endWithoutFactor(ctx, tx, `m.person = $1`, one.Person)
	})
}

// RemoveFactors removes all factors of the person, for the operator.
func (s *Store) RemoveFactors(ctx context.Context, person roll.PersonID) error {
	return s.Database.InTransaction(ctx,
		func(tx *engine.Transaction) error { return removeFactors(ctx, tx, `person = $1`, person) })
}

// RemoveMemberFactors removes all factors of a member, as one of the school's admins. It returns roll.Forbidden for a
// member who belongs to another school too: that school may rely on them.
func (s *Store) RemoveMemberFactors(ctx context.Context, school roll.SchoolID, admin, member roll.PersonID) error {
	return s.asAdmin(ctx, school, admin, member, func(tx *engine.Transaction) error {
		tx.Require(tx.MustChange(ctx, `UPDATE memberships SET role = role WHERE school = $1 AND person = $2`, school, member))
		others, err := schoolsWhere(ctx, tx, `m.person = $1 AND m.school <> $2`, member, school)
		if err != nil {
			return err
		}
		if len(others) > 0 {
			return roll.Problem(roll.Forbidden, "people.problem.factors_elsewhere")
		}
		return removeFactors(ctx, tx, `person = $1`, member)
	})
}

// removeFactors removes the factors of the people in the condition.
func removeFactors(ctx context.Context, t *engine.Transaction, condition string, args ...any) error {
	t.Require(t.DoAll(ctx, []string{`DELETE FROM factors WHERE ` + condition, `DELETE FROM recovery_codes
		WHERE ` + condition}, args...))
	return endWithoutFactor(ctx, t, condition, args...)
}

// demanding joins memberships m with the demands on their roles.
const demanding = `memberships m JOIN factor_demands d ON d.school = m.school AND d.role = m.role`

// endWithoutFactor ends the sessions of the people whose membership m in the condition demands a second factor that
// they lack, so that they set one up now.
func endWithoutFactor(ctx context.Context, t *engine.Transaction, condition string, args ...any) error {
	return t.Do(ctx, `UPDATE people SET epoch = epoch + 1 WHERE id IN (
			SELECT m.person FROM `+demanding+` WHERE m.disabled = 0 AND `+condition+`)
		AND NOT EXISTS (SELECT 1 FROM factors f WHERE f.person = people.id)`, args...)
}

// FactorDemands returns the roles that need a second factor in the school.
func (s *Store) FactorDemands(ctx context.Context, school roll.SchoolID) ([]roll.Role, error) {
	return engine.Rows[roll.Role](ctx, s.Database,
		`SELECT role FROM factor_demands WHERE school = $1 ORDER BY role`, school)
}

// SetFactorDemands replaces the roles that need a second factor in the school, and ends the sessions of those who now
// lack one.
func (s *Store) SetFactorDemands(ctx context.Context, school roll.SchoolID, roles []roll.Role) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(tx.Do(ctx, `DELETE FROM factor_demands WHERE school = $1`, school))
		tx.Require(engine.Insert(ctx, tx, roles, `INSERT INTO factor_demands (school, role) VALUES $rows`,
			func(_ int, role roll.Role) []any { return []any{school, role} }))
		return endWithoutFactor(ctx, tx, `m.school = $1`, school)
	})
}

// DemandsFactor reports whether a school demands a second factor of the person.
func (s *Store) DemandsFactor(ctx context.Context, person roll.PersonID) (bool, error) {
	return engine.Exists(ctx, s.Database,
		`SELECT 1 FROM `+demanding+` WHERE m.person = $1 AND m.disabled = 0`, person)
}
