package sso

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"rollbook/web/identity/auth"
	"rollbook/web/roll"
)

// The kinds of providers that an admin chooses.
const (
	Google    = "google"
	Microsoft = "microsoft"
	Other     = "other"
)

const (
	googleIssuer    = "https://accounts.google.com"
	microsoftIssuer = "https://login.microsoftonline.com/" + roll.AnyTenant + "/v2.0"
	groupsClaim     = "groups"
)

// KindOf returns the kind of the provider.
func KindOf(provider roll.Provider) string {
	switch provider.Issuer {
	case googleIssuer:
		return Google
	case microsoftIssuer:
		return Microsoft
	}
	return Other
}

// tenantIssuer reports whether the issuer is one of Microsoft's tenants.
func tenantIssuer(issuer string) bool {
	tenant, found := strings.CutPrefix(issuer, "https://login.microsoftonline.com/")
	return found && !strings.HasPrefix(tenant, roll.AnyTenant)
}

// The limits of an admin's entries.
const (
	mostLine  = 200
	mostLines = 100
)

// read returns the provider that was typed, or roll.Meaningless with its fault.
func read(t roll.TypedProvider, school roll.SchoolID) (roll.Provider, error) {
	provider := roll.Provider{
		School: school, Issuer: strings.TrimSpace(t.Issuer), Name: strings.Join(strings.Fields(t.Name), " "),
		Client: strings.TrimSpace(t.Client), Tenants: linesOf(strings.ToLower(t.Tenants)),
		Domains: linesOf(strings.ToLower(t.Domains)), Claim: cmp.Or(strings.TrimSpace(t.Claim), groupsClaim),
		Teachers: linesOf(t.Teachers), Office: linesOf(t.Office), Admins: linesOf(t.Admins), Makes: t.Makes,
	}
	provider.Otherwise, _ = roll.ParseRole(t.Otherwise)
	for i, domain := range provider.Domains {
		provider.Domains[i] = strings.TrimPrefix(domain, "@")
	}
	switch t.Kind {
	case Google:
		provider.Issuer, provider.Name, provider.Tenants = googleIssuer, "Google", nil
	case Microsoft:
		provider.Issuer, provider.Name = microsoftIssuer, "Microsoft"
	default:
		if !strings.Contains(provider.Issuer, roll.AnyTenant) {
			provider.Tenants = nil
		}
	}
	if fault := faultOf(provider); fault != "" {
		return provider, roll.Problem(roll.Meaningless, fault)
	}
	return provider, nil
}

// faultOf returns the message about a missing or unusable value, or "".
func faultOf(provider roll.Provider) roll.MessageKey {
	tenant := regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	isNone := func(line string) bool { return !tenant.MatchString(line) }
	all := slices.Concat(provider.Tenants, provider.Domains, provider.Teachers, provider.Office, provider.Admins,
		[]string{provider.Issuer, provider.Name, provider.Client, provider.Claim})
	switch {
	case len(all) > mostLines || slices.ContainsFunc(all, func(line string) bool { return len(line) > mostLine }):
		return "sso.problem.long"
	case provider.Issuer == "":
		return "sso.problem.issuer"
	case provider.Name == "":
		return "sso.problem.name"
	case provider.Client == "":
		return "sso.problem.client"
	case strings.Contains(provider.Issuer, roll.AnyTenant) && len(provider.Tenants) == 0,
		slices.ContainsFunc(provider.Tenants, isNone):
		return "sso.problem.tenants"
	case provider.Issuer == googleIssuer && len(provider.Domains) == 0,
		slices.ContainsFunc(provider.Domains, faultOfDomain):
		return "sso.problem.domains"
	case provider.Otherwise == "" && !provider.ByGroups():
		return "sso.problem.nobody"
	}
	return ""
}

// faultOfDomain reports whether the text is no domain name.
func faultOfDomain(text string) bool {
	return !regexp.MustCompile(`^([a-z0-9-]+\.)+[a-z0-9-]+$`).MatchString(text)
}

// linesOf returns the lines that have text.
func linesOf(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// Of returns the school's provider, and false when it has none.
func (s *SSO) Of(ctx context.Context, school roll.SchoolID) (provider roll.Provider, has bool, err error) {
	provider, _, err = s.store.Provider(ctx, school)
	if roll.KindOf(err) == roll.NotFound {
		return provider, false, nil
	}
	return provider, err == nil, err
}

// Set stores the provider that was typed. An empty secret keeps the present one of the same client. It returns
// roll.Meaningless with the fault.
func (s *SSO) Set(ctx context.Context, school roll.SchoolID, typed roll.TypedProvider) error {
	provider, err := read(typed, school)
	if err != nil {
		return err
	}
	before, sealed, err := s.store.Provider(ctx, school)
	if err != nil && roll.KindOf(err) != roll.NotFound {
		return err
	}
	secret := strings.TrimSpace(typed.Secret)
	switch {
	case len(secret) > auth.MaxPasswordSize:
		return roll.Problem(roll.Meaningless, "sso.problem.long")
	case secret != "":
		sealed = s.vault.Seal(school, secret)
	case before.Issuer != provider.Issuer || before.Client != provider.Client:
		// A kept secret must not be sent to another server.
		return roll.Problem(roll.Meaningless, "sso.problem.secret")
	}
	return s.store.SetProvider(ctx, provider, sealed)
}

// Try reads the discovery of the typed provider. It returns roll.Meaningless with a sentence about the fault.
func (s *SSO) Try(ctx context.Context, school roll.School, typed roll.TypedProvider) error {
	provider, err := read(typed, school.ID)
	if err != nil {
		return err
	}
	found, err := s.providers.read(ctx, school, provider)
	switch {
	case err != nil:
		return err
	case tenantIssuer(provider.Issuer):
		return roll.Problem(roll.Meaningless, "sso.try.kind")
	case !ofTenants(provider) && len(found.Named) > 0 && !slices.Contains(found.Named, "email_verified"):
		return roll.Problem(roll.Meaningless, "sso.try.unsaid", "Issuer", provider.Issuer)
	}
	return nil
}
