package auth

import (
	"encoding/base64"

	"rollbook/web/roll"
)

// TapTokens are the save tokens that stand for what a tablet calls a press of its own, 16 bytes in
// unpadded base64url: one for each key of the server, the newest first. The same name always stands for
// the same in a school, also where the device became another tablet meanwhile, and for nothing in another
// school. The error is ErrTokenMalformed.
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
