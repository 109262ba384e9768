package taking

import (
	"fmt"
	"strings"
	"testing"

	"rollbook/views/browsertest"
)

// wholeNames counts the names that are completely visible: neither under the head nor under the bar.
const wholeNames = `[...document.querySelectorAll(".rows bdi")].filter((name) => {
	const { top, bottom } = name.getBoundingClientRect();
	return top >= document.querySelector(".head").getBoundingClientRect().bottom && bottom <= document.querySelector(".bar").getBoundingClientRect().top; }).length`

// primaries counts the visible filled buttons.
const primaries = `[...document.querySelectorAll(".primary")].filter((button) => button.checkVisibility()).length`

// linesOf counts the lines of the words on a button.
func linesOf(button string) string {
	return `(() => {
	const words = document.createRange();
	words.selectNodeContents(document.querySelector("` + button + `"));
	return new Set([...words.getClientRects()].map(({ top }) => top)).size; })()`
}

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
		{"fresh", 360, 740, 11, 48, 64, 1},
		{"ticked", 360, 740, 9, 48, 164, 1},
		{"done", 360, 740, 10, 48, 124, 1},
		{"saved", 360, 740, 10, 48, 124, 1},
		{"question", 360, 740, 6, 260, 124, 0},
		{"questions", 360, 740, 6, 360, 64, 0},
		{"questions", 1280, 720, 21, 360, 60, 0},
		{"waiting", 360, 740, 6, 130, 124, 1},
		{"fresh", 320, 640, 8, 48, 64, 1},
		{"fresh", 1280, 720, 28, 124, 60, 1},
		{"ticked", 1280, 720, 28, 124, 60, 1},
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
		if lines := tab.Number(linesOf("#press")); one.state == "fresh" && lines != 1 {
			t.Errorf("%s: Save has %v lines", what, lines)
		}
		if filled := tab.Number(primaries); filled != one.filled {
			t.Errorf("%s: %v buttons are filled, not %v", what, filled, one.filled)
		}
		if most := tab.Number(`Math.max(...[...document.querySelectorAll(".rows > li")].map((row) => row.querySelectorAll("*").length))`); most > 17 {
			t.Errorf("%s: a row has %v nodes below it", what, most)
		}
	}
}

// TestSaveAndItsNarrowerChoiceReadInOneLineFromATabletUp looks at a roll with three absent students.
func TestSaveAndItsNarrowerChoiceReadInOneLineFromATabletUp(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	for _, tag := range []string{"en", "fr", "ar"} {
		server, tab := galleryIn(t, tag), browser.Tab(t)
		for _, width := range []int{768, 1280} {
			tab.Size(width, 740)
			tab.Go(server.URL + "/ticked")
			for _, button := range []string{"#press", "#only"} {
				if lines := tab.Number(linesOf(button)); lines != 1 {
					t.Errorf("in %s at %d %s has %v lines", tag, width, button, lines)
				}
			}
			const apart = `document.querySelector("#press").getBoundingClientRect().top - document.querySelector("#only").getBoundingClientRect().top`
			if apart := tab.Number(apart); apart != 0 {
				t.Errorf("in %s at %d the two stand %v px apart", tag, width, apart)
			}
		}
	}
}

// placesOfSave chooses each status with one, three and all students ticked. It returns the places of Save and of the
// statuses, and the heights of the bar, each with the first choice that led to it, and the statuses whose time stands out
// of the bar.
const placesOfSave = `(() => {
	const $ = (selector) => document.querySelector(selector), all = (selector) => [...document.querySelectorAll(selector)];
	const places = {}, boxes = all("[name=enrolment]"), bar = $(".bar");
	for (const count of [1, 3, boxes.length]) {
		$("#clear").click();
		for (const box of boxes.slice(0, count)) box.click();
		for (const status of [undefined, ...all("[name=status]")]) {
			status?.click();
			const choice = count + " " + status?.nextElementSibling.textContent;
			const seen = [$("#press"), ...all(".statuses > *")].map((one) => one.getBoundingClientRect());
			places[seen.flatMap(({ x, y, width, height }) => [x, y, width, height].map(Math.round)).concat(bar.offsetHeight)] ??= choice;
			const shown = $(".time").checkVisibility({ visibilityProperty: true });
			if (shown !== Boolean(status?.dataset.check)) places["time " + (shown ? "shown" : "hidden")] ??= choice;
			if (shown && $(".time").getBoundingClientRect().top < bar.getBoundingClientRect().top) places["time above the bar"] ??= choice;
		}
	}
	return Object.entries(places).map((one) => one.join(" with ")).join("; ");
})()`

// TestSaveStaysInItsPlaceWithEveryStatus looks at rolls whose others are Present. Late and Left early show a time.
// Thirty statuses have long names, and the last ones are in a menu.
func TestSaveStaysInItsPlaceWithEveryStatus(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	for tag, states := range map[string][]string{"en": {"ticked", "thirty", "long"}, "fr": {"thirty"}, "ar": {"ticked"}} {
		server, tab := galleryIn(t, tag), browser.Tab(t)
		widths := []int{320, 768, 1280, 360, 414, 600, 1000, 1231, 1232, 1440}
		if !browsertest.AllLooks() {
			widths = widths[:3]
		}
		for _, state := range states {
			for _, width := range widths {
				tab.Size(width, 740)
				tab.Go(server.URL + "/" + state)
				expectNoOverflow(t, tab, fmt.Sprintf("%s in %s at %d", state, tag, width))
				if places := tab.Text(placesOfSave); strings.Contains(places, ";") {
					t.Errorf("%s in %s at %d: Save's place and the bar's height are %s", state, tag, width, places)
				}
			}
		}
	}
}

// lostOfSave gives a status a name of 40 characters and chooses it. It returns what of Save's text can be read nowhere:
// beside Save stand the chosen status and the choice of the others, and the pointer shows the whole text.
const lostOfSave = `(() => {
	const $ = (selector) => document.querySelector(selector), [other, status] = document.querySelectorAll("[name=status]"), save = $("#press");
	status.nextElementSibling.textContent = "Wegen Erkrankung entschuldigt abwesend 40";
	for (const box of [...document.querySelectorAll("[name=enrolment]")].slice(0, 3)) box.checked || box.click();
	other.click();
	status.click();
	const lost = [status.parentNode, $(".others")].filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
	return [...lost, ...save.title === save.textContent ? [] : [save]].map((one) => one.textContent).join("; ");
})()`

func TestALongStatusOnSaveCanBeReadWhole(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	for _, tag := range []string{"en", "fr", "ar"} {
		server, tab := galleryIn(t, tag), browser.Tab(t)
		for _, width := range []int{320, 360, 1280} {
			tab.Size(width, 740)
			tab.Go(server.URL + "/fresh")
			if lost := tab.Text(lostOfSave); lost != "" {
				t.Errorf("in %s at %d: %s", tag, width, lost)
			}
		}
	}
}
