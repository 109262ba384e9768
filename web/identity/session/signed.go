package session

import (
	"fmt"
	"net/http"
	"time"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"
)

// deviceAge is the longest age that browsers allow.
const deviceAge = 400 * 24 * time.Hour

// signedCookie is a cookie that contains its value as signed JSON. The user can read it but not change it.
type signedCookie struct {
	store *sessions.CookieStore
	name  string
}

// newSignedCookie makes a signedCookie that signs with the newest key and accepts the older ones too. Keys
// are 32 bytes (vault.Vault.Derive).
func newSignedCookie(scope Scope, name string, newest []byte, older [][]byte) signedCookie {
	// Pairs of a signing and an encryption key. Nothing in the cookie is secret.
	pairs := [][]byte{newest, nil}
	for _, key := range older {
		pairs = append(pairs, key, nil)
	}
	store := sessions.NewCookieStore(pairs...)
	store.Options = &sessions.Options{Path: scope.Path, Secure: scope.Secure, HttpOnly: true,
		SameSite: http.SameSiteLaxMode}
	// Sets the cookie's age and the largest accepted age of a signature.
	store.MaxAge(int(deviceAge.Seconds()))
	for _, codec := range store.Codecs {
		if signed, ok := codec.(*securecookie.SecureCookie); ok {
			// encoding/gob would describe the type in each cookie.
			signed.SetSerializer(securecookie.JSONEncoder{})
		}
	}
	return signedCookie{store: store, name: scope.name(name)}
}

// read reads a cookie's text. It returns an error when this server did not sign it.
func (s signedCookie) read(text string, into any) error {
	return securecookie.DecodeMulti(s.name, text, into, s.store.Codecs...)
}

// sign returns the text of a cookie with the value.
func (s signedCookie) sign(value any) (string, error) {
	text, err := securecookie.EncodeMulti(s.name, value, s.store.Codecs...)
	if err != nil {
		return "", fmt.Errorf("sign a cookie: %w", err)
	}
	return text, nil
}

// set sends the text to the browser.
func (s signedCookie) set(w http.ResponseWriter, text string) {
	http.SetCookie(w, sessions.NewCookie(s.name, text, s.store.Options))
}

// carry sends the value to the browser.
func (s signedCookie) carry(w http.ResponseWriter, value any) error {
	text, err := s.sign(value)
	if err == nil {
		s.set(w, text)
	}
	return err
}

// take returns the text of the request's cookie, and deletes the cookie in the browser.
func (s signedCookie) take(w http.ResponseWriter, r *http.Request) string {
	if len(r.CookiesNamed(s.name)) > 0 {
		s.drop(w)
	}
	return only(r, s.name)
}

// drop deletes the cookie in the browser.
func (s signedCookie) drop(w http.ResponseWriter) {
	options := *s.store.Options
	options.MaxAge = -1
	http.SetCookie(w, sessions.NewCookie(s.name, "", &options))
}
