package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/people"
	"rollbook/web/store/saves"
	"rollbook/web/store/schools"
)

// entering is the statement of Enter, admitting that of Admit. Their derived table v has the person, with the
// session, in a row for each school. Only the requested school is read completely.
const (
	entering = `SELECT ` + schools.Columns + schools.More + `, ` + schools.ConnectionColumns + `, ` + saves.Versions +
		`, v.* FROM (
			SELECT ` + people.BelongingColumns + `, x.data FROM sessions x LEFT JOIN people p ON p.id = x.person ` +
		people.BelongingJoins + `
			WHERE x.token = $1 AND x.expires_at > $2) v
		LEFT JOIN schools c ON c.slug = v.member_of AND c.slug = $3 AND v.kept_out = 0 ` + schools.ConnectionJoins
	admitting = `SELECT ` + schools.Columns + schools.More + `, ` + schools.ConnectionColumns + `, 0, 0, v.* FROM (
			SELECT ` + people.BelongingColumns + ` FROM people p ` + people.BelongingJoins + ` WHERE p.id = $1) v
		LEFT JOIN schools c ON c.slug = v.member_of AND c.slug = $2 AND v.kept_out = 0 ` + schools.ConnectionJoins
)

// Sessions stores the sessions of signed-in people, and admits them to a school.
type Sessions struct {
	people.Sessions
	store *Store
}

// Sessions returns the session store.
func (s *Store) Sessions(clock func() time.Time) *Sessions {
	return &Sessions{people.Sessions{Database: s.Database, Clock: clock}, s}
}

// Enter is FindCtx for a request about the school. The same statement reads the session's person and the
// rights to enter the school at this instant. The result is not cached.
func (s *Sessions) Enter(ctx context.Context, token string,
	school roll.SchoolID) (data []byte, admission roll.Admission, found bool, err error) {
	admission, err = s.store.admit(ctx, []any{&data}, func() { found = true }, entering, token,
		engine.Milliseconds(s.Clock()), school)
	return data, admission, found, err
}

// Admit reads the person and the rights to enter the school at this instant, for a request that may change
// marks. It returns no version of the marks.
func (s *Store) Admit(ctx context.Context, person roll.PersonID, school roll.SchoolID) (roll.Admission, error) {
	admission, err := s.admit(ctx, nil, func() {}, admitting, person, school)
	if err == nil && admission.Person.ID == "" {
		err = engine.NotFound()
	}
	return admission, err
}

// admit reads an admission, and the further columns of the statement into more. It calls each for every row.
func (s *Store) admit(ctx context.Context, more []any, each func(), statement string,
	args ...any) (admission roll.Admission, err error) {
	var who people.Belonging
	connection, read := schools.ScanConnection()
	connection = append(connection, &admission.Versions.Marks, &admission.Versions.Absences)
	err = s.Database.Query(ctx, func(rows *sql.Rows) error {
		each()
		var own sql.NullString
		about := append([]any{&own}, ignoring(schools.Width+len(connection)-1)...)
		err := who.Add(func(into ...any) error { return rows.Scan(append(about, into...)...) }, more...)
		if err != nil || !own.Valid {
			return err
		}
		err = schools.Scan(s.Database, rows, &admission.School,
			append(connection, ignoring(people.BelongingWidth+len(more))...)...)
		admission.Connection = read()
		return err
	}, statement, args...)
	admission.Person, admission.Memberships = who.All()
	return admission, err
}

// ignored is the destination of an unneeded column.
type ignored struct{}

// Scan accepts anything.
func (ignored) Scan(any) error { return nil }

// ignoring returns destinations for columns unneeded columns.
func ignoring(columns int) []any {
	all := make([]any, columns)
	for i := range all {
		all[i] = ignored{}
	}
	return all
}
