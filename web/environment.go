package web

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"

	"rollbook/apiclient"
	"rollbook/web/vault"
)

const settingPrefix = "ROLLBOOK_"

// fileSuffix on a setting's name: its value is the name of a file that holds it.
const fileSuffix = "_FILE"

// What is wrong with a setting besides its value.
var (
	ErrUnknownSetting = errors.New("there is no such setting")
	ErrSetTwice       = errors.New("set both directly and by a file")
	ErrPlainHTTP      = errors.New("without https, passwords and the names of students travel in the open: " +
		"begin the address with https://, or set ROLLBOOK_ALLOW_PLAIN_HTTP=yes if you accept that")
	ErrNoSubdomains = errors.New("it needs a ROLLBOOK_PUBLIC_URL that begins with https://")
)

// environment reads settings one by one and keeps the first error.
type environment struct {
	lookup   func(string) (string, bool)
	readFile func(string) ([]byte, error)
	err      error
}

// FromEnvironment reads the settings. Each may stand in a file instead, named by
// the setting with _FILE after it; a file's last line end does not count. A setting
// that is empty counts as not given, except for the master key. The error is a
// *SettingError; a ROLLBOOK_ name in environ ("name=value") that nobody reads is
// one too, unless Kubernetes may have put it there.
func FromEnvironment(lookup func(string) (string, bool), environ []string, readFile func(string) ([]byte, error)) (Config, error) {
	env := &environment{lookup: lookup, readFile: readFile}
	config := Config{
		Listen:          setting(env, "LISTEN", ":8080", parseListen),
		Database:        setting(env, "DATABASE", "sqlite:rollbook.db", parseDatabase),
		MasterKeys:      env.masterKeys(),
		Public:          setting(env, "PUBLIC_URL", "", parsePublicURL),
		AllowPlainHTTP:  setting(env, "ALLOW_PLAIN_HTTP", noText, parseYes),
		HSTSSubdomains:  setting(env, "HSTS_SUBDOMAINS", noText, parseYes),
		TrustedProxies:  setting(env, "TRUSTED_PROXIES", "", parsePrefixes),
		PrivateServices: setting(env, "ALLOW_PRIVATE_SERVICES", "", apiclient.ParseAllowances),
		LogFormat:       setting(env, "LOG_FORMAT", string(LogText), parseLogFormat),
		LogLevel:        setting(env, "LOG_LEVEL", slog.LevelInfo.String(), parseLogLevel),
	}
	config.SMTP = env.family(environ, "SMTP_")
	env.checkMailServer(config.SMTP)
	env.checkHTTPS(config)
	env.refuseUnknown(environ)
	if env.err != nil {
		return Config{}, env.err
	}
	return config, nil
}

// value is the text of a setting, from itself or from its file.
func (e *environment) value(name string) (text string, given bool) {
	text, given = e.lookup(settingPrefix + name)
	file, byFile := e.lookup(settingPrefix + name + fileSuffix)
	if !byFile || file == "" {
		return text, given
	}
	if text != "" {
		e.fail(name, ErrSetTwice)
		return "", false
	}
	content, err := e.readFile(file)
	if err != nil {
		e.fail(name+fileSuffix, err)
		return "", false
	}
	return strings.TrimRight(string(content), "\r\n"), true
}

// setting parses a value, or what stands for it when none is given.
func setting[T any](e *environment, name, otherwise string, parse func(string) (T, error)) T {
	text, _ := e.value(name)
	value, err := parse(cmp.Or(text, otherwise))
	if err != nil {
		e.fail(name, err)
	}
	return value
}

// masterKeys reads one key, or several with the one that seals first.
func (e *environment) masterKeys() []vault.MasterKey {
	const name = "MASTER_KEY"
	text, given := e.value(name)
	if !given {
		return nil
	}
	keys := []vault.MasterKey{}
	for _, part := range listed(text) {
		key, err := vault.ParseMasterKey(part)
		if err != nil {
			e.fail(name, err)
			return nil
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		e.fail(name, vault.ErrNoMasterKey)
	}
	return keys
}

// family keeps every setting whose name begins so, by the rest of its name.
func (e *environment) family(environ []string, prefix string) map[string]vault.Secret {
	family := map[string]vault.Secret{}
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		rest, ok := strings.CutPrefix(name, settingPrefix+prefix)
		rest = strings.TrimSuffix(rest, fileSuffix)
		if !ok || rest == "" {
			continue
		}
		if text, given := e.value(prefix + rest); given {
			family[rest] = vault.NewSecret(text)
		}
	}
	return family
}

// checkMailServer refuses an address without a port: no mail would ever be sent.
func (e *environment) checkMailServer(smtp map[string]vault.Secret) {
	address := smtp["ADDRESS"].Reveal()
	if address == "" {
		return
	}
	if _, _, err := net.SplitHostPort(address); err != nil {
		e.fail("SMTP_ADDRESS", err)
	}
}

// checkHTTPS refuses a public address that others can listen in on, unless the operator
// insists; what never leaves the machine needs no https.
func (e *environment) checkHTTPS(config Config) {
	switch {
	case config.HSTSSubdomains && !config.HTTPS():
		e.fail("HSTS_SUBDOMAINS", ErrNoSubdomains)
	case config.Public == nil, config.HTTPS(), config.AllowPlainHTTP, isLoopback(config.Public.Host):
	default:
		e.fail("PUBLIC_URL", ErrPlainHTTP)
	}
}

func (e *environment) refuseUnknown(environ []string) {
	known := []string{
		"LISTEN", "DATABASE", "MASTER_KEY", "PUBLIC_URL", "ALLOW_PLAIN_HTTP", "HSTS_SUBDOMAINS", "TRUSTED_PROXIES", "ALLOW_PRIVATE_SERVICES",
		"LOG_FORMAT", "LOG_LEVEL",
		"SMTP_ADDRESS", "SMTP_FROM", "SMTP_USER", "SMTP_PASSWORD",
	}
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		rest, ours := strings.CutPrefix(name, settingPrefix)
		switch {
		case !ours, slices.Contains(known, strings.TrimSuffix(rest, fileSuffix)):
		case strings.Contains("_"+rest, "_SERVICE_"), strings.Contains("_"+rest, "_PORT"):
			// Kubernetes tells every container of a namespace where its services are.
		default:
			e.fail(rest, ErrUnknownSetting)
		}
	}
}

func (e *environment) fail(name string, err error) {
	if e.err == nil {
		e.err = &SettingError{Name: settingPrefix + name, Err: oneLine(err)}
	}
}

// oneLine keeps an error that names what an operator typed on one line.
func oneLine(err error) error {
	if !strings.ContainsAny(err.Error(), "\r\n") {
		return err
	}
	return fmt.Errorf("%q (%w)", err.Error(), errSeveralLines)
}

var errSeveralLines = errors.New("it has several lines")
