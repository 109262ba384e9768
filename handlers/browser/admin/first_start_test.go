package admin_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// firstStartTests set up a new program by hand, from the printed link to a roll.
func firstStartTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"the first admin sets up a new program":                 setsUp(true),
		"the first admin sets up a new program without scripts": setsUp(false),
	}
}

// types fills in the fields by name.
func types(u *apptest.User, fields map[string]string) {
	u.T.Helper()
	for name, value := range fields {
		u.Click("main [name=" + name + "]")
		u.Type("a", kb.ModifierCtrl)
		u.Type(value)
	}
}

func setsUp(scripts bool) func(*testing.T, *browsertest.Browser) {
	return func(t *testing.T, browser *browsertest.Browser) {
		p, link := apptest.BootEmpty(t, nil)
		u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
		if !scripts {
			u.WithoutScript()
		}
		u.Size(1280, 1400)
		look := func(name string) {
			if scripts {
				u.WantAccessible(name)
				u.Size(1280, 1400)
			}
		}
		u.Go(p.Address + "/")
		look("not-set-up")
		u.Go(p.Address + link)
		look("first-admin")
		types(u, map[string]string{"name": "Ines Ferreira", "email": "ines@oak.example", "password": apptest.NewPassword})
		u.Click("main .primary")
		u.Wait(`document.querySelector("#first-school")`)
		look("first-school")
		known, err := p.Sandbox.Schools()
		apptest.Must(t, err)
		types(u, map[string]string{
			"name": "Oak School", "address": p.Service.URL, "tenant": known[0].Tenant, "code": known[0].Code, "key": p.NewKey(t, known[0].Code).Reveal(),
		})
		if scripts {
			u.Want("the short name", `document.querySelector("main [name=slug]").value`, "oak-school")
			// The time zone of the browser stands first.
			u.Wait(`document.querySelector("main [name=zone]").options[1].value === Intl.DateTimeFormat().resolvedOptions().timeZone`)
		}
		picks(u, "main [name=zone]", "Berlin")
		u.Want("typing Berlin finds", `document.querySelector("main [name=zone]").value`, "Europe/Berlin")
		u.Click("main .primary")
		tells(u, "317")
		u.Wait(`document.querySelector("#use .primary")`)
		u.Click("#use .primary")
		u.Wait(`document.querySelector("#use[data-step=done]")`)
		look("first-connected")
		u.Click("main > p a.primary")
		u.Wait(`document.querySelector("#invite")`)
		look("first-people")
		u.Go(p.Address + "/schools/oak-school")
		u.Click("main a[href*='/roll']")
		u.Wait(`document.querySelectorAll("[data-enrolment]").length > 20`)
	}
}
