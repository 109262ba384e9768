package people

import (
	"context"
	"strings"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
)

const providerColumns = `p.school, s.name AS school_name, p.issuer, p.name, p.client, p.tenants, p.domains, p.claim,
	p.teachers, p.office, p.admins, p.otherwise, p.makes`

// Provider returns the provider by which the school's people sign in, with the sealed secret of its client. It
// returns roll.NotFound when there is none.
func (s *Store) Provider(ctx context.Context, school roll.SchoolID) (provider roll.Provider, sealed []byte, err error) {
	found, err := engine.Row[struct {
		roll.Provider
		Sealed []byte
	}](ctx, s.Database, `SELECT `+providerColumns+
		`, p.sealed FROM providers p JOIN schools s ON s.slug = p.school WHERE p.school = $1`, school)
	return found.Provider, found.Sealed, err
}

// mostOffered limits the providers of ProvidersFor.
const mostOffered = 20

// ProvidersFor returns the providers of the school and of the schools that accept accounts of the domain, by the names
// of the schools. It returns any two without both.
func (s *Store) ProvidersFor(ctx context.Context, school roll.SchoolID, domain string) ([]roll.Provider, error) {
	const from = `SELECT ` + providerColumns + ` FROM providers p JOIN schools s ON s.slug = p.school `
	if school == "" && domain == "" {
		return engine.Rows[roll.Provider](ctx, s.Database, from+`LIMIT 2`)
	}
	pattern := "\n" + domain + "\n"
	if domain == "" {
		pattern = " "
	}
	return engine.Rows[roll.Provider](ctx, s.Database, from+
		`WHERE p.school = $1 OR CAST($2 AS TEXT) || p.domains || CAST($2 AS TEXT) LIKE $3
		ORDER BY s.name, p.school LIMIT $4`, school, "\n", "%"+pattern+"%", mostOffered)
}

// SetProvider stores the school's provider. Another issuer forgets the people of the former one, and ends their
// sessions.
func (s *Store) SetProvider(ctx context.Context, provider roll.Provider, sealed []byte) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		const former = `school = $1 AND EXISTS (SELECT 1 FROM providers WHERE school = $1 AND issuer <> $2)`
		tx.Require(endProvided(ctx, tx, former, provider.School, provider.Issuer))
		tx.Require(tx.Do(ctx, `DELETE FROM provided_people WHERE `+former, provider.School, provider.Issuer))
		tx.Require(tx.Do(ctx, `DELETE FROM providers WHERE school = $1`, provider.School))
		lines := func(list []string) string { return strings.Join(list, "\n") }
		return tx.Do(ctx, `INSERT INTO providers (school, id, issuer, name, client, sealed, tenants, domains, claim, teachers,
			office, admins, otherwise, makes)
			VALUES `+engine.Tuples(1, 14), provider.School, "provider", provider.Issuer, provider.Name, provider.Client, sealed,
			lines(provider.Tenants), lines(provider.Domains), provider.Claim, lines(provider.Teachers), lines(provider.Office),
			lines(provider.Admins), provider.Otherwise, engine.Flag(provider.Makes))
	})
}

// endProvided ends the sessions of the people in the condition on provided_people.
func endProvided(ctx context.Context, t *engine.Transaction, condition string, args ...any) error {
	return t.Do(ctx, `UPDATE people SET epoch = epoch + 1 WHERE id IN (
		SELECT person FROM provided_people WHERE `+condition+`)`, args...)
}

// RemoveProvider deletes the school's provider, forgets who signed in by it, and ends their sessions.
func (s *Store) RemoveProvider(ctx context.Context, school roll.SchoolID) error {
	return s.Database.InTransaction(ctx, func(tx *engine.Transaction) error {
		tx.Require(endProvided(ctx, tx, `school = $1`, school))
		return tx.DoAll(ctx, engine.Deletions("provided_people", "providers"), school)
	})
}
