package settings

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"slices"
	"strings"

	"rollbook/apiclient"
	"rollbook/web/vault"
)

const settingPrefix = "ROLLBOOK_"

// fileSuffix marks a setting whose value is the name of a file with the real value.
const fileSuffix = "_FILE"

// The faults of a setting that do not concern its value.
var (
	ErrUnknownSetting = errors.New("there is no such setting")
	ErrSetTwice       = errors.New("set both directly and by a file")
	ErrPlainHTTP      = errors.New("without https, passwords and the names of students travel in the open: " +
		"begin the address with https://, or set ROLLBOOK_ALLOW_PLAIN_HTTP=yes if you accept that")
	ErrUnknownTLS   = errors.New("write required, implicit or none")
	ErrNoSender     = errors.New("write one e-mail address without a name")
	ErrNoSubdomains = errors.New("it needs a ROLLBOOK_PUBLIC_URL that begins with https://")
)

// environment reads settings one by one and keeps the first error.
type environment struct {
	lookup   func(string) (string, bool)
	readFile func(string) ([]byte, error)
	given    map[string]Given
	err      error
}

// FromEnvironment reads the settings. Each may be in a file instead, named by the setting with _FILE after
// it; a file's last line end is ignored. An empty setting counts as not given, except for the master key. The
// error is a *SettingError. An unknown ROLLBOOK_ name in environ ("name=value") is an error too, unless
// Kubernetes may have set it.
func FromEnvironment(lookup func(string) (string, bool), environ []string,
	readFile func(string) ([]byte, error)) (Config, error) {
	env := &environment{lookup: lookup, readFile: readFile, given: make(map[string]Given)}
	for _, known := range Settings() {
		env.given[known.Name] = Given{FromDefault, vault.NewSecret(known.Default)}
		env.value(strings.TrimPrefix(known.Name, settingPrefix))
	}
	config := Config{
		Listen:          setting(env, "LISTEN", parseListen),
		Database:        setting(env, "DATABASE", parseDatabase),
		MasterKeys:      env.masterKeys(),
		Public:          setting(env, "PUBLIC_URL", parsePublicURL),
		AllowPlainHTTP:  setting(env, "ALLOW_PLAIN_HTTP", parseYes),
		HSTSSubdomains:  setting(env, "HSTS_SUBDOMAINS", parseYes),
		TrustedProxies:  setting(env, "TRUSTED_PROXIES", parsePrefixes),
		PrivateServices: setting(env, "ALLOW_PRIVATE_SERVICES", apiclient.ParseAllowances),
		MetricsAllow:    setting(env, "METRICS_ALLOW", parsePrefixes),
		LogFormat:       setting(env, "LOG_FORMAT", parseLogFormat),
		LogLevel:        setting(env, "LOG_LEVEL", parseLogLevel),
		Given:           env.given,
	}
	env.checkMailServer(config)
	env.checkHTTPS(config)
	env.refuseUnknown(environ)
	if env.err != nil {
		return Config{}, env.err
	}
	return config, nil
}

// value returns the text of a setting, from itself or from its file, and keeps it unless it is empty.
func (e *environment) value(name string) (text string, given bool) {
	text, given = e.lookup(settingPrefix + name)
	file, byFile := e.lookup(settingPrefix + name + fileSuffix)
	if !byFile || file == "" {
		if text != "" {
			e.given[settingPrefix+name] = Given{FromVariable, vault.NewSecret(text)}
		}
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
	if text = strings.TrimRight(string(content), "\r\n"); text != "" {
		e.given[settingPrefix+name] = Given{FromFile, vault.NewSecret(text)}
	}
	return text, true
}

// setting parses a value, or the default.
func setting[T any](e *environment, name string, parse func(string) (T, error)) T {
	value, err := parse(e.given[settingPrefix+name].Text.Reveal())
	if err != nil {
		e.fail(name, err)
	}
	return value
}

// masterKeys reads one or more keys, the sealing one first.
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

// checkMailServer refuses an address without a port, a sender that is no address, and unknown values of SMTP_TLS.
func (e *environment) checkMailServer(config Config) {
	if way := config.Mail("TLS"); !slices.Contains([]string{"", "required", "implicit", "none"}, way) {
		e.fail("SMTP_TLS", ErrUnknownTLS)
	}
	if from := config.Mail("FROM"); from != "" {
		if parsed, err := mail.ParseAddress(from); err != nil || parsed.Address != from {
			e.fail("SMTP_FROM", ErrNoSender)
		}
	}
	address := config.Mail("ADDRESS")
	if address == "" {
		return
	}
	if _, _, err := net.SplitHostPort(address); err != nil {
		e.fail("SMTP_ADDRESS", err)
	}
}

// checkHTTPS refuses a public address without https, unless the operator insists. An address of this machine
// needs no https.
func (e *environment) checkHTTPS(config Config) {
	switch {
	case config.HSTSSubdomains && !config.HTTPS():
		e.fail("HSTS_SUBDOMAINS", ErrNoSubdomains)
	case config.Public == nil, config.HTTPS(), config.AllowPlainHTTP, IsLoopback(config.Public.Host):
	default:
		e.fail("PUBLIC_URL", ErrPlainHTTP)
	}
}

func (e *environment) refuseUnknown(environ []string) {
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		rest, ours := strings.CutPrefix(name, settingPrefix)
		switch {
		case !ours, e.given[strings.TrimSuffix(name, fileSuffix)].Source != "":
		case strings.Contains("_"+rest, "_SERVICE_"), strings.Contains("_"+rest, "_PORT"):
			// Kubernetes gives every container of a namespace the addresses of its services.
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

// oneLine keeps an error with an operator's text on one line.
func oneLine(err error) error {
	if !strings.ContainsAny(err.Error(), "\r\n") {
		return err
	}
	return fmt.Errorf("%q (%w)", err.Error(), errSeveralLines)
}

var errSeveralLines = errors.New("it has several lines")
