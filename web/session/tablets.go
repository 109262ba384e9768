package session

import (
	"net/http"

	"rollbook/web/roll"
)

// TabletPass is what a paired tablet carries. It opens nothing by itself: the caller looks the
// tablet up with every request (roll.Tablet.Paired).
type TabletPass struct {
	ID roll.TabletID `json:"id"`
	// Version is the tablet's when the device was paired.
	Version int64 `json:"version"`
}

// Tablets keeps which tablet a device is in a signed cookie of its own.
type Tablets struct{ cookie signedCookie }

// NewTablets signs with the newest key and accepts the older ones too. Keys are 32 bytes
// (vault.Vault.Derive).
func NewTablets(scope Scope, newest []byte, older ...[]byte) *Tablets {
	return &Tablets{newSignedCookie(scope, "rollbook_tablet", newest, older)}
}

// Load is the pass of the request. carried tells whether there is a cookie at all; a pass that
// this server did not sign, and one of two, has no ID.
func (t *Tablets) Load(r *http.Request) (pass TabletPass, carried bool) {
	if len(r.CookiesNamed(t.cookie.name)) == 0 {
		return TabletPass{}, false
	}
	if err := t.cookie.read(only(r, t.cookie.name), &pass); err != nil {
		return TabletPass{}, true
	}
	return pass, true
}

// Save gives the device the pass; it must be called before the header of the answer is written.
func (t *Tablets) Save(w http.ResponseWriter, pass TabletPass) error {
	text, err := t.cookie.sign(pass)
	if err != nil {
		return err
	}
	t.cookie.set(w, text)
	return nil
}

// Drop takes the pass away.
func (t *Tablets) Drop(w http.ResponseWriter) { t.cookie.drop(w) }
