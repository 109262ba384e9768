package admin_test

import (
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
	u.Wait(`document.querySelector("#prove").innerText.includes("up in the school system.")`)
	u.Click("#prove-marks [value=right]")
	u.Wait(`document.querySelector("#prove form[action$='/on'] .primary")`)
	u.Click("#prove form[action$='/on'] .primary")
	u.Wait(`document.querySelector("#prove [data-kind=good]")`)
	u.Picture("prove-on")
}
