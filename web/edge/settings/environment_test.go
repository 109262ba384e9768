package settings

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"testing"

	"rollbook/web/vault"
)

var (
	keyText   = base64.StdEncoding.EncodeToString([]byte("0123456789abcdef0123456789abcdef"))
	otherText = base64.StdEncoding.EncodeToString([]byte("fedcba9876543210fedcba9876543210"))
)

// read reads the settings given as name=value, with files by their names.
func read(files map[string]string, settings ...string) (Config, error) {
	values := map[string]string{}
	for _, entry := range settings {
		name, value, _ := strings.Cut(entry, "=")
		values[name] = value
	}
	lookup := func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
	readFile := func(name string) ([]byte, error) {
		content, ok := files[name]
		if !ok {
			return nil, fmt.Errorf("open %s: %w", name, fs.ErrNotExist)
		}
		return []byte(content), nil
	}
	return FromEnvironment(lookup, append(settings, "PATH=/bin", "HOME=/root"), readFile)
}

func TestWithoutSettingsTheDefaultsHold(t *testing.T) {
	t.Parallel()
	config, err := read(nil)
	if err != nil {
		t.Fatal(err)
	}
	if config.Listen != ":8080" || config.Database.Reveal() != "sqlite:rollbook.db" || config.Public != nil || len(config.MasterKeys) != 0 {
		t.Errorf("defaults %+v", config)
	}
	if config.LogFormat != LogText || config.LogLevel != slog.LevelInfo || len(config.TrustedProxies)+len(config.PrivateServices) != 0 {
		t.Errorf("defaults %+v", config)
	}
	if config.HTTPS() || config.BasePath() != "" {
		t.Error("https or a base path without a public address")
	}
}

func TestEverySettingIsRead(t *testing.T) {
	t.Parallel()
	config, err := read(nil, "ROLLBOOK_LISTEN=127.0.0.1:9000", "ROLLBOOK_DATABASE=postgres://roll:hunter2@db/roll", "ROLLBOOK_MASTER_KEY="+keyText+","+otherText,
		"ROLLBOOK_PUBLIC_URL=https://Roll.Example:443/rollbook/", "ROLLBOOK_TRUSTED_PROXIES=10.0.0.0/8, 192.0.2.7 ::1", "ROLLBOOK_ALLOW_PRIVATE_SERVICES=172.16.5.9/12",
		"ROLLBOOK_LOG_FORMAT=JSON", "ROLLBOOK_LOG_LEVEL=warn", "ROLLBOOK_HSTS_SUBDOMAINS=yes", "ROLLBOOK_ALLOW_PLAIN_HTTP=no", "ROLLBOOK_SMTP_PASSWORD=hunter3")
	if err != nil {
		t.Fatal(err)
	}
	if len(config.MasterKeys) != 2 || config.MasterKeys[0].Reveal() != keyText || config.MasterKeys[1].Reveal() != otherText {
		t.Error("the master keys are others")
	}
	if config.Public.String() != "https://roll.example/rollbook" || !config.HTTPS() || config.BasePath() != "/rollbook" {
		t.Errorf("public address %s", config.Public)
	}
	if got := fmt.Sprint(config.TrustedProxies, config.PrivateServices); got != "[10.0.0.0/8 192.0.2.7/32 ::1/128] [172.16.0.0/12]" {
		t.Errorf("networks %s", got)
	}
	if config.Listen != "127.0.0.1:9000" || config.LogFormat != LogJSON || config.LogLevel != slog.LevelWarn {
		t.Errorf("config %+v", config)
	}
	if config.Mail("PASSWORD") != "hunter3" || !config.HSTSSubdomains || config.AllowPlainHTTP {
		t.Error("settings are lost")
	}
	if shown := fmt.Sprintf("%v %+v %#v", config, config, config); strings.Contains(shown, "hunter") || strings.Contains(shown, keyText) {
		t.Errorf("the configuration prints a secret: %s", shown)
	}
}

func TestEverySettingCanStandInAFile(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"listen": ":9000\n", "database": "sqlite:/data/roll.db\n", "key": keyText + "\r\n", "url": "https://roll.example\n", "proxies": "10.0.0.0/8\n192.0.2.0/24\n",
		"services": "10.1.0.0/16\n", "format": "json\n", "level": "debug\n", "secret": " spaces stay \n",
	}
	config, err := read(files, "ROLLBOOK_LISTEN_FILE=listen", "ROLLBOOK_DATABASE_FILE=database", "ROLLBOOK_MASTER_KEY_FILE=key", "ROLLBOOK_PUBLIC_URL_FILE=url",
		"ROLLBOOK_TRUSTED_PROXIES_FILE=proxies", "ROLLBOOK_ALLOW_PRIVATE_SERVICES_FILE=services", "ROLLBOOK_LOG_FORMAT_FILE=format", "ROLLBOOK_LOG_LEVEL_FILE=level",
		"ROLLBOOK_SMTP_PASSWORD_FILE=secret")
	if err != nil {
		t.Fatal(err)
	}
	if config.Listen != ":9000" || config.Database.Reveal() != "sqlite:/data/roll.db" || config.MasterKeys[0].Reveal() != keyText || config.Public.Host != "roll.example" {
		t.Errorf("config %+v", config)
	}
	if len(config.TrustedProxies) != 2 || len(config.PrivateServices) != 1 || config.LogFormat != LogJSON || config.LogLevel != slog.LevelDebug {
		t.Errorf("config %+v", config)
	}
	if config.Mail("PASSWORD") != " spaces stay " {
		t.Error("the secret is another")
	}
}

func TestSettingsThatCannotBeUsedAreNamedInOneLine(t *testing.T) {
	t.Parallel()
	for entry, name := range map[string]string{
		"ROLLBOOK_LISTEN=8080": "ROLLBOOK_LISTEN", "ROLLBOOK_LISTEN=:http": "ROLLBOOK_LISTEN", "ROLLBOOK_LISTEN=:70000": "ROLLBOOK_LISTEN",
		"ROLLBOOK_DATABASE=mysql://root:hunter2@x": "ROLLBOOK_DATABASE", "ROLLBOOK_DATABASE=sqlite:": "ROLLBOOK_DATABASE",
		"ROLLBOOK_MASTER_KEY=": "ROLLBOOK_MASTER_KEY", "ROLLBOOK_MASTER_KEY=hunter2": "ROLLBOOK_MASTER_KEY", "ROLLBOOK_MASTER_KEY=" + keyText + ",hunter2": "ROLLBOOK_MASTER_KEY",
		"ROLLBOOK_PUBLIC_URL=roll.example": "ROLLBOOK_PUBLIC_URL", "ROLLBOOK_PUBLIC_URL=ftp://roll.example": "ROLLBOOK_PUBLIC_URL", "ROLLBOOK_PUBLIC_URL=https://": "ROLLBOOK_PUBLIC_URL",
		"ROLLBOOK_PUBLIC_URL=https://a:hunter2@roll.example": "ROLLBOOK_PUBLIC_URL", "ROLLBOOK_PUBLIC_URL=https://roll.example/?a=1": "ROLLBOOK_PUBLIC_URL",
		"ROLLBOOK_PUBLIC_URL=https://roll.example/a/../b": "ROLLBOOK_PUBLIC_URL", "ROLLBOOK_PUBLIC_URL=https://roll.example//a": "ROLLBOOK_PUBLIC_URL",
		"ROLLBOOK_PUBLIC_URL=https://röll.example": "ROLLBOOK_PUBLIC_URL", "ROLLBOOK_PUBLIC_URL=https://roll.example/a;b": "ROLLBOOK_PUBLIC_URL",
		"ROLLBOOK_TRUSTED_PROXIES=10.0.0.0/33": "ROLLBOOK_TRUSTED_PROXIES", "ROLLBOOK_ALLOW_PRIVATE_SERVICES=intranet": "ROLLBOOK_ALLOW_PRIVATE_SERVICES",
		"ROLLBOOK_LOG_FORMAT=xml": "ROLLBOOK_LOG_FORMAT", "ROLLBOOK_LOG_LEVEL=loud": "ROLLBOOK_LOG_LEVEL", "ROLLBOOK_LISTEN=a\nb": "ROLLBOOK_LISTEN",
		"ROLLBOOK_LISTEN_FILE=missing": "ROLLBOOK_LISTEN_FILE", "ROLLBOOK_SMTP_USER_FILE=missing": "ROLLBOOK_SMTP_USER_FILE",
		"ROLLBOOK_OIDC_ISSUER=https://login.example": "ROLLBOOK_OIDC_ISSUER", "ROLLBOOK_HSTS_SUBDOMAINS=perhaps": "ROLLBOOK_HSTS_SUBDOMAINS",
		"ROLLBOOK_HSTS_SUBDOMAINS=yes": "ROLLBOOK_HSTS_SUBDOMAINS", "ROLLBOOK_PUBLIC_URL=http://roll.example": "ROLLBOOK_PUBLIC_URL",
		"ROLLBOOK_SMTP_ADDRESS=mail.example": "ROLLBOOK_SMTP_ADDRESS", "ROLLBOOK_SMTP_TLS=maybe": "ROLLBOOK_SMTP_TLS", "ROLLBOOK_SMTP_FROM=Head": "ROLLBOOK_SMTP_FROM", "ROLLBOOK_SMTP_SERVER=mail.example:587": "ROLLBOOK_SMTP_SERVER",
		"ROLLBOOK_LISTN=:80": "ROLLBOOK_LISTN", "ROLLBOOK_=x": "ROLLBOOK_", "ROLLBOOK_listen=:80": "ROLLBOOK_listen", "ROLLBOOK_MASTER_KEYS=hunter2": "ROLLBOOK_MASTER_KEYS",
	} {
		_, err := read(nil, entry)
		var setting *SettingError
		if !errors.As(err, &setting) || setting.Name != name {
			t.Errorf("%s: %v", entry, err)
			continue
		}
		if text := err.Error(); strings.ContainsAny(text, "\r\n") || strings.Contains(text, "hunter2") || !strings.HasPrefix(text, name+": ") {
			t.Errorf("%s: error %q", entry, text)
		}
	}
}

func TestErrorsOfSettingsAreDistinguished(t *testing.T) {
	t.Parallel()
	files := map[string]string{"listen": ":9000"}
	for _, test := range []struct {
		settings []string
		want     error
	}{
		{[]string{"ROLLBOOK_WRONG=1"}, ErrUnknownSetting},
		{[]string{"ROLLBOOK_OIDC_ISSUER=https://login.example"}, ErrUnknownSetting},
		{[]string{"ROLLBOOK_PUBLIC_URL=http://roll.example"}, ErrPlainHTTP},
		{[]string{"ROLLBOOK_PUBLIC_URL=http://localhost.example"}, ErrPlainHTTP},
		{[]string{"ROLLBOOK_PUBLIC_URL=http://192.168.1.5:8080"}, ErrPlainHTTP},
		{[]string{"ROLLBOOK_PUBLIC_URL=http://roll.example", "ROLLBOOK_ALLOW_PLAIN_HTTP=no"}, ErrPlainHTTP},
		{[]string{"ROLLBOOK_HSTS_SUBDOMAINS=yes", "ROLLBOOK_PUBLIC_URL=http://localhost"}, ErrNoSubdomains},
		{[]string{"ROLLBOOK_LISTEN=:1", "ROLLBOOK_LISTEN_FILE=listen"}, ErrSetTwice},
		{[]string{"ROLLBOOK_MASTER_KEY= "}, vault.ErrNoMasterKey},
		{[]string{"ROLLBOOK_MASTER_KEY=x"}, vault.ErrMasterKey},
		{[]string{"ROLLBOOK_DATABASE_FILE=missing"}, fs.ErrNotExist},
	} {
		if _, err := read(files, test.settings...); !errors.Is(err, test.want) {
			t.Errorf("%q: %v, want %v", test.settings, err, test.want)
		}
	}
}

func TestVariablesOfKubernetesAreNoError(t *testing.T) {
	t.Parallel()
	_, err := read(nil, "ROLLBOOK_SERVICE_HOST=10.0.0.1", "ROLLBOOK_SERVICE_PORT=8080", "ROLLBOOK_SERVICE_PORT_HTTP=8080", "ROLLBOOK_PORT=tcp://10.0.0.1:8080",
		"ROLLBOOK_PORT_8080_TCP=tcp://10.0.0.1:8080", "ROLLBOOK_PORT_8080_TCP_ADDR=10.0.0.1", "ROLLBOOK_DB_SERVICE_HOST=10.0.0.2", "ROLLBOOK_DB_PORT_5432_TCP_PROTO=tcp")
	if err != nil {
		t.Error(err)
	}
}

func TestAnEmptySettingIsAsGoodAsNone(t *testing.T) {
	t.Parallel()
	config, err := read(map[string]string{"listen": ":9000"}, "ROLLBOOK_LISTEN=", "ROLLBOOK_LISTEN_FILE=listen", "ROLLBOOK_PUBLIC_URL=", "ROLLBOOK_LOG_LEVEL=")
	if err != nil || config.Listen != ":9000" || config.Public != nil {
		t.Errorf("config %+v, %v", config, err)
	}
}

func TestAPublicAddressWithoutHTTPSIsTakenOnThisMachineOrWhereTheOperatorInsists(t *testing.T) {
	t.Parallel()
	for _, settings := range [][]string{
		{"ROLLBOOK_PUBLIC_URL=http://localhost:8080"}, {"ROLLBOOK_PUBLIC_URL=http://roll.localhost"}, {"ROLLBOOK_PUBLIC_URL=http://127.3.2.1"},
		{"ROLLBOOK_PUBLIC_URL=http://[::1]:8080/roll"}, {"ROLLBOOK_PUBLIC_URL=http://roll.example", "ROLLBOOK_ALLOW_PLAIN_HTTP=yes"},
	} {
		if config, err := read(nil, settings...); err != nil || config.HTTPS() {
			t.Errorf("%q: %v", settings, err)
		}
	}
}
