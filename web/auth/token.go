package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"

	"github.com/google/uuid"

	"rollbook/web/roll"
)

var (
	// ErrTokenMalformed means that the text is no save token of this server.
	ErrTokenMalformed = errors.New("not a save token")
	// ErrTokenForeign means that the token was made for somebody else's page.
	ErrTokenForeign = errors.New("the save token was made for somebody else")
	// ErrFormToken means that the form was not made for this session.
	ErrFormToken = errors.New("the form was not made for this session")
)

// A save token is a UUID of version 7 (RFC 9562, section 5.7), 8 bytes that prove that this
// server made it, and 16 bytes that bind it to its owner, in unpadded base64url (54
// characters). The time in the UUID puts saves of one morning beside each other in the
// database's indexes.
const (
	tokenUnique = 16
	tokenMade   = tokenUnique + 8
	tokenSize   = tokenMade + 16
)

// Tokens makes and checks what the pages carry so that a form can be trusted.
type Tokens struct{ keys [][]byte }

// NewTokens signs with the first key and accepts all, so that a page made before a
// change of keys can still be sent. Keys are 32 bytes (vault.Vault.Derive).
func NewTokens(newest []byte, older ...[]byte) *Tokens {
	return &Tokens{keys: append([][]byte{newest}, older...)}
}

// New makes the token of one press of Save on a page made for the person.
func (t *Tokens) New(person roll.PersonID) roll.Token {
	// Reading random bytes never fails: it ends the program instead.
	unique := uuid.Must(uuid.NewV7())
	return roll.Token(base64.RawURLEncoding.EncodeToString(saveToken(t.keys[0], unique[:], person)))
}

func saveToken(key, unique []byte, person roll.PersonID) []byte {
	token := append(make([]byte, 0, tokenSize), unique...)
	token = append(token, sign(key, "save", string(unique))[:tokenMade-tokenUnique]...)
	return append(token, sign(key, "save of", string(unique)+string(person))[:tokenSize-tokenMade]...)
}

// Check tells whether the token was made for a page of the person. The errors are
// ErrTokenMalformed and ErrTokenForeign.
func (t *Tokens) Check(token roll.Token, person roll.PersonID) error {
	got, err := base64.RawURLEncoding.Strict().DecodeString(string(token))
	// Line breaks decode to nothing: with one the text would be another token of the same page.
	if err != nil || len(got) != tokenSize || len(token) != base64.RawURLEncoding.EncodedLen(tokenSize) {
		return ErrTokenMalformed
	}
	for _, key := range t.keys {
		want := saveToken(key, got[:tokenUnique], person)
		if !hmac.Equal(got[:tokenMade], want[:tokenMade]) {
			continue
		}
		if !hmac.Equal(got[tokenMade:], want[tokenMade:]) {
			return ErrTokenForeign
		}
		return nil
	}
	return ErrTokenMalformed
}

// Pseudonym stands for the person in what a browser keeps: 12 characters of base64url, always
// the same of one person, from which nobody can tell who it is. A change of the newest key
// changes it.
func (t *Tokens) Pseudonym(person roll.PersonID) string {
	const size = 9
	return base64.RawURLEncoding.EncodeToString(sign(t.keys[0], "pseudonym", string(person))[:size])
}

// FormToken is for forms that a browser may send with neither Origin nor
// Sec-Fetch-Site. The binding names the session, or the device before anybody
// signed in. It is masked anew with every call, so that compressing a page does not
// give it away (BREACH).
func (t *Tokens) FormToken(binding string) string {
	mask := make([]byte, sha256.Size, 2*sha256.Size)
	_, _ = rand.Read(mask)
	masked := mask[sha256.Size:cap(mask)]
	subtle.XORBytes(masked, mask, sign(t.keys[0], "form", binding))
	return base64.RawURLEncoding.EncodeToString(mask[:cap(mask)])
}

// CheckFormToken tells whether FormToken made the token for the same binding; the
// error is ErrFormToken. An empty binding has no valid token.
func (t *Tokens) CheckFormToken(token, binding string) error {
	got, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(got) != 2*sha256.Size || binding == "" {
		return ErrFormToken
	}
	plain := make([]byte, sha256.Size)
	subtle.XORBytes(plain, got[:sha256.Size], got[sha256.Size:])
	for _, key := range t.keys {
		if hmac.Equal(plain, sign(key, "form", binding)) {
			return nil
		}
	}
	return ErrFormToken
}

// sign returns the HMAC-SHA-256 of a text and the purpose for which it is signed.
func sign(key []byte, purpose, text string) []byte {
	mac := hmac.New(sha256.New, key)
	// A hash never returns an error.
	_, _ = mac.Write([]byte(purpose + "\x00" + text))
	return mac.Sum(nil)
}
