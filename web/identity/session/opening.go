package session

import (
	"net/http"
	"time"

	"rollbook/web/roll"
)

// Opening records that a person entered a name and a PIN on a tablet.
type Opening struct {
	Tablet roll.TabletID `json:"tablet"`
	Person roll.PersonID `json:"person"`
	// Until is the time from which it is invalid, in seconds since 1970.
	Until int64 `json:"until"`
}

// openingLasts limits how long a screen opened with a PIN can be used.
const openingLasts = 10 * time.Minute

// Openings signs openings. A page keeps its opening in a field, so that it ends with the page. A cookie
// passes it through a redirect, and the next request that reads the cookie removes it.
type Openings struct{ cookie signedCookie }

// NewOpenings makes an Openings that signs with the newest key and accepts the older ones too. Keys are 32
// bytes (vault.Vault.Derive).
func NewOpenings(scope Scope, newest []byte, older ...[]byte) *Openings {
	cookie := newSignedCookie(scope, "rollbook_opening", newest, older)
	cookie.store.Options.MaxAge = int(time.Minute.Seconds())
	return &Openings{cookie}
}

// Sign returns the signed text of an opening that begins now.
func (o *Openings) Sign(tablet roll.TabletID, person roll.PersonID, now time.Time) (string, error) {
	return o.cookie.sign(Opening{Tablet: tablet, Person: person, Until: now.Add(openingLasts).Unix()})
}

// Read returns the person of the opening, or false when it is not a valid one of the tablet.
func (o *Openings) Read(text string, tablet roll.TabletID, now time.Time) (person roll.PersonID, ok bool) {
	var opening Opening
	if text == "" || o.cookie.read(text, &opening) != nil {
		return "", false
	}
	return opening.Person, opening.Tablet == tablet && now.Unix() < opening.Until
}

// Carry sets the cookie that passes the text to the next request.
func (o *Openings) Carry(w http.ResponseWriter, text string) { o.cookie.set(w, text) }

// Take returns the text from the request's cookie, and removes the cookie.
func (o *Openings) Take(w http.ResponseWriter, r *http.Request) string { return o.cookie.take(w, r) }
