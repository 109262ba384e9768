package browser_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// galleryTests open the demonstration's gallery.
func galleryTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"no state of a page writes an error into the browser's console": statesWithoutErrors,
		"an older Safari shows the pages as they are":                   olderBrowsers,
	}
}

func statesWithoutErrors(t *testing.T, browser *browsertest.Browser) {
	p, _ := apptest.BootDemo(t)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(1280, 720)
	errorsOf := consoleErrors(u)
	u.Go(p.Address + "/gallery")
	u.Ready(".pictures")
	// Scroll through all pictures, which are drawn only when they are near the window.
	if browsertest.AllLooks() {
		drawPictures(u)
	}
	for _, said := range errorsOf() {
		t.Errorf("the gallery: %s", said)
	}
	var states []string
	apptest.Must(t, json.Unmarshal([]byte(u.Text(`JSON.stringify([...document.querySelectorAll(".pictures a")].map((a) => a.href))`)), &states))
	for _, state := range states {
		u.Go(state)
		// What the page asks for when it is complete is answered by then, too.
		u.Wait(`document.readyState === "complete" && (fetch("/healthz").then(() => { window.answered = true; }), window.answered)`)
		for _, said := range errorsOf() {
			t.Errorf("%s: %s", state, said)
		}
	}
	t.Logf("%d states", len(states))
}

// drawPictures scrolls through the pictures of the gallery until each is drawn.
func drawPictures(u *apptest.User) {
	u.T.Helper()
	u.Text(`window.end = false, (async () => {
		for (const picture of document.querySelectorAll(".pictures iframe")) {
			picture.scrollIntoView();
			if (picture.contentDocument?.URL === "about:blank") await new Promise((go) => picture.addEventListener("load", go));
		}
		window.end = true;
	})()`)
	u.Wait(`window.end`)
}

// consoleErrors returns a function that returns the errors which the browser has written since its last call.
func consoleErrors(u *apptest.User) func() []string {
	u.T.Helper()
	var mu sync.Mutex
	var found []string
	messages := chromedp.Console(u.Context)
	go func() {
		for message, err := range messages {
			if err != nil {
				return
			}
			mu.Lock()
			// The pictures are sandboxed: the browser says of each of their scripts that it does not run.
			if (message.Type == chromedp.ConsoleError || message.IsException()) && !strings.Contains(message.Text, "sandboxed") {
				found = append(found, message.Text+" "+message.URL)
			}
			mu.Unlock()
		}
	}()
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		said := found
		found = nil
		return said
	}
}
