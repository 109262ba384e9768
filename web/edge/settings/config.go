package settings

import (
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"

	"rollbook/apiclient"
	"rollbook/web/vault"
)

// Config holds the settings of an operator, read by FromEnvironment.
type Config struct {
	// Listen is the address to listen on, host:port; the host may be empty.
	Listen string
	// Database is "sqlite:" and a file, or an address that begins with "postgres://".
	// It is kept from being printed, because it may hold a password.
	Database vault.Secret
	// MasterKeys has the key that seals first, then those that still open.
	MasterKeys []vault.MasterKey
	// Public is the address by which people reach the server, with its base path and
	// without a final slash; nil when none was given: then only names of this machine
	// are served.
	Public *url.URL
	// AllowPlainHTTP is true where the operator accepts a public address without https.
	AllowPlainHTTP bool
	// HSTSSubdomains is true where browsers are to use https for every name below the
	// public one too (RFC 6797, section 6.1.2).
	HSTSSubdomains bool
	// TrustedProxies may say who a client is and whether he came by https.
	TrustedProxies []netip.Prefix
	// PrivateServices are the addresses at which a school's service may live besides
	// public ones, each school's.
	PrivateServices []apiclient.Allowance
	// MetricsAllow are the addresses that may read the metrics.
	MetricsAllow []netip.Prefix
	LogFormat    LogFormat
	LogLevel     slog.Level
	// SMTP has the settings ROLLBOOK_SMTP_* by the rest of their names.
	SMTP map[string]vault.Secret
	// Sources tells where each setting comes from, by its whole name.
	Sources map[string]Source
}

// LogFormat is the format of log records.
type LogFormat string

// The formats.
const (
	LogText LogFormat = "text"
	LogJSON LogFormat = "json"
)

// HTTPS reports whether people reach the server by https.
func (c *Config) HTTPS() bool { return c.Public != nil && c.Public.Scheme == "https" }

// BasePath is the path under which the server is reached: empty, or like "/rollbook".
func (c *Config) BasePath() string {
	if c.Public == nil {
		return ""
	}
	return c.Public.Path
}

// SettingError says in one line which setting cannot be used, and why. It never
// repeats the value of a secret one.
type SettingError struct {
	Name string
	Err  error
}

// Error names the setting first.
func (e *SettingError) Error() string { return fmt.Sprintf("%s: %v", e.Name, e.Err) }

// Unwrap is the reason.
func (e *SettingError) Unwrap() error { return e.Err }

// Source is the origin of a setting.
type Source string

// The sources.
const (
	FromDefault  Source = "default"
	FromVariable Source = "environment"
	FromFile     Source = "file"
)
