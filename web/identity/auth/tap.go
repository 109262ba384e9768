package auth

import (
	"encoding/base64"

	"rollbook/web/roll"
)

// TapTokens returns the save tokens for a press that a tablet has named itself, in 16 bytes of unpadded
// base64url: one for each key of the server, the newest first. The same name gives the same tokens within a
// school, even if the device has become another tablet, and other tokens in another school. It returns
// ErrTokenMalformed.
func (t *Tokens) TapTokens(own string, school roll.SchoolID) ([]roll.Token, error) {
	parts := tapToken()
	unique, err := base64.RawURLEncoding.Strict().DecodeString(own)
	if err != nil || len(unique) != parts.unique || len(own) != base64.RawURLEncoding.EncodedLen(parts.unique) {
		return nil, ErrTokenMalformed
	}
	tokens := make([]roll.Token, len(t.keys))
	for i, key := range t.keys {
		tokens[i] = tokenText(saveToken(key, parts, unique, roll.PersonID(school)))
	}
	return tokens, nil
}
