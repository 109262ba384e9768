package auth

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"
)

// The limits of a password.
const (
	// MinPasswordLength is in characters, after normalisation.
	MinPasswordLength = 15
	// MaxPasswordSize is in bytes as typed, and checked before any hashing.
	MaxPasswordSize = 1024
	// hashesAtOnce limits the memory: each hash takes 19 MiB.
	hashesAtOnce = 2
)

// The faults of a password that do not depend on the person.
var (
	ErrPasswordTooShort = fmt.Errorf("a password has at least %d characters", MinPasswordLength)
	ErrPasswordTooLong  = fmt.Errorf("a password has at most %d bytes", MaxPasswordSize)
	ErrPasswordEncoding = errors.New("a password is UTF-8 text")
)

// Passwords hashes and compares passwords with Argon2id, at 19 MiB and two passes, at most two at a time in
// the process.
//
// A password is used exactly as typed, spaces included, except that it is normalised to NFKC (NIST SP
// 800-63B, section 3.1.1.2), so that an é typed as one character on one keyboard and as two on another is the
// same password.
type Passwords struct {
	turns  *turns
	params *argon2id.Params
	nobody string
}

// NewPasswords makes a Passwords. A process should have one.
func NewPasswords() *Passwords {
	params := &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}
	return &Passwords{turns: newTurns(hashesAtOnce), params: params, nobody: hashOfNobody(params)}
}

// hashOfNobody returns a hash that matches no password and takes as long to compare as a real one.
func hashOfNobody(params *argon2id.Params) string {
	random := make([]byte, params.SaltLength+params.KeyLength)
	// rand.Read never fails: it ends the program instead.
	_, _ = rand.Read(random)
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", params.Memory, params.Iterations, params.Parallelism,
		encode(random[:params.SaltLength]), encode(random[params.SaltLength:]))
}

// PasswordFault returns the reason why a new password is refused, or nil: ErrPasswordTooShort, ErrPasswordTooLong,
// ErrPasswordEncoding or ErrPasswordGuessable. About are the names and addresses of the person and the school, which
// a password must not consist of.
func PasswordFault(password string, about ...string) error {
	switch {
	case len(password) > MaxPasswordSize:
		return ErrPasswordTooLong
	case !utf8.ValidString(password):
		return ErrPasswordEncoding
	}
	normal := norm.NFKC.String(password)
	if utf8.RuneCountInString(normal) < MinPasswordLength {
		return ErrPasswordTooShort
	}
	if isGuessable(normal, about) {
		return ErrPasswordGuessable
	}
	return nil
}

// Hash returns the hash to store for a new password. It returns the errors of PasswordFault, or that of a context
// that ended while waiting. A stored password stays valid under a new rule.
func (p *Passwords) Hash(ctx context.Context, password string, about ...string) (string, error) {
	if err := PasswordFault(password, about...); err != nil {
		return "", err
	}
	return p.HashShort(ctx, norm.NFKC.String(password))
}

// Verify reports whether the password matches the hash. For an empty hash it returns false after the same
// time. It returns ErrPasswordTooLong at once. The lane is the caller's queue.
func (p *Passwords) Verify(ctx context.Context, password, hash string, lane Lane) (bool, error) {
	if len(password) > MaxPasswordSize {
		return false, ErrPasswordTooLong
	}
	if hash == "" {
		hash = p.nobody
	}
	if err := p.turns.take(ctx, lane); err != nil {
		return false, err
	}
	defer p.turns.give()
	match, err := argon2id.ComparePasswordAndHash(norm.NFKC.String(password), hash)
	if err != nil {
		return false, fmt.Errorf("compare a password: %w", err)
	}
	return match, nil
}
