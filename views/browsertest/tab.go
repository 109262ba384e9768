package browsertest

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Tab is one page in the browser. Its methods fail the test when a step does.
type Tab struct {
	t       testing.TB
	context context.Context
	// rules lists the rules that Violations checks.
	rules rules
}

func (tab *Tab) do(steps ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	limited, cancel := context.WithTimeout(tab.context, stepLimit)
	defer cancel()
	if err := chromedp.Do(limited, steps...); err != nil {
		tab.t.Fatal(err)
	}
}

// Size sets the size of the window, in CSS pixels.
func (tab *Tab) Size(width, height int) {
	tab.t.Helper()
	tab.do(chromedp.EmulateViewport(int64(width), int64(height)))
}

// Go opens an address and waits until it is loaded. A page that goes elsewhere by itself at that moment, as
// after a press of before, ends the first attempt.
func (tab *Tab) Go(address string) {
	tab.t.Helper()
	limited, cancel := context.WithTimeout(tab.context, stepLimit)
	defer cancel()
	err := chromedp.Do(limited, chromedp.Navigate(address))
	if err != nil && strings.Contains(err.Error(), "net::ERR_ABORTED") {
		err = chromedp.Do(limited, chromedp.Navigate(address))
	}
	if err != nil {
		tab.t.Fatal(err)
	}
}

// Back goes back in the history, but only after the browser has answered: a page that is left at once
// takes its answer along.
func (tab *Tab) Back() {
	tab.t.Helper()
	tab.True("setTimeout(() => history.back())")
}

// Press presses the keys one after the other: text, or the constants of chromedp/kb.
func (tab *Tab) Press(keys string, modifiers ...chromedp.Modifier) {
	tab.t.Helper()
	tab.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// Click clicks the first element that the CSS selector finds. Where the page replaces the element before it is
// clicked, the new one is.
func (tab *Tab) Click(selector string) {
	tab.t.Helper()
	limited, cancel := context.WithTimeout(tab.context, stepLimit)
	defer cancel()
	err := chromedp.Do(limited, chromedp.Click(chromedp.CSS(selector)))
	for err != nil && strings.Contains(err.Error(), "Could not find node") {
		err = chromedp.Do(limited, chromedp.Click(chromedp.CSS(selector)))
	}
	if err != nil {
		tab.t.Fatal(err)
	}
}

// ClickAt clicks where the window has the point, in CSS pixels, whatever stands there now.
func (tab *Tab) ClickAt(x, y float64) {
	tab.t.Helper()
	tab.do(chromedp.MouseClickXY(x, y))
}

// ShiftClick clicks the middle of an element while Shift is held.
func (tab *Tab) ShiftClick(selector string) {
	tab.t.Helper()
	box := fmt.Sprintf("document.querySelector(%q).getBoundingClientRect()", selector)
	x, y := tab.Number(box+".x + "+box+".width / 2"), tab.Number(box+".y + "+box+".height / 2")
	tab.do(chromedp.MouseClickXY(x, y, chromedp.ButtonModifiers(kb.ModifierShift)))
}

// look is the interval at which Wait evaluates its expression.
const look = 20 * time.Millisecond

// Wait waits until the page is read to its end and a JavaScript expression is true, over changes of the page
// too. It asks from outside, because a page without scripts has no timers.
func (tab *Tab) Wait(expression string) {
	tab.t.Helper()
	limited, cancel := context.WithTimeout(tab.context, stepLimit)
	defer cancel()
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		// An evaluation fails on a page that is being left, or is not yet all there.
		held, err := chromedp.Run(limited, chromedp.Evaluate[bool](`document.readyState !== "loading" && Boolean(`+expression+")"))
		if held && err == nil {
			return
		}
		select {
		case <-ticker.C:
		case <-limited.Done():
			tab.t.Fatalf("wait for %s: %v", expression, errors.Join(limited.Err(), err))
		}
	}
}

// Text returns the value of a JavaScript expression, as a text.
func (tab *Tab) Text(expression string) string {
	tab.t.Helper()
	return evaluate[string](tab, "String("+expression+")")
}

// Number returns the value of a JavaScript expression, as a number.
func (tab *Tab) Number(expression string) float64 {
	tab.t.Helper()
	return evaluate[float64](tab, "Number("+expression+")")
}

// True returns the value of a JavaScript expression, as a truth value.
func (tab *Tab) True(expression string) bool {
	tab.t.Helper()
	return evaluate[bool](tab, "Boolean("+expression+")")
}

func evaluate[T any](tab *Tab, expression string, options ...chromedp.EvaluateOption) T {
	tab.t.Helper()
	limited, cancel := context.WithTimeout(tab.context, stepLimit)
	defer cancel()
	value, err := chromedp.Run(limited, chromedp.Evaluate[T](expression, options...))
	if err != nil {
		tab.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// Picture writes what the window shows to a PNG file.
func (tab *Tab) Picture(file string) {
	tab.t.Helper()
	limited, cancel := context.WithTimeout(tab.context, stepLimit)
	defer cancel()
	picture, err := chromedp.Run(limited, chromedp.CaptureScreenshot())
	if err != nil {
		tab.t.Fatal(err)
	}
	if err := os.WriteFile(file, picture, 0o600); err != nil {
		tab.t.Fatal(err)
	}
}

// Violation is a rule of accessibility that the page breaks, and where.
type Violation struct {
	Rule  string   `json:"rule"`
	Nodes []string `json:"nodes"`
}

// rules are the rules that Violations checks: all of them, those that depend on colours, or none.
type rules int

const (
	allRules rules = iota
	colourRules
	noRules
)

// named returns the rules as axe-core takes them.
func (r rules) named() string {
	if r == colourRules {
		return `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
	}
	return `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`
}

// violations has axe-core describe violations only, and make no selectors, since nobody reads the rest.
const violations = `axe.run(document, {runOnly: %s, resultTypes: ["violations"], selectors: false})
	.then(r => JSON.stringify(r.violations.map(v => ({rule: v.id, nodes: v.nodes.map(n => n.html.slice(0, 200) + " " + n.failureSummary)}))))`

//go:embed testdata/axe-4.14.1.min.js
var axe string

// Violations checks the page with axe-core against WCAG 2.2 AA and best practices.
func (tab *Tab) Violations() []Violation {
	tab.t.Helper()
	if tab.rules == noRules {
		return nil
	}
	if !tab.True("window.axe") {
		evaluate[chromedp.Void](tab, axe)
	}
	var found []Violation
	answer := evaluate[string](tab, fmt.Sprintf(violations, tab.rules.named()), chromedp.EvalAwaitPromise)
	if err := json.Unmarshal([]byte(answer), &found); err != nil {
		tab.t.Fatal(err)
	}
	return found
}
