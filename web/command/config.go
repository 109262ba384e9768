package command

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"rollbook/apiclient"
	"rollbook/web"
	"rollbook/web/vault"
)

// config prints the settings in force.
type config struct {
	MasterKeys bool `help:"Say instead what each master key still seals in the database, and which may go."`
}

// Run prints a line a setting, NAME=value. Secrets are shown as [hidden].
func (c config) Run(ctx context.Context, p *process) error {
	if c.MasterKeys {
		return p.with(ctx, func(app *web.App) error { return p.printMasterKeys(ctx, app) })
	}
	found, err := settings()
	if err != nil {
		return err
	}
	for _, line := range describe(found) {
		if err := p.print("ROLLBOOK_%s\n", line); err != nil {
			return err
		}
	}
	return nil
}

func describe(found web.Config) []string {
	public := ""
	if found.Public != nil {
		public = found.Public.String()
	}
	keys := make([]string, len(found.MasterKeys))
	for i, key := range found.MasterKeys {
		keys[i] = key.String()
	}
	lines := []string{
		"LISTEN=" + found.Listen,
		"DATABASE=" + withoutPassword(found.Database),
		"MASTER_KEY=" + strings.Join(keys, ","),
		"PUBLIC_URL=" + public,
		"ALLOW_PLAIN_HTTP=" + yes(found.AllowPlainHTTP),
		"HSTS_SUBDOMAINS=" + yes(found.HSTSSubdomains),
		"TRUSTED_PROXIES=" + joined(found.TrustedProxies),
		"ALLOW_PRIVATE_SERVICES=" + apiclient.FormatAllowances(found.PrivateServices),
		"LOG_FORMAT=" + string(found.LogFormat),
		"LOG_LEVEL=" + strings.ToLower(found.LogLevel.String()),
	}
	return append(lines, family("SMTP_", found.SMTP)...)
}

func yes(decided bool) string {
	if decided {
		return "yes"
	}
	return "no"
}

// withoutPassword is the database's location as far as it is no secret.
func withoutPassword(database vault.Secret) string {
	location := database.Reveal()
	if strings.HasPrefix(location, "sqlite:") {
		return location
	}
	address, err := url.Parse(location)
	if err != nil {
		return database.String()
	}
	// A password may also stand among the parameters.
	return fmt.Sprintf("%s://%s%s", address.Scheme, address.Host, address.EscapedPath())
}

func joined(prefixes []netip.Prefix) string {
	texts := make([]string, len(prefixes))
	for i, prefix := range prefixes {
		texts[i] = prefix.String()
	}
	return strings.Join(texts, ",")
}

func family(prefix string, settings map[string]vault.Secret) []string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		lines = append(lines, prefix+name+"="+settings[name].String())
	}
	return lines
}

// printMasterKeys prints a line for each master key, the one that seals first: the
// beginning of its id, how many secrets it seals, and whether it may go.
func (p *process) printMasterKeys(ctx context.Context, app *web.App) error {
	uses, err := app.MasterKeyUses(ctx)
	if err != nil {
		return err
	}
	for i, use := range uses {
		verdict := "it may go"
		switch {
		case i == 0:
			verdict = "it seals what is new"
		case use.Sealed > 0:
			verdict = "it must stay until `rollbook serve` has sealed them with the first"
		}
		if err := p.print("master key %d (%s): seals %d secrets; %s\n", i+1, use.ID[:8], use.Sealed, verdict); err != nil {
			return err
		}
	}
	return nil
}
