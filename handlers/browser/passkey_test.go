package browser_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/webauthn"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// passkeyTests sign in with a passkey.
func passkeyTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a passkey is made, signs in alone and after the password, and is removed": passkeyFlow,
		"an answer of a passkey works once, on its page":                           passkeyOnce,
	}
}

// fingerprint gives the tab a device that makes passkeys and knows its owner. The device answers at once while it is
// touched.
func fingerprint(u *apptest.User) (touched func(bool)) {
	browsertest.Run(u.Tab, browsertest.Command(webauthn.Enable, webauthn.EnableParams{}))
	device := browsertest.Run(u.Tab, browsertest.Command(webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{
		Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		},
	}))
	return func(is bool) {
		browsertest.Run(u.Tab, browsertest.Command(webauthn.SetAutomaticPresenceSimulation, webauthn.SetAutomaticPresenceSimulationParams{
			AuthenticatorID: device.AuthenticatorID, Enabled: is,
		}))
	}
}

// leaves signs out and waits for the sign-in page.
func leaves(u *apptest.User) {
	u.Go(u.Program.Address + "/account")
	u.Ready("#factors")
	u.Text(`document.querySelector("form[action$='/sign-out']").requestSubmit()`)
	u.Ready("input[name=password]")
}

// givesPassword signs in by the form.
func givesPassword(u *apptest.User) {
	u.Click("input[name=email]")
	u.Type(apptest.Teacher)
	u.Click("input[name=password]")
	u.Type(apptest.EveryPassword + "\r")
}

func passkeyFlow(t *testing.T, browser *browsertest.Browser) {
	t.Helper()
	p := apptest.Boot(t)
	// Browsers make no passkeys for addresses of numbers.
	p.Address = strings.Replace(p.Address, "127.0.0.1", "localhost", 1)
	u := p.UserOf(t, browser, apptest.Teacher)
	touched := fingerprint(u)
	u.Go(p.Address + "/factors")
	u.Click("a[href*='/factors/passkey']")
	u.Ready("input[name=current]")
	u.Fits("a new passkey")
	u.Click("input[name=current]")
	u.Type(apptest.EveryPassword + "\r")
	u.Ready("form[data-passkey]")
	u.Click("form[data-passkey] button")
	u.Ready("#factors .row")
	u.Fits("the account with a passkey")

	touched(false)
	leaves(u)
	u.Fits("signing in with a passkey")
	touched(true)
	u.Click("form[data-passkey] button")
	u.Ready("a[href*='class=8B']")

	touched(false)
	leaves(u)
	givesPassword(u)
	u.Ready("form[action$='/second-step/passkey'] button")
	u.Fits("the second step with a passkey")
	touched(true)
	u.Click("form[data-passkey] button")
	u.Ready("a[href*='class=8B']")

	u.Go(p.Address + "/account")
	u.Click("#factors .row button")
	u.Wait(`document.querySelector("#factors") && !document.querySelector("#factors .row")`)
	touched(false)
	leaves(u)
	givesPassword(u)
	u.Ready("a[href*='class=8B']")
}

// answers returns what the browser would send from the passkey's form on the page.
func answers(u *apptest.User) string {
	u.Text(`HTMLFormElement.prototype.submit = function () { document.title = "answered" }`)
	u.Click("form[data-passkey] button")
	u.Wait(`document.title === "answered"`)
	return u.Text(`document.querySelector("[name=answer]").value`)
}

func passkeyOnce(t *testing.T, browser *browsertest.Browser) {
	t.Helper()
	p := apptest.Boot(t)
	p.Address = strings.Replace(p.Address, "127.0.0.1", "localhost", 1)
	anna := p.As(t, apptest.Teacher)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Cookies(p.Address, anna.Cookies())
	touched := fingerprint(u)
	u.Go(p.Address + "/factors/passkey")
	u.Click("input[name=current]")
	u.Type(apptest.EveryPassword + "\r")
	u.Ready("form[data-passkey]")
	made := url.Values{"answer": {answers(u)}, "name": {"Laptop"}}
	if got := p.As(t, apptest.OfficeWorker).Post("/factors/passkey/made", made); got.Code != http.StatusUnprocessableEntity {
		t.Errorf("a passkey made for another session answers %d", got.Code)
	}
	anna.Post("/factors/passkey/made", made).Want(t, http.StatusSeeOther)

	touched(false)
	leaves(u)
	stranger, owner := p.Visit(t), p.Visit(t)
	owner.Get("/sign-in").Want(t, http.StatusOK)
	u.Cookies(p.Address, owner.Cookies())
	u.Go(p.Address + "/sign-in")
	u.Ready("form[data-passkey]")
	touched(true)
	answer := url.Values{"answer": {answers(u)}}
	stranger.Get("/sign-in").Want(t, http.StatusOK)
	stranger.Post("/sign-in/passkey", answer).Want(t, http.StatusUnprocessableEntity)
	owner.Post("/sign-in/passkey", answer).Want(t, http.StatusSeeOther)
	if !owner.SignedIn() {
		t.Error("the passkey does not sign in")
	}
	owner.Post("/sign-out", nil)
	owner.Post("/sign-in/passkey", answer).Want(t, http.StatusUnprocessableEntity)
	if owner.SignedIn() {
		t.Error("an answer signs in twice")
	}
}
