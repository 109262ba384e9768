package auth

import (
	"encoding/base64"

	"rollbook/web/roll"
)

// TapTokens are the save tokens that stand for what a tablet calls a press of its own, 16 bytes in
// unpadded base64url: one for each key of the server, the newest first. The same name of the same
// tablet always stands for the same, and one tablet's for none of another. The error is
// ErrTokenMalformed.
func (t *Tokens) TapTokens(own string, tablet roll.PersonID) ([]roll.Token, error) {
	parts := tapToken()
	unique, err := base64.RawURLEncoding.Strict().DecodeString(own)
	if err != nil || len(unique) != parts.unique || len(own) != base64.RawURLEncoding.EncodedLen(parts.unique) {
		return nil, ErrTokenMalformed
	}
	tokens := make([]roll.Token, len(t.keys))
	for i, key := range t.keys {
		tokens[i] = tokenText(saveToken(key, parts, unique, tablet))
	}
	return tokens, nil
}
