package taking

import (
	"fmt"
	"testing"

	"rollbook/views/browsertest"
)

// wholeNames counts the names that are completely visible: neither under the head nor under the bar.
const wholeNames = `[...document.querySelectorAll(".rows bdi")].filter((name) => {
	const { top, bottom } = name.getBoundingClientRect();
	return top >= document.querySelector(".head").getBoundingClientRect().bottom && bottom <= document.querySelector(".bar").getBoundingClientRect().top; }).length`

// primaries counts the visible filled buttons.
const primaries = `[...document.querySelectorAll(".primary")].filter((button) => button.checkVisibility()).length`

// linesOfSave counts the lines of the words on Save.
const linesOfSave = `(() => {
	const words = document.createRange();
	words.selectNodeContents(document.querySelector("#press"));
	return new Set([...words.getClientRects()].map(({ top }) => top)).size; })()`

// TestTheScreenBelongsToTheNames measures what a roll shows without scrolling, in each of its usual states.
func TestTheScreenBelongsToTheNames(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	server, tab := gallery(t), browser.Tab(t)
	for _, one := range []struct {
		state                     string
		width, height             int
		names, first, bar, filled float64
	}{
		{"fresh", 360, 740, 10, 48, 64, 1},
		{"ticked", 360, 740, 8, 48, 167, 0},
		{"done", 360, 740, 10, 48, 124, 1},
		{"saved", 360, 740, 10, 48, 124, 1},
		{"question", 360, 740, 6, 260, 124, 0},
		{"questions", 360, 740, 6, 360, 64, 0},
		{"questions", 1280, 720, 21, 360, 60, 0},
		{"waiting", 360, 740, 6, 130, 124, 1},
		{"fresh", 320, 640, 8, 48, 64, 1},
		{"fresh", 1280, 720, 28, 124, 60, 1},
		{"ticked", 1280, 720, 28, 124, 60, 0},
		{"done", 1280, 720, 28, 124, 60, 1},
		{"waiting", 1280, 720, 28, 172, 60, 1},
	} {
		tab.Size(one.width, one.height)
		tab.Go(server.URL + "/" + one.state)
		what := fmt.Sprintf("%s at %d", one.state, one.width)
		if seen := tab.Number(wholeNames); seen < one.names {
			t.Errorf("%s: %v whole names, fewer than %v", what, seen, one.names)
		}
		if first := tab.Number(`document.querySelector(".rows > li").getBoundingClientRect().top`); first > one.first {
			t.Errorf("%s: the first student stands at %v, below %v", what, first, one.first)
		}
		if bar := tab.Number(`document.querySelector(".bar").offsetHeight`); bar > one.bar {
			t.Errorf("%s: the bar is %v px high, more than %v", what, bar, one.bar)
		}
		if one.state == "fresh" && tab.Number(linesOfSave) != 1 {
			t.Errorf("%s: Save has %v lines", what, tab.Number(linesOfSave))
		}
		if filled := tab.Number(primaries); filled != one.filled {
			t.Errorf("%s: %v buttons are filled, not %v", what, filled, one.filled)
		}
		if most := tab.Number(`Math.max(...[...document.querySelectorAll(".rows > li")].map((row) => row.querySelectorAll("*").length))`); most > 17 {
			t.Errorf("%s: a row has %v nodes below it", what, most)
		}
	}
}

// edges are the sides of Save that a thumb or a pointer aims at, and the height of the bar.
const edges = `(() => {
	const { right, top, bottom } = document.querySelector("#press").getBoundingClientRect();
	return [right, top, bottom, document.querySelector(".bar").offsetHeight].map(Math.round).join(); })()`

// TestSaveStaysInItsPlaceWithEveryStatus chooses each status of a roll whose others are Present: Late shows a
// time. Thirty statuses have long names, and the last ones are in a menu.
func TestSaveStaysInItsPlaceWithEveryStatus(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	server, tab := gallery(t), browser.Tab(t)
	for state, sizes := range map[string][][2]int{
		"ticked": {{360, 740}, {768, 1024}, {1024, 720}, {1280, 720}, {1366, 768}, {1440, 900}},
		"thirty": {{1280, 720}, {1366, 768}, {1440, 900}},
	} {
		for _, size := range sizes {
			tab.Size(size[0], size[1])
			tab.Go(server.URL + "/" + state)
			first, timed := tab.Text(edges), false
			for i := range int(tab.Number(`document.querySelectorAll("[name=status]").length`)) {
				tab.Text(fmt.Sprintf(`document.querySelectorAll("[name=status]")[%d].click()`, i))
				if now := tab.Text(edges); now != first {
					t.Errorf("%s at %v: status %d moves Save from %s to %s", state, size, i, first, now)
				}
				timed = timed || tab.True(`document.querySelector(".time").checkVisibility() && document.querySelector("#only").checkVisibility()`)
			}
			if !timed {
				t.Errorf("%s at %v: no status shows a time beside two presses", state, size)
			}
		}
	}
}
