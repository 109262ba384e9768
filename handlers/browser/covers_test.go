package browser_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// coverTests are about a person without an account.
func coverTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a link for somebody without an account": coverTakesTheRoll,
		"a link opened where somebody has ticks": coverInsteadOfTeacher,
	}
}

// makesLink makes a link for 8B from the day board, and returns its address.
func makesLink(u *apptest.User) string {
	u.T.Helper()
	u.Go(u.Program.Address + apptest.DayPath)
	u.Ready(".board")
	u.Tap("main a[href^='" + apptest.CoversPath + "']")
	u.At(apptest.CoversPath)
	u.Sets("class", "8B")
	u.Tap("form.card .primary")
	u.Ready(".code")
	return u.Text(`document.querySelector("code.address").innerText`)
}

// phoneAt opens the address on a phone.
func phoneAt(t *testing.T, p *apptest.Program, browser *browsertest.Browser, address string) *apptest.User {
	t.Helper()
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(360, 740)
	u.Go(address)
	u.Ready("[name=name]")
	return u
}

// takesRollAs types the name and goes to the roll.
func takesRollAs(u *apptest.User, name string) {
	u.T.Helper()
	u.Click("[name=name]")
	u.Type(name)
	u.Click("form:has([name=name]) button")
	u.Ready("#roll")
}

func coverTakesTheRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	office := p.OfficeAt(t, browser, apptest.DayPath)
	link := makesLink(office)
	office.WantSays("Valid until 12:3", "it is not shown again")
	office.WantAccessible("cover-made")
	phone := phoneAt(t, p, browser, link)
	phone.WantSays("8B", "until 12:3")
	phone.WantAccessible("cover")
	phone.Size(360, 740)
	takesRollAs(phone, "Ines Okoro")
	phone.Click(phone.Row(2))
	phone.Click(phone.Status("Absent"))
	phone.Click(apptest.SaveTicked)
	phone.WaitSaved(1, "Absent")
	phone.WantAccessible("cover-roll")
	office.Go(p.Address + apptest.DayPath)
	office.Ready(".board")
	office.WantSays("Ines Okoro (cover)")
	office.Go(p.Address + apptest.CoversPath)
	office.Ready(".uses")
	office.WantAccessible("covers")
	office.Click("form[action$='/revoke'] button")
	office.Wait(`document.body.innerText.includes("removed at")`)
	phone.Size(360, 740)
	phone.Click(phone.Row(4))
	phone.Click(phone.Status("Late"))
	phone.Click(apptest.SaveTicked)
	phone.Wait(`document.querySelector("#summary").innerText.includes("the link ended at")`)
	wantTicked(phone, "4")
	phone.Picture("cover-ended")
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 1 {
		t.Errorf("%d calls were made", len(calls))
	}
}

func coverInsteadOfTeacher(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	link := p.Address + p.CoverLink(t, "8B", "12:15")
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	u.Tap(u.Row(2))
	u.Wait(`Object.keys(sessionStorage).some(key => key.startsWith("roll:"))`)
	u.Go(link)
	u.Ready("[name=name]")
	u.WantSays("You are signed in as Anna Lindqvist")
	takesRollAs(u, "Ines Okoro")
	wantTicked(u, "")
	u.WantSays("Ines Okoro (cover)")
	if u.Says("Another person signed in") {
		t.Error("the page says whose ticks were dropped")
	}
}
