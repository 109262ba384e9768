package sso

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// claims are a provider's statements about a person.
type claims struct {
	Subject  string          `json:"sub"`
	Party    string          `json:"azp"`
	Tenant   string          `json:"tid"`
	Hosted   string          `json:"hd"`
	Email    string          `json:"email"`
	Verified json.RawMessage `json:"email_verified"`
	// Owned is Microsoft's word that the tenant owns the address's domain.
	Owned  json.RawMessage `json:"xms_edov"`
	User   string          `json:"preferred_username"`
	Name   string          `json:"name"`
	Proved float64         `json:"auth_time"`
	// Elsewhere names claims that are too large for the token.
	Elsewhere map[string]json.RawMessage `json:"_claim_names"`
	Overage   bool                       `json:"hasgroups"`
	groups    []string
}

// refusal is a sign-in that the provider's answer does not allow. Reason is for the log.
func refusal(message roll.MessageKey, reason error) error {
	return roll.Problem(roll.Forbidden, message).Because(reason)
}

// verify checks the token of the answer, and returns its claims, with those of the provider's userinfo that it lacks.
func (d *discovered) verify(ctx context.Context, provider roll.Provider, config oidc.Config, token *oauth2.Token,
	nonce string) (claims, string, error) {
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return claims{}, "", errors.New("the answer has no id_token")
	}
	config.ClientID, config.SkipIssuerCheck = provider.Client, strings.Contains(provider.Issuer, roll.AnyTenant)
	checked, err := d.provider.Verifier(&config).Verify(ctx, raw)
	switch {
	case err != nil:
		return claims{}, "", err
	case nonce == "" || checked.Nonce != nonce:
		return claims{}, "", errors.New("the token has another nonce")
	case checked.Subject == "":
		return claims{}, "", errors.New("the token has no subject")
	}
	claimed := make(map[string]json.RawMessage)
	if err := checked.Claims(&claimed); err != nil {
		return claims{}, "", err
	}
	if err := d.complete(ctx, provider, claimed, token, checked.Subject); err != nil {
		return claims{}, "", err
	}
	read, err := parse(claimed, provider.Claim)
	switch {
	case err != nil:
		return claims{}, "", err
	case read.Party != "" && read.Party != provider.Client, read.Party == "" && len(checked.Audience) > 1:
		return claims{}, "", errors.New("the token is for another client")
	case config.SkipIssuerCheck &&
		(!slices.Contains(provider.Tenants, read.Tenant) ||
			checked.Issuer != strings.ReplaceAll(provider.Issuer, roll.AnyTenant, read.Tenant)):
		return claims{}, "", refusal("sso.refused.tenant",
			fmt.Errorf("the token is of tenant %q and issuer %q", cut(read.Tenant), cut(checked.Issuer)))
	}
	issuer := provider.Issuer
	if config.SkipIssuerCheck {
		issuer = checked.Issuer
	}
	return read, issuer, nil
}

// complete adds the claims of the userinfo that the token lacks, if the school needs them. An address and the words
// about it come from one of the two.
func (d *discovered) complete(ctx context.Context, provider roll.Provider, claimed map[string]json.RawMessage,
	token *oauth2.Token, subject string) error {
	_, email := claimed["email"]
	_, word := claimed["email_verified"]
	_, groups := claimed[provider.Claim]
	vouched := email && (word || ofTenants(provider))
	if d.provider.UserInfoEndpoint() == "" || vouched && (groups || !provider.ByGroups()) {
		return nil
	}
	info, err := d.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return fmt.Errorf("read the userinfo: %w", err)
	}
	if info.Subject != subject {
		return errors.New("the userinfo is of another person")
	}
	more := make(map[string]json.RawMessage)
	if err := info.Claims(&more); err != nil {
		return err
	}
	from := claimed
	if _, elsewhere := more["email"]; elsewhere && !vouched {
		from = more
	}
	address := make(map[string]json.RawMessage)
	for _, name := range []string{"email", "email_verified", "xms_edov"} {
		if value, has := from[name]; has {
			address[name] = value
		}
		delete(more, name)
		delete(claimed, name)
	}
	maps.Copy(more, claimed)
	maps.Copy(claimed, more)
	maps.Copy(claimed, address)
	return nil
}

// parse reads the claims, with the groups in the named one.
func parse(claimed map[string]json.RawMessage, groups string) (read claims, err error) {
	whole, err := json.Marshal(claimed)
	if err != nil {
		return read, err
	}
	if err := json.Unmarshal(whole, &read); err != nil {
		return read, fmt.Errorf("read the claims: %w", err)
	}
	if text := claimed[groups]; len(text) > 0 && json.Unmarshal(text, &read.groups) != nil {
		// A single group may be a text.
		var one string
		if err := json.Unmarshal(text, &one); err != nil {
			return read, fmt.Errorf("read the groups: %w", err)
		}
		read.groups = []string{one}
	}
	_, elsewhere := read.Elsewhere[groups]
	if len(read.groups) == 0 && (elsewhere || read.Overage) {
		return read, refusal("sso.refused.overage", errors.New("the groups are too many for the token"))
	}
	return read, nil
}

// describe returns the person of the claims, whose address is empty if the provider does not vouch for it.
func (c claims) describe(provider roll.Provider, issuer string) (roll.Provided, error) {
	who := roll.Provided{Issuer: issuer, Subject: c.Subject, Name: c.Name, Groups: c.groups}
	if c.Proved > 0 {
		who.ProvedAt = time.Unix(int64(c.Proved), 0)
	}
	who.Email, who.Unverified = c.address(provider)
	_, domain, _ := strings.Cut(who.Email, "@")
	if provider.Issuer == googleIssuer {
		// An address of the domain may also be that of a private account.
		domain = strings.ToLower(c.Hosted)
	}
	if len(provider.Domains) > 0 && !slices.Contains(provider.Domains, domain) {
		if who.Unverified != "" {
			return who, refusal(who.Unverified, errors.New("the address is not verified"))
		}
		return who, refusal("sso.refused.domain", fmt.Errorf("the account is of the domain %q", cut(domain)))
	}
	if name, good := roll.ParseCoverName(who.Name); good {
		who.Name = name
	} else {
		who.Name, _, _ = strings.Cut(who.Email, "@")
	}
	return who, nil
}

// ofTenants reports whether the provider is Microsoft with its listed tenants.
func ofTenants(provider roll.Provider) bool { return strings.Contains(provider.Issuer, roll.AnyTenant) }

// address returns the verified address, or the message that says why there is none. A tenant's accounts may be guests
// with any address, and its users can change theirs: only xms_edov, or a user name of a listed domain, names the owner.
func (c claims) address(provider roll.Provider) (string, roll.MessageKey) {
	email, good := auth.ParseEmail(c.Email)
	switch {
	case is(c.Verified, false) || is(c.Owned, false):
		return "", "sso.refused.email"
	case ofTenants(provider):
		if good && is(c.Owned, true) {
			return email, ""
		}
		user, good := auth.ParseEmail(c.User)
		if _, domain, _ := strings.Cut(user, "@"); good && slices.Contains(provider.Domains, domain) {
			return user, ""
		}
		return "", "sso.refused.edov"
	case good && textOf(c.Verified) == "true":
		return email, ""
	case tenantIssuer(provider.Issuer):
		return "", "sso.refused.kind"
	case good && len(c.Verified) == 0:
		return "", "sso.refused.unsaid"
	}
	return "", "sso.refused.email"
}

// textOf returns a truth value's text. The standard asks for a truth value (OpenID Connect Core, section 5.1); Amazon
// Cognito writes a text.
func textOf(claim json.RawMessage) string { return strings.ToLower(strings.Trim(string(claim), `"`)) }

// is reports whether a claim says the truth value. Microsoft also writes xms_edov as 1 or 0.
func is(claim json.RawMessage, value bool) bool {
	if value {
		return textOf(claim) == "true" || textOf(claim) == "1"
	}
	return textOf(claim) == "false" || textOf(claim) == "0"
}
