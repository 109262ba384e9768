package handlers_test

import (
	"testing"

	"rollbook/views/browsertest"
)

// coverTests are about somebody without an account.
func coverTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"a link for somebody without an account": coverTakesTheRoll,
		"a link opened where somebody has ticks": coverInsteadOfTeacher,
	}
}

// makesLink makes a link for 8B from the day board, and is its address.
func (u *user) makesLink() string {
	u.t.Helper()
	u.Go(u.program.address + dayPath)
	u.ready(".board")
	u.tap("main a[href^='" + coversPath + "']")
	u.at(coversPath)
	u.choose("class", "8B")
	u.tap("form.card .primary")
	u.ready(".code")
	return u.Text(`document.querySelector("code.address").innerText`)
}

// phoneAt is a phone that opens the address.
func (p *program) phoneAt(t *testing.T, browser *browsertest.Browser, address string) *user {
	t.Helper()
	u := &user{Tab: browser.Person(t), t: t, program: p}
	u.Size(360, 740)
	u.Go(address)
	u.ready("[name=name]")
	return u
}

// takesRollAs types the name and arrives at the roll.
func (u *user) takesRollAs(name string) {
	u.t.Helper()
	u.Click("[name=name]")
	u.Type(name)
	u.Click("form:has([name=name]) button")
	u.ready("#roll")
}

func coverTakesTheRoll(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	office := p.officeAt(t, browser, dayPath)
	link := office.makesLink()
	office.wantSays("Valid until 12:3", "It is shown this once")
	office.wantAccessible("cover-made")
	phone := p.phoneAt(t, browser, link)
	phone.wantSays("8B", "until 12:3")
	phone.wantAccessible("cover")
	phone.Size(360, 740)
	phone.takesRollAs("Ines Okoro")
	phone.Click(phone.row(2))
	phone.Click(phone.status("Absent"))
	phone.Click("#press")
	phone.waitSaved(1, "Absent")
	phone.wantAccessible("cover-roll")
	office.Go(p.address + dayPath)
	office.ready(".board")
	office.wantSays("Ines Okoro (cover)")
	office.Go(p.address + coversPath)
	office.ready(".uses")
	office.wantAccessible("covers")
	office.Click("form[action$='/revoke'] button")
	office.Wait(`document.body.innerText.includes("revoked at")`)
	phone.Size(360, 740)
	phone.Click(phone.row(4))
	phone.Click(phone.status("Late"))
	phone.Click("#press")
	phone.Wait(`document.querySelector("#summary").innerText.includes("the link ended at")`)
	if ticked := phone.ticked(); ticked != "[4]" && ticked != "4" {
		t.Errorf("ticked are %s", ticked)
	}
	phone.picture("cover-ended")
	if calls := p.sandbox.Arrivals(harbourCode); len(calls) != 1 {
		t.Errorf("%d calls were made", len(calls))
	}
}

func coverInsteadOfTeacher(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	link := p.address + p.coverLink(t, "8B", "12:15")
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	u.tap(u.row(2))
	u.Wait(`Object.keys(sessionStorage).some(key => key.startsWith("roll:"))`)
	u.Go(link)
	u.ready("[name=name]")
	u.wantSays("You are signed in here as Anna Lindqvist")
	u.takesRollAs("Ines Okoro")
	if ticked := u.ticked(); ticked != "" && ticked != "[]" {
		t.Errorf("the teacher's ticks are there: %s", ticked)
	}
	if u.says("Somebody else signed in") || !u.says("Ines Okoro (cover)") {
		t.Error("the page says whose ticks were dropped, or not who takes the roll")
	}
}
