package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// The headers that every request carries (service document, section 5).
const (
	headerKey    = "service-secret-key"
	headerSchool = "schoolCode"
	headerTenant = "tenant"
)

// The messages of a 401 (service document, section 7).
const (
	messageNoKeySent  = "No API key specified!"
	messageNoHeader   = "Not valid header!"
	messageNoKeyMade  = "No API key created!"
	messageWrongKey   = "API key is not valid!"
	messageAnyFailure = "Invalid API credentials"
)

// lastUsedStep is the precision of a key's last use: one write a minute instead of one a request.
const lastUsedStep = time.Minute

const (
	sqlKeyByHash = `SELECT s.id, s.code, s.tenant, s.name, k.id, k.last_used_at FROM api_keys k
		JOIN schools s ON s.id = k.school WHERE k.hash = ?1 AND k.revoked_at IS NULL`
	sqlTouchKey     = `UPDATE api_keys SET last_used_at = ?2 WHERE id = ?1`
	sqlKeysEverMade = `SELECT count(*) FROM api_keys k JOIN schools s ON s.id = k.school WHERE s.code = ?1`
)

// authenticate finds the school whose key, code and tenant the request carries, or fails with a 401 (a *failure).
func (s *Sandbox) authenticate(ctx context.Context, header http.Header) (school, error) {
	value, code, tenant := header.Get(headerKey), header.Get(headerSchool), header.Get(headerTenant)
	if value == "" {
		return school{}, s.unauthorized(messageNoKeySent)
	}
	if code == "" || tenant == "" {
		return school{}, s.unauthorized(messageNoHeader)
	}
	var owner school
	var key int64
	var lastUsed sql.NullInt64
	row := s.sql[sqlKeyByHash].QueryRowContext(ctx, hashKey(value))
	err := row.Scan(&owner.id, &owner.Code, &owner.Tenant, &owner.Name, &key, &lastUsed)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return school{}, fmt.Errorf("find key: %w", err)
	}
	if err != nil || owner.Code != code || owner.Tenant != tenant {
		return school{}, s.wrongKey(ctx, code)
	}
	return owner, s.touchKey(ctx, key, lastUsed)
}

// wrongKey returns the 401 for a school without any key, for an unknown school, and for a wrong key.
func (s *Sandbox) wrongKey(ctx context.Context, code string) error {
	var made int
	if err := s.sql[sqlKeysEverMade].QueryRowContext(ctx, code).Scan(&made); err != nil {
		return fmt.Errorf("count keys: %w", err)
	}
	if made == 0 {
		return s.unauthorized(messageNoKeyMade)
	}
	return s.unauthorized(messageWrongKey)
}

func (s *Sandbox) unauthorized(specific string) error {
	if s.options.GenericWording {
		specific = messageAnyFailure
	}
	return &failure{status: http.StatusUnauthorized, message: specific}
}

func (s *Sandbox) touchKey(ctx context.Context, key int64, lastUsed sql.NullInt64) error {
	now := s.now()
	if lastUsed.Valid && now.Sub(time.UnixMilli(lastUsed.Int64)) < lastUsedStep {
		return nil
	}
	if _, err := s.sql[sqlTouchKey].ExecContext(ctx, key, now.UnixMilli()); err != nil {
		return fmt.Errorf("keep last use: %w", err)
	}
	return nil
}
