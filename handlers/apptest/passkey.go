package apptest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rollbook/web/identity/factors"
	"rollbook/web/roll"
)

// PasskeyOf is an authenticator with a passkey of a person for this program (WebAuthn, level 3).
type PasskeyOf struct {
	origin string
	person roll.PersonID
	id     []byte
	key    *ecdsa.PrivateKey
}

// Passkeys lets visitors use passkeys, which browsers have for names only: the address gets the name of this machine.
func (p *Program) Passkeys() { p.Address = strings.Replace(p.Address, "127.0.0.1", "localhost", 1) }

// GivesPasskey gives the person a passkey.
func (p *Program) GivesPasskey(t testing.TB, email string) *PasskeyOf {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	Must(t, err)
	made := &PasskeyOf{origin: p.Address, person: roll.PersonID(email), id: []byte("passkey of " + email), key: key}
	person, site := roll.Person{ID: made.person, Email: email}, factors.Site{Origin: p.Address, Binding: "a page"}
	options, err := p.App.Identity.Factors.Creation(t.Context(), site, person)
	Must(t, err)
	public, err := key.PublicKey.Bytes()
	Must(t, err)
	// COSE (RFC 9053, section 7.1): an EC2 key for ES256 on P-256. The point begins with a byte for its form.
	const x, y = "\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20", "\x22\x58\x20"
	cose := slices.Concat([]byte(x), public[1:33], []byte(y), public[33:])
	data := slices.Concat(made.data(t, "\x45"), make([]byte, 16), []byte{0, byte(len(made.id))}, made.id, cose)
	attested := slices.Concat([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"), []byte{byte(len(data))}, data)
	Must(t, p.App.Identity.Factors.AddPasskey(t.Context(), site, person, "A key", made.answer(t, map[string][]byte{
		"clientDataJSON": made.clientData(t, "webauthn.create", options), "attestationObject": attested,
	})))
	return made
}

// Uses signs in with the passkey on the sign-in page.
func (k *PasskeyOf) Uses(v *Visitor) Answer {
	v.T.Helper()
	form := v.Get("/sign-in").Page.Find("form[data-passkey]")
	return v.Post(form.AttrOr("action", ""), url.Values{"answer": {k.Signed(v.T, form.AttrOr("data-passkey", ""))}})
}

// Signed returns the answer to the options of a page.
func (k *PasskeyOf) Signed(t testing.TB, options string) string {
	t.Helper()
	client, data := k.clientData(t, "webauthn.get", options), k.data(t, "\x05")
	hashed := sha256.Sum256(client)
	digest := sha256.Sum256(slices.Concat(data, hashed[:]))
	signature, err := ecdsa.SignASN1(rand.Reader, k.key, digest[:])
	Must(t, err)
	return k.answer(t, map[string][]byte{
		"clientDataJSON": client, "authenticatorData": data, "signature": signature, "userHandle": []byte(k.person),
	})
}

// data returns the authenticator data with the flags and no counter.
func (k *PasskeyOf) data(t testing.TB, flags string) []byte {
	t.Helper()
	origin, err := url.Parse(k.origin)
	Must(t, err)
	party := sha256.Sum256([]byte(origin.Hostname()))
	return slices.Concat(party[:], []byte(flags), make([]byte, 4))
}

func (k *PasskeyOf) clientData(t testing.TB, purpose, options string) []byte {
	t.Helper()
	var asked struct{ Challenge string }
	Must(t, json.Unmarshal([]byte(options), &asked))
	text, err := json.Marshal(map[string]string{"type": purpose, "challenge": asked.Challenge, "origin": k.origin})
	Must(t, err)
	return text
}

func (k *PasskeyOf) answer(t testing.TB, response map[string][]byte) string {
	t.Helper()
	encoded := make(map[string]string)
	for name, value := range response {
		encoded[name] = base64.RawURLEncoding.EncodeToString(value)
	}
	id := base64.RawURLEncoding.EncodeToString(k.id)
	text, err := json.Marshal(map[string]any{"id": id, "rawId": id, "type": "public-key", "response": encoded})
	Must(t, err)
	return string(text)
}
