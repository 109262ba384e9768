// Package deploy_test checks the files with which operators run the program, as far as this needs no server.
package deploy_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/web/edge/settings"
	"rollbook/web/without"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	must(t, err)
	return string(text)
}

// run runs a program of the machine and returns its output; ok is false if it is not installed.
func run(t *testing.T, checker without.Need, arguments ...string) (output string, ok bool) {
	t.Helper()
	program, ok := checker.Here(t)
	if !ok {
		return "", false
	}
	command := exec.CommandContext(t.Context(), program, arguments...)
	command.Env = append(os.Environ(), "HOME="+t.TempDir())
	text, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, text)
	}
	return string(text), true
}

func TestTheUnitLeavesTheServiceLittleToReach(t *testing.T) {
	t.Parallel()
	output, ok := run(t, without.Systemd(), "security", "--offline=yes", "--no-pager", "rollbook.service")
	if !ok {
		return
	}
	found := regexp.MustCompile(`exposure level for rollbook.service: ([0-9.]+)`).FindStringSubmatch(output)
	if found == nil {
		t.Fatalf("no level is said: %s", output)
	}
	level, err := strconv.ParseFloat(found[1], 64)
	must(t, err)
	if level > 1.5 {
		t.Errorf("the exposure is %v, at most 1.5", level)
	}
}

func TestCaddyTakesItsFiles(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Caddyfile", "Caddyfile.compose"} {
		output, ok := run(t, without.Caddy(), "validate", "--config", name, "--adapter", "caddyfile")
		if ok && !strings.Contains(output, "Valid configuration") {
			t.Errorf("%s: %s", name, output)
		}
	}
}

func TestPrometheusTakesItsAlerts(t *testing.T) {
	t.Parallel()
	output, ok := run(t, without.Promtool(), "check", "rules", "--lint-fatal", "alerts.yaml")
	if ok && !strings.Contains(output, "SUCCESS") {
		t.Error(output)
	}
}

func TestNginxTakesItsFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	certificate, key := certify(t, folder)
	site := strings.NewReplacer("/etc/ssl/rollbook.pem", certificate, "/etc/ssl/rollbook.key", key).Replace(read(t, "nginx.conf"))
	if strings.Contains(site, "/etc/ssl/") {
		t.Error("a certificate has another name")
	}
	whole := "error_log stderr;\npid " + filepath.Join(folder, "pid") + ";\nevents {}\nhttp {\naccess_log off;\n" + site + "}\n"
	file := filepath.Join(folder, "nginx.conf")
	must(t, os.WriteFile(file, []byte(whole), 0o600))
	run(t, without.Nginx(), "-t", "-q", "-c", file)
	if !strings.Contains(site, "proxy_buffering off;") {
		t.Error("event streams are held back")
	}
}

// certify writes a new certificate and its key.
func certify(t *testing.T, folder string) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	must(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	must(t, err)
	certificate, key = filepath.Join(folder, "rollbook.pem"), filepath.Join(folder, "rollbook.key")
	must(t, os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600))
	must(t, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600))
	return certificate, key
}

func TestEverySettingOfTheFilesIsOneOfTheProgram(t *testing.T) {
	t.Parallel()
	masterKey := base64.StdEncoding.EncodeToString(make([]byte, 32))
	setting := regexp.MustCompile(`(?m)^\s*(?:Environment=)?(ROLLBOOK_\w+)(?:=|: )(\S+)$`)
	for _, name := range []string{"rollbook.service", "compose.yaml"} {
		values := make(map[string]string)
		var environ []string
		for _, found := range setting.FindAllStringSubmatch(read(t, name), -1) {
			values[found[1]] = found[2]
			environ = append(environ, found[1]+"="+found[2])
		}
		if len(values) < 4 {
			t.Errorf("%s has %d settings", name, len(values))
		}
		lookUp := func(name string) (string, bool) { value, ok := values[name]; return value, ok }
		readFile := func(file string) ([]byte, error) {
			if strings.Contains(file, "database") {
				return []byte("postgres://rollbook:secret@database/rollbook"), nil
			}
			return []byte(masterKey), nil
		}
		if _, err := settings.FromEnvironment(lookUp, environ, readFile); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
