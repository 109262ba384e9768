package settings

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"rollbook/apiclient"
	"rollbook/web/vault"
)

// Setting is one setting of the operator. Settings lists them all. Reading, printing and help use that table.
type Setting struct {
	// Name is the full name of the environment variable.
	Name string
	// Default is used when the setting is not given; it may be empty.
	Default string
	// Secret is true when the value is never shown.
	Secret bool
	// Help is one sentence for the operator.
	Help  string
	shown func(Config) string
}

// Shown returns the printable form of the value in force.
func (s Setting) Shown(config Config) string {
	text := s.shown(config)
	if s.Secret && text != "" {
		return vault.NewSecret(text).String()
	}
	return text
}

// Settings returns all settings, in the order of the help.
func Settings() []Setting {
	return []Setting{
		{Name: "ROLLBOOK_MASTER_KEY", Secret: true, Help: "32 random bytes in base64, which seal the schools' keys; several, divided by commas, while it is exchanged.", shown: shownMasterKeys},
		{Name: "ROLLBOOK_DATABASE", Default: "sqlite:rollbook.db", Help: "Where everything is kept: sqlite: and a file, or a postgres:// address for several machines.", shown: shownDatabase},
		{Name: "ROLLBOOK_PUBLIC_URL", Help: "The address that people type, with its path if it has one.", shown: shownPublic},
		{Name: "ROLLBOOK_LISTEN", Default: ":8080", Help: "Where to listen, host:port.", shown: func(c Config) string { return c.Listen }},
		{Name: "ROLLBOOK_TRUSTED_PROXIES", Help: "The addresses of proxies that may say who is calling.", shown: func(c Config) string { return shownPrefixes(c.TrustedProxies) }},
		{Name: "ROLLBOOK_ALLOW_PLAIN_HTTP", Default: noText, Help: "Whether a public address without https is accepted: passwords then travel in the open.", shown: func(c Config) string { return shownYes(c.AllowPlainHTTP) }},
		{Name: "ROLLBOOK_HSTS_SUBDOMAINS", Default: noText, Help: "Whether browsers are to use https for every name below the public address too.", shown: func(c Config) string { return shownYes(c.HSTSSubdomains) }},
		{Name: "ROLLBOOK_ALLOW_PRIVATE_SERVICES", Help: "Networks of your own in which a school's system may live.", shown: func(c Config) string { return apiclient.FormatAllowances(c.PrivateServices) }},
		{Name: "ROLLBOOK_METRICS_ALLOW", Default: "127.0.0.0/8,::1/128", Help: "The addresses that may read /metrics.", shown: func(c Config) string { return shownPrefixes(c.MetricsAllow) }},
		{Name: "ROLLBOOK_LOG_FORMAT", Default: string(LogText), Help: "How the log is written: text or json.", shown: func(c Config) string { return string(c.LogFormat) }},
		{Name: "ROLLBOOK_LOG_LEVEL", Default: "info", Help: "The least that is logged: debug, info, warn or error.", shown: func(c Config) string { return strings.ToLower(c.LogLevel.String()) }},
		{Name: "ROLLBOOK_SMTP_ADDRESS", Help: "The mail server, host:port; without it no mail is sent.", shown: shownMail("ADDRESS")},
		{Name: "ROLLBOOK_SMTP_TLS", Help: "How the mail server is reached: required (STARTTLS, unless it is on this machine), implicit or none.", shown: shownMail("TLS")},
		{Name: "ROLLBOOK_SMTP_FROM", Help: "The e-mail address from which mail comes.", shown: shownMail("FROM")},
		{Name: "ROLLBOOK_SMTP_USER", Help: "The name by which the mail server knows Rollbook.", shown: shownMail("USER")},
		{Name: "ROLLBOOK_SMTP_PASSWORD", Secret: true, Help: "The password for the mail server.", shown: shownMail("PASSWORD")},
	}
}

// shownMasterKeys returns a placeholder for each key.
func shownMasterKeys(config Config) string {
	texts := make([]string, len(config.MasterKeys))
	for i, key := range config.MasterKeys {
		texts[i] = key.String()
	}
	return strings.Join(texts, ",")
}

// shownDatabase returns the database's location without secrets.
func shownDatabase(config Config) string {
	location := config.Database.Reveal()
	if strings.HasPrefix(location, "sqlite:") {
		return location
	}
	address, err := url.Parse(location)
	if err != nil {
		return config.Database.String()
	}
	// The parameters may contain a password too.
	return fmt.Sprintf("%s://%s%s", address.Scheme, address.Host, address.EscapedPath())
}

func shownPublic(config Config) string {
	if config.Public == nil {
		return ""
	}
	return config.Public.String()
}

func shownMail(name string) func(Config) string {
	return func(config Config) string { return config.SMTP[name].Reveal() }
}

func shownYes(decided bool) string {
	if decided {
		return "yes"
	}
	return noText
}

func shownPrefixes(prefixes []netip.Prefix) string {
	texts := make([]string, len(prefixes))
	for i, prefix := range prefixes {
		texts[i] = prefix.String()
	}
	return strings.Join(texts, ",")
}
