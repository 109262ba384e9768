package engines_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rollbook/web/without"
)

// firefox is a headless Firefox with one window that ends with its test. It is driven by its own protocol,
// Marionette.
type firefox struct {
	t       testing.TB
	conn    net.Conn
	answers *bufio.Reader
}

// settings let the test's driver in, and ask for pages in neutral English.
const settings = `user_pref("marionette.port", 0);
user_pref("intl.accept_languages", "en");
`

// openFirefox starts a Firefox. If the machine has none, ok is false, as with browsertest.Open.
func openFirefox(t testing.TB) (b browser, ok bool) {
	t.Helper()
	path, ok := without.Firefox().Here(t)
	if !ok {
		return browser{}, false
	}
	profile := t.TempDir()
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), path,
		"--headless", "--marionette", "--remote-allow-system-access", "--profile", profile)
	command.Env = append(os.Environ(), "HOME="+profile)
	if err := command.Start(); err != nil {
		t.Fatalf("start Firefox: %v", err)
	}
	// The end of the test's context kills it.
	t.Cleanup(func() { _ = command.Wait() })
	f := &firefox{t: t}
	b = browser{t, f}
	f.connect(b, filepath.Join(profile, "MarionetteActivePort"))
	return b, true
}

// connect waits until Firefox has written its port to the file, and opens a session there.
func (f *firefox) connect(b browser, file string) {
	f.t.Helper()
	b.until("Firefox starts", func() error {
		port, err := os.ReadFile(file)
		if err == nil {
			f.conn, err = (&net.Dialer{}).DialContext(f.t.Context(), "tcp", "127.0.0.1:"+string(port))
		}
		return err
	})
	f.answers = bufio.NewReader(f.conn)
	if _, err := f.read(); err != nil {
		f.t.Fatalf("read Firefox's greeting: %v", err)
	}
	b.do("NewSession", object{})
}

func (f *firefox) name() string { return "firefox" }

func (f *firefox) forget(b browser) { privileged(b, `Services.cookies.removeAll()`) }

// size sets the size of the page. A window of Firefox cannot be as narrow as a phone.
func (f *firefox) size(b browser, width, height int) {
	privileged(b, fmt.Sprintf(`const { style } = gBrowser.selectedBrowser;
		style.minWidth = style.maxWidth = "%dpx"; style.minHeight = style.maxHeight = "%dpx";`, width, height))
	b.Wait(fmt.Sprintf(`innerWidth === %d`, width))
}

// privileged runs a script with the rights of the browser itself.
func privileged(b browser, script string) {
	b.t.Helper()
	b.do("Marionette:SetContext", object{"value": "chrome"})
	b.do("ExecuteScript", object{"script": script, "args": []any{}})
	b.do("Marionette:SetContext", object{"value": "content"})
}

// ask sends a command of WebDriver or Marionette. A message is its length, a colon, and JSON: its direction, a number,
// what failed, and the answer.
func (f *firefox) ask(command string, parameters object) (json.RawMessage, error) {
	if !strings.Contains(command, ":") {
		command = "WebDriver:" + command
	}
	message, err := json.Marshal([]any{0, 0, command, parameters})
	if err != nil {
		return nil, err
	}
	if err := f.conn.SetDeadline(time.Now().Add(stepLimit)); err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(f.conn, "%d:%s", len(message), message); err != nil {
		return nil, err
	}
	if message, err = f.read(); err != nil {
		return nil, err
	}
	var failure *struct{ Error, Message string }
	var answer struct{ Value json.RawMessage }
	if err := json.Unmarshal(message, &[]any{nil, nil, &failure, &answer}); err != nil {
		return nil, err
	}
	if failure != nil {
		return nil, fmt.Errorf("%s: %s", failure.Error, failure.Message)
	}
	return answer.Value, nil
}

func (f *firefox) read() ([]byte, error) {
	var size int
	if _, err := fmt.Fscanf(f.answers, "%d:", &size); err != nil {
		return nil, err
	}
	message := make([]byte, size)
	_, err := io.ReadFull(f.answers, message)
	return message, err
}
