package settings

import (
	"fmt"
	"net/url"
	"strings"

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
	Help string
}

// Shown returns the setting as it was given, without secrets and on one line.
func (s Setting) Shown(config Config) string {
	given := config.Given[s.Name].Text
	switch {
	case s.Secret && !given.Empty():
		return given.String()
	case s.Name == databaseSetting:
		return location(given)
	}
	return strings.Join(strings.Fields(given.Reveal()), " ")
}

// databaseSetting may contain a password in its address.
const databaseSetting = "ROLLBOOK_DATABASE"

// Settings returns all settings, in the order of the help.
func Settings() []Setting {
	return []Setting{
		{Name: "ROLLBOOK_MASTER_KEY", Secret: true,
			Help: "32 random bytes in base64, which seal the schools' keys; several, divided by commas, while it is exchanged."},
		{Name: databaseSetting, Default: "sqlite:rollbook.db",
			Help: "Where everything is kept: sqlite: and a file, or a postgres:// address for several machines."},
		{Name: "ROLLBOOK_PUBLIC_URL", Help: "The address that people type, with its path if it has one."},
		{Name: "ROLLBOOK_LISTEN", Default: ":8080", Help: "Where to listen, host:port."},
		{Name: "ROLLBOOK_TRUSTED_PROXIES", Help: "The addresses of proxies that may say who is calling."},
		{Name: "ROLLBOOK_ALLOW_PLAIN_HTTP", Default: noText,
			Help: "Whether a public address without https is accepted: passwords then travel in the open."},
		{Name: "ROLLBOOK_HSTS_SUBDOMAINS", Default: noText,
			Help: "Whether browsers are to use https for every name below the public address too."},
		{Name: "ROLLBOOK_ALLOW_PRIVATE_SERVICES", Help: "Networks of your own in which a school's system may live."},
		{Name: "ROLLBOOK_METRICS_ALLOW", Default: "127.0.0.0/8,::1/128", Help: "The addresses that may read /metrics."},
		{Name: "ROLLBOOK_LOG_FORMAT", Default: string(LogText), Help: "How the log is written: text or json."},
		{Name: "ROLLBOOK_LOG_LEVEL", Default: "info", Help: "The least that is logged: debug, info, warn or error."},
		{Name: "ROLLBOOK_SMTP_ADDRESS", Help: "The mail server, host:port; without it no mail is sent."},
		{Name: "ROLLBOOK_SMTP_TLS",
			Help: "How the mail server is reached: required (STARTTLS, unless it is on this machine), implicit or none."},
		{Name: "ROLLBOOK_SMTP_FROM", Help: "The e-mail address from which mail comes."},
		{Name: "ROLLBOOK_SMTP_USER", Help: "The name by which the mail server knows Rollbook."},
		{Name: "ROLLBOOK_SMTP_PASSWORD", Secret: true, Help: "The password for the mail server."},
	}
}

// location returns the database's location without secrets.
func location(database vault.Secret) string {
	address, err := url.Parse(database.Reveal())
	switch {
	case strings.HasPrefix(database.Reveal(), "sqlite:"):
		return database.Reveal()
	case err != nil:
		return database.String()
	}
	// The parameters may contain a password too.
	return fmt.Sprintf("%s://%s%s", address.Scheme, address.Host, address.EscapedPath())
}
