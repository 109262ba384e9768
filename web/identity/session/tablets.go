package session

import (
	"net/http"
	"time"

	"rollbook/web/roll"
)

// TabletPass is the pass that a paired tablet carries. It opens nothing by itself: the caller looks
// the tablet up with every request (roll.Tablet.Paired).
type TabletPass struct {
	ID roll.TabletID `json:"id"`
	// Version is the tablet's when the device was paired.
	Version int64 `json:"version"`
	// Since is the time at which the cookie was given, in seconds since 1970.
	Since int64 `json:"since"`
}

// renewEvery is the age from which a pass is given anew: a cookie that is used never ends.
const renewEvery = 7 * 24 * time.Hour

// Tablets keeps which tablet a device is in a signed cookie of its own.
type Tablets struct{ cookie signedCookie }

// NewTablets signs with the newest key and accepts the older ones too. Keys are 32 bytes
// (vault.Vault.Derive).
func NewTablets(scope Scope, newest []byte, older ...[]byte) *Tablets {
	return &Tablets{newSignedCookie(scope, "rollbook_tablet", newest, older)}
}

// Load is the pass of the request. carried reports whether there is a cookie at all; a pass that
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

// Renew gives the device its pass again where that is older than a week.
func (t *Tablets) Renew(w http.ResponseWriter, r *http.Request, now time.Time) error {
	pass, _ := t.Load(r)
	if pass.ID == "" || now.Sub(time.Unix(pass.Since, 0)) < renewEvery {
		return nil
	}
	pass.Since = now.Unix()
	return t.Save(w, pass)
}

// Drop takes the pass away.
func (t *Tablets) Drop(w http.ResponseWriter) { t.cookie.drop(w) }
