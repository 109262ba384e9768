package taking

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rollbook/views/browsertest"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// openRoll opens the fake server's roll in a tab of its own.
func openRoll(t *testing.T, browser *browsertest.Browser, query string) (*fakeRoll, *browsertest.Tab) {
	t.Helper()
	fake := newFakeRoll(t)
	tab := browser.Tab(t)
	tab.Size(1280, 720)
	tab.Go(fake.URL + "/schools/hillside/roll" + query)
	return fake, tab
}

const (
	// saveTicked is the button that saves only the ticked students.
	saveTicked    = `#only:not([hidden]), .presses:not(:has(#only:not([hidden]))) #press`
	tickedNumbers = `[...document.querySelectorAll(".rows li:has(:checked) label > span")].map(e => e.textContent)`
	saveText      = `document.querySelector("#press").textContent`
	resultText    = `document.querySelector("#result").innerText + document.querySelector("#explain").innerText`
	focused       = `document.activeElement.closest("li")?.querySelector("span").textContent ?? document.activeElement.id`
)

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestTheRollInTheBrowser(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	for name, test := range map[string]func(*testing.T, *browsertest.Browser){
		"three absent and the others present take 14 keys": takeByKeys,
		"arrows, j, k and Shift tick ranges":               tickRanges,
		"star keys tick all, none and those without mark":  tickByStar,
		"single-letter keys can be off":                    switchKeysOff,
		"a press without ticks or status explains itself":  explainPresses,
		"one press saves the others too":                   saveOthersToo,
		"only those who are ticked can be saved":           saveOnlyTicked,
		"a press says how many are known":                  saveKnownToo,
		"what was unticked stays unticked":                 keepUnticked,
		"a roll with marks marks nobody else by itself":    leaveOthersOfATouchedRoll,
		"without a script two buttons say what they send":  saveWithoutScript,
		"nobody absent is one press":                       saveNobodyAbsent,
		"a save says one true thing at a time":             sayOneThing,
		"after a save the next class leads":                leadOn,
		"Enter in the list saves":                          saveByEnter,
		"the help opens above the page":                    openHelp,
		"a status under More is found by typing":           findStatus,
		"a key leads to the time of Late":                  goToTime,
		"finding says which of how many it is at":          findOneOfSeveral,
	} {
		t.Run(name, func(t *testing.T) { test(t, browser) })
	}
}

func takeByKeys(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tab.Type("/")
	tab.Want("focus", focused, "find")
	// The driver types a key even if the page handled it, unlike a keyboard.
	tab.Text(`document.querySelector("#find").value = ""`)
	keys := []string{"o", "k", kb.Enter, "z", kb.Enter, "1", "0", kb.Enter, kb.Escape, "2"}
	for _, key := range keys {
		tab.Type(key)
	}
	tab.Want("ticked", tickedNumbers, "10,15,21")
	tab.Want("Save", saveText, "Save 3 Absent, 25 Present")
	watchRest(tab)
	tab.Type("o")
	tab.Type(kb.Enter)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 3`)
	tab.Want("ticked after", tickedNumbers, "")
	tab.Want("status after", `document.querySelector("[name=status]:checked")`, "null")
	tab.Wait(`["3 Absent. Saved 08:32.", "Mark the other 25 Present"].every((text) => (` + resultText + `).includes(text))`)
	tab.Wait(rests + ` && !document.querySelector("#mark-others").inert`)
	tab.Type("o")
	tab.Type(kb.Enter)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 28`)
	expectPosts(t, fake)
	tab.Want("seen", `document.querySelector("[name=seen]").value`, "481001:2")
	tab.Want("token", `document.querySelector("#save").value`, "save-2")
}

// watchRest notes whether something new in the bar could not be pressed at first: rests is then true.
func watchRest(tab *browsertest.Tab) {
	tab.Text(`new MutationObserver(() => { window.rested ||= document.querySelector(".bar [inert]"); })
		.observe(document.body, { subtree: true, childList: true, attributes: true })`)
}

const rests = `window.rested`

func expectPosts(t *testing.T, fake *fakeRoll) {
	t.Helper()
	posts := fake.pressed()
	if len(posts) != 2 {
		t.Fatalf("%d presses", len(posts))
	}
	first, second := posts[0], posts[1]
	expect(t, "first", strings.Join(first["enrolment"], " "), "481010 481015 481021")
	expect(t, "first status", first.Get("status"), "2")
	expect(t, "first others", first.Get("others"), "")
	expect(t, "first token", first.Get("save"), "Zq3vJx0d9sVb2mQ1")
	expect(t, "second token", second.Get("save"), "offer")
	expect(t, "second status", second.Get("status"), "1")
	if len(first["seen"]) != 28 || len(second["enrolment"]) != 25 || slices.Contains(second["enrolment"], "481010") {
		t.Errorf("seen %d, then %d students", len(first["seen"]), len(second["enrolment"]))
	}
}

func tickRanges(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "")
	for _, key := range []string{kb.ArrowDown, kb.ArrowDown, "j", "j", "k", "x"} {
		tab.Type(key)
	}
	tab.Want("after x", tickedNumbers, tab.Text(focused))
	here := tab.Text(focused)
	tab.Type(kb.ArrowDown, kb.ModifierShift)
	tab.Type(kb.ArrowDown, kb.ModifierShift)
	tab.Wait(`(([first, ...more]) => first === "` + here + `" && more.length === 2)(` + tickedNumbers + `)`)
	tab.Click("#clear")
	tab.Want("after Clear", tickedNumbers, "")
	tab.Click("[data-enrolment='481012'] label")
	const last = `document.querySelector("[data-enrolment='481015'] bdi").getBoundingClientRect()`
	x, y := tab.Number(last+".x + "+last+".width / 2"), tab.Number(last+".y + "+last+".height / 2")
	browsertest.Run(tab, chromedp.MouseClickXY(x, y, chromedp.ButtonModifiers(kb.ModifierShift)))
	tab.Want("after Shift and click", tickedNumbers, "12,13,14,15")
	tab.Wait(`!document.querySelector("#all").checked && document.querySelector("#all").indeterminate`)
}

func goToTime(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	for _, key := range []string{kb.ArrowDown, "x", "2", "t"} {
		tab.Type(key)
	}
	tab.Want("focus without a time", focused, tab.Text(`document.querySelector(".rows :checked").closest("li").querySelector("span").textContent`))
	for _, key := range []string{"3", "t"} {
		tab.Type(key)
	}
	tab.Want("focus", focused, "time")
	tab.Text(`document.querySelector("#time").value = "08:29"`)
	tab.Text(`document.querySelector("#only").click()`)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 1`)
	if post := fake.pressed()[0]; post.Get("time") != "08:29" || post.Get("check") != "in" {
		t.Errorf("sent %v", post)
	}
}

func tickByStar(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tab.Type("*")
	tab.Type("a")
	tab.Want("all", `document.querySelector("#ticked").textContent`, "28 ticked")
	tab.Type("*")
	tab.Type("n")
	tab.Want("none", tickedNumbers, "")
	tab.Click("[data-enrolment='481001'] label")
	tab.Type("1")
	tab.Type(kb.Enter, kb.ModifierCtrl)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 1`)
	tab.Type("*")
	tab.Type("u")
	tab.Want("without mark", `document.querySelector("#ticked").textContent`, "27 ticked")
	if len(fake.pressed()) != 1 {
		t.Error("ticking pressed Save")
	}
}

func switchKeysOff(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "?keys=off")
	tab.Type(kb.ArrowDown)
	for _, key := range []string{"x", "2", "*", "a"} {
		tab.Type(key)
	}
	tab.Want("ticked", tickedNumbers, "")
	tab.Want("status", `document.querySelector("[name=status]:checked")`, "null")
	tab.Type(" ")
	tab.Wait(`document.querySelector(".rows :checked")`)
}

func explainPresses(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	fake.otherwise(func(view *RollView) { view.Bar.OthersStatus = nil })
	tab.Go(fake.URL + "/schools/hillside/roll")
	tab.Click("#press")
	tab.Want("with nobody ticked it says", resultText, "Tick a student first.")
	tab.Click("[data-enrolment='481003'] label")
	tab.Want("when that is done it says", resultText, "")
	tab.Click("#press")
	tab.Want("without a status it says", resultText, "Choose a status.")
	tab.Click(".choice.f-absent")
	tab.Want("when that is done it says", resultText, "")
	if len(fake.pressed()) > 0 {
		t.Error("it was sent")
	}
}

// saveNobodyAbsent presses the one button of an untouched roll. Nothing is recorded before.
func saveNobodyAbsent(t *testing.T, browser *browsertest.Browser) {
	for _, onlyTicked := range []bool{false, true} {
		fake, tab := openRoll(t, browser, "")
		fake.otherwise(func(view *RollView) { view.Bar.OnlyTicked = onlyTicked })
		tab.Go(fake.URL + "/schools/hillside/roll")
		tab.Want("the button", saveText, "Nobody absent: save 28 Present")
		if tab.True(`document.querySelector(".statuses").checkVisibility() || document.querySelector(".others").checkVisibility()`) {
			t.Error("more than the button stands in the bar")
		}
		if len(fake.pressed()) > 0 || tab.True(`document.querySelector("[data-outcome=saved]")`) {
			t.Error("something is recorded before anybody pressed")
		}
		tab.Type(kb.Enter, kb.ModifierCtrl)
		tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 28`)
		post := fake.pressed()[0]
		if len(post["other"]) != 28 || len(post["others"]) != 1 || post.Get("others") != "1" || len(post["enrolment"]) > 0 {
			t.Errorf("sent %v", post)
		}
	}
}

// sayOneThing follows the one sentence of a save from the press until its last mark is settled.
func sayOneThing(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	hold := make(chan struct{})
	fake.set(func() { fake.become, fake.hold = roll.Waiting, hold })
	tickTwo(t, tab)
	tab.Click(saveTicked)
	tab.Wait(saveText + ` === "Saving 2..." && document.querySelector("#result").textContent === "Saving 2..."`)
	close(hold)
	tab.Wait(`document.querySelector("#said strong")?.textContent === "2 kept, not confirmed yet. You can leave."`)
	tab.Text(`window.told = [], new MutationObserver(() => told.push(document.querySelector("#said").textContent.trim())).observe(document.querySelector("#result"), { subtree: true, childList: true, characterData: true })`)
	fake.set(func() { fake.told.UnderWay = 2 })
	fake.news <- struct{}{}
	fake.settle()
	fake.set(func() {
		fake.told = part.Summary{Saved: []part.SavedCount{{Students: 2, Status: "Absent"}}, Clock: "08:33"}
	})
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 2`)
	tab.Wait(`document.querySelector("#said strong").textContent === "2 Absent. Saved 08:33."`)
	if says := tab.Text(`new Set(told).size`); says != "1" {
		t.Errorf("meanwhile it said %s things: %s", says, tab.Text(`JSON.stringify(told)`))
	}
	tab.Wait(`!document.querySelector("main").innerText.includes("not confirmed yet")`)
}

// leadOn checks the primary button after a save: the next class, and Save again after a tick.
func leadOn(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	fake.set(func() { fake.next = exampleNext() })
	const primary = `[...document.querySelectorAll(".primary")].filter((e) => e.checkVisibility()).map((e) => e.textContent.trim()).join()`
	tickTwo(t, tab)
	tab.Want("before the save leads Save", primary, "Save 2 Absent, 26 Present")
	tab.Want("beside its narrower choice", answers, "Save 2 Absent, 26 Present (filled)|Only these 2")
	watchRest(tab)
	tab.Click(saveTicked)
	tab.Want("after the save leads", primary, "Next: 9A")
	tab.Wait(rests + ` && !document.querySelector("#next").inert`)
	tab.Click("[data-enrolment='481003'] label")
	tab.Want("with a tick leads", primary, "Save 1")
	tab.Click("#clear")
	tab.Want("without it leads", primary, "Next: 9A")
	if len(fake.pressed()) != 1 {
		t.Error("something else was pressed")
	}
}

// Enter must never press a button in a row, such as Keep.
func saveByEnter(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	fake.set(func() { fake.view = exampleStates()["outcomes"] })
	tab.Go(fake.URL + "/schools/hillside/roll")
	tab.Wait(`document.querySelector("#ticked").textContent`)
	tab.Click("[data-enrolment='481003'] label")
	tab.Type(kb.Enter)
	tab.Wait(`document.querySelector("#save").value === "save-1"`)
	post := fake.pressed()[0]
	if len(post["enrolment"]) != 2 || post.Has("keep") || post.Has("change") {
		t.Errorf("Enter sent %v", post)
	}
}

func openHelp(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "")
	tab.Click("[data-enrolment='481003'] label")
	tab.Type("?")
	tab.Wait(`document.querySelector("#help:popover-open")?.innerText.includes("Keys of the roll")`)
	tab.Want("what the help offers about single-letter keys", `document.querySelector("#help [name=single_keys]").value`, "off")
	tab.Type(kb.Escape)
	tab.Want("ticked", tickedNumbers, "3")
}

func findStatus(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	fake.set(func() { fake.view = exampleStates()["thirty"] })
	tab.Go(fake.URL + "/schools/hillside/roll")
	tab.Click(".more summary")
	tab.Wait(`document.activeElement.id === "find-status"`)
	tab.Want("the families", `[...document.querySelectorAll(".family > b")].map(e => e.innerText).join()`, "Remote,Excused,Something else")
	for _, key := range []string{"d", "e", "n", "t"} {
		tab.Type(key)
	}
	const shown = `[...document.querySelectorAll(".more .choice")].filter(e => e.checkVisibility()).map(e => e.innerText.trim())`
	tab.Want("shown", shown, "Dentist")
	tab.Want("the headings of the families", `[...document.querySelectorAll(".family > b")].filter(e => e.checkVisibility()).length`, "1")
	tab.Click(".more .choice:not([hidden])")
	tab.Want("Save", saveText, "Save 3 as Dentist")
	tab.Want("the menu", `document.querySelector(".more summary").innerText`, "Dentist")
}

func findOneOfSeveral(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "")
	const (
		which   = `document.querySelector("#matches").textContent`
		atFound = `document.querySelector(".found label > span").textContent`
	)
	tab.Type("/")
	tab.Text(`document.querySelector("#find").value = ""`)
	tab.Type("m")
	tab.Wait(which)
	first := tab.Text(atFound)
	_, count, several := strings.Cut(tab.Text(which), "1 of ")
	if !several || count == "1" {
		t.Fatalf("it says %q", tab.Text(which))
	}
	tab.Type(kb.ArrowUp)
	tab.Want("before the first", which, count+" of "+count)
	tab.Type(kb.ArrowDown)
	tab.Type(kb.ArrowDown)
	tab.Want("the next", which, "2 of "+count)
	second := tab.Text(atFound)
	if second == first {
		t.Error("the next is the first")
	}
	for _, look := range []struct{ width, height int }{{1280, 720}, {360, 740}} {
		tab.Size(look.width, look.height)
		const inside = `(() => { const field = document.querySelector("#find").getBoundingClientRect(), said = document.querySelector("#matches").getBoundingClientRect();
			return said.width > 0 && said.left >= field.left && said.right <= field.right && said.top >= field.top && said.bottom <= field.bottom })()`
		tab.Wait(inside)
	}
	tab.Type(kb.Enter)
	tab.Want("ticked", tickedNumbers, second)
	tab.Want("afterwards", which, "")
}
