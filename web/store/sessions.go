package store

import (
	"context"
	"database/sql"
	"time"

	"rollbook/web/roll"
)

// Sessions keeps who is signed in. It is a session store as scs asks for; the
// tokens arrive hashed.
type Sessions struct {
	store *Store
	clock func() time.Time
}

// Sessions is the part of the store that keeps who is signed in.
func (s *Store) Sessions(clock func() time.Time) *Sessions { return &Sessions{store: s, clock: clock} }

// FindCtx returns the session's data; found is false when there is none or it ended.
func (s *Sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	err = s.store.query(ctx, func(rows *sql.Rows) error {
		found = true
		return rows.Scan(&data)
	}, `SELECT data FROM sessions WHERE token = $1 AND expires_at > $2`, token, milliseconds(s.clock()))
	return data, found, err
}

// CommitCtx stores the session's data until the expiry.
func (s *Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	_, err := s.store.exec(ctx, `INSERT INTO sessions (token, data, expires_at) VALUES ($1, $2, $3)
		ON CONFLICT (token) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at`, token, data, milliseconds(expiry))
	return err
}

// CommitOwned is CommitCtx for a session of somebody.
func (s *Sessions) CommitOwned(ctx context.Context, token string, data []byte, expiry time.Time, person roll.PersonID) error {
	_, err := s.store.exec(ctx, `INSERT INTO sessions (token, data, expires_at, person) VALUES ($1, $2, $3, $4)
		ON CONFLICT (token) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at, person = excluded.person`,
		token, data, milliseconds(expiry), person)
	return err
}

// RenewOwned is CommitOwned for a session that was there before: one that was ended meanwhile stays
// so.
func (s *Sessions) RenewOwned(ctx context.Context, token string, data []byte, expiry time.Time, person roll.PersonID) error {
	_, err := s.store.exec(ctx, `UPDATE sessions SET data = $1, expires_at = $2, person = $3 WHERE token = $4`, data, milliseconds(expiry), person, token)
	return err
}

// OwnedBy are the data of the person's sessions that have not ended, by token.
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
