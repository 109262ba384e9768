package auth

import (
	"context"
	"fmt"

	"github.com/alexedwards/argon2id"
)

// HashShort is Hash for a secret too short to be a password, such as one made from a PIN: whoever
// calls has judged it, and bounds how often it may be tried. Verify compares it.
func (p *Passwords) HashShort(ctx context.Context, secret string) (string, error) {
	if err := p.turns.take(ctx, true); err != nil {
		return "", err
	}
	defer p.turns.give()
	hash, err := argon2id.CreateHash(secret, p.params)
	if err != nil {
		return "", fmt.Errorf("hash a short secret: %w", err)
	}
	return hash, nil
}
