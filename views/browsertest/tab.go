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

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// Tab is one page in the browser. Its methods fail the test when a step fails.
type Tab struct {
	t testing.TB
	// Context is chromedp's.
	Context context.Context
	// rules are the rules that Violations checks.
	rules rules
}

// Run runs a step in the tab and returns its value.
func Run[T any](tab *Tab, step chromedp.Action[T]) T {
	tab.t.Helper()
	return retried(tab, step, func(error) bool { return false })
}

// retried is Run for a step that is run again after some errors.
func retried[T any](tab *Tab, step chromedp.Action[T], again func(error) bool) T {
	tab.t.Helper()
	limited, cancel := context.WithTimeout(tab.Context, stepLimit)
	defer cancel()
	value, err := chromedp.Run(limited, step)
	for err != nil && again(err) {
		value, err = chromedp.Run(limited, step)
	}
	if err != nil {
		tab.t.Fatal(err)
	}
	return value
}

// Command returns the step that sends a command of the browser's protocol.
func Command[P, R any](command cdp.Command[P, R], params P) chromedp.Action[R] {
	return func(ctx context.Context, t *chromedp.Target) (R, error) { return cdp.Call(ctx, t, command, params) }
}

// Size sets the size of the window, in CSS pixels, and waits until the page has it.
func (tab *Tab) Size(width, height int) {
	tab.t.Helper()
	Run(tab, chromedp.EmulateViewport(int64(width), int64(height)))
	tab.Wait(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
}

// Go opens an address and waits until it is loaded. It tries again if the page navigates by itself in that
// moment, as after an earlier press.
func (tab *Tab) Go(address string) {
	tab.t.Helper()
	tries := 0
	retried(tab, chromedp.Navigate(address), func(err error) bool {
		tries++
		return tries == 1 && strings.Contains(err.Error(), "net::ERR_ABORTED")
	})
}

// Back goes back in the history after the browser has answered the call: a page left at once would lose its
// answer.
func (tab *Tab) Back() {
	tab.t.Helper()
	tab.True("setTimeout(() => history.back())")
}

// Click clicks the first element that the CSS selector finds. If the page replaces the element before the
// click, Click clicks the new one.
func (tab *Tab) Click(selector string) {
	tab.t.Helper()
	retried(tab, chromedp.Click(chromedp.CSS(selector)), func(err error) bool {
		return strings.Contains(err.Error(), "Could not find node")
	})
}

// ClickAt clicks at the point of the window, in CSS pixels, whatever element is there.
func (tab *Tab) ClickAt(x, y float64) {
	tab.t.Helper()
	Run(tab, chromedp.MouseClickXY(x, y))
}

// look is the interval between Wait's evaluations.
const look = 20 * time.Millisecond

// Wait waits until the page is parsed and a JavaScript expression is true; the page may change meanwhile.
func (tab *Tab) Wait(expression string) {
	tab.t.Helper()
	if err := tab.until(expression); err != nil {
		tab.t.Fatalf("wait for %s: %v\nThe page says %s", expression, err, tab.Text(`document.body.innerText`))
	}
}

// Want waits until the value of a JavaScript expression, as a string, is the wanted one.
func (tab *Tab) Want(what, expression, want string) {
	tab.t.Helper()
	if err := tab.until(fmt.Sprintf("String(%s) === %s", expression, Quoted(want))); err != nil {
		tab.t.Errorf("%s: %q, want %q", what, tab.Text(expression), want)
	}
}

// Quoted returns the text as a JavaScript string.
func Quoted(text string) string {
	quoted, _ := json.Marshal(text) // A string always has a JSON form.
	return string(quoted)
}

// until waits for Wait and Want. It polls from outside, because a page without scripts has no timers.
func (tab *Tab) until(expression string) error {
	limited, cancel := context.WithTimeout(tab.Context, stepLimit)
	defer cancel()
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for {
		// An evaluation fails while the browser leaves or still loads a page.
		held, err := chromedp.Run(limited,
			chromedp.Evaluate[bool](`document.readyState !== "loading" && Boolean(`+expression+")"))
		if held && err == nil {
			return nil
		}
		select {
		case <-ticker.C:
		case <-limited.Done():
			return errors.Join(limited.Err(), err)
		}
	}
}

// Text returns the value of a JavaScript expression as a string.
func (tab *Tab) Text(expression string) string {
	tab.t.Helper()
	return evaluate[string](tab, "String("+expression+")")
}

// Number returns the value of a JavaScript expression as a number.
func (tab *Tab) Number(expression string) float64 {
	tab.t.Helper()
	return evaluate[float64](tab, "Number("+expression+")")
}

// True returns the value of a JavaScript expression as a boolean.
func (tab *Tab) True(expression string) bool {
	tab.t.Helper()
	return evaluate[bool](tab, "Boolean("+expression+")")
}

func evaluate[T any](tab *Tab, expression string, options ...chromedp.EvaluateOption) T {
	tab.t.Helper()
	return Run(tab, func(ctx context.Context, t *chromedp.Target) (T, error) {
		value, err := chromedp.Evaluate[T](expression, options...)(ctx, t)
		if err != nil {
			err = fmt.Errorf("%s: %w", expression, err)
		}
		return value, err
	})
}

// Picture writes a screenshot of the window to a PNG file.
func (tab *Tab) Picture(file string) {
	tab.t.Helper()
	if err := os.WriteFile(file, Run(tab, chromedp.CaptureScreenshot()), 0o600); err != nil {
		tab.t.Fatal(err)
	}
}

// Violation is an accessibility rule that the page breaks, with the elements.
type Violation struct {
	Rule  string   `json:"rule"`
	Nodes []string `json:"nodes"`
}

// rules selects the rules for Violations: all, those that depend on colours, or none.
type rules int

const (
	allRules rules = iota
	colourRules
	noRules
)

// named returns the rules in axe-core's form.
func (r rules) named() string {
	if r == colourRules {
		return `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
	}
	return `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`
}

// violations makes axe-core describe violations only, without selectors, which no test uses.
const violations = `axe.run(document, {runOnly: %s, resultTypes: ["violations"], selectors: false})

	.then(r => JSON.stringify(r.violations.map(v => ({rule: v.id,
		nodes: v.nodes.map(n => n.html.slice(0, 200) + " " + n.failureSummary)}))))`

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

// stepLimit is the timeout of each step in the browser. A step ends when its condition is met, so only a step
// that never ends uses it up, even on a busy machine.
const stepLimit = 2 * time.Minute
