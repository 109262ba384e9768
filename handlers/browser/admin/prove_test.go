package admin_test

import (
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// triesAMark sends a mark whose answer takes longer than the page waits.
func triesAMark(t *testing.T, browser *browsertest.Browser) {
	p, ada := apptest.Guessed(t)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, DelayBeforeMs: 3500}))
	u := administers(t, p, browser, true)
	u.Go(p.Address + ada.Choice(3, "Absent"))
	u.Picture("prove-choice")
	u.Click("#send-try .primary")
	u.Wait(`document.querySelector("#prove-marks[hx-get]")`)
	u.Wait(`document.querySelector("#prove-marks:not([hx-get]) [name=seen]")`)
	u.Picture("prove-question")
	if text := u.Text(`document.querySelector("#prove").innerText`); !strings.Contains(text, "up in the school system.") {
		t.Errorf("it says %q", text)
	}
	u.Click("#prove-marks [value=right]")
	u.Wait(`document.querySelector("#prove form[action$='/on'] .primary")`)
	u.Click("#prove form[action$='/on'] .primary")
	u.Wait(`document.querySelector("#prove [data-kind=good]")`)
	u.Picture("prove-on")
}
