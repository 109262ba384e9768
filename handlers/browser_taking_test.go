package handlers_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// takingTests take rolls and count what hands do for them.
func takingTests() map[string]func(*testing.T, *browsertest.Browser) {
	return map[string]func(*testing.T, *browsertest.Browser){
		"three absent by pointer":                    threeAbsentByPointer,
		"three absent by keys":                       threeAbsentByKeys,
		"three absent and 25 present by pointer":     everybodyByPointer,
		"three absent and 25 present by keys":        everybodyByKeys,
		"the same in two presses by pointer":         twoPressesByPointer,
		"the same in two presses by keys":            twoPressesByKeys,
		"all 28 present by pointer":                  allPresentByPointer,
		"all 28 present by keys":                     allPresentByKeys,
		"three absent without scripts":               threeAbsentWithoutScript,
		"changing what was just saved":               changeWhatWasSaved,
		"28 names and the bar fit a tablet":          everythingFitsATablet,
		"a name cannot break the page":               hardNames,
		"thirty statuses and names right to left":    manyStatuses,
		"Back gives the whole page":                  backGivesTheWholePage,
		"the choice of everybody else is remembered": othersAreRemembered,
	}
}

// remembering lets the person have chosen "and everybody else" before.
func (p *program) remembering(t *testing.T, email string) *program {
	t.Helper()
	must(t, p.app.Store.SetPreferences(t.Context(), roll.PersonID(email), true, true))
	return p
}

func threeAbsentByPointer(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	for _, place := range []int{3, 12, 27} {
		u.tap(u.row(place))
	}
	u.tap(u.status("Absent"))
	u.tap("#press")
	u.waitSaved(3, "Absent")
	u.wantHands(6, 0)
	p.wantCallsOf(t, 3)
	if ticked := u.ticked(); ticked != "" {
		t.Errorf("still ticked: %s", ticked)
	}
}

func threeAbsentByKeys(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	threeTickedByKeys(u)
	u.press(kb.Enter, kb.ModifierCtrl)
	u.waitSaved(3, "Absent")
	u.wantHands(0, 14)
	p.wantCallsOf(t, 3)
}

// threeTickedByKeys opens 8B and ticks the numbers 4, 13 and 28 as absent.
func threeTickedByKeys(u *user) {
	u.t.Helper()
	u.press("8")
	u.ready("#find")
	u.press("/4" + kb.Enter + "13" + kb.Enter + "28" + kb.Enter + kb.Escape + "2")
	if ticked := u.ticked(); ticked != "3,12,27" {
		u.t.Errorf("ticked: %s", ticked)
	}
}

func everybodyByPointer(t *testing.T, browser *browsertest.Browser) {
	p := boot(t).remembering(t, teacher)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	for _, place := range []int{0, 14, 20} {
		u.tap(u.row(place))
	}
	u.tap(u.status("Absent"))
	if label := u.Text(`document.querySelector("#press").innerText`); label != "Save 3 Absent, 25 Present" {
		t.Errorf("Save says %q", label)
	}
	u.tap("#press")
	u.waitSaved(3, "Absent")
	u.waitSaved(25, "Present")
	u.wantHands(6, 0)
	p.wantCallsOf(t, 3, 25)
}

func everybodyByKeys(t *testing.T, browser *browsertest.Browser) {
	p := boot(t).remembering(t, teacher)
	u := p.userOf(t, browser, teacher)
	threeTickedByKeys(u)
	u.press(kb.Enter, kb.ModifierCtrl)
	u.waitSaved(3, "Absent")
	u.waitSaved(25, "Present")
	u.wantHands(0, 15)
	p.wantCallsOf(t, 3, 25)
}

func twoPressesByPointer(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	for _, place := range []int{1, 2, 3} {
		u.tap(u.row(place))
	}
	u.tap(u.status("Absent"))
	u.tap("#press")
	u.waitSaved(3, "Absent")
	u.tap("#mark-others")
	u.waitSaved(25, "Present")
	u.waitSaved(3, "Absent")
	u.wantHands(7, 0)
	p.wantCallsOf(t, 3, 25)
}

func twoPressesByKeys(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	threeTickedByKeys(u)
	u.press(kb.Enter, kb.ModifierCtrl)
	u.waitSaved(3, "Absent")
	u.Wait(`!document.querySelector("#mark-others").closest("[inert]")`)
	u.press("o" + kb.Enter)
	u.waitSaved(25, "Present")
	u.wantHands(0, 16)
	p.wantCallsOf(t, 3, 25)
}

func allPresentByPointer(t *testing.T, browser *browsertest.Browser) {
	p := boot(t).remembering(t, teacher)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	u.tap("#press")
	u.waitSaved(eightBSize, "Present")
	u.wantHands(2, 0)
	p.wantCallsOf(t, eightBSize)
}

func allPresentByKeys(t *testing.T, browser *browsertest.Browser) {
	p := boot(t).remembering(t, teacher)
	u := p.userOf(t, browser, teacher)
	u.press("8")
	u.ready("#roll")
	u.press(kb.Enter, kb.ModifierCtrl)
	u.waitSaved(eightBSize, "Present")
	u.wantHands(0, 3)
	p.wantCallsOf(t, eightBSize)
}

func threeAbsentWithoutScript(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.WithoutScript()
	u.Go(u.Text("location.href"))
	u.open("8B")
	if u.True(`[...document.querySelectorAll(".scripted")].some(e => e.checkVisibility())`) {
		t.Error("something shows that needs a script")
	}
	for _, place := range []int{3, 12, 27} {
		u.tap(u.row(place))
	}
	u.tap(u.status("Absent"))
	u.tap("#press")
	u.waitSaved(3, "Absent")
	u.wantHands(6, 0)
	u.picture("roll-without-scripts-1280")
	u.Go(u.Text("location.href"))
	u.waitSaved(3, "Absent")
	p.wantCallsOf(t, 3)
}

func changeWhatWasSaved(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	u.tap(u.row(5))
	u.tap(u.status("Absent"))
	u.tap("#press")
	u.waitSaved(1, "Absent")
	u.tap("#change")
	if ticked := u.ticked(); ticked != "5" {
		t.Errorf("ticked: %s", ticked)
	}
	u.tap(u.status("Late"))
	u.tap("#press")
	u.waitSaved(1, "Late")
	p.wantCallsOf(t, 1, 1)
}

func everythingFitsATablet(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
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
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.Go(p.address + "/schools/harbour/roll?class=9A")
	u.ready("#roll")
	if !u.says("<b>Max</b>", "<script>alert(1)</script>", `Back\slash`, "Robert'); DROP TABLE students;--") {
		t.Error("a name is not shown as it is")
	}
	if n := u.Number(`document.querySelectorAll("[data-enrolment] script").length`); n > 0 {
		t.Errorf("%v names became scripts", n)
	}
	u.wantAccessible("roll-hard-names")
}

func manyStatuses(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := &user{Tab: browser.Person(t), t: t, program: p}
	u.Size(1280, 720)
	u.Go(p.address + "/schools/tilleuls/roll?class=4e+B")
	u.signIn(frenchTeacher)
	u.ready("#roll")
	u.tap(u.row(0))
	u.tap(".more summary")
	u.tap(u.status("School nurse"))
	u.tap("#press")
	u.waitSaved(1, "School nurse")
	u.wantAccessible("roll-many-statuses")
}

func backGivesTheWholePage(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	u.tap(u.row(5))
	u.tap(u.status("Absent"))
	u.tap("#press")
	u.waitSaved(1, "Absent")
	u.Go(p.address + "/schools/harbour")
	u.Text("history.back()")
	u.ready("#roll")
	u.waitSaved(1, "Absent")
	if !u.True(`document.querySelector("header.top")`) {
		t.Error("Back gives a fragment")
	}
}

func othersAreRemembered(t *testing.T, browser *browsertest.Browser) {
	p := boot(t)
	u := p.userOf(t, browser, teacher)
	u.open("8B")
	u.tap("#others-choice")
	u.tap("#press")
	u.waitSaved(eightBSize, "Present")
	u.Go(p.address + "/schools/harbour/roll?class=7B")
	u.ready("#roll")
	if !u.True(`document.querySelector("#others-choice").checked`) {
		t.Error("it is not chosen for the next class")
	}
}
