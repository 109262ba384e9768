package engines_test

import (
	"encoding/json"
	"errors"
	"os"
	"testing"
	"time"
)

// engine is a browser with one window that ends with its test.
type engine interface {
	// ask sends a command of WebDriver, by its name there, and returns the value of its answer.
	ask(command string, parameters object) (json.RawMessage, error)
	// name begins the names of its pictures.
	name() string
	// forget deletes the cookies, and size sets the size of the page, in CSS pixels.
	forget(b browser)
	size(b browser, width, height int)
}

// browser is an engine for a test. Its methods fail the test when a step fails.
type browser struct {
	t      testing.TB
	engine engine
}

// stepLimit is the timeout of each step, and look the interval between its tries.
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

type object = map[string]any

func (b browser) name() string { return b.engine.name() }

// For returns the browser for another test, without cookies.
func (b browser) For(t testing.TB) browser {
	t.Helper()
	next := browser{t, b.engine}
	next.engine.forget(next)
	return next
}

// do sends a command and returns the value of its answer.
func (b browser) do(command string, parameters object) json.RawMessage {
	b.t.Helper()
	value, err := b.engine.ask(command, parameters)
	if err != nil {
		b.t.Fatalf("%s %v: %v", command, parameters, err)
	}
	return value
}

// until tries the step until it succeeds.
func (b browser) until(what string, step func() error) {
	b.t.Helper()
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for end := time.Now().Add(stepLimit); ; <-ticker.C {
		err := step()
		if err == nil {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("not within %v: %s: %v", stepLimit, what, err)
		}
	}
}

// Size sets the size of the page, in CSS pixels.
func (b browser) Size(width, height int) {
	b.t.Helper()
	b.engine.size(b, width, height)
}

// Go opens an address and waits until it is loaded.
func (b browser) Go(address string) {
	b.t.Helper()
	b.do("Navigate", object{"url": address})
}

// Text returns the value of a JavaScript expression as a string.
func (b browser) Text(expression string) string {
	b.t.Helper()
	text, err := b.evaluate(expression)
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return text
}

func (b browser) evaluate(expression string) (text string, err error) {
	value, err := b.engine.ask("ExecuteScript", object{"script": "return String(" + expression + ")", "args": []any{}})
	return text, errors.Join(err, json.Unmarshal(value, &text))
}

// Wait waits until a JavaScript expression is true on a complete page.
func (b browser) Wait(expression string) {
	b.t.Helper()
	b.until(expression, func() error {
		shown, err := b.evaluate(`document.readyState === "complete" && (` + expression + `) ? "" : "the page says " + document.body?.innerText`)
		if shown != "" {
			return errors.New(shown)
		}
		return err
	})
}

// Click clicks the first element for the CSS selector, as soon as nothing covers it.
func (b browser) Click(selector string) {
	b.t.Helper()
	b.until("click "+selector, func() error {
		found, err := b.engine.ask("FindElement", object{"using": "css selector", "value": selector})
		if err != nil {
			return err
		}
		var reference map[string]string
		if err := json.Unmarshal(found, &reference); err != nil {
			return err
		}
		for _, id := range reference {
			_, err = b.engine.ask("ElementClick", object{"id": id})
		}
		return err
	})
}

// Type presses the keys one after the other.
func (b browser) Type(keys string) {
	b.t.Helper()
	var strokes []object
	for _, key := range keys {
		strokes = append(strokes, object{"type": "keyDown", "value": string(key)}, object{"type": "keyUp", "value": string(key)})
	}
	b.do("PerformActions", object{"actions": []object{{"type": "key", "id": "keyboard", "actions": strokes}}})
}

// Picture writes a screenshot of the page to a PNG file.
func (b browser) Picture(file string) {
	b.t.Helper()
	var picture []byte
	err := json.Unmarshal(b.do("TakeScreenshot", object{"full": false}), &picture)
	if err := errors.Join(err, os.WriteFile(file, picture, 0o600)); err != nil {
		b.t.Fatal(err)
	}
}
