package auth

import (
	"context"
	"fmt"

	"github.com/alexedwards/argon2id"
)

// HashShort is Hash for a secret too short for a password, such as one made from a PIN. It checks no rules:
// the caller has checked the secret and limits the tries. Verify compares it.
func (p *Passwords) HashShort(ctx context.Context, secret string) (string, error) {
	if err := p.turns.take(ctx, First); err != nil {
		return "", err
	}
	defer p.turns.give()
	hash, err := argon2id.CreateHash(secret, p.params)
	if err != nil {
		return "", fmt.Errorf("hash a secret: %w", err)
	}
	return hash, nil
}
