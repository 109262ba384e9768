package admin_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// keyTests change a school's key, with the school system's own page in a second window.
func keyTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a key is changed by hand": func(t *testing.T, browser *browsertest.Browser) {
			t.Helper()
			changesKey(t, browser, false)
		},
		"a key is changed by hand without scripts": func(t *testing.T, browser *browsertest.Browser) {
			t.Helper()
			changesKey(t, browser, true)
		},
		"the school system reports what its page is told": systemReports,
	}
}

const inUseEnds = `document.querySelector("[data-state=in_use] b").textContent`

func changesKey(t *testing.T, browser *browsertest.Browser, withoutScript bool) {
	t.Helper()
	p := apptest.Boot(t)
	system := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	system.Size(1280, 900)
	system.Go(p.Service.URL + "/integrations")
	if violations := system.Violations(); len(violations) != 0 {
		t.Errorf("the school system's page: %+v", violations)
	}
	system.Click("[name=name]")
	system.Type("Rollbook, next")
	system.Click("[value=create-key]")
	system.Wait(`document.querySelector("[role=status] code")`)
	key := system.Text(`document.querySelector("[role=status] code").textContent`)

	u := p.UserOf(t, browser, apptest.Administrator)
	if withoutScript {
		u.WithoutScript()
	}
	u.Go(p.Address + apptest.KeysPage)
	u.Click("[name=key]")
	u.Type(key)
	u.Click("form[action$='/keys'] button")
	u.Wait(`document.querySelector("[data-state=next]")`)
	u.Click("[data-state=next] [formaction$='/test']")
	u.Wait(`document.querySelector("[data-tried=works]")`)
	u.Click("[data-state=next] [formaction$='/use']")
	u.Wait(`document.querySelector("[data-state=former]")`)
	u.Wait(inUseEnds + `.endsWith("` + key[len(key)-4:] + `")`)
	system.Click("[value=revoke-key]")
	system.Wait(`document.querySelectorAll("[value=revoke-key]").length < 3`)
	u.Click("[data-state=former] [formaction$='/remove']")
	u.Wait(`!document.querySelector("[data-state=former]")`)
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if err := p.App.Connecting.Services.Probe(t.Context(), school); err != nil {
		t.Errorf("the new key does not work: %v", err)
	}
}

func systemReports(t *testing.T, browser *browsertest.Browser) {
	t.Helper()
	p := apptest.Boot(t)
	system := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	system.Size(1280, 900)
	system.Go(p.Service.URL + "/integrations")
	system.Click("[name=url]")
	system.Type(p.Address + apptest.HarbourHook)
	system.Click("[value=add-webhook]")
	system.Wait(`document.querySelector("[role=status] code")`)
	secret := system.Text(`document.querySelector("[role=status] code").textContent`)
	u := p.UserOf(t, browser, apptest.Administrator)
	u.Go(p.Address + apptest.WebhooksPage)
	u.Click("[name=secret][type=password]")
	u.Type(secret)
	u.Click("form[action$='/secrets'] button")
	u.Wait(`document.querySelector("[data-secret]")`)
	system.Click("[value=send-test]")
	system.Wait(`!document.querySelector("[role=status]")`)
	reopens(system, p.Service.URL+"/integrations", `document.querySelector("[data-delivery=delivered]")`)
	reopens(u, p.Address+apptest.WebhooksPage, `document.querySelector("[data-understood=true]")`)
	u.WantAccessible("webhooks")
}

// reopens reloads the page until it shows the element.
func reopens(u *apptest.User, address, shows string) {
	u.T.Helper()
	apptest.Eventually(u.T, address+" shows "+shows, func() bool {
		u.Go(address)
		return u.True(shows)
	})
}
