package admin_test

import (
	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
)

// connects types the four credentials, presses the button and waits until the fields are empty.
func connects(u *apptest.User, address, tenant, code, key string) {
	u.T.Helper()
	u.Go(u.Program.Address + apptest.ConnectPath)
	for name, value := range map[string]string{"address": address, "tenant": tenant, "code": code, "key": key} {
		u.Click("#connect-" + name)
		u.Type("a", kb.ModifierCtrl)
		u.Type(value)
	}
	u.Taps, u.Keys = 0, 0
	u.Picture("connect-typed")
	u.Click(".credentials .primary")
	u.Taps++
	u.Wait(`document.querySelector("#call-students:not([data-state=''])")`)
}

// tells types how many students the school system shows.
func tells(u *apptest.User, count string) {
	u.T.Helper()
	u.Wait(`document.activeElement?.name === "told"`)
	u.Picture("connect-count")
	u.Type(count)
	u.Type(kb.Enter)
	u.Wait(`document.querySelector("#list")`)
}

// choosesNumber answers the question about the enrolment id. It is one tap more than without the question.
func choosesNumber(u *apptest.User) {
	u.T.Helper()
	u.Picture("connect-asked")
	u.Click("#call-students .question button")
	u.Wait(`document.querySelector("#use .primary")`)
}

// connectsHarbour connects the first school by clicks.
func connectsHarbour(u *apptest.User) {
	u.T.Helper()
	known, err := u.Program.Sandbox.Schools()
	apptest.Must(u.T, err)
	connects(u, u.Program.Service.URL, known[0].Tenant, apptest.HarbourCode, u.Program.NewKey(u.T, apptest.HarbourCode).Reveal())
	tells(u, "317")
	u.Wait(`["317 found", "12 classes"].every((text) => document.querySelector("#call-students summary").innerText.includes(text))`)
}
