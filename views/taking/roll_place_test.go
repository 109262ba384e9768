package taking

import (
	"fmt"
	"strings"
	"testing"

	"rollbook/views/browsertest"
	"rollbook/views/part"
)

func TestTicksStayOnTheirRow(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.OpenWhole(t)
	if !ok {
		return
	}
	for name, test := range map[string]func(*testing.T, *browsertest.Browser){
		"no tick and no status moves the list":                   holdPlace,
		"a press is for the row that stood there":                pressWhatWasSeen,
		"so it is where the browser scrolls by itself":           pressWhatWasSeenBeforeTheBrowserScrolled,
		"whoever scrolls presses what is there then":             pressAfterScrolling,
		"a press on what grew over a row is for the row":         pressUnderTheBar,
		"ticks made while a save is under way stay":              tickWhileSaving,
		"a draft is of one school":                               keepSchoolsApart,
		"a draft names no student":                               namesNoStudent,
		"a draft ticks no other student than it was made for":    tickSameStudents,
		"going back in history brings ticks to their own rows":   goBack,
		"going back brings no ticks that were saved":             goBackAfterSave,
		"a page that the browser kept alive is read again":       readKeptPageAgain,
		"without a script the browser ticks nothing by itself":   goBackWithoutScript,
		"what a browser ticks by itself when it comes back goes": untickRestored,
	} {
		t.Run(name, func(t *testing.T) { test(t, browser) })
	}
}

// places contains the positions of the rows in the window, and the scroll position.
const places = `JSON.stringify([scrollY, ...[...document.querySelectorAll(".rows > li")].map((row) => row.getBoundingClientRect())])`

// clickMiddle clicks the middle of an element without scrolling to it.
func clickMiddle(tab *browsertest.Tab, element string) {
	box := element + ".getBoundingClientRect()"
	tab.ClickAt(tab.Number(box+".x + "+box+".width / 2"), tab.Number(box+".y + "+box+".height / 2"))
}

// seenRows contains the rows whose middle is visible.
const seenRows = `[...document.querySelectorAll(".rows > li")].filter((row) => {
	const { x, y, width, height } = row.getBoundingClientRect();
	return row.contains(document.elementFromPoint(x + width / 2, y + height / 2)); })`

func holdPlace(t *testing.T, browser *browsertest.Browser) {
	sizes := [][2]int{{360, 740}, {320, 640}, {768, 1024}, {1024, 768}, {1280, 720}}
	if !browsertest.AllLooks() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		for _, scrolled := range []string{"0", "200", "document.body.scrollHeight"} {
			_, tab := openRoll(t, browser, "")
			tab.Size(size[0], size[1])
			tab.Text("scrollTo(0, " + scrolled + ")")
			tab.Wait(afterwards)
			before := tab.Text(places)
			moved := func(what string) {
				t.Helper()
				if after := tab.Text(places); after != before {
					t.Errorf("at %v, scrolled to %s, %s moves the list", size, scrolled, what)
					before = after
				}
			}
			clickMiddle(tab, seenRows+".at(-1)")
			tab.Want("ticked", `document.querySelectorAll(".rows :checked").length`, "1")
			moved("the first tick")
			for i := range 6 {
				clickMiddle(tab, fmt.Sprintf(`document.querySelectorAll(".choice")[%d]`, i))
				moved(fmt.Sprintf("status %d", i))
			}
			clickMiddle(tab, `document.querySelector("#clear")`)
			moved("Clear")
		}
	}
}

// press is a script that presses and releases at a point, given by x and y, like a finger.
const press = `const finger = (x, y) => {
	const at = { clientX: x, clientY: y, detail: 1, bubbles: true, cancelable: true };
	document.elementFromPoint(x, y).dispatchEvent(new PointerEvent("pointerdown", at));
	document.elementFromPoint(x, y).dispatchEvent(new MouseEvent("click", at));
};
const middle = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
const rows = [...document.querySelectorAll(".rows > li")];`

// afterwards is true once a reader has had the time to see the last move.
const afterwards = `(window.moved ??= performance.now()) + 310 < performance.now()`

func pressWhatWasSeen(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "")
	tab.Wait(afterwards)
	tab.Text(`(() => { ` + press + `
		const aimed = middle(rows[3]), next = middle(rows[5]);
		document.querySelector("#summary").textContent = "Something is said above the list.";
		document.querySelector("#summary").style.blockSize = "60px";
		finger(...aimed);
		finger(...next);
		window.aimed = middle(rows[8]); })()`)
	tab.Want("ticked just after the list moved", tickedNumbers, "4,6")
	tab.Text("delete window.moved")
	tab.Wait(afterwards)
	tab.Text(`(() => { ` + press + ` finger(...window.aimed); })()`)
	tab.Want("ticked later", tickedNumbers, "4,6,9")
	tab.Text(`(() => { ` + press + `
		const above = middle(rows[0]);
		document.querySelector("#summary").style.blockSize = "0px";
		document.querySelector(".head").style.marginBlockEnd = "-300px";
		finger(above[0], 20); })()`)
	tab.Want("ticked where nobody stood", tickedNumbers, "4,6,9")
}

// The browser scrolls by itself when the part above the rows becomes taller.
func pressWhatWasSeenBeforeTheBrowserScrolled(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "")
	tab.Wait(afterwards)
	tab.Text(`(() => { ` + press + `
		const aimed = middle(rows[3]);
		document.querySelector("#summary").style.blockSize = "60px";
		dispatchEvent(new Event("scroll"));
		finger(...aimed); })()`)
	tab.Want("ticked", tickedNumbers, "4")
}

// A first tick changes the head of the page, but no row's position. A program that controls the browser, such
// as a screen reader, scrolls and presses before the browser reports the scrolling.
func pressAfterScrolling(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "")
	tab.Size(360, 740)
	tab.Wait(afterwards)
	tab.Text(`(() => { ` + press + `
		finger(...middle(rows[1]));
		for (const [by, row] of [[400, 9], [400, 17], [-200, 13]]) {
			scrollBy(0, by);
			if (row > 9) dispatchEvent(new Event("scroll"));
			finger(...middle(rows[row]));
		} })()`)
	tab.Want("ticked", tickedNumbers, "2,10,14,18")
}

func pressUnderTheBar(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "")
	tab.Size(360, 740)
	tab.Wait(afterwards)
	const lowest = seenRows + ".at(-1)"
	number := tab.Text(lowest + `.querySelector("span").textContent`)
	tab.Text(`(() => { ` + press + `
		const aimed = middle(` + lowest + `);
		document.querySelector(".bar").style.paddingBlockStart = "400px";
		finger(...aimed); })()`)
	tab.Want("ticked", tickedNumbers, number)
	tab.Want("status", `document.querySelector("[name=status]:checked")`, "null")
}

func tickWhileSaving(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	hold := make(chan struct{})
	fake.set(func() { fake.hold = hold })
	tickTwo(t, tab)
	tab.Click("#press")
	tab.Wait(`document.querySelector(".htmx-request")`)
	// One of the others, and one of those being saved, once more.
	tab.Click("[data-enrolment='481003'] label")
	tab.Click("[data-enrolment='481010'] label")
	tab.Click("[data-enrolment='481010'] label")
	close(hold)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 28`)
	tab.Want("ticked", tickedNumbers, "3,10")
	tab.Want("Save", saveText, "Save 2 as Absent")
	tab.Click(saveTicked)
	tab.Wait(`!document.querySelector(".rows :checked")`)
	if posts := fake.pressed(); len(posts) != 2 || strings.Join(posts[1]["enrolment"], ",") != "481003,481010" {
		t.Errorf("sent %v", posts)
	}
}

// otherwise changes the page of the server.
func (f *fakeRoll) otherwise(change func(*RollView)) {
	f.set(func() {
		f.view = func(b ExampleBase) *RollView {
			view := exampleRoll(b)
			change(view)
			return view
		}
	})
}

func keepSchoolsApart(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	address := tab.Text("location.href")
	fake.otherwise(func(view *RollView) { view.School.ID = "seaside" })
	tab.Go(address)
	tab.Want("ticked in the other school", tickedNumbers, "")
	tab.Want("Save in the other school", saveText, "Nobody absent: save 28 Present")
	tab.Want("what is said there", resultText, "")
	fake.otherwise(func(*RollView) {})
	tab.Go(address)
	tab.Want("ticked in the first school", tickedNumbers, "10,15")
}

func namesNoStudent(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	for _, name := range []string{`"p1"`, "|p1|", ":p1|", "Rivera"} {
		if kept := tab.Text(stored); strings.Contains(kept, name) {
			t.Errorf("the draft names a person: %s", kept)
		}
	}
}

// without takes the student with the number off the list.
func without(view *RollView, number int) {
	view.Rows = append(append([]part.Row{}, view.Rows[:number-1]...), view.Rows[number:]...)
}

func tickSameStudents(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	tab.Click("[data-enrolment='481020'] label")
	tab.Click("[data-enrolment='481021'] label")
	fake.otherwise(func(view *RollView) {
		view.Rows[14].Student++
		without(view, 20)
		without(view, 2)
	})
	tab.Go(tab.Text("location.href"))
	tab.Want("ticked", tickedNumbers, "10,21")
	tab.Want("Save", saveText, "Save 2 Absent, 24 Present")
}

// back goes to another page and back, and waits until it is there.
func back(tab *browsertest.Tab, elsewhere, there string) {
	tab.Go(elsewhere)
	tab.Back()
	tab.Wait(`document.querySelector("#roll") && document.readyState === "complete" && (` + there + `)`)
}

// oneLess is a list with one student fewer.
const oneLess = `document.querySelectorAll(".rows > li").length === 27`

func goBack(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	fake.otherwise(func(view *RollView) { without(view, 3) })
	back(tab, fake.URL+"/help/keys", oneLess)
	tab.Want("ticked", tickedNumbers, "10,15")
	tab.Want("Save", saveText, "Save 2 Absent, 25 Present")
	tab.Click(saveTicked)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 2`)
	if posts := fake.pressed(); strings.Join(posts[0]["enrolment"], ",") != "481010,481015" {
		t.Errorf("sent %v", posts)
	}
}

func goBackAfterSave(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	tab.Click(saveTicked)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 2`)
	fake.otherwise(func(view *RollView) { without(view, 3) })
	back(tab, fake.URL+"/help/keys", oneLess)
	tab.Want("ticked", tickedNumbers, "")
	tab.Want("Save", saveText, "Save the other 25 Present")
	tab.Want("status", `document.querySelector("[name=status]:checked")`, "null")
}

func readKeptPageAgain(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	fake.otherwise(func(view *RollView) { without(view, 3) })
	tab.Text(`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`)
	tab.Wait(oneLess + ` && document.readyState === "complete"`)
	tab.Want("ticked", tickedNumbers, "10,15")
}

func goBackWithoutScript(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "?script=none")
	tab.Click("[data-enrolment='481010'] label")
	tab.Click(".choice.f-absent")
	fake.otherwise(func(view *RollView) { without(view, 3) })
	back(tab, fake.URL+"/help/keys", "true")
	if rows := tab.Number(`document.querySelectorAll(".rows > li").length`); rows == 28 {
		// The browser kept the page in memory.
		tab.Want("ticked", tickedNumbers, "10")
		return
	}
	tab.Want("ticked", tickedNumbers, "")
}

func untickRestored(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "")
	tab.Click("[data-enrolment='481010'] label")
	tab.Text(`document.querySelectorAll("[name=enrolment]")[4].checked = true, dispatchEvent(new PageTransitionEvent("pageshow"))`)
	tab.Want("ticked", tickedNumbers, "10")
}
