package session

import (
	"net/http"
	"time"

	"rollbook/web/roll"
)

// Flow is a sign-in by the provider of a school that has begun in the browser.
type Flow struct {
	School roll.SchoolID `json:"school"`
	// State and Nonce return with the provider's answer. Verifier proves that this browser has begun (PKCE).
	State    string `json:"state"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
	// Next is the address to open afterwards; it may be empty.
	Next string `json:"next,omitempty"`
	// Again is the instant, in Unix seconds, at which the provider was asked to check the person's identity again. It is
	// 0 for a sign-in that asks for no such check.
	Again int64 `json:"again,omitempty"`
	// Known is true in a browser in which the provider has signed a person in before.
	Known bool `json:"known,omitempty"`
}

// flowLasts limits the time that a person may take at the provider.
const flowLasts = 10 * time.Minute

// Flows keeps a flow in a cookie of the browser, for one answer.
type Flows struct{ cookie signedCookie }

// NewFlows makes a Flows that signs with the newest key and accepts the older ones too. Keys are 32 bytes
// (vault.Vault.Derive).
func NewFlows(scope Scope, newest []byte, older ...[]byte) *Flows {
	cookie := newSignedCookie(scope, "rollbook_flow", newest, older)
	cookie.store.MaxAge(int(flowLasts.Seconds()))
	return &Flows{cookie}
}

// Carry sets the cookie of the flow.
func (f *Flows) Carry(w http.ResponseWriter, flow Flow) error { return f.cookie.carry(w, flow) }

// Take returns the flow of the request's cookie, and removes the cookie. It is empty when there is none, or it is too
// old.
func (f *Flows) Take(w http.ResponseWriter, r *http.Request) (flow Flow) {
	if f.cookie.read(f.cookie.take(w, r), &flow) != nil {
		return Flow{}
	}
	return flow
}
