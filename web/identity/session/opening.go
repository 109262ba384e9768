package session

import (
	"net/http"
	"time"

	"rollbook/web/roll"
)

// Opening says that somebody gave a name and a PIN on a tablet.
type Opening struct {
	Tablet roll.TabletID `json:"tablet"`
	Person roll.PersonID `json:"person"`
	// Until is the first instant at which it is worth nothing any more, in seconds since 1970.
	Until int64 `json:"until"`
}

// openingLasts bounds how long the screen that was opened with a PIN can be used.
const openingLasts = 10 * time.Minute

// Openings signs openings. A page has one in a field, so that it ends with the page; a cookie takes it
// over a redirect and is gone with the next request that reads it.
type Openings struct{ cookie signedCookie }

// NewOpenings signs with the newest key and accepts the older ones too. Keys are 32 bytes
// (vault.Vault.Derive).
func NewOpenings(scope Scope, newest []byte, older ...[]byte) *Openings {
	cookie := newSignedCookie(scope, "rollbook_opening", newest, older)
	cookie.store.Options.MaxAge = int(time.Minute.Seconds())
	return &Openings{cookie}
}

// Sign returns the text of an opening that begins now.
func (o *Openings) Sign(tablet roll.TabletID, person roll.PersonID, now time.Time) (string, error) {
	return o.cookie.sign(Opening{Tablet: tablet, Person: person, Until: now.Add(openingLasts).Unix()})
}

// Read tells whose opening the text is; ok is false where it is not one of the tablet's now.
func (o *Openings) Read(text string, tablet roll.TabletID, now time.Time) (person roll.PersonID, ok bool) {
	var opening Opening
	if text == "" || o.cookie.read(text, &opening) != nil {
		return "", false
	}
	return opening.Person, opening.Tablet == tablet && now.Unix() < opening.Until
}

// Carry has the next request bring the text along.
func (o *Openings) Carry(w http.ResponseWriter, text string) { o.cookie.set(w, text) }

// Take returns the text that the request brings, and takes it away.
func (o *Openings) Take(w http.ResponseWriter, r *http.Request) string {
	if len(r.CookiesNamed(o.cookie.name)) == 0 {
		return ""
	}
	o.cookie.drop(w)
	return only(r, o.cookie.name)
}
