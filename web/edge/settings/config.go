package settings

import (
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"

	"rollbook/apiclient"
	"rollbook/web/vault"
)

// Config contains the operator's settings, read by FromEnvironment.
type Config struct {
	// Listen is the address to listen on, host:port; the host may be empty.
	Listen string
	// Database is "sqlite:" and a file, or an address that begins with "postgres://". It cannot print itself,
	// because it may contain a password.
	Database vault.Secret
	// MasterKeys are the sealing key first, then the keys that only open.
	MasterKeys []vault.MasterKey
	// Public is the server's public address, with its base path and without a final slash. If it is nil, only
	// names of this machine are served.
	Public *url.URL
	// AllowPlainHTTP is true when the operator accepts a public address without https.
	AllowPlainHTTP bool
	// HSTSSubdomains is true when browsers should also use https for every name below the public one (RFC
	// 6797, section 6.1.2).
	HSTSSubdomains bool
	// TrustedProxies may state a client's address and whether it used https.
	TrustedProxies []netip.Prefix
	// PrivateServices are the additional private addresses where every school's service may live.
	PrivateServices []apiclient.Allowance
	// MetricsAllow are the addresses that may read the metrics.
	MetricsAllow []netip.Prefix
	LogFormat    LogFormat
	LogLevel     slog.Level
	// Version describes the build, for monitoring.
	Version string
	// Given contains each setting as it was given, by its full name.
	Given map[string]Given
}

// Given is a setting's text, or its default, with its source.
type Given struct {
	Source Source
	Text   vault.Secret
}

// Mail returns the setting ROLLBOOK_SMTP_* with the rest of its name.
func (c *Config) Mail(name string) string { return c.Given["ROLLBOOK_SMTP_"+name].Text.Reveal() }

// LogFormat is the format of log records.
type LogFormat string

// The formats.
const (
	LogText LogFormat = "text"
	LogJSON LogFormat = "json"
)

// HTTPS reports whether people reach the server by https.
func (c *Config) HTTPS() bool { return c.Public != nil && c.Public.Scheme == "https" }

// BasePath returns the path of the public address: empty, or such as "/rollbook".
func (c *Config) BasePath() string {
	if c.Public == nil {
		return ""
	}
	return c.Public.Path
}

// SettingError describes in one line which setting is unusable, and why. It never repeats a secret value.
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
