package browser_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// takingTests take rolls and count the taps and keys.
func takingTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"three absent by pointer":                     threeAbsentByPointer,
		"three absent by keys":                        threeAbsentByKeys,
		"three absent and 25 present by pointer":      everybodyByPointer,
		"three absent and 25 present by keys":         everybodyByKeys,
		"the next class is opened by keys":            nextByKeys,
		"the same in two presses by pointer":          twoPressesByPointer,
		"the same in two presses by keys":             twoPressesByKeys,
		"all 28 present by pointer":                   allPresentByPointer,
		"all 28 present by keys":                      allPresentByKeys,
		"three absent without scripts":                threeAbsentWithoutScript,
		"changing what was just saved":                changeWhatWasSaved,
		"28 names and the bar fit a tablet":           everythingFitsATablet,
		"a name cannot break the page":                hardNames,
		"thirty statuses and names right to left":     manyStatuses,
		"Back gives the whole page":                   backGivesTheWholePage,
		"three absent and 25 present without scripts": everybodyWithoutScript,
		"who unticks the others is remembered":        untickingIsRemembered,
		"others' marks appear on an open roll":        othersMarksAppear,
	}
}

func threeAbsentByPointer(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	for _, place := range []int{3, 12, 27} {
		u.Tap(u.Row(place))
	}
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(3, "Absent")
	wantHands(u, 6, 0)
	p.WantCallsOf(t, 3)
	wantTicked(u, "")
}

func threeAbsentByKeys(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	threeTickedByKeys(u)
	u.Press("o" + kb.Enter)
	u.WaitSaved(3, "Absent")
	wantHands(u, 0, 14)
	p.WantCallsOf(t, 3)
}

// threeTickedByKeys opens 8B and ticks the numbers 4, 13 and 28 as absent.
func threeTickedByKeys(u *apptest.User) {
	u.T.Helper()
	u.Press("8")
	u.Ready("#find")
	u.Press("/4" + kb.Enter + "13" + kb.Enter + "28" + kb.Enter + kb.Escape + "2")
	wantTicked(u, "3,12,27")
}

func everybodyByPointer(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	u.Taps = 0
	for _, place := range []int{0, 14, 20} {
		u.Tap(u.Row(place))
	}
	u.Tap(u.Status("Absent"))
	u.Want("Save", `document.querySelector("#press").innerText`, "Save 3 Absent, 25 Present")
	u.Tap("#press")
	u.WaitSaved(3, "Absent")
	u.WaitSaved(25, "Present")
	wantHands(u, 5, 0)
	p.WantCallsOf(t, 3, 25)
}

func everybodyByKeys(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	threeTickedByKeys(u)
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.WaitSaved(3, "Absent")
	u.WaitSaved(25, "Present")
	wantHands(u, 0, 14)
	p.WantCallsOf(t, 3, 25)
}

// nextByKeys opens the next class after a save: by the key of the sentence, and by a letter.
func nextByKeys(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	for _, key := range []string{kb.Enter, "n"} {
		class := u.Text(`document.querySelector("h1").innerText`)
		u.Press(kb.Enter, kb.ModifierCtrl)
		u.Wait(`document.activeElement.id === "said" && document.querySelector("#next")?.inert === false`)
		u.Press(key)
		u.Wait(`document.querySelector("#roll") && document.querySelector("h1").innerText !== ` + strconv.Quote(class))
	}
}

func twoPressesByPointer(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	for _, place := range []int{1, 2, 3} {
		u.Tap(u.Row(place))
	}
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(3, "Absent")
	u.Tap("#mark-others")
	u.WaitSaved(25, "Present")
	u.WaitSaved(3, "Absent")
	wantHands(u, 7, 0)
	p.WantCallsOf(t, 3, 25)
}

func twoPressesByKeys(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	threeTickedByKeys(u)
	u.Press("o" + kb.Enter)
	u.WaitSaved(3, "Absent")
	u.Wait(`!document.querySelector("#mark-others").closest("[inert]")`)
	u.Press("o" + kb.Enter)
	u.WaitSaved(25, "Present")
	wantHands(u, 0, 16)
	p.WantCallsOf(t, 3, 25)
}

func allPresentByPointer(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(apptest.EightBSize, "Present")
	wantHands(u, 2, 0)
	p.WantCallsOf(t, apptest.EightBSize)
}

func allPresentByKeys(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	u.Press("8")
	u.Ready("#roll")
	u.Press(kb.Enter, kb.ModifierCtrl)
	u.WaitSaved(apptest.EightBSize, "Present")
	wantHands(u, 0, 3)
	p.WantCallsOf(t, apptest.EightBSize)
}

func threeAbsentWithoutScript(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	u.WithoutScript()
	u.Go(u.Text("location.href"))
	opensClass(u, "8B")
	if u.True(`[...document.querySelectorAll(".scripted")].some(e => e.checkVisibility())`) {
		t.Error("something shows that needs a script")
	}
	for _, place := range []int{3, 12, 27} {
		u.Tap(u.Row(place))
	}
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(3, "Absent")
	wantHands(u, 6, 0)
	u.Picture("roll-without-scripts-1280")
	u.Go(u.Text("location.href"))
	u.WaitSaved(3, "Absent")
	p.WantCallsOf(t, 3)
}

func changeWhatWasSaved(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	u.Tap(u.Row(5))
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(1, "Absent")
	u.Tap("#change")
	wantTicked(u, "5")
	u.Tap(u.Status("Late"))
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(1, "Late")
	p.WantCallsOf(t, 1, 1)
}

func everythingFitsATablet(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	for _, size := range [][2]int{{1280, 720}, {768, 1024}} {
		u.Size(size[0], size[1])
		if hidden := u.Number(`[...document.querySelectorAll("[data-enrolment] label, #press")].filter(e => {
			const b = e.getBoundingClientRect();
			return !e.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2));
		}).length`); hidden > 0 {
			t.Errorf("at %dx%d %v rows or buttons are out of sight", size[0], size[1], hidden)
		}
	}
}

func hardNames(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	u.Go(p.Address + "/schools/harbour/roll?class=9A")
	u.Ready("#roll")
	u.WantSays("<b>Max</b>", "<script>alert(1)</script>", `Back\slash`, "Robert'); DROP TABLE students;--")
	if n := u.Number(`document.querySelectorAll("[data-enrolment] script").length`); n > 0 {
		t.Errorf("%v names became scripts", n)
	}
	u.WantAccessible("roll-hard-names")
}

func manyStatuses(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	u.Size(1280, 720)
	u.Go(p.Address + "/schools/tilleuls/roll?class=4e+B")
	u.SignsIn(apptest.FrenchTeacher)
	u.Ready("#roll")
	u.Tap(u.Row(0))
	u.Tap(".more summary")
	u.Tap(u.Status("Infirmerie"))
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(1, "Infirmerie")
	u.WantAccessible("roll-many-statuses")
}

func backGivesTheWholePage(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	u.Tap(u.Row(5))
	u.Tap(u.Status("Absent"))
	u.Tap(apptest.SaveTicked)
	u.WaitSaved(1, "Absent")
	u.Go(p.Address + "/schools/harbour")
	u.Back()
	u.Ready("#roll")
	u.WaitSaved(1, "Absent")
	if !u.True(`document.querySelector("header.top")`) {
		t.Error("Back gives a fragment")
	}
}

func untickingIsRemembered(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	for _, class := range []string{"8B", "7B"} {
		u.Go(p.Address + "/schools/harbour/roll?class=" + class)
		u.Ready("#roll")
		u.Tap(u.Row(5))
		u.Tap(u.Status("Absent"))
		if class == "8B" {
			u.Tap("#others-choice")
		}
		u.Tap("#press")
		u.WaitSaved(1, "Absent")
	}
	p.WantCallsOf(t, 1, 1)
}

func everybodyWithoutScript(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	u.WithoutScript()
	u.Go(u.Text("location.href"))
	opensClass(u, "8B")
	u.Taps = 0
	for _, place := range []int{3, 12, 27} {
		u.Tap(u.Row(place))
	}
	u.Tap(u.Status("Absent"))
	u.Tap("noscript button")
	u.WaitSaved(3, "Absent")
	u.WaitSaved(25, "Present")
	wantHands(u, 5, 0)
	p.WantCallsOf(t, 3, 25)
}

func othersMarksAppear(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, office := p.UserOf(t, browser, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	opensClass(u, "8B")
	for _, place := range []int{3, 12} {
		u.Click(u.Row(place))
	}
	u.Click(u.Status("Absent"))
	excuses := func(place int) {
		page := office.Get(apptest.EightB)
		office.Follow(office.Post(apptest.RollPath, page.Press(t, "Excused", page.Enrolments(t, place)...)))
	}
	shown := func(place int) {
		u.Wait(fmt.Sprintf(`document.querySelectorAll("[data-enrolment]")[%d].innerText.includes("Excused")`, place))
	}
	excuses(20)
	shown(20)
	// A hidden page asks for nothing, and is up to date when the teacher comes back.
	const hides = `Object.defineProperty(document, "hidden", { value: %t, configurable: true }), document.dispatchEvent(new Event("visibilitychange"))`
	u.Text(fmt.Sprintf(hides, true))
	u.Wait(`!("open" in document.querySelector("#live").dataset)`)
	excuses(21)
	u.Text(fmt.Sprintf(hides, false))
	shown(21)
	wantTicked(u, "3,12")
	u.Click(apptest.SaveTicked)
	u.WaitSaved(2, "Absent")
}
