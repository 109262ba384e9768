package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"rollbook/web/roll"
)

var (
	// ErrTokenMalformed is returned for text that is not a save token of this server.
	ErrTokenMalformed = errors.New("not a save token")
	// ErrTokenForeign is returned for a token of another person's page.
	ErrTokenForeign = errors.New("the save token was made for somebody else")
	// ErrFormToken is returned for a form of another session.
	ErrFormToken = errors.New("the form was not made for this session")
)

// tokenParts are the sizes in bytes of a save token's parts: a unique part, a proof that this server made it,
// and a proof of its owner. The token is their unpadded base64url.
type tokenParts struct{ unique, made, owner int }

func (p tokenParts) size() int { return p.unique + p.made + p.owner }

// pageToken returns the sizes for a page's token: 28 characters, which the database stores several times. It
// begins with the time, so that saves of one morning are neighbours in indexes. The first proof distinguishes
// nonsense from another person's token. Only the second grants access.
func pageToken() tokenParts { return tokenParts{unique: 11, made: 2, owner: 8} }

// tapToken returns the sizes for a token whose unique part a tablet chose, and for page tokens before they
// became shorter: 54 characters.
func tapToken() tokenParts { return tokenParts{unique: 16, made: 8, owner: 16} }

// Tokens makes and checks the tokens in pages, so that forms can be trusted.
type Tokens struct{ keys [][]byte }

// NewTokens makes a Tokens that signs with the first key and accepts all, so that a page made before a change
// of keys can still be sent. Keys are 32 bytes (vault.Vault.Derive).
func NewTokens(newest []byte, older ...[]byte) *Tokens {
	return &Tokens{keys: append([][]byte{newest}, older...)}
}

// New makes a token of the person for a press on a page without a school's generation.
func (t *Tokens) New(person roll.PersonID) roll.Token { return t.Of(person, 1) }

// Of makes the token for one press of Save on a page of the person and the school's generation. Its unique part
// is the time and the last random bytes of a UUID of version 7 (RFC 9562, section 5.7).
func (t *Tokens) Of(person roll.PersonID, generation int64) roll.Token {
	// Reading random bytes never fails: it ends the program instead.
	id := uuid.Must(uuid.NewV7())
	return tokenText(saveToken(t.keys[0], pageToken(), slices.Concat(id[:timeSize], id[11:]), boundTo(person, generation)))
}

// timeSize is the size in bytes of the time at the beginning of a token.
const timeSize = 6

// Beside returns the token of a further save of the press with the token, which Generation must have accepted. The same
// token and number always give the same one, so that a repeated press is noticed.
func (t *Tokens) Beside(token roll.Token, person roll.PersonID, generation, number int64) roll.Token {
	owner, key := boundTo(person, generation), t.keys[0]
	for _, one := range t.keys {
		if (&Tokens{keys: [][]byte{one}}).Check(token, owner) == nil {
			key = one
		}
	}
	// The text was decoded before. The new unique part begins with the same time.
	unique, _ := base64.RawURLEncoding.DecodeString(string(token))
	sum := sha256.Sum256(strconv.AppendInt([]byte(token+" "), number, 10))
	copy(unique[timeSize:], sum[:])
	return tokenText(saveToken(key, pageToken(), unique[:pageToken().unique], owner))
}

// boundTo returns the owner of a token of the generation. Tokens of the first generation have no generation
// in it.
func boundTo(person roll.PersonID, generation int64) roll.PersonID {
	if generation <= 1 {
		return person
	}
	return person + roll.PersonID("\x00"+strconv.FormatInt(generation, 10))
}

// Generation checks the token like Check, and returns the generation of its page. Newest is the school's
// present generation.
func (t *Tokens) Generation(token roll.Token, person roll.PersonID, newest int64) (generation int64, err error) {
	for generation = max(newest, 1); generation >= 1; generation-- {
		err = t.Check(token, boundTo(person, generation))
		if !errors.Is(err, ErrTokenForeign) {
			return generation, err
		}
	}
	return 0, err
}

func tokenText(token []byte) roll.Token {
	return roll.Token(base64.RawURLEncoding.EncodeToString(token))
}

func saveToken(key []byte, parts tokenParts, unique []byte, person roll.PersonID) []byte {
	made := sign(key, "save", string(unique))[:parts.made]
	owner := sign(key, "save of", string(unique)+string(person))[:parts.owner]
	return slices.Concat(unique, made, owner)
}

// Check checks that the token was made for a page of the person. It returns ErrTokenMalformed or
// ErrTokenForeign.
func (t *Tokens) Check(token roll.Token, person roll.PersonID) error {
	for _, parts := range []tokenParts{pageToken(), tapToken()} {
		if len(token) == base64.RawURLEncoding.EncodedLen(parts.size()) {
			return t.check(token, parts, person)
		}
	}
	return ErrTokenMalformed
}

func (t *Tokens) check(token roll.Token, parts tokenParts, person roll.PersonID) error {
	got, err := base64.RawURLEncoding.Strict().DecodeString(string(token))
	// The decoder ignores line breaks: with one, a second text would be the same token.
	if err != nil || len(got) != parts.size() {
		return ErrTokenMalformed
	}
	proven, foreign := parts.unique+parts.made, false
	for _, key := range t.keys {
		want := saveToken(key, parts, got[:parts.unique], person)
		if hmac.Equal(got, want) {
			return nil
		}
		foreign = foreign || hmac.Equal(got[:proven], want[:proven])
	}
	if foreign {
		return ErrTokenForeign
	}
	return ErrTokenMalformed
}

// Pseudonym returns a stable name for the person in a browser's storage: 12 characters of base64url that do
// not reveal the person. It changes with the newest key.
func (t *Tokens) Pseudonym(person roll.PersonID) string {
	const size = 9
	return base64.RawURLEncoding.EncodeToString(sign(t.keys[0], "pseudonym", string(person))[:size])
}

// Storage returns the name of the tablet's storage in the browser: the SHA-256 of the newest of
// UnpairingProofs in hexadecimal, so that only this server can order its deletion.
func (t *Tokens) Storage(tablet roll.TabletID) string {
	hash := sha256.Sum256([]byte(t.UnpairingProofs(tablet)[0]))
	return hex.EncodeToString(hash[:])
}

// UnpairingProofs returns proofs to the tablet's browser that it was unpaired, one for each key of the
// server, the newest first.
func (t *Tokens) UnpairingProofs(tablet roll.TabletID) []string {
	proofs := make([]string, len(t.keys))
	for i, key := range t.keys {
		proofs[i] = base64.RawURLEncoding.EncodeToString(sign(key, "unpaired", string(tablet)))
	}
	return proofs
}

// FormToken returns a token for forms that a browser may send with neither Origin nor Sec-Fetch-Site. The
// binding is the session, or the device before sign-in. Each call masks it differently, so that page
// compression does not reveal it (BREACH).
func (t *Tokens) FormToken(binding string) string {
	mask := make([]byte, sha256.Size, 2*sha256.Size)
	_, _ = rand.Read(mask)
	masked := mask[sha256.Size:cap(mask)]
	subtle.XORBytes(masked, mask, sign(t.keys[0], "form", binding))
	return base64.RawURLEncoding.EncodeToString(mask[:cap(mask)])
}

// CheckFormToken checks that FormToken made the token for the same binding, or returns ErrFormToken. An empty
// binding has no valid token.
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

// sign returns the HMAC-SHA-256 of a purpose and a text.
func sign(key []byte, purpose, text string) []byte {
	mac := hmac.New(sha256.New, key)
	// A hash never returns an error.
	_, _ = mac.Write([]byte(purpose + "\x00" + text))
	return mac.Sum(nil)
}
