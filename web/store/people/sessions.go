package people

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/literal"
)

// Sessions stores the sessions of signed-in people. It is a session store for scs. The tokens arrive hashed.
type Sessions struct {
	Database *engine.Database
	Clock    func() time.Time
}

// FindCtx returns the session's data, or false when there is none or it has ended.
func (s *Sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	err = s.Database.Query(ctx, func(rows *sql.Rows) error {
		found = true
		return rows.Scan(&data)
	}, `SELECT data FROM sessions WHERE token = $1 AND expires_at > $2`, token, engine.Milliseconds(s.Clock()))
	return data, found, err
}

// CommitCtx stores the session's data until the expiry.
func (s *Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	return s.CommitOwned(ctx, token, data, expiry, "")
}

// CommitOwned does CommitCtx for the session of a person.
func (s *Sessions) CommitOwned(ctx context.Context, token string, data []byte, expiry time.Time,
	person roll.PersonID) error {
	return s.Database.Do(ctx, `INSERT INTO sessions (token, data, expires_at, person) VALUES ($1, $2, $3, $4)
		ON CONFLICT (token) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at, person = excluded.person`,
		token, data, engine.Milliseconds(expiry), person)
}

// RenewOwned is CommitOwned for an existing session. It does not restore one that was ended meanwhile.
func (s *Sessions) RenewOwned(ctx context.Context, token string, data []byte, expiry time.Time,
	person roll.PersonID) error {
	return s.Database.Do(ctx, `UPDATE sessions SET data = $1, expires_at = $2, person = $3 WHERE token = $4`, data,
		engine.Milliseconds(expiry), person, token)
}

// OwnedBy returns the data of the person's sessions that have not ended, by token.
func (s *Sessions) OwnedBy(ctx context.Context, person roll.PersonID) (map[string][]byte, error) {
	return engine.Pairs[string, []byte](ctx, s.Database,
		`SELECT token, data FROM sessions WHERE person = $1 AND expires_at > $2`, person, engine.Milliseconds(s.Clock()))
}

// PasswordSchools returns the schools of the person that a password opens, and those that only their provider opens:
// the person is linked to it, and is no admin there.
func (s *Sessions) PasswordSchools(ctx context.Context,
	person roll.PersonID) (open, closed []roll.SchoolID, err error) {
	schools, err := engine.Groups[bool, roll.SchoolID](ctx, s.Database, `SELECT CASE WHEN m.role <> `+literal.Admin+
		` AND EXISTS (
			SELECT 1 FROM provided_people l WHERE l.school = m.school AND l.person = m.person) THEN 1 ELSE 0 END, m.school
		FROM memberships m WHERE m.person = $1 AND m.disabled = 0 ORDER BY m.school`, person)
	return schools[false], schools[true], err
}

// DeleteCtx ends a session. Ending a missing one does nothing.
func (s *Sessions) DeleteCtx(ctx context.Context, token string) error {
	return s.Database.Do(ctx, `DELETE FROM sessions WHERE token = $1`, token)
}

// Find is FindCtx without a context, for the interface of scs.
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
	return s.Database.Do(ctx, `DELETE FROM sessions WHERE expires_at <= $1`, engine.Milliseconds(s.Clock()))
}

// BelongingColumns and BelongingJoins select a person p, in a row for each school m of theirs.
const (
	BelongingColumns = `p.id AS person, p.email, p.name AS person_name, p.disabled, p.single_keys, p.only_ticked,
		p.language AS person_language, p.surname_first, p.class_order, p.epoch, p.proven_at, p.created_at,
		m.school AS member_of, s.name AS member_of_name, s.language AS member_of_language, m.role, m.disabled AS kept_out`
	BelongingJoins = `LEFT JOIN memberships m ON m.person = p.id LEFT JOIN schools s ON s.slug = m.school`
)

// BelongingWidth is the number of columns of BelongingColumns.
const BelongingWidth = 17

// Belonging is a person with their schools, gathered row by row.
type Belonging struct {
	person      roll.Person
	memberships []roll.Membership
	keptOut     bool
}

// Add reads the BelongingColumns of a row, and more columns after them.
func (b *Belonging) Add(scan func(...any) error, more ...any) error {
	var id, email, name, spoken, order, school, schoolName, schoolLanguage, role sql.NullString
	var disabled, singleKeys, onlyTicked, surnameFirst, epoch, proven, created, keptOut sql.NullInt64
	into := []any{&id, &email, &name, &disabled, &singleKeys, &onlyTicked, &spoken, &surnameFirst, &order, &epoch, &proven,
		&created, &school, &schoolName, &schoolLanguage, &role, &keptOut}
	if err := scan(append(into, more...)...); err != nil {
		return err
	}
	b.person = roll.Person{
		ID: roll.PersonID(id.String), Email: email.String, Name: name.String, Disabled: disabled.Int64 != 0,
		Preferences: roll.Preferences{SingleKeys: singleKeys.Int64 != 0, OnlyTicked: onlyTicked.Int64 != 0,
			Language: spoken.String, SurnameFirst: surnameFirst.Int64 != 0, Order: roll.ClassOrder(order.String)},
		Epoch: epoch.Int64, Proven: proven.Int64 != 0, Since: engine.Instant(created.Int64),
	}
	b.keptOut = b.keptOut || keptOut.Int64 != 0
	if school.Valid && keptOut.Int64 == 0 {
		b.memberships = append(b.memberships, roll.Membership{School: roll.SchoolID(school.String),
			SchoolName: schoolName.String, Language: schoolLanguage.String, Role: roll.Role(role.String)})
	}
	return nil
}

// All returns the person with their schools, by name.
func (b *Belonging) All() (roll.Person, []roll.Membership) {
	b.person.Disabled = b.person.Disabled || b.keptOut && len(b.memberships) == 0
	// Few people have more than one, and ORDER BY costs more.
	slices.SortFunc(b.memberships, func(a, b roll.Membership) int {
		return cmp.Or(cmp.Compare(a.SchoolName, b.SchoolName), cmp.Compare(a.School, b.School))
	})
	return b.person, b.memberships
}

// KnownDevice reports whether the person has signed in on the device before.
func (s *Store) KnownDevice(ctx context.Context, person roll.PersonID, device string) (known bool, err error) {
	return engine.Exists(ctx, s.Database, `SELECT 1 FROM known_devices WHERE person = $1 AND device = $2`, person, device)
}

// RememberDevice notes that the person has signed in on the device.
func (s *Store) RememberDevice(ctx context.Context, person roll.PersonID, device string, at time.Time) error {
	return s.Database.Do(ctx, `INSERT INTO known_devices (person, device, last_at) VALUES ($1, $2, $3)
		ON CONFLICT (person, device) DO UPDATE SET last_at = excluded.last_at`, person, device, engine.Milliseconds(at))
}

// Standings returns the present roles of the people: accounts, users of cover links, and tablets. A disabled,
// unknown or schoolless person has none.
func (s *Store) Standings(ctx context.Context, people []roll.PersonID) (map[roll.PersonID]roll.Standing, error) {
	found, err := engine.RowsAmong[standing](ctx, s.Database, people,
		`SELECT p.id AS person, p.epoch, m.school, m.role, 0 AS link_ends, 0 AS link_revoked_at, 0 AS edition FROM people p
			JOIN memberships m ON m.person = p.id
				WHERE p.disabled = 0 AND m.disabled = 0 AND p.id IN ($ids)
			UNION ALL
			SELECT c.person, 0, l.school, `+literal.Covering+
			`, l.ends_at, l.revoked_at, 0 FROM covers c JOIN cover_links l ON l.id = c.link
				WHERE c.person IN ($ids)
			UNION ALL
			SELECT t.id, t.version, t.school, `+literal.AtDoor+
			`, 0, 0, t.edition FROM tablets t WHERE t.revoked_at = 0 AND t.id IN ($ids)`)
	standings := make(map[roll.PersonID]roll.Standing, len(people))
	for _, one := range found {
		one.Roles = standings[one.Person].Roles
		if one.Roles == nil {
			one.Roles = make(map[roll.SchoolID]roll.Role)
		}
		one.Roles[one.School] = one.Role
		standings[one.Person] = one.Standing
	}
	return standings, err
}

// standing is the role in one school.
type standing struct {
	Person roll.PersonID
	School roll.SchoolID
	Role   roll.Role
	roll.Standing
}
