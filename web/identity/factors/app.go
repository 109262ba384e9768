package factors

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
	"rollbook/web/store/people"
)

const (
	// product is the name under which an app and a passkey list the account.
	product = "Rollbook"
	// appID is the id of a person's app: each has at most one.
	appID = "app"
	// recoveryCodes is the number of recovery codes, and recoverySize the characters of one: 80 bits.
	recoveryCodes = 10
	recoverySize  = 16
)

// NewApp is the secret of an app that is not set up yet, for typing and as an address for the camera.
type NewApp struct{ Secret, Address string }

// NewApp returns the secret for the press of a page. The same press always gives the same one.
func (f *Factors) NewApp(person roll.Person, press roll.Token) NewApp {
	secret := inLetters().EncodeToString(f.tokens.AppSecret(string(press)))
	return NewApp{Secret: secret, Address: appAddress(secret, person.Email)}
}

// AddApp stores the app whose secret was made for the press, if the code is its present one. It returns the recovery
// codes, which are shown once. It returns auth.ErrWrong for another code, and roll.Stale if the person has an app.
func (f *Factors) AddApp(ctx context.Context, person roll.Person, press roll.Token, code string) ([]string, error) {
	made := f.NewApp(person, press)
	step, is := f.stepOf(made.Secret, code)
	if !is {
		f.refused(ctx, person.ID, people.App, wrongCode)
		return nil, auth.ErrWrong
	}
	codes, hashes := make([]string, recoveryCodes), make([]string, recoveryCodes)
	for i := range codes {
		codes[i] = rand.Text()[:recoverySize]
		hashes[i] = recoveryHash(person.ID, codes[i])
	}
	sealed := f.vault.Seal(sealFor(person.ID), made.Secret)
	one := people.Factor{Person: person.ID, ID: appID, Kind: people.App, Sealed: sealed, Step: step, MadeAt: f.clock()}
	if err := f.store.AddFactor(ctx, one, hashes); err != nil {
		return nil, err
	}
	f.change(ctx, "factor-added", person, people.App, AppAdded)
	return codes, nil
}

// recoveryHash returns the stored form of a recovery code. Its 80 random bits need no slow hash.
func recoveryHash(person roll.PersonID, code string) string {
	sum := sha256.Sum256([]byte("recovery code\x00" + string(person) + "\x00" + code))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// CheckCode checks a code of the person's app, or a recovery code. Each is accepted once. It returns auth.ErrWrong and
// *auth.ThrottledError.
func (f *Factors) CheckCode(ctx context.Context, person roll.Person, typed string, from auth.From) error {
	code := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, typed)
	used := people.App
	var err error
	if len(code) == recoverySize {
		// It cannot be guessed, and needs no limit.
		used = recovery
		var right bool
		right, err = f.store.UseRecoveryCode(ctx, person.ID, recoveryHash(person.ID, code))
		if err == nil && !right {
			err = auth.ErrWrong
		}
	} else {
		err = f.limits.CheckCode(ctx, person, from, func() (bool, error) { return f.useApp(ctx, person.ID, code) })
	}
	if err != nil {
		reason := auth.Refusal(err)
		if errors.Is(err, auth.ErrWrong) {
			reason = wrongCode
		}
		f.refused(ctx, person.ID, used, reason)
		return err
	}
	f.record.Done(ctx, "factor-used", events.About{Person: person.ID, Details: string(used)})
	if used == recovery {
		f.tell(ctx, person, string(CodeUsed))
	}
	return nil
}

// wrongCode is the reason for refusing a wrong code.
const wrongCode = "wrong-code"

// recovery names a recovery code in events.
const recovery people.FactorKind = "recovery-code"

func (f *Factors) useApp(ctx context.Context, person roll.PersonID, code string) (bool, error) {
	found, err := f.store.Factors(ctx, person)
	if err != nil {
		return false, err
	}
	for _, one := range found {
		if one.Kind != people.App {
			continue
		}
		secret, err := f.vault.Open(sealFor(person), one.Sealed)
		if err != nil {
			return false, fmt.Errorf("open the secret of an authenticator app: %w", err)
		}
		if step, is := f.stepOf(secret.Reveal(), code); is {
			return f.store.UseStep(ctx, one, step, f.clock())
		}
	}
	return false, nil
}
