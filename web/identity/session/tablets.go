package session

import (
	"net/http"
	"time"

	"rollbook/web/roll"
)

// TabletPass is the pass of a paired tablet. It grants nothing alone: the caller looks up the tablet with
// every request (roll.Tablet.Paired).
type TabletPass struct {
	ID roll.TabletID `json:"id"`
	// Version is the tablet's version at pairing.
	Version int64 `json:"version"`
	// Since is when the cookie was set, in seconds since 1970.
	Since int64 `json:"since"`
}

// renewEvery is the age from which a pass is renewed, so that a used cookie never expires.
const renewEvery = 7 * 24 * time.Hour

// Tablets stores in a signed cookie which tablet a device is.
type Tablets struct{ cookie signedCookie }

// NewTablets makes a Tablets that signs with the newest key and accepts the older ones too. Keys are 32 bytes
// (vault.Vault.Derive).
func NewTablets(scope Scope, newest []byte, older ...[]byte) *Tablets {
	return &Tablets{newSignedCookie(scope, "rollbook_tablet", newest, older)}
}

// Load returns the pass of the request. Carried reports whether there is a cookie at all. A pass that this
// server did not sign, and one of two passes, has no ID.
func (t *Tablets) Load(r *http.Request) (pass TabletPass, carried bool) {
	if len(r.CookiesNamed(t.cookie.name)) == 0 {
		return TabletPass{}, false
	}
	if err := t.cookie.read(only(r, t.cookie.name), &pass); err != nil {
		return TabletPass{}, true
	}
	return pass, true
}

// Save gives the device the pass. Call it before writing the answer's header.
func (t *Tablets) Save(w http.ResponseWriter, pass TabletPass) error { return t.cookie.carry(w, pass) }

// Renew renews the device's pass if it is older than a week.
func (t *Tablets) Renew(w http.ResponseWriter, r *http.Request, now time.Time) error {
	pass, _ := t.Load(r)
	if pass.ID == "" || now.Sub(time.Unix(pass.Since, 0)) < renewEvery {
		return nil
	}
	pass.Since = now.Unix()
	return t.Save(w, pass)
}

// Drop deletes the pass.
func (t *Tablets) Drop(w http.ResponseWriter) { t.cookie.drop(w) }
