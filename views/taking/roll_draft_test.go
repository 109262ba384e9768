package taking

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

func TestARollsDraftInTheBrowser(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	for name, test := range map[string]func(*testing.T, *browsertest.Browser){
		"ticks come back after a reload, and no name is kept":       keepTicks,
		"another person's ticks are cleared":                        clearOthersTicks,
		"ticks of a list that named others are cleared, and said":   clearOlderTicks,
		"a confirmed mark ends the draft":                           endDraft,
		"what could not be kept is said, with the ticks":            sayNotKept,
		"an answer from elsewhere is no answer":                     refuseForeignAnswer,
		"a failure does not stand beside an older result":           leaveOldResult,
		"a refresh touches neither ticks, focus nor what was seen":  refreshQuietly,
		"a page asks by itself where the stream is broken":          askWithoutStream,
		"only a visible roll has a stream":                          streamOnlyWhenVisible,
		"without a script the same form posts":                      postWithoutScript,
		"marks are hidden from the projector and the page stays so": hideMarks,
	} {
		t.Run(name, func(t *testing.T) { test(t, browser) })
	}
}

const stored = `JSON.stringify(sessionStorage)`

func tickTwo(t *testing.T, tab *browsertest.Tab) {
	t.Helper()
	tab.Click("[data-enrolment='481010'] label")
	tab.Click("[data-enrolment='481015'] label")
	tab.Click(".choice.f-absent")
	tab.Want("Save", saveText, "Save 2 Absent, 26 Present")
}

func keepTicks(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	kept := tab.Text(stored)
	for _, name := range []string{"Farouk", "Zofia", "8B student"} {
		if strings.Contains(kept, name) {
			t.Errorf("the draft holds a name: %s", kept)
		}
	}
	tab.Go(fake.URL + "/schools/hillside/roll")
	tab.Want("ticked after a reload", tickedNumbers, "10,15")
	tab.Want("Save after a reload", saveText, "Save 2 Absent, 26 Present")
}

func clearOthersTicks(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	fake.set(func() { fake.person = "p2" })
	tab.Go(fake.URL + "/schools/hillside/roll")
	tab.Want("ticked", tickedNumbers, "")
	tab.Wait(`(` + resultText + `).includes("Another person signed in")`)
}

func clearOlderTicks(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	fake.set(func() { fake.changes++ })
	tab.Go(fake.URL + "/schools/hillside/roll")
	tab.Want("ticked", tickedNumbers, "")
	tab.Wait(`(` + resultText + `).includes("The list of students has changed since you ticked.")`)
}

func endDraft(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	tab.Click(saveTicked)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 2`)
	tab.Wait(`Object.keys(sessionStorage).length === 0`)
	tab.Wait(`!document.querySelector("#change").inert`)
	tab.Click("#change")
	tab.Want("ticked by Change these 2", tickedNumbers, "10,15")
}

func sayNotKept(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	fake.set(func() { fake.status = http.StatusServiceUnavailable })
	tickTwo(t, tab)
	tab.Click(saveTicked)
	tab.Wait(`document.querySelector("#summary").innerText.includes("Could not be saved anywhere. Keep this page open and press Save again.")`)
	tab.Wait(`document.activeElement.id === "summary"`)
	tab.Want("ticked", tickedNumbers, "10,15")
	fake.set(func() { fake.status = 0 })
	tab.Click(saveTicked)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 2`)
	tab.Want("what the summary still says", `document.querySelector("#summary").innerText`, "")
}

func refuseForeignAnswer(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	fake.set(func() { fake.foreign = true })
	tickTwo(t, tab)
	tab.Click(saveTicked)
	tab.Wait(`document.querySelector("#summary").innerText.includes("Could not be saved anywhere")`)
	if tab.True(`document.body.innerText.includes("Bad gateway")`) {
		t.Error("a foreign page stands in ours")
	}
	// The draft has the token of the press without an answer.
	tab.Wait(stored + `.includes("Zq3vJx0d9sVb2mQ1")`)
}

func leaveOldResult(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	tab.Click(saveTicked)
	tab.Wait(`document.querySelector("#result").innerText.includes("2 Absent. Saved 08:32.")`)
	fake.set(func() { fake.foreign = true })
	tab.Click("[data-enrolment='481003'] label")
	tab.Click(".choice.f-excused")
	tab.Click(saveTicked)
	tab.Wait(`document.querySelector("#summary").innerText.includes("Could not be saved anywhere")`)
	tab.Want("the result", resultText, "")
	tab.Click("#clear")
	tab.Want("the result with nobody ticked", resultText, "Mark the other 26 Present")
	tab.Wait(afterwards)
	tab.Click("[data-enrolment='481003'] label")
	fake.set(func() { fake.foreign = false })
	tab.Wait(`!document.querySelector("#mark-others").inert`)
	// By key it can be pressed while a student is ticked.
	tab.Text(`document.querySelector("#mark-others").click()`)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 27`)
	tab.Want("ticked", tickedNumbers, "3")
}

func refreshQuietly(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	fake.set(func() { fake.become = roll.Waiting })
	tickTwo(t, tab)
	tab.Click(saveTicked)
	tab.Wait(`document.querySelectorAll("[data-outcome=waiting]").length === 2`)
	tab.Click("[data-enrolment='481020'] label")
	seen := tab.Text(`document.querySelector("[data-enrolment='481010'] [name=seen]").value`)
	fake.settle()
	fake.news <- struct{}{}
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 2`)
	tab.Want("ticked", tickedNumbers, "20")
	tab.Want("focus", focused, "20")
	tab.Want("seen", `document.querySelector("[data-enrolment='481010'] [name=seen]").value`, seen)
	tab.Want("recorded", `document.querySelector("#recorded").innerText`, "2 marked")
}

func askWithoutStream(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "?silence=300")
	fake.set(func() { fake.become, fake.broken = roll.Waiting, true })
	tickTwo(t, tab)
	tab.Click(saveTicked)
	tab.Wait(`document.querySelectorAll("[data-outcome=waiting]").length === 2`)
	fake.settle()
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 2`)
	if tab.True(`document.body.innerText.includes("no stream here")`) {
		t.Error("what stood instead of the stream stands in the page")
	}
	fake.set(func() { fake.broken = false })
	select {
	case fake.news <- struct{}{}:
	case <-time.After(2 * time.Minute):
		t.Error("the page did not open the stream again")
	}
}

func streamOnlyWhenVisible(t *testing.T, browser *browsertest.Browser) {
	_, tab := openRoll(t, browser, "")
	tab.Text(`window.streams = [], window.EventSource = class extends EventSource { constructor(at) { super(at); streams.push(this); } }`)
	const open = `streams.filter((one) => one.readyState !== EventSource.CLOSED).length`
	for range 2 {
		tab.Text(`Object.defineProperty(document, "hidden", { value: true, configurable: true }), document.dispatchEvent(new Event("visibilitychange"))`)
		tab.Wait(open + " === 0")
		tab.Text(`delete document.hidden, document.dispatchEvent(new Event("visibilitychange"))`)
		tab.Wait(open + " === 1")
	}
}

func postWithoutScript(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "?script=none")
	tab.Click("[data-enrolment='481010'] label")
	tab.Click(".choice.f-absent")
	tab.Click(saveTicked)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 1`)
	post := fake.pressed()[0]
	if post.Get("enrolment") != "481010" || post.Get("status") != "2" || post.Get("class") != "8B" || post.Get("date") != "2025-11-20" {
		t.Errorf("sent %v", post)
	}
}

func hideMarks(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tab.Type("h")
	tab.Go(fake.URL + "/schools/hillside/roll")
	tab.Want("strip", `getComputedStyle(document.querySelector(".strip")).visibility`, "hidden")
	tab.Want("mark", `getComputedStyle(document.querySelector(".mark")).visibility`, "hidden")
}
