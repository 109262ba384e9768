package engines_test

import (
	"fmt"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// TestInWebKit takes a teacher and a tablet through their morning in the engine of Safari.
func TestInWebKit(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: Chromium stands for WebKit")
		return
	}
	webkit, ok := openWebKit(t)
	if !ok {
		return
	}
	t.Run("a teacher saves a roll and goes on to the next", func(t *testing.T) { teacherSaves(t, webkit.For(t)) })
	t.Run("the first press of Save after a changed field saves", func(t *testing.T) { changesAField(t, webkit.For(t)) })
	t.Run("students tap in, also while the network is away", func(t *testing.T) { studentsTap(t, webkit.For(t)) })
	t.Run("thirty taps arrive, before and after the network is away", func(t *testing.T) { thirtyTaps(t, webkit.For(t)) })
	t.Run("a teacher saves a roll on a phone", func(t *testing.T) { savesOnAPhone(t, webkit.For(t)) })
}

// changesAField changes a field and presses Save once: the press leaves the field, which changes the text of Save.
func changesAField(t *testing.T, b browser) {
	p := apptest.Boot(t)
	signsIn(b, p, apptest.Teacher)
	b.Go(p.Address + apptest.EightB)
	b.Click(".rows li:nth-child(6) label")
	b.Wait(`document.querySelector(".ticked").innerText.startsWith("1 ticked") && ` +
		`document.querySelector("#clear").offsetWidth > 0`)
	b.Type("3")
	b.Text(`document.querySelector("#time").focus()`)
	// A click into the field would begin at the part under the pointer. Tab leads from the hour to the minute.
	b.Type("08" + tabKey + "12")
	b.Wait(`document.querySelector("#time").value === "08:12"`)
	b.Click("#press")
	b.Wait(saved("Late", 1))
}

// signsIn signs the person in.
func signsIn(b browser, p *apptest.Program, person string) {
	b.Go(p.Address + "/sign-in")
	b.Click("[name=email]")
	b.Type(person + tabKey + apptest.EveryPassword + enterKey)
	b.Wait(`location.pathname !== "/sign-in"`)
}

func thirtyTaps(t *testing.T, b browser) {
	network := newNetwork(t)
	p := apptest.BootWith(t, apptest.Options{Listener: network})
	pairs(t, b, p, "8B")
	// Two students of the 28 were not meant: their taps are taken back, and they tap again.
	wrongTap(b, 1)
	for place := range 14 {
		b.Click(tile(place + 1))
	}
	network.Cut(true)
	wrongTap(b, 15)
	for place := range 14 {
		b.Click(tile(place + 15))
	}
	b.Wait(says(28, "Kept, will send"))
	b.Go(p.Address + "/door")
	b.Wait(says(28, "Kept, will send"))
	network.Cut(false)
	b.Text(`dispatchEvent(new Event("online"))`)
	apptest.Eventually(t, "all taps are saved", func() bool { return apptest.Outcomes(t, p.App.Store)[roll.Saved] == 28 })
	b.Wait(`document.querySelector("#count").innerText === "28 of 28 in"`)
}

// wrongTap taps the tile at the place, and takes that back as fast as a person can.
func wrongTap(b browser, place int) {
	b.t.Helper()
	b.Click(tile(place))
	id := b.Text(fmt.Sprintf(`document.querySelector(%q).value.split(":")[0]`, tile(place)))
	notMe := fmt.Sprintf(`#not-me button[value="%s"]`, id)
	// A press within 300 ms counts for the student whose button was there before.
	b.Wait(fmt.Sprintf(`performance.now() - (document.querySelector(%q).seen ??= performance.now()) > 300`, notMe))
	b.Click(notMe)
	b.Wait(fmt.Sprintf(`document.querySelector("%s:not([data-local])")`, tile(place)))
}

// pairs makes the browser a tablet for students of the class.
func pairs(t *testing.T, b browser, p *apptest.Program, class string) {
	t.Helper()
	office := p.As(t, apptest.OfficeWorker)
	form := office.TabletForm("Door 12", class)
	form.Set("mode", string(roll.StudentsMode))
	b.Go(p.Address + "/pair#" + office.Post(apptest.TabletsPath, form).PairingCode())
	b.Wait(fmt.Sprintf(`location.pathname === "/door" && document.querySelectorAll(".taps button").length === %d`, 28))
	b.Wait(`((async () => { window.copy = await caches.match("/door"); })(), window.copy && navigator.serviceWorker.controller)`)
}
