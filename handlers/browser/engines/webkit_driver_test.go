package engines_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/without"
)

// webkit is WebKitGTK's browser, which has the engine of Safari. It is driven by WebDriver over HTTP.
type webkit struct {
	// session is the address of the session.
	session string
	client  *http.Client
}

// openWebKit starts a WebKit on a screen of its own. If the machine has none, ok is false, as with browsertest.Open.
func openWebKit(t testing.TB) (b browser, ok bool) {
	t.Helper()
	driver, ok := without.WebKit().Here(t)
	if !ok {
		return browser{}, false
	}
	screen, ok := without.Screen().Here(t)
	if !ok {
		return browser{}, false
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	apptest.Must(t, err)
	_, port, err := net.SplitHostPort(listener.Addr().String())
	apptest.Must(t, errors.Join(err, listener.Close()))
	home := t.TempDir()
	command := exec.CommandContext(t.Context(), driver, "--port="+port)
	command.Env = append(os.Environ(), "DISPLAY=:"+display(t, screen), "HOME="+home, "XDG_RUNTIME_DIR="+home,
		"XDG_CACHE_HOME="+home, "XDG_DATA_HOME="+home, "WEBKIT_DISABLE_COMPOSITING_MODE=1", "LANG=C.UTF-8")
	apptest.Must(t, command.Start())
	// The end of the test's context kills it.
	t.Cleanup(func() { _ = command.Wait() })
	w := &webkit{"http://127.0.0.1:" + port + "/session", &http.Client{Timeout: stepLimit}}
	b = browser{t, w}
	options := object{"binary": without.MiniBrowser().Find(), "args": []string{"--automation"}}
	var begun struct{ SessionID string }
	b.until("WebKit starts", func() error {
		value, err := w.request(http.MethodPost, "", object{"capabilities": object{"alwaysMatch": object{
			"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}}})
		return errors.Join(err, json.Unmarshal(value, &begun))
	})
	w.session += "/" + begun.SessionID
	t.Cleanup(func() { _, _ = w.request(http.MethodDelete, "", nil) })
	return b, true
}

// display starts a screen without a monitor, and returns its number.
func display(t testing.TB, program string) string {
	t.Helper()
	read, write, err := os.Pipe()
	apptest.Must(t, err)
	command := exec.CommandContext(t.Context(), program, "-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
	command.ExtraFiles = []*os.File{write}
	apptest.Must(t, errors.Join(command.Start(), write.Close()))
	t.Cleanup(func() { _ = command.Wait() })
	number, err := bufio.NewReader(read).ReadString('\n')
	apptest.Must(t, err)
	return strings.TrimSpace(number)
}

// ask sends the command to its address (WebDriver, section 6.2).
func (w *webkit) ask(command string, parameters object) (json.RawMessage, error) {
	addresses := map[string]string{
		"Navigate": "/url", "ExecuteScript": "/execute/sync", "FindElement": "/element", "PerformActions": "/actions",
		"SetWindowRect": "/window/rect", "SwitchToFrame": "/frame", "ElementClick": fmt.Sprintf("/element/%v/click", parameters["id"]),
	}
	switch command {
	case "TakeScreenshot":
		return w.request(http.MethodGet, "/screenshot", nil)
	case "DeleteAllCookies":
		return w.request(http.MethodDelete, "/cookie", nil)
	}
	return w.request(http.MethodPost, addresses[command], parameters)
}

func (w *webkit) request(method, path string, parameters object) (json.RawMessage, error) {
	body, err := json.Marshal(parameters)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(method, w.session+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	answer, err := w.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var says struct{ Value json.RawMessage }
	if err := json.NewDecoder(answer.Body).Decode(&says); err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s answers %d: %s", method, path, answer.StatusCode, says.Value)
	}
	return says.Value, nil
}

func (w *webkit) name() string { return "webkit" }

func (w *webkit) forget(b browser) { b.do("DeleteAllCookies", nil) }

// narrowest is the least width of the browser's window.
const narrowest = 480

// size sets the size of the window, which is larger than its page, and cannot be as narrow as a phone.
func (w *webkit) size(b browser, width, height int) {
	width = max(width, narrowest)
	b.until("the page gets its size", func() error {
		var more struct{ Width, Height int }
		size := b.Text(`JSON.stringify({ width: outerWidth - innerWidth, height: outerHeight - innerHeight })`)
		if err := json.Unmarshal([]byte(size), &more); err != nil {
			return err
		}
		b.do("SetWindowRect", object{"width": width + more.Width, "height": height + more.Height})
		if got := b.Text(`innerWidth`); got != fmt.Sprint(width) {
			return fmt.Errorf("it is %s wide", got)
		}
		return nil
	})
}
