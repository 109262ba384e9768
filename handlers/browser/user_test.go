package browser_test

import (
	"fmt"

	"rollbook/handlers/apptest"
)

// tickedRows returns the places of the ticked rows.
func tickedRows(u *apptest.User) string {
	u.T.Helper()
	return u.Text(`[...document.querySelectorAll("[data-enrolment]")].flatMap((e, i) => e.querySelector(":checked") ? [i] : [])`)
}

// opensClass taps the class on the home page.
func opensClass(u *apptest.User, class string) {
	u.T.Helper()
	u.Tap(fmt.Sprintf("a[href*='class=%s']", class))
	u.Ready("#roll")
}

// waitOutcome waits until count rows have the outcome.
func waitOutcome(u *apptest.User, count int, outcome string) {
	u.T.Helper()
	u.Wait(fmt.Sprintf(`document.querySelectorAll("[data-outcome=%s]").length === %d`, outcome, count))
}
