package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
)

// Sessions keeps the sessions of people who are signed in. It is a session store for
// scs; the tokens arrive hashed.
type Sessions struct {
	store *Store
	clock func() time.Time
}

// Sessions returns the part of the store that keeps sessions.
func (s *Store) Sessions(clock func() time.Time) *Sessions { return &Sessions{store: s, clock: clock} }

// FindCtx returns the session's data; found is false when there is none or it ended.
func (s *Sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	err = s.store.query(ctx, func(rows *sql.Rows) error {
		found = true
		return rows.Scan(&data)
	}, `SELECT data FROM sessions WHERE token = $1 AND expires_at > $2`, token, milliseconds(s.clock()))
	return data, found, err
}

// entering is the statement of Enter, admitting that of Admit. Their own table v is the person, with the
// session, with a row for each school; the school asked for is read whole.
const (
	entering = `SELECT ` + schoolColumns + schoolMore + `, ` + connectionColumns + `, ` + marksVersion + `, v.* FROM (
			SELECT ` + belongingColumns + `, x.data FROM sessions x LEFT JOIN people p ON p.id = x.person ` + belongingJoins + `
			WHERE x.token = $1 AND x.expires_at > $2) v
		LEFT JOIN schools c ON c.slug = v.member_of AND c.slug = $3 AND v.kept_out = 0 ` + connectionJoins
	admitting = `SELECT ` + schoolColumns + schoolMore + `, ` + connectionColumns + `, 0, v.* FROM (
			SELECT ` + belongingColumns + ` FROM people p ` + belongingJoins + ` WHERE p.id = $1) v
		LEFT JOIN schools c ON c.slug = v.member_of AND c.slug = $2 AND v.kept_out = 0 ` + connectionJoins
)

// Enter does FindCtx for a request about the school. The same statement reads the session's person
// and what lets them into the school, as it stands at this instant; nothing of that is kept.
func (s *Sessions) Enter(ctx context.Context, token string, school roll.SchoolID) (data []byte, admission roll.Admission, found bool, err error) {
	admission, err = s.store.admit(ctx, []any{&data}, func() { found = true }, entering, token, milliseconds(s.clock()), school)
	return data, admission, found, err
}

// Admit reads the person, and what lets them into the school, as it stands at this instant, for a
// request that may change marks: it tells no version of them.
func (s *Store) Admit(ctx context.Context, person roll.PersonID, school roll.SchoolID) (roll.Admission, error) {
	admission, err := s.admit(ctx, nil, func() {}, admitting, person, school)
	if err == nil && admission.Person.ID == "" {
		err = notFound()
	}
	return admission, err
}

// admit reads an admission, and into more what the statement asks for behind it. It calls each for
// every row.
func (s *Store) admit(ctx context.Context, more []any, each func(), statement string, args ...any) (admission roll.Admission, err error) {
	var who belonging
	connection, read := scanConnection()
	connection = append(connection, &admission.MarksVersion)
	err = s.query(ctx, func(rows *sql.Rows) error {
		each()
		var own sql.NullString
		about := append([]any{&own}, ignoring(schoolWidth+len(connection)-1)...)
		err := who.add(func(into ...any) error { return rows.Scan(append(about, into...)...) }, more...)
		if err != nil || !own.Valid {
			return err
		}
		err = s.scanSchool(rows, &admission.School, append(connection, ignoring(belongingWidth+len(more))...)...)
		admission.Connection = read()
		return err
	}, statement, args...)
	admission.Person, admission.Memberships = who.all()
	return admission, err
}

// CommitCtx stores the session's data until the expiry.
func (s *Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	_, err := s.store.exec(ctx, `INSERT INTO sessions (token, data, expires_at) VALUES ($1, $2, $3)
		ON CONFLICT (token) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at`, token, data, milliseconds(expiry))
	return err
}

// CommitOwned does CommitCtx for the session of a person.
func (s *Sessions) CommitOwned(ctx context.Context, token string, data []byte, expiry time.Time, person roll.PersonID) error {
	_, err := s.store.exec(ctx, `INSERT INTO sessions (token, data, expires_at, person) VALUES ($1, $2, $3, $4)
		ON CONFLICT (token) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at, person = excluded.person`,
		token, data, milliseconds(expiry), person)
	return err
}

// RenewOwned does CommitOwned for a session that was there before: one that was ended meanwhile
// stays so.
func (s *Sessions) RenewOwned(ctx context.Context, token string, data []byte, expiry time.Time, person roll.PersonID) error {
	_, err := s.store.exec(ctx, `UPDATE sessions SET data = $1, expires_at = $2, person = $3 WHERE token = $4`, data, milliseconds(expiry), person, token)
	return err
}

// OwnedBy returns the data of the person's sessions that have not ended, by token.
func (s *Sessions) OwnedBy(ctx context.Context, person roll.PersonID) (map[string][]byte, error) {
	owned := make(map[string][]byte)
	err := s.store.query(ctx, func(rows *sql.Rows) error {
		var token string
		var data []byte
		err := rows.Scan(&token, &data)
		owned[token] = data
		return err
	}, `SELECT token, data FROM sessions WHERE person = $1 AND expires_at > $2`, person, milliseconds(s.clock()))
	return owned, err
}

// DeleteCtx ends a session; ending what is not there does nothing.
func (s *Sessions) DeleteCtx(ctx context.Context, token string) error {
	_, err := s.store.exec(ctx, `DELETE FROM sessions WHERE token = $1`, token)
	return err
}

// Find is FindCtx without a context, as the interface of scs has it.
func (s *Sessions) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context.
func (s *Sessions) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

// Delete is DeleteCtx without a context.
func (s *Sessions) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }

// DropExpired removes the sessions that have ended.
func (s *Sessions) DropExpired(ctx context.Context) error {
	_, err := s.store.exec(ctx, `DELETE FROM sessions WHERE expires_at <= $1`, milliseconds(s.clock()))
	return err
}

// belongingColumns and belongingJoins select a person p, in a row for each school m that they belong to.
const (
	belongingColumns = `p.id AS person, p.email, p.name AS person_name, p.disabled, p.single_keys, p.others, p.epoch,
		m.school AS member_of, s.name AS member_of_name, m.role, m.disabled AS kept_out`
	belongingJoins = `LEFT JOIN memberships m ON m.person = p.id LEFT JOIN schools s ON s.slug = m.school`
)

// The numbers of columns of belongingColumns, and of schoolColumns with schoolMore.
const (
	belongingWidth = 11
	schoolWidth    = 20
)

// belonging is a person with the schools that they belong to, gathered row by row.
type belonging struct {
	person      roll.Person
	memberships []roll.Membership
	keptOut     bool
}

// add takes the belongingColumns of a row, and what the query asks for behind them.
func (b *belonging) add(scan func(...any) error, more ...any) error {
	var id, email, name, school, schoolName, role sql.NullString
	var disabled, singleKeys, others, epoch, keptOut sql.NullInt64
	into := []any{&id, &email, &name, &disabled, &singleKeys, &others, &epoch, &school, &schoolName, &role, &keptOut}
	if err := scan(append(into, more...)...); err != nil {
		return err
	}
	b.person = roll.Person{
		ID: roll.PersonID(id.String), Email: email.String, Name: name.String, Disabled: disabled.Int64 != 0,
		SingleKeys: singleKeys.Int64 != 0, Others: others.Int64 != 0, Epoch: epoch.Int64,
	}
	b.keptOut = b.keptOut || keptOut.Int64 != 0
	if school.Valid && keptOut.Int64 == 0 {
		b.memberships = append(b.memberships, roll.Membership{School: roll.SchoolID(school.String), SchoolName: schoolName.String, Role: roll.Role(role.String)})
	}
	return nil
}

// all returns the person with their schools, by name.
func (b *belonging) all() (roll.Person, []roll.Membership) {
	b.person.Disabled = b.person.Disabled || b.keptOut && len(b.memberships) == 0
	// Few have more than one: an ORDER BY costs more.
	slices.SortFunc(b.memberships, func(a, b roll.Membership) int {
		return cmp.Or(cmp.Compare(a.SchoolName, b.SchoolName), cmp.Compare(a.School, b.School))
	})
	return b.person, b.memberships
}

// ignored is the destination of a column that is not wanted.
type ignored struct{}

// Scan takes anything.
func (ignored) Scan(any) error { return nil }

// ignoring returns destinations for so many columns that are not wanted.
func ignoring(columns int) []any {
	all := make([]any, columns)
	for i := range all {
		all[i] = ignored{}
	}
	return all
}
