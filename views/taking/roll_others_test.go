package taking

import (
	"slices"
	"strings"
	"testing"

	"rollbook/views/browsertest"
	"rollbook/views/part"
	"rollbook/web/roll"
)

func saveOthersToo(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	for _, student := range []string{"481010", "481015", "481021"} {
		tab.Click("[data-enrolment='" + student + "'] label")
	}
	if tab.True(othersChecked) {
		t.Error("the others are chosen before a status is")
	}
	tab.Click(".choice.f-absent")
	tab.Want("the choice", `document.querySelector(".others").innerText.trim()`, "25 others Present")
	tab.Want("the two answers", answers, "Save 3 Absent, 25 Present (filled)|Only these 3")
	tab.Click("#press")
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 28`)
	post := fake.pressed()[0]
	if len(post["other"]) != 25 || post.Get("others") != "1" || post.Get("others_save") == "" || slices.Contains(post["other"], "481010") {
		t.Errorf("sent %d others as %q", len(post["other"]), post.Get("others"))
	}
}

const (
	othersChecked = `document.querySelector("#others-choice").checked`
	// answers are the texts of the buttons that save, with a word if they are filled and not outlined.
	answers = `[...document.querySelectorAll(".presses button")].filter((button) => button.checkVisibility())
		.map((button) => button.textContent.trim() + (getComputedStyle(button).boxShadow.includes("inset") ? "" : " (filled)")).join("|")`
)

func saveKnownToo(t *testing.T, browser *browsertest.Browser) {
	fake := newFakeRoll(t)
	fake.set(func() {
		fake.view = func(b ExampleBase) *RollView {
			v := exampleRoll(b)
			exampleKnown(v)
			v.Rows[11].Cell = part.Cell{Enrolment: v.Rows[11].Enrolment, Outcome: roll.None, Moves: "expected 10:30", Later: true}
			return v
		}
	})
	tab := browser.Tab(t)
	tab.Size(1280, 720)
	tab.Go(fake.URL + "/schools/hillside/roll")
	tab.Click(".choice.f-late")
	tab.Want("with one of them ticked", answers, "Save 1 Late, 24 Present, 2 known (filled)|Only this one")
	tab.Click("[data-enrolment='481021'] label")
	tab.Want("with nobody ticked", saveText, "Nobody absent: save 24 Present, 3 known")
	tab.Click("#press")
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length >= 24`)
	post := fake.pressed()[0]
	if len(post["other"]) != 24 || slices.Contains(post["other"], "481012") || !slices.Equal(post["known"], []string{"481003:4", "481010:4", "481021:4"}) {
		t.Errorf("sent %d others and %q", len(post["other"]), post["known"])
	}
}

func saveOnlyTicked(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	hold := make(chan struct{})
	fake.set(func() { fake.hold = hold })
	tab.Click("#only")
	tab.Wait(saveText + ` === "Saving 2..."`)
	close(hold)
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 2`)
	if post := fake.pressed()[0]; post.Has("others") || post.Get("others_wanted") != "" || len(post["enrolment"]) != 2 {
		t.Errorf("sent %v", post)
	}
	tab.Click("[data-enrolment='481003'] label")
	tab.Click(".choice.f-absent")
	tab.Want("Save", saveText, "Save 1 as Absent")
}

func keepUnticked(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tickTwo(t, tab)
	for _, one := range [][2]string{
		{".choice.f-excused", "Save 2 as Excused"},
		{".choice.f-late", "Save 2 Late, 26 Present"},
		{".choice.f-absent", "Save 2 Absent, 26 Present"},
		{"#others-choice", "Save 2 as Absent"},
		{".choice.f-late", "Save 2 as Late"},
		{"#others-choice", "Save 2 Late, 26 Present"},
		{".choice.f-absent", "Save 2 Absent, 26 Present"},
		{"#others-choice", "Save 2 as Absent"},
		{"[data-enrolment='481003'] label", "Save 3 as Absent"},
	} {
		tab.Click(one[0])
		tab.Want("after "+one[0], saveText, one[1])
	}
	tab.Go(tab.Text("location.href"))
	tab.Want("on the page that is read again", saveText, "Save 3 as Absent")
	tab.Click("#press")
	tab.Wait(`document.querySelectorAll("[data-outcome=saved]").length === 3`)
	if post := fake.pressed()[0]; post.Has("others") || post.Get("others_wanted") != "false" {
		t.Errorf("sent %v", post)
	}
	fake.otherwise(func(view *RollView) { view.Bar.OnlyTicked, view.Class.ID = true, "9A" })
	fake.set(func() { fake.cells = map[string]part.Cell{} })
	tab.Go(tab.Text("location.href"))
	tab.Click("[data-enrolment='481003'] label")
	tab.Click(".choice.f-absent")
	tab.Want("where that is remembered", saveText, "Save 1 as Absent")
}

func leaveOthersOfATouchedRoll(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	fake.otherwise(func(view *RollView) { mark(view, 1, saved(view.Bar.Statuses[0])) })
	tab.Go(tab.Text("location.href"))
	tab.Click("[data-enrolment='481003'] label")
	tab.Click(".choice.f-absent")
	tab.Want("Save", saveText, "Save 1 as Absent")
	tab.Click("#others-choice")
	tab.Want("with the others", answers, "Save 1 Absent, 26 Present (filled)|Only this one")
}

func saveWithoutScript(t *testing.T, browser *browsertest.Browser) {
	fake, tab := openRoll(t, browser, "")
	tab.WithoutScript()
	tab.Go(tab.Text("location.href"))
	tab.Click("[data-enrolment='481010'] label")
	tab.Click(".choice.f-absent")
	tab.Want("the two answers", answers, "Save only those ticked|Save, everybody else Present")
	tab.Click("noscript button")
	tab.Wait(`document.readyState === "complete" && document.querySelector("#roll") && !document.querySelector(".rows :checked")`)
	if post := fake.pressed()[0]; post.Get("others") != "1" || strings.Join(post["enrolment"], " ") != "481010" {
		t.Errorf("sent %v", post)
	}
}
