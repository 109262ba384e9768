// Package factors manages people's second factors: passkeys, authenticator apps with their recovery codes,
// and the schools' demands. Every change is a log event and a mail to the person. No secret is in either.
package factors

import (
	"context"
	"time"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/people"
	"rollbook/web/vault"
)

// Change is a change of a person's factors. The catalogue has its words.
type Change string

// The changes.
const (
	PasskeyAdded   Change = "passkey_added"
	PasskeyRemoved Change = "passkey_removed"
	AppAdded       Change = "app_added"
	AppRemoved     Change = "app_removed"
	CodeUsed       Change = "code_used"
	AllRemoved     Change = "all_removed"
)

// Factors manages second factors. Make one with New.
type Factors struct {
	store  *store.Store
	vault  *vault.Vault
	limits *auth.SignIn
	tokens *auth.Tokens
	tell   func(ctx context.Context, person roll.Person, change string)
	clock  func() time.Time
	record *events.Record
}

// New makes a Factors on the store.
//
// The function tell mails people that their factors changed.
func New(store *store.Store, vault *vault.Vault, limits *auth.SignIn, tokens *auth.Tokens,
	tell func(ctx context.Context, person roll.Person, change string), clock func() time.Time,
	record *events.Record) *Factors {
	return &Factors{store, vault, limits, tokens, tell, clock, record}
}

// Of returns the person's factors, the oldest first, and the number of unused recovery codes.
func (f *Factors) Of(ctx context.Context, person roll.PersonID) ([]people.Factor, int, error) {
	found, err := f.store.Factors(ctx, person)
	if err != nil {
		return nil, 0, err
	}
	codes, err := f.store.CountRecoveryCodes(ctx, person)
	return found, codes, err
}

// Step is the step that a person still lacks after the password.
type Step string

// The steps.
const (
	// NoStep: the person is signed in.
	NoStep Step = ""
	// UseFactor: the person has a second factor and must use it.
	UseFactor Step = "use"
	// SetUpFactor: a school demands a second factor, and the person has none.
	SetUpFactor Step = "set up"
)

// Missing returns the step that the person must take after the password.
func (f *Factors) Missing(ctx context.Context, person roll.PersonID) (Step, error) {
	found, err := f.store.Factors(ctx, person)
	if err != nil {
		return NoStep, err
	}
	if len(found) > 0 {
		return UseFactor, nil
	}
	demanded, err := f.store.DemandsFactor(ctx, person)
	if err != nil || !demanded {
		return NoStep, err
	}
	return SetUpFactor, nil
}

// LedToSetUp records that a school's demand led the person to setting up a factor.
func (f *Factors) LedToSetUp(ctx context.Context, person roll.PersonID) {
	f.record.Done(ctx, "factor-demanded", events.About{Person: person})
}

// sealFor returns the name under which the vault seals the person's factors.
func sealFor(person roll.PersonID) roll.SchoolID { return roll.SchoolID(person) }

// change records and mails a change that the person made.
func (f *Factors) change(ctx context.Context, event events.Name, person roll.Person, kind people.FactorKind,
	change Change) {
	f.record.Done(ctx, event, events.About{Person: person.ID, Details: string(kind)})
	f.tell(ctx, person, string(change))
}

// refused records that a factor was refused.
func (f *Factors) refused(ctx context.Context, person roll.PersonID, kind people.FactorKind, reason string) {
	f.record.Refused(ctx, "factor-refused", events.About{Person: person, Details: string(kind), Reason: reason})
}
