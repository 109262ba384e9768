package firefox_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"rollbook/web/without"
)

// firefox is a headless Firefox with one window that ends with its test. It is driven by its own protocol,
// Marionette. Its methods fail the test when a step fails.
type firefox struct {
	t       testing.TB
	conn    net.Conn
	answers *bufio.Reader
}

// stepLimit is the timeout of each step in Firefox, and look the interval between its tries.
const (
	stepLimit = 2 * time.Minute
	look      = 20 * time.Millisecond
)

// Keys for Type that are no characters (WebDriver, section 17.4.2).
const (
	tabKey    = "\ue004"
	enterKey  = "\ue007"
	escapeKey = "\ue00c"
)

// settings let the test's driver in, and ask for pages in neutral English.
const settings = `user_pref("marionette.port", 0);
user_pref("intl.accept_languages", "en");
`

// openFirefox starts a Firefox. If the machine has none, ok is false, as with browsertest.Open.
func openFirefox(t testing.TB) (f *firefox, ok bool) {
	t.Helper()
	path, ok := without.Firefox().Here(t)
	if !ok {
		return nil, false
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
	f = &firefox{t: t}
	f.connect(filepath.Join(profile, "MarionetteActivePort"))
	return f, true
}

// connect waits until Firefox has written its port to the file, and opens a session there.
func (f *firefox) connect(file string) {
	f.t.Helper()
	f.until("Firefox starts", func() error {
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
	f.do("WebDriver:NewSession", object{})
}

// For returns the Firefox for another test, without cookies.
func (f *firefox) For(t testing.TB) *firefox {
	t.Helper()
	next := &firefox{t: t, conn: f.conn, answers: f.answers}
	next.privileged(`Services.cookies.removeAll()`)
	return next
}

type object = map[string]any

// do sends a command and returns the value of its answer.
func (f *firefox) do(command string, parameters object) json.RawMessage {
	f.t.Helper()
	value, err := f.ask(command, parameters)
	if err != nil {
		f.t.Fatalf("%s %v: %v", command, parameters, err)
	}
	return value
}

// ask is do for a command that may fail. A message is its length, a colon, and JSON: its direction, a number, what
// failed, and the answer.
func (f *firefox) ask(command string, parameters object) (json.RawMessage, error) {
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

// until tries the step until it succeeds.
func (f *firefox) until(what string, step func() error) {
	f.t.Helper()
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for end := time.Now().Add(stepLimit); ; <-ticker.C {
		err := step()
		if err == nil {
			return
		}
		if time.Now().After(end) {
			f.t.Fatalf("not within %v: %s: %v", stepLimit, what, err)
		}
	}
}

// privileged runs a script with the rights of the browser itself.
func (f *firefox) privileged(script string) {
	f.t.Helper()
	f.do("Marionette:SetContext", object{"value": "chrome"})
	f.do("WebDriver:ExecuteScript", object{"script": script, "args": []any{}})
	f.do("Marionette:SetContext", object{"value": "content"})
}

// Size sets the size of the page, in CSS pixels. A window of Firefox cannot be as narrow as a phone.
func (f *firefox) Size(width, height int) {
	f.t.Helper()
	f.privileged(fmt.Sprintf(`const { style } = gBrowser.selectedBrowser;
		style.minWidth = style.maxWidth = "%dpx"; style.minHeight = style.maxHeight = "%dpx";`, width, height))
	f.Wait(fmt.Sprintf(`innerWidth === %d`, width))
}

// Go opens an address and waits until it is loaded.
func (f *firefox) Go(address string) {
	f.t.Helper()
	f.do("WebDriver:Navigate", object{"url": address})
}

// Text returns the value of a JavaScript expression as a string.
func (f *firefox) Text(expression string) string {
	f.t.Helper()
	text, err := f.evaluate(expression)
	if err != nil {
		f.t.Fatalf("%s: %v", expression, err)
	}
	return text
}

func (f *firefox) evaluate(expression string) (text string, err error) {
	value, err := f.ask("WebDriver:ExecuteScript", object{"script": "return String(" + expression + ")", "args": []any{}})
	return text, errors.Join(err, json.Unmarshal(value, &text))
}

// Wait waits until a JavaScript expression is true on a complete page.
func (f *firefox) Wait(expression string) {
	f.t.Helper()
	f.until(expression, func() error {
		shown, err := f.evaluate(`document.readyState === "complete" && (` + expression + `) ? "" : "the page says " + document.body?.innerText`)
		if shown != "" {
			return errors.New(shown)
		}
		return err
	})
}

// Click clicks the first element for the CSS selector, as soon as nothing covers it.
func (f *firefox) Click(selector string) {
	f.t.Helper()
	f.until("click "+selector, func() error {
		found, err := f.ask("WebDriver:FindElement", object{"using": "css selector", "value": selector})
		if err != nil {
			return err
		}
		var reference map[string]string
		if err := json.Unmarshal(found, &reference); err != nil {
			return err
		}
		for _, id := range reference {
			_, err = f.ask("WebDriver:ElementClick", object{"id": id})
		}
		return err
	})
}

// Type presses the keys one after the other.
func (f *firefox) Type(keys string) {
	f.t.Helper()
	var strokes []object
	for _, key := range keys {
		strokes = append(strokes, object{"type": "keyDown", "value": string(key)}, object{"type": "keyUp", "value": string(key)})
	}
	f.do("WebDriver:PerformActions", object{"actions": []object{{"type": "key", "id": "keyboard", "actions": strokes}}})
}

// Picture writes a screenshot of the page to a PNG file.
func (f *firefox) Picture(file string) {
	f.t.Helper()
	var picture []byte
	err := json.Unmarshal(f.do("WebDriver:TakeScreenshot", object{"full": false}), &picture)
	if err := errors.Join(err, os.WriteFile(file, picture, 0o600)); err != nil {
		f.t.Fatal(err)
	}
}
