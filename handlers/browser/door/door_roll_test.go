package door_test

import (
	"fmt"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// atTheDoor opens the roll of 8B on a paired tablet, upright and with PINs set.
func atTheDoor(t *testing.T, browser *browsertest.Browser, scripts bool) *apptest.User {
	t.Helper()
	p := apptest.Boot(t)
	p.SetPINs(t)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	if !scripts {
		u.WithoutScript()
	}
	u.Size(768, 1024)
	u.Cookies(p.Address, p.Tablet(t, "Door 12", "8B").Cookies())
	u.Go(p.Address + "/door")
	opensRoll(u)
	return u
}

const emptyPIN = `document.querySelector("#pin").value === "" && !document.querySelector("#pin").hasAttribute("value")`

// doorRoll takes the roll on a screen that was open too long, with a wrong PIN first.
func doorRoll(t *testing.T, browser *browsertest.Browser) {
	u := atTheDoor(t, browser, true)
	ticksAbsent(u, 3)
	forgetsPIN(u)
	signs(u, apptest.WrongPIN)
	u.Wait(`document.querySelector("#signing-problem")?.innerText.startsWith("That is not the PIN. Nothing was saved yet.")`)
	u.Wait(emptyPIN)
	u.Want("ticked after a wrong PIN", `[...document.querySelectorAll("[data-enrolment]")].flatMap((e, i) => e.querySelector(":checked") ? [i] : [])`, "3")
	signs(u, apptest.TeacherPIN)
	u.WaitSaved(1, "Absent")
	u.Wait(`!document.querySelector("#pin, #signing-problem")`)
	// Digits inside a token or a time are not the PIN.
	if u.True(fmt.Sprintf(`/(?<![\w-])%s(?![\w-])/.test(document.documentElement.outerHTML) || JSON.stringify({...localStorage, ...sessionStorage}).includes(%q)`, apptest.TeacherPIN, `"pin"`)) {
		t.Error("the tablet keeps the PIN")
	}
}

// doorRollWithoutScripts takes the roll after a press on a screen that was open too long.
func doorRollWithoutScripts(t *testing.T, browser *browsertest.Browser) {
	u := atTheDoor(t, browser, false)
	ticksAbsent(u, 3)
	forgetsPIN(u)
	if u.True(`document.querySelector("[data-enrolment]")`) {
		t.Error("without a PIN it shows the roll")
	}
	opensRoll(u)
	ticksAbsent(u, 3)
	u.Click(apptest.SaveTicked)
	u.WaitSaved(1, "Absent")
	u.Wait(`!document.querySelector("#pin, #signing-problem")`)
}

// doorFits checks the roll in both orientations, light and dark, before and after a wrong PIN.
func doorFits(t *testing.T, browser *browsertest.Browser) {
	u := atTheDoor(t, browser, true)
	ticksAbsent(u, 3)
	looks := []browsertest.Look{{Theme: "light", Width: 768, Height: 1024}, {Theme: "light", Width: 1024, Height: 768}, {Theme: "dark", Width: 768, Height: 1024}, {Theme: "dark", Width: 1024, Height: 768}}
	for _, state := range []string{"ticked", "wrong"} {
		if state == "wrong" {
			forgetsPIN(u)
			signs(u, apptest.WrongPIN)
			u.Wait(`document.querySelector("#signing-problem")`)
		}
		u.InEachLook(looks, func(look browsertest.Look) {
			name := fmt.Sprintf("door-roll-%s-%s-%d", state, look.Theme, look.Width)
			u.Picture(name)
			for _, violation := range u.Violations() {
				t.Errorf("%s: %s at %q", name, violation.Rule, violation.Nodes)
			}
			if low := u.Number(`Math.min(...[...document.querySelectorAll("[data-enrolment]")].map((row) => row.getBoundingClientRect().height))`); low < 56 {
				t.Errorf("%s: a row is %v px high", name, low)
			}
			const small = `[...document.querySelectorAll(".bar :is(button, select, .masked, label:has([name=status])), .head button, .top summary")]
				.filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44).map((e) => e.outerHTML.slice(0, 80)).join()`
			if found := u.Text(small); found != "" {
				t.Errorf("%s: too small for a finger: %s", name, found)
			}
			if wide := u.Number(`document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s: %v px stand out at the side", name, wide)
			}
		})
	}
}

// doorLeaves unpairs the tablet from its own menu.
func doorLeaves(t *testing.T, browser *browsertest.Browser) {
	u := atTheDoor(t, browser, true)
	u.Click(".top summary")
	u.Click(".top .sheet button")
	u.Ready("#leave")
	u.WantAccessible("door-leave")
	u.Text(fmt.Sprintf(`document.querySelector("[name=staff]").value = %q`, apptest.NameOf(apptest.Teacher)))
	u.Click("#pin")
	u.Type(apptest.TeacherPIN)
	u.Click("#leave .primary")
	u.Ready("#pair")
	u.WantSays("This tablet is removed.")
	u.Go(u.Program.Address + "/door")
	u.Ready("#pair")
}

func doorWakes(t *testing.T, browser *browsertest.Browser) {
	u := atTheDoor(t, browser, true)
	u.WantSays("Rollbook goes by its own clock.")
	u.Text(sleeps)
	u.Wait(`!window.before && document.querySelector("#staff")`)
}
