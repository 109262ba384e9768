package admin_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// peopleTests add and block people, and end a school, each with and without scripts.
func peopleTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"somebody is let in, comes, and is kept out":                 letsIn(true),
		"somebody is let in, comes, and is kept out without scripts": letsIn(false),
		"a school is removed":                                        removesSchool(true),
		"a school is removed without scripts":                        removesSchool(false),
	}
}

// looker checks a page in every look, if scripts can run.
func looker(u *apptest.User, scripts bool) func(name string) {
	return func(name string) {
		if scripts {
			u.WantAccessible(name)
			u.Size(1280, 1400)
		}
	}
}

func letsIn(scripts bool) func(*testing.T, *browsertest.Browser) {
	return func(t *testing.T, browser *browsertest.Browser) {
		p := apptest.Boot(t)
		admin := administers(t, p, browser, scripts)
		look := looker(admin, scripts)
		admin.Go(p.Address + apptest.PeoplePath)
		admin.Ready("#invite")
		look("people")
		types(admin, map[string]string{"email": "nia@harbour.example", "name": "Nia Bennett"})
		admin.Click("#invite .primary")
		admin.Ready("#handed")
		look("people-handed")
		link := admin.Text(`document.querySelector("code.address").innerText`)

		nia := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
		if !scripts {
			nia.WithoutScript()
		}
		nia.Size(1280, 1400)
		nia.Go(link)
		nia.Ready("main form .primary")
		looker(nia, scripts)("account-link")
		if scripts {
			types(nia, map[string]string{"password": "passwordpassword"})
			nia.Wait(`document.querySelector("#strength").innerText.startsWith("That password is easy to guess")`)
		}
		types(nia, map[string]string{"password": apptest.NewPassword})
		if scripts {
			nia.Wait(`document.querySelector("#strength").innerText === "That is a good password."`)
			looker(nia, scripts)("account-link-judged")
		}
		nia.Click("main form .primary")
		nia.Ready("a[href*='class=8B']")

		admin.Go(p.Address + apptest.PeoplePath)
		const hers = `[...document.querySelectorAll("#people tbody tr")].find((line) => line.innerText.includes("Nia Bennett"))`
		admin.Wait(hers)
		admin.Text(`(() => { const line = ` + hers + `; line.querySelector("summary").id = "menu"; line.querySelector("[formaction$='/disable']").id = "out" })()`)
		admin.Click("#menu")
		look("people-menu")
		admin.Click("#out")
		admin.Wait(hers + `?.querySelector("[formaction$='/enable']")`)
		look("people-kept-out")
		nia.Go(p.Address + apptest.EightB)
		nia.Ready("[name=password]")
		// Her link is over as well.
		nia.Go(link)
		nia.Wait(`document.querySelector("main h1") && !document.querySelector("main form")`)
		looker(nia, scripts)("account-link-over")
	}
}

func removesSchool(scripts bool) func(*testing.T, *browsertest.Browser) {
	return func(t *testing.T, browser *browsertest.Browser) {
		p := apptest.Boot(t)
		u := administers(t, p, browser, scripts)
		look := looker(u, scripts)
		u.Go(p.Address + apptest.SettingsPath + "/school")
		u.Ready("#remove")
		look("school")
		types(u, map[string]string{"typed": "Harbour Street"})
		u.Click("#remove form.stack button")
		u.Ready("#problem")
		u.WantSays("Nothing was removed")
		look("school-not-removed")
		u.Click("#remove form:not(.stack) button")
		u.Wait(`(fetch(location).then((answer) => answer.text()).then((text) => { window.taken = text.includes("Nothing was marked since"); }), window.taken)`)
		types(u, map[string]string{"typed": "Harbour Street School"})
		u.Click("#remove form.stack button")
		u.Wait(`document.querySelector("main h1")?.innerText === "Removed"`)
		look("school-gone")
		u.Go(p.Address + "/schools/harbour")
		u.Wait(`!document.querySelector("a[href*='class=8B']")`)
	}
}
