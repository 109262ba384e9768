package engines_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// TestInFirefox takes a teacher and a tablet through their morning, one after the other in one Firefox.
func TestInFirefox(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: Chromium stands for Firefox")
		return
	}
	firefox, ok := openFirefox(t)
	if !ok {
		return
	}
	t.Run("a teacher saves a roll and goes on to the next", func(t *testing.T) { teacherSaves(t, firefox.For(t)) })
	t.Run("students tap in, also while the network is away", func(t *testing.T) { studentsTap(t, firefox.For(t)) })
}

func teacherSaves(t *testing.T, f browser) {
	p := apptest.Boot(t)
	f.Go(p.Address + "/")
	f.Click("[name=email]")
	f.Type(apptest.Teacher + tabKey + apptest.EveryPassword + enterKey)
	f.Click("a[href*='class=8B']")
	f.Wait(`document.querySelectorAll("[data-enrolment]").length === 28`)
	wantColumns(t, f, 768, "0,14")
	wantColumns(t, f, 1280, "0,10,20")
	f.Click(".rows li:nth-child(4) label")
	f.Type("/13" + enterKey + "28" + enterKey + escapeKey + "2")
	f.Wait(ticked("3,12,27"))
	wantLooks(t, f, f.name()+"-ticked")
	f.Size(1280, 720)
	reloads(f)
	f.Wait(ticked("3,12,27") + ` && document.querySelector("#press").innerText === "Save 3 Absent, 25 Present"`)
	f.Click("#press")
	f.Wait(saved("Absent", 3) + " && " + saved("Present", 25))
	f.Wait(`document.activeElement.id === "said"`)
	p.WantCallsOf(t, 3, 25)
	wantLooks(t, f, f.name()+"-saved")
	f.Size(1280, 720)
	reloads(f)
	f.Wait(ticked("") + " && " + saved("Absent", 3))
	f.Click(".rows li:nth-child(6) label")
	f.Type("3")
	f.Click("#press")
	f.Wait(saved("Late", 1))
	f.Click("#next")
	f.Wait(`document.querySelector("#roll") && !document.querySelector("h1").innerText.includes("8B")`)
}

// ticked returns an expression that is true when the rows at the places are ticked.
func ticked(places string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(".rows [name=enrolment]")].flatMap((box, i) => box.checked ? [i] : []).join() === %q`, places)
}

// wantColumns checks which rows begin a column in a window of the width.
func wantColumns(t *testing.T, f browser, width int, want string) {
	t.Helper()
	f.Size(width, 720)
	begin := f.Text(`[...document.querySelectorAll(".rows > li")].map((row) => row.getBoundingClientRect().top).flatMap((top, i, tops) => top === tops[0] ? [i] : [])`)
	if begin != want {
		t.Errorf("at %d columns begin at the rows %s, not %s", width, begin, want)
	}
}

// saved returns an expression that is true when count rows show the status as saved.
func saved(status string, count int) string {
	return fmt.Sprintf(`document.querySelectorAll("[data-outcome=saved]:has([data-status=%s])").length === %d`, status, count)
}

// reloads reloads the page as a person does: Firefox then fills in forms as they were left.
func reloads(f browser) {
	f.Text(`window.before = true, setTimeout(() => location.reload())`)
	f.Wait(`!window.before`)
}

func studentsTap(t *testing.T, f browser) {
	network := newNetwork(t)
	p := apptest.BootWith(t, apptest.Options{Listener: network})
	f.Size(768, 1024)
	pairs(t, f, p, "8B")
	f.Click(tile(1))
	f.Wait(says(1, "In 08:3"))
	network.Cut(true)
	f.Click(tile(2))
	f.Wait(says(2, "Kept, will send"))
	wantLooks(t, f, f.name()+"-taps")
	f.Go(p.Address + "/door")
	f.Wait(`document.body.innerText.includes("No network. This is the class as of 08:3")`)
	f.Wait(says(2, "Kept, will send"))
	network.Cut(false)
	f.Text(`dispatchEvent(new Event("online"))`)
	// For the first five seconds a tap can be taken back, and is not sent.
	apptest.Eventually(t, "both taps are saved", func() bool { return apptest.Outcomes(t, p.App.Store)[roll.Saved] == 2 })
	f.Wait(says(2, "In 08:3"))
	p.WantCallsOf(t, 1, 1)
}

// tile returns the selector of the name at the place, from 1.
func tile(place int) string { return fmt.Sprintf(".taps li:nth-child(%d) button", place) }

// says returns an expression that is true when the tile at the place says the text under its name.
func says(place int, text string) string {
	return fmt.Sprintf(`document.querySelector("%s small").innerText.replace(/\s+/g, " ").startsWith(%q)`, tile(place), text)
}

// wantLooks checks that nothing stands out at the side, in both themes at three widths, and leaves pictures in
// the folder of the variable PICTURES.
func wantLooks(t *testing.T, f browser, name string) {
	t.Helper()
	for _, look := range browsertest.Looks(t) {
		f.Text(fmt.Sprintf(`document.documentElement.dataset.theme = %q`, look.Theme))
		f.Size(look.Width, look.Height)
		at := fmt.Sprintf("%s-%d-%s", name, look.Width, look.Theme)
		if wide := f.Text(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide != "0" {
			t.Errorf("%s: %s px stand out at the side", at, wide)
		}
		if folder := os.Getenv("PICTURES"); folder != "" {
			f.Picture(filepath.Join(folder, at+".png"))
		}
	}
}
