package sso

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"rollbook/apiclient"
	"rollbook/web/roll"
)

// The limits of a call to a provider.
const (
	callTime  = 10 * time.Second
	mostBytes = 1 << 20
)

// mostAtOnce limits the answers of unknown browsers about which a provider is asked at once. The others wait: only the
// provider knows which are right, and a stranger's never refuse a right one.
const mostAtOnce = 32

// A discovery is used again for a while; a failed one shortly, so that many people who wait cause few calls.
const (
	discoveredFor = time.Hour
	failedFor     = 10 * time.Second
)

// document is the part of a provider's discovery that go-oidc does not read.
type document struct {
	Issuer         string   `json:"issuer"`
	Authorization  string   `json:"authorization_endpoint"`
	Token          string   `json:"token_endpoint"`
	Keys           string   `json:"jwks_uri"`
	Challenges     []string `json:"code_challenge_methods_supported"`
	Authentication []string `json:"token_endpoint_auth_methods_supported"`
	// Named are the claims that it may give. The list may be absent.
	Named       []string `json:"claims_supported"`
	NamesIssuer bool     `json:"authorization_response_iss_parameter_supported"`
}

// discovered is a provider with its endpoints and keys.
type discovered struct {
	document
	provider  *oidc.Provider
	client    *http.Client
	strangers *semaphore.Weighted
}

// known is the result of the last discovery for a school.
type known struct {
	of    string
	until time.Time
	found *discovered
	err   error
}

// discoveries reads the discoveries of providers, and remembers them for sign-ins.
type discoveries struct {
	transport *apiclient.Transport
	clock     func() time.Time
	calls     singleflight.Group
	mu        sync.Mutex
	last      map[roll.SchoolID]known
}

// recent is read for sign-ins.
func (s *discoveries) recent(ctx context.Context, school roll.School, provider roll.Provider) (*discovered, error) {
	of, now := fmt.Sprint(address(provider), school.AllowPrivate), s.clock()
	s.mu.Lock()
	last := s.last[school.ID]
	s.mu.Unlock()
	if last.of == of && now.Before(last.until) {
		return last.found, last.err
	}
	// People who sign in at the same time share one call, which none of them ends by leaving.
	read, err, _ := s.calls.Do(fmt.Sprint(school.ID, of),
		func() (any, error) { return s.read(context.WithoutCancel(ctx), school, provider) })
	found, _ := read.(*discovered)
	last = known{of, now.Add(discoveredFor), found, err}
	if err != nil {
		last.until = now.Add(failedFor)
	}
	s.mu.Lock()
	s.last[school.ID] = last
	s.mu.Unlock()
	return found, err
}

// address returns the issuer whose discovery is read: that of the only tenant, or of all tenants.
func address(provider roll.Provider) string {
	tenant := "organizations"
	if len(provider.Tenants) == 1 {
		tenant = provider.Tenants[0]
	}
	return strings.ReplaceAll(provider.Issuer, roll.AnyTenant, tenant)
}

// read reads the provider's discovery. It returns roll.Meaningless with the reason why people cannot sign in by it.
func (s *discoveries) read(ctx context.Context, school roll.School, provider roll.Provider) (*discovered, error) {
	transport, err := s.transport.Allowing(school.AllowPrivate)
	if err != nil {
		return nil, err
	}
	issuer := address(provider)
	if _, err := apiclient.ParseBaseURL(issuer, transport.Guard()); err != nil {
		return nil, notAllowed(issuer, err)
	}
	found := &discovered{client: transport.Bounded(callTime, mostBytes), strangers: semaphore.NewWeighted(mostAtOnce)}
	ctx = oidc.ClientContext(ctx, found.client)
	// The issuer is compared below, with a sentence for the admin.
	found.provider, err = oidc.NewProvider(oidc.InsecureIssuerURLContext(ctx, issuer), issuer)
	if err == nil {
		err = found.provider.Claims(&found.document)
	}
	if err != nil {
		return nil, unread(issuer, err)
	}
	if err := found.check(provider, issuer); err != nil {
		return nil, err
	}
	return found, nil
}

func notAllowed(issuer string, err error) error {
	return roll.Problem(roll.Meaningless, "sso.try.address", "Issuer", issuer).Because(err)
}

// unread returns why the discovery could not be read. Its answer is not repeated: it may be of another server.
func unread(issuer string, err error) error {
	_, network := errors.AsType[net.Error](err)
	switch {
	case apiclient.AddressProblemOf(err) != "":
		return notAllowed(issuer, err)
	case network:
		return roll.Problem(roll.Meaningless, "sso.try.unreached", "Issuer", issuer).Because(err)
	}
	return roll.Problem(roll.Meaningless, "sso.try.no_provider", "Address", strings.TrimSuffix(issuer, "/")+
		"/.well-known/openid-configuration")
}

// check refuses a discovery without the endpoints and methods of a safe sign-in.
func (d *discovered) check(provider roll.Provider, issuer string) error {
	switch {
	case d.Issuer != issuer && d.Issuer != provider.Issuer:
		return roll.Problem(roll.Meaningless, "sso.try.other_issuer", "Issuer", issuer, "Named", cut(d.Issuer))
	case !addressed(d.Authorization, issuer), !addressed(d.Token, issuer), !addressed(d.Keys, issuer):
		return roll.Problem(roll.Meaningless, "sso.try.no_endpoints", "Issuer", issuer)
	case len(d.Challenges) > 0 && !slices.Contains(d.Challenges, "S256"):
		return roll.Problem(roll.Meaningless, "sso.try.no_pkce", "Issuer", issuer)
	}
	return nil
}

// addressed reports whether the endpoint is a web address, by https if the issuer is.
func addressed(endpoint, issuer string) bool {
	address, err := url.Parse(endpoint)
	return err == nil && address.Host != "" && address.User == nil &&
		(address.Scheme == "https" || address.Scheme == "http" && strings.HasPrefix(issuer, "http:"))
}

// cut shortens a text of another server for a sentence.
func cut(text string) string { return text[:min(len(text), 200)] }

// config returns the settings of the provider's client.
func (d *discovered) config(provider roll.Provider, secret, back string) *oauth2.Config {
	endpoint := d.provider.Endpoint()
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	if len(d.Authentication) > 0 && !slices.Contains(d.Authentication, "client_secret_basic") {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	scopes := []string{oidc.ScopeOpenID, "email", "profile"}
	var offered struct {
		Scopes []string `json:"scopes_supported"`
	}
	if d.provider.Claims(&offered) == nil && provider.ByGroups() && slices.Contains(offered.Scopes, provider.Claim) {
		scopes = append(scopes, provider.Claim)
	}
	return &oauth2.Config{ClientID: provider.Client, ClientSecret: secret, Endpoint: endpoint, RedirectURL: back,
		Scopes: scopes}
}
