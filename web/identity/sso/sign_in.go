package sso

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"rollbook/web/events"
	"rollbook/web/identity/session"
	"rollbook/web/roll"
	"rollbook/web/store/people"
)

// Start begins a sign-in by the school's provider. It returns the provider's address for the browser, and the flow
// that the browser must bring back. The provider sends the browser to the address back. Again asks the provider to
// check the person's identity again, and to say when it did (OpenID Connect Core, sections 3.1.2.1 and 5.5).
func (s *SSO) Start(ctx context.Context, school roll.SchoolID, back, next string,
	again bool) (string, session.Flow, error) {
	client, err := s.client(ctx, school, back)
	if err != nil {
		return "", session.Flow{}, s.refused(ctx, school, "", err)
	}
	flow := session.Flow{School: school, State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(),
		Next: next}
	options := []oauth2.AuthCodeOption{oidc.Nonce(flow.Nonce), oauth2.S256ChallengeOption(flow.Verifier)}
	if again {
		flow.Again = s.clock().Unix()
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"),
			oauth2.SetAuthURLParam("claims", `{"id_token":{"auth_time":{"essential":true}}}`))
	}
	return client.config.AuthCodeURL(flow.State, options...), flow, nil
}

// client signs the people of a school in at its provider.
type client struct {
	provider roll.Provider
	found    *discovered
	config   *oauth2.Config
}

func (s *SSO) client(ctx context.Context, id roll.SchoolID, back string) (client, error) {
	provider, sealed, err := s.store.Provider(ctx, id)
	if err != nil {
		return client{}, err
	}
	school, err := s.store.School(ctx, id)
	if err != nil {
		return client{}, err
	}
	secret, err := s.vault.Open(id, sealed)
	if err != nil {
		return client{}, roll.Problem(roll.Unkept, "sso.refused.provider").Because(err)
	}
	found, err := s.providers.recent(ctx, school, provider)
	if err != nil {
		return client{}, roll.Problem(roll.Unkept, "sso.refused.provider").Because(err)
	}
	return client{provider, found, found.config(provider, secret.Reveal(), back)}, nil
}

// clockSkew is the most by which a provider's clock may be behind.
const clockSkew = time.Minute

// Finish ends a sign-in. Answer is the query of the provider's redirect, and flow comes from Start. Present is the
// person who has just signed in with a password in this browser, or "": only so is the account of an admin linked. It
// returns the person and the time at which they last proved who they are, the provider's auth_time, zero if it does
// not say. It refuses a sign-in with a *roll.Error that gives the reason, also one that was to be proved again and
// was not.
func (s *SSO) Finish(ctx context.Context, school roll.SchoolID, flow session.Flow, present roll.PersonID, back string,
	answer url.Values) (roll.Person, time.Time, error) {
	who, provider, err := s.described(ctx, school, flow, back, answer)
	if err == nil && flow.Again != 0 && who.ProvedAt.Before(time.Unix(flow.Again, 0).Add(-clockSkew)) {
		err = refusal("sso.refused.again", errors.New("the provider names no fresh auth_time"))
	}
	if err != nil {
		return roll.Person{}, time.Time{}, s.refused(ctx, school, "", err)
	}
	who.Present = present
	result, err := s.store.AdmitProvided(ctx, provider, who, roll.PersonID(rand.Text()))
	if err != nil {
		return roll.Person{}, time.Time{}, err
	}
	s.tell(ctx, school, result)
	if result.Refused != "" {
		return roll.Person{}, time.Time{}, s.refused(ctx, school, result.Person.ID, refusal(result.Refused, nil))
	}
	now := s.clock()
	err = s.store.NoteSignIn(ctx, result.Person.ID, now)
	s.record.Done(ctx, "sign-in", events.About{Person: result.Person.ID, School: school, Details: provider.Name, Err: err})
	if who.ProvedAt.After(now) {
		who.ProvedAt = now
	}
	return result.Person, who.ProvedAt, nil
}

// described returns the person whom the provider describes in its answer.
func (s *SSO) described(ctx context.Context, school roll.SchoolID, flow session.Flow, back string,
	answer url.Values) (roll.Provided, roll.Provider, error) {
	if flow.State == "" || flow.School != school || answer.Get("state") != flow.State {
		return roll.Provided{}, roll.Provider{},
			refusal("sso.refused.state", errors.New("the state is not that of the browser"))
	}
	client, err := s.client(ctx, school, back)
	if err != nil {
		return roll.Provided{}, client.provider, err
	}
	if err := client.answered(answer); err != nil {
		return roll.Provided{}, client.provider, err
	}
	if !flow.Known {
		turn, cancel := context.WithTimeout(ctx, callTime)
		defer cancel()
		if err := client.found.strangers.Acquire(turn, 1); err != nil {
			return roll.Provided{}, client.provider, roll.Problem(roll.Unkept, "sso.refused.provider").Because(err)
		}
		defer client.found.strangers.Release(1)
	}
	ctx = oidc.ClientContext(ctx, client.found.client)
	token, err := client.config.Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(flow.Verifier))
	if err != nil {
		return roll.Provided{}, client.provider, refusal("sso.refused.code", exchangeError(err))
	}
	claimed, issuer, err := client.found.verify(ctx, client.provider, oidc.Config{Now: s.clock}, token, flow.Nonce)
	if err != nil {
		if roll.KindOf(err) == roll.Internal {
			err = refusal("sso.refused.token", err)
		}
		return roll.Provided{}, client.provider, err
	}
	who, err := claimed.describe(client.provider, issuer)
	return who, client.provider, err
}

// answered refuses the answer of another provider (RFC 9207), and a provider's refusal.
func (c client) answered(answer url.Values) error {
	issuer := answer.Get("iss")
	ours := issuer == c.provider.Issuer
	for _, tenant := range c.provider.Tenants {
		ours = ours || issuer == strings.ReplaceAll(c.provider.Issuer, roll.AnyTenant, tenant)
	}
	code := answer.Get("error")
	switch {
	case issuer != "" && !ours, issuer == "" && c.found.NamesIssuer:
		return refusal("sso.refused.state", errors.New("another provider answers"))
	case code == "access_denied":
		return refusal("sso.refused.denied", nil)
	case code != "":
		return refusal("sso.refused.provider", errors.New("the provider answers "+named(code)))
	}
	return nil
}

// refused records why nobody was signed in. A school without a provider is as unknown as nonsense.
func (s *SSO) refused(ctx context.Context, school roll.SchoolID, person roll.PersonID, cause error) error {
	problem, ok := errors.AsType[*roll.Error](cause)
	if !ok || problem.Kind == roll.NotFound {
		return cause
	}
	s.record.Refused(ctx, "sign-in-refused",
		events.About{Person: person, School: school, Reason: reasons()[problem.Message], Err: problem.Err})
	return cause
}

// reasons returns the reasons of the audit log.
func reasons() map[roll.MessageKey]string {
	const provider, foreign, unknown = "sso provider", "sso foreign", "sso unknown"
	return map[roll.MessageKey]string{
		"sso.refused.state": "sso expired", "sso.refused.denied": "sso cancelled", "sso.refused.provider": provider,
		"sso.refused.code": provider, "sso.refused.token": provider, "sso.refused.tenant": foreign,
		"sso.refused.domain": foreign, "sso.refused.groups": "sso groups",
		"sso.refused.overage": "sso groups", "sso.refused.blocked": "sso blocked", "sso.refused.unknown": unknown,
		"sso.refused.linked": unknown, "sso.refused.email": "sso unverified", "sso.refused.unsaid": "sso unsaid",
		"sso.refused.edov": "sso unsaid", "sso.refused.kind": "sso kind", "sso.refused.admin": "sso admin",
		"sso.refused.again": "sso again",
	}
}

// Offers returns the providers for a sign-in page: that of the school, if any, and those that accept the domain of the
// address. Without them it is the only one of the server. More reports whether there are others.
func (s *SSO) Offers(ctx context.Context, school roll.SchoolID,
	email string) (offered []roll.Provider, more bool, err error) {
	_, domain, _ := strings.Cut(strings.ToLower(strings.TrimSpace(email)), "@")
	if faultOfDomain(domain) {
		domain = ""
	}
	if school != "" || domain != "" {
		if offered, err = s.store.ProvidersFor(ctx, school, domain); err != nil || len(offered) > 0 {
			return offered, false, err
		}
	}
	few, err := s.store.ProvidersFor(ctx, "", "")
	if len(few) == 1 {
		return few, false, err
	}
	return nil, len(few) > 0, err
}

// tell records the changes of a sign-in.
func (s *SSO) tell(ctx context.Context, school roll.SchoolID, result people.Provision) {
	of := events.About{Person: result.Person.ID, School: school, Before: string(result.Before), Role: result.Role,
		Details: "sso"}
	switch {
	case result.Made:
		s.record.Done(ctx, "person-added", of)
	case result.Ended:
		s.record.Done(ctx, "person-disabled", of)
		return
	case result.Resumed:
		s.record.Done(ctx, "person-enabled", of)
	case result.Linked:
		s.record.Done(ctx, "person-linked", of)
	}
	if !result.Made && result.Role != result.Before {
		s.record.Done(ctx, "role-changed", of)
	}
}

// exchangeError is the error of a code that was not accepted, without the provider's words.
func exchangeError(err error) error {
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return errors.New("the provider answers " + named(refused.ErrorCode))
	}
	return err
}

// named returns an error code of OAuth (RFC 6749) as it is, and no other text.
func named(code string) string {
	codes := []string{"invalid_request", "unauthorized_client", "access_denied", "unsupported_response_type",
		"invalid_scope", "server_error", "temporarily_unavailable", "invalid_client", "invalid_grant",
		"unsupported_grant_type", "interaction_required", "login_required", "consent_required"}
	if slices.Contains(codes, code) {
		return code
	}
	return "another error"
}
