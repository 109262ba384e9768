package browser_test

import (
	"fmt"

	"rollbook/handlers/apptest"
)

// wantTicked waits until the rows at the places are ticked, and no others.
func wantTicked(u *apptest.User, places string) {
	u.T.Helper()
	u.Want("ticked", `[...document.querySelectorAll("[data-enrolment]")].flatMap((e, i) => e.querySelector(":checked") ? [i] : [])`, places)
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
