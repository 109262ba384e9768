package factors

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"rollbook/web/events"
	"rollbook/web/identity/auth"
	"rollbook/web/roll"
	"rollbook/web/store/people"
)

// mostPasskeys limits the passkeys of one person.
const mostPasskeys = 10

// The purposes of a page's challenge: one for creating a passkey does not use one.
const (
	toCreate = "create\x00"
	toUse    = "use\x00"
)

// Site is where passkeys are used: a page of an origin, with the session or device to which its challenge is bound.
type Site struct{ Origin, Binding string }

// CanHavePasskeys reports whether browsers make passkeys for the origin: not for an address of numbers.
func CanHavePasskeys(origin string) bool {
	at, err := url.Parse(origin)
	return err == nil && net.ParseIP(at.Hostname()) == nil && protocol.ValidateRPID(at.Hostname()) == nil
}

// party returns the relying party of the site. Its id is the host of the address. It returns roll.Meaningless for a
// site that cannot have passkeys.
func party(site Site) (*webauthn.WebAuthn, error) {
	if !CanHavePasskeys(site.Origin) {
		return nil, roll.Problem(roll.Meaningless, "factor.no_passkeys")
	}
	at, err := url.Parse(site.Origin)
	if err != nil {
		return nil, fmt.Errorf("read the address of this server: %w", err)
	}
	made, err := webauthn.New(&webauthn.Config{
		RPID: at.Hostname(), RPDisplayName: product, RPOrigins: []string{site.Origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: protocol.ResidentKeyRequired(), ResidentKey: protocol.ResidentKeyRequirementRequired,
			UserVerification: protocol.VerificationRequired,
		},
		// Answers to extensions that were not requested are ignored.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("prepare passkeys for %s: %w", site.Origin, err)
	}
	return made, nil
}

// owner is a person with their passkeys, for the library.
type owner struct {
	person roll.Person
	kept   []people.Factor
	keys   []webauthn.Credential
}

// WebAuthnID returns the person's id, which a passkey keeps.
func (o *owner) WebAuthnID() []byte { return []byte(o.person.ID) }

// WebAuthnName returns the e-mail address, which browsers show beside a passkey.
func (o *owner) WebAuthnName() string { return o.person.Email }

// WebAuthnDisplayName returns the person's name.
func (o *owner) WebAuthnDisplayName() string { return o.person.Name }

// WebAuthnCredentials returns the passkeys.
func (o *owner) WebAuthnCredentials() []webauthn.Credential { return o.keys }

// ownerOf opens the person's passkeys.
func (f *Factors) ownerOf(ctx context.Context, person roll.Person) (*owner, error) {
	found, err := f.store.Factors(ctx, person.ID)
	if err != nil {
		return nil, err
	}
	of := &owner{person: person}
	for _, one := range found {
		if one.Kind != people.Passkey {
			continue
		}
		opened, err := f.vault.Open(sealFor(person.ID), one.Sealed)
		if err != nil {
			return nil, fmt.Errorf("open a passkey: %w", err)
		}
		var key webauthn.Credential
		if err := json.Unmarshal([]byte(opened.Reveal()), &key); err != nil {
			return nil, fmt.Errorf("read a passkey: %w", err)
		}
		of.kept, of.keys = append(of.kept, one), append(of.keys, key)
	}
	return of, nil
}

// sealed returns the stored form of a passkey.
func (f *Factors) sealed(person roll.PersonID, key *webauthn.Credential) ([]byte, error) {
	text, err := json.Marshal(key)
	if err != nil {
		return nil, fmt.Errorf("write a passkey: %w", err)
	}
	return f.vault.Seal(sealFor(person), string(text)), nil
}

// Creation returns the options (JSON) with which the person's browser creates a passkey. Ask for the password before.
// It returns roll.Meaningless for a person with too many.
func (f *Factors) Creation(ctx context.Context, site Site, person roll.Person) (string, error) {
	of, err := f.ownerOf(ctx, person)
	if err != nil {
		return "", err
	}
	if len(of.keys) >= mostPasskeys {
		return "", roll.Problem(roll.Meaningless, "factor.too_many_passkeys")
	}
	with, err := party(site)
	if err != nil {
		return "", err
	}
	options, _, err := with.BeginRegistration(of,
		webauthn.WithExclusions(webauthn.Credentials(of.keys).CredentialDescriptors()),
		func(options *protocol.PublicKeyCredentialCreationOptions) error {
			options.Challenge = f.tokens.Challenge(toCreate+site.Binding, f.clock())
			return nil
		})
	if err != nil {
		return "", fmt.Errorf("prepare a passkey: %w", err)
	}
	return asJSON(options.Response)
}

// Request returns the options (JSON) with which a browser uses a passkey: one of the person's, or any without a person.
func (f *Factors) Request(ctx context.Context, site Site, person roll.Person) (string, error) {
	with, err := party(site)
	if err != nil {
		return "", err
	}
	challenge := webauthn.WithChallenge(f.tokens.Challenge(toUse+site.Binding, f.clock()))
	if person.ID == "" {
		options, _, err := with.BeginDiscoverableLogin(challenge)
		if err != nil {
			return "", fmt.Errorf("ask for a passkey: %w", err)
		}
		return asJSON(options.Response)
	}
	of, err := f.ownerOf(ctx, person)
	if err != nil || len(of.keys) == 0 {
		return "", err
	}
	options, _, err := with.BeginLogin(of, challenge)
	if err != nil {
		return "", fmt.Errorf("ask for a passkey: %w", err)
	}
	return asJSON(options.Response)
}

func asJSON(options any) (string, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return "", fmt.Errorf("write the options of a passkey: %w", err)
	}
	return string(text), nil
}

// session returns the values that the library must find in a browser's answer: a challenge of this server for
// the same page.
func (f *Factors) session(site Site, purpose, challenge string) (webauthn.SessionData, bool) {
	got, err := base64.RawURLEncoding.DecodeString(challenge)
	is := err == nil && f.tokens.IsChallenge(got, purpose+site.Binding, f.clock())
	return webauthn.SessionData{Challenge: challenge, UserVerification: protocol.VerificationRequired}, is
}

// AddPasskey stores the passkey of a browser's answer (JSON) to Creation, under the name. It returns auth.ErrWrong for
// an answer that is not right.
func (f *Factors) AddPasskey(ctx context.Context, site Site, person roll.Person, name, answer string) error {
	of, err := f.ownerOf(ctx, person)
	if err != nil {
		return err
	}
	with, err := party(site)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(answer))
	if err != nil {
		return f.notPasskey(ctx, person.ID, err)
	}
	session, own := f.session(site, toCreate, parsed.Response.CollectedClientData.Challenge)
	if !own {
		return f.notPasskey(ctx, person.ID, nil)
	}
	session.UserID, session.CredParams = of.WebAuthnID(), webauthn.CredentialParametersDefault()
	key, err := with.CreateCredential(of, session, parsed)
	if err != nil {
		return f.notPasskey(ctx, person.ID, err)
	}
	sealed, err := f.sealed(person.ID, key)
	if err != nil {
		return err
	}
	one := people.Factor{Person: person.ID, ID: base64.RawURLEncoding.EncodeToString(key.ID), Kind: people.Passkey,
		Name: name, Sealed: sealed, MadeAt: f.clock()}
	if err := f.store.AddFactor(ctx, one, nil); err != nil {
		return err
	}
	f.change(ctx, "factor-added", person, people.Passkey, PasskeyAdded)
	return nil
}

// CheckPasskey checks a browser's answer (JSON) to Request, and returns the person whose passkey it is. With a person
// it must be theirs. It returns auth.ErrWrong for an answer that is not right.
func (f *Factors) CheckPasskey(ctx context.Context, site Site, person roll.PersonID,
	answer string) (roll.Person, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return roll.Person{}, f.notPasskey(ctx, person, err)
	}
	named := roll.PersonID(parsed.Response.UserHandle)
	session, own := f.session(site, toUse, parsed.Response.CollectedClientData.Challenge)
	if !own || person != "" && named != "" && named != person {
		return roll.Person{}, f.notPasskey(ctx, person, nil)
	}
	if person != "" {
		// A security key leaves out whose passkey it is if it was asked for that one.
		named = person
	}
	found, _, err := f.store.Person(ctx, named)
	switch {
	case roll.KindOf(err) == roll.NotFound:
		return roll.Person{}, f.notPasskey(ctx, "", err)
	case err != nil:
		return roll.Person{}, err
	}
	if err := f.usePasskey(ctx, site, session, found, parsed); err != nil {
		return roll.Person{}, err
	}
	f.record.Done(ctx, "factor-used", events.About{Person: found.ID, Details: string(people.Passkey)})
	return found, nil
}

func (f *Factors) usePasskey(ctx context.Context, site Site, session webauthn.SessionData, person roll.Person,
	parsed *protocol.ParsedCredentialAssertionData) error {
	of, err := f.ownerOf(ctx, person)
	if err != nil {
		return err
	}
	with, err := party(site)
	if err != nil {
		return err
	}
	session.UserID = of.WebAuthnID()
	key, err := with.ValidateLogin(of, session, parsed)
	if err != nil || key.Authenticator.CloneWarning || person.Disabled {
		return f.notPasskey(ctx, person.ID, err)
	}
	at := slices.IndexFunc(of.keys, func(one webauthn.Credential) bool { return string(one.ID) == string(key.ID) })
	used := of.kept[at]
	if used.Sealed, err = f.sealed(person.ID, key); err != nil {
		return err
	}
	first, err := f.store.UsePasskey(ctx, used, session.Challenge, f.clock())
	if err != nil {
		return err
	}
	if !first {
		return f.notPasskey(ctx, person.ID, nil)
	}
	return nil
}

// notPasskey records a wrong answer of a browser. The cause may contain what it sent, and stays out of the log.
func (f *Factors) notPasskey(ctx context.Context, person roll.PersonID, cause error) error {
	reason := "used-code"
	if cause != nil {
		reason = "signature"
	}
	f.refused(ctx, person, people.Passkey, reason)
	return auth.ErrWrong
}
