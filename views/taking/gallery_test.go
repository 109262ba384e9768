package taking

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"

	"rollbook/views/browsertest"
	"rollbook/web/roll"
)

// policy is the Content-Security-Policy under which every page must work.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// gallery serves every state of the roll page at /STATE?theme=THEME.
func gallery(t testing.TB) *httptest.Server { return galleryIn(t, "en") }

// galleryIn is gallery in the language with the tag.
func galleryIn(t testing.TB, tag string) *httptest.Server {
	t.Helper()
	base := exampleBaseIn(t, tag)
	mux := http.NewServeMux()
	mux.Handle("GET /static/", base.Assets)
	for name, state := range exampleStates() {
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
			view := state(base)
			view.Theme = r.FormValue("theme")
			view.Class.ID = roll.ClassID(name) // each state has its own drafts
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Security-Policy", policy)
			if err := Roll(view).Render(r.Context(), w); err != nil {
				t.Error(err)
			}
		})
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// statesToCheck returns the fullest states of the roll, or all with AllLooks.
func statesToCheck() map[string]exampleState {
	states := exampleStates()
	if browsertest.AllLooks() {
		return states
	}
	return map[string]exampleState{"outcomes": states["outcomes"], "ticked": states["ticked"], "long": states["long"], "door-ticked": states["door-ticked"]}
}

// TestEveryStateOfTheRollIsAccessible checks each state in light and dark at three widths. If the variable
// PICTURES names a folder, it writes a picture of each.
func TestEveryStateOfTheRollIsAccessible(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	server, tab, looks := gallery(t), browser.Tab(t), browsertest.Looks(t)
	for name := range statesToCheck() {
		tab.OpenInEachLook(looks, server.URL+"/"+name, func(look browsertest.Look) {
			checkState(t, tab, fmt.Sprintf("%s-%s-%d", name, look.Theme, look.Width))
		})
	}
}

// TestTheAnswerToAPressIsAccessible checks the open menus, and the roll of a device that is offline.
func TestTheAnswerToAPressIsAccessible(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	server, tab, looks := gallery(t), browser.Tab(t), browsertest.Looks(t)
	for state, menu := range map[string]string{"fresh": ".head .menu", "done": ".top > .menu", "thirty": ".more"} {
		open := fmt.Sprintf("document.querySelector(%q).open = true", menu)
		tab.OpenInEachLook(looks, server.URL+"/"+state, func(look browsertest.Look) {
			if state == "done" && look.Width < 640 {
				// On a phone the roll's own menu is the only one.
				return
			}
			tab.Text(open)
			checkState(t, tab, fmt.Sprintf("%s-menu-%s-%d", state, look.Theme, look.Width))
		})
	}
	tab.Size(looks[0].Width, looks[0].Height)
	tab.Go(server.URL + "/ticked")
	tab.Cut()
	tab.Wait(`document.querySelector("#result").innerText`)
	tab.InEachLook(looks, func(look browsertest.Look) {
		checkState(t, tab, fmt.Sprintf("offline-%s-%d", look.Theme, look.Width))
	})
}

// TestTheRollFitsItsWindowsInEveryLanguage checks each state at three widths, and the rules of accessibility on a phone in
// a language that is written from right to left, which alone is checked without LOOKS=all.
func TestTheRollFitsItsWindowsInEveryLanguage(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	tags := []string{"ar"}
	if browsertest.AllLooks() {
		tags = append(tags, "fr", "en-US")
	}
	for _, tag := range tags {
		server, tab := galleryIn(t, tag), browser.Tab(t)
		for name := range statesToCheck() {
			tab.Size(360, 740)
			tab.Go(server.URL + "/" + name)
			if tag == "ar" {
				checkState(t, tab, name+"-ar-360")
			}
			for _, width := range []int{320, 360, 768, 1280} {
				tab.Size(width, 740)
				expectNoOverflow(t, tab, fmt.Sprintf("%s in %s at %d", name, tag, width))
			}
			if folder := os.Getenv("PICTURES"); folder != "" {
				tab.Picture(filepath.Join(folder, name+"-"+tag+"-1280.png"))
			}
		}
	}
}

func checkState(t *testing.T, tab *browsertest.Tab, name string) {
	t.Helper()
	if folder := os.Getenv("PICTURES"); folder != "" {
		tab.Picture(filepath.Join(folder, name+".png"))
	}
	for _, violation := range tab.Violations() {
		t.Errorf("%s: %s at %q", name, violation.Rule, violation.Nodes)
	}
	expectNoOverflow(t, tab, name)
}

func expectNoOverflow(t *testing.T, tab *browsertest.Tab, name string) {
	t.Helper()
	if overflow := tab.Number("document.documentElement.scrollWidth - innerWidth"); overflow > 0 {
		t.Errorf("%s: %v px stand out at the side", name, overflow)
	}
}

func TestTheRollFitsItsWindows(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	server, tab := gallery(t), browser.Tab(t)
	for name := range statesToCheck() {
		tab.Size(320, 640)
		tab.Go(server.URL + "/" + name)
		expectNoOverflow(t, tab, name+" at 320")
		tab.Text(`document.documentElement.dir = "rtl"`)
		for _, width := range []int{320, 768, 1280} {
			tab.Size(width, 720)
			expectNoOverflow(t, tab, fmt.Sprintf("%s from right to left at %d", name, width))
		}
		if folder := os.Getenv("PICTURES"); folder != "" {
			tab.Picture(filepath.Join(folder, name+"-rtl.png"))
		}
	}
	expectAllVisible(t, tab, server.URL)
	expectFocusSeen(t, tab, server.URL)
	expectRoomAfterASave(t, tab, server.URL)
	expectWholeWords(t, tab, server.URL)
}

func TestAScreenReaderSaysWhatTheRollShows(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	server, tab := gallery(t), browser.Tab(t)
	for what, state := range map[string]string{"roll": "fresh", "press": "ticked", "outcome": "outcomes", "conflict": "questions"} {
		tab.Go(server.URL + "/" + state)
		tab.WantSpoken("testdata/spoken/" + what + ".txt")
	}
}

func TestInForcedColoursAPersonSeesTheButtonsAndTheChosenStatus(t *testing.T) {
	t.Parallel()
	browser, ok := browsertest.Open(t)
	if !ok {
		return
	}
	server, tab := gallery(t), browser.Tab(t)
	// As people do who need a strong contrast (CSS Color Adjustment, section 3).
	browsertest.Run(tab, browsertest.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}},
	}))
	tab.Go(server.URL + "/ticked")
	const bare = `[...document.querySelectorAll("button, .button, .choice, .more > summary")]
		.filter((e) => e.checkVisibility() && !Number.parseFloat(getComputedStyle(e).borderTopWidth)).map((e) => e.innerText).join()`
	if bare := tab.Text(bare); bare != "" {
		t.Errorf("without a border: %s", bare)
	}
	const colours = `[...document.querySelectorAll(".bar .choice:has(:checked), .bar .choice:not(:has(:checked))")]
		.map((e) => getComputedStyle(e).backgroundColor)`
	if tab.Number("new Set("+colours+").size") != 2 {
		t.Errorf("the statuses have the colours %s", tab.Text(colours+`.join("; ")`))
	}
}

// expectWholeWords expects statuses and names to break only at spaces, as far as a word fits a line.
func expectWholeWords(t *testing.T, tab *browsertest.Tab, server string) {
	t.Helper()
	const broken = `[...document.querySelectorAll(".choice > span, .rows bdi, .rows b")].flatMap((name) => {
		const text = name.firstChild, words = document.createRange();
		return [...text.data.matchAll(/[^\s-]+/g)].filter(({ 0: word, index }) => {
			words.setStart(text, index);
			words.setEnd(text, index + word.length);
			return words.getClientRects().length > 1 && word.length < 30;
		});
	}).join()`
	for _, width := range []int{1280, 1200, 1199, 1024, 960, 959, 768, 767, 640, 639, 360, 320} {
		tab.Size(width, 740)
		tab.Go(server + "/long")
		if words := tab.Text(broken); words != "" {
			t.Errorf("at %d these are broken: %s", width, words)
		}
	}
}

// expectRoomAfterASave expects the bar to leave the list most of the window, and not to hide the last
// student.
func expectRoomAfterASave(t *testing.T, tab *browsertest.Tab, server string) {
	t.Helper()
	const bar = `document.querySelector(".bar").getBoundingClientRect()`
	const last = `document.querySelector(".rows > li:last-child").getBoundingClientRect()`
	for size, most := range map[[2]int]float64{{1280, 720}: 60, {1024, 768}: 60, {768, 1024}: 110, {360, 740}: 124, {320, 640}: 144} {
		tab.Size(size[0], size[1])
		tab.Go(server + "/saved")
		if height := tab.Number("innerHeight - " + bar + ".top"); height > most {
			t.Errorf("at %v the bar takes %v px", size, height)
		}
		// The page measures the bar's height in its first frame.
		tab.Wait(`parseFloat(document.querySelector("#roll").style.getPropertyValue("--bar")) >= ` + bar + `.height`)
		if below := tab.Number("(scrollTo(0, document.body.scrollHeight), " + last + ".bottom - " + bar + ".top)"); below > 0 {
			t.Errorf("at %v %v px of the last student stay behind the bar", size, below)
		}
	}
}

// expectAllVisible expects all 28 students and the bar without scrolling.
func expectAllVisible(t *testing.T, tab *browsertest.Tab, server string) {
	t.Helper()
	const lowest = `Math.max(...[...document.querySelectorAll(".rows > li")].map(row => row.getBoundingClientRect().bottom))`
	const bar = `document.querySelector(".bar").getBoundingClientRect()`
	for _, size := range [][2]int{{1280, 720}, {768, 1024}} {
		tab.Size(size[0], size[1])
		tab.Go(server + "/ticked")
		if below := tab.Number(lowest + " - " + bar + ".top"); below > 0 {
			t.Errorf("at %v %v px of the list are behind the bar", size, below)
		}
		if below := tab.Number(`document.querySelector("#press").getBoundingClientRect().bottom - innerHeight`); below > 0 {
			t.Errorf("at %v %v px of the bar are out of sight", size, below)
		}
	}
}

// expectFocusSeen moves down the list with the keys: the bar never hides the focused element.
func expectFocusSeen(t *testing.T, tab *browsertest.Tab, server string) {
	t.Helper()
	tab.Size(360, 740)
	tab.Go(server + "/fresh")
	const hidden = `document.activeElement.getBoundingClientRect().bottom + 5 - document.querySelector(".bar").getBoundingClientRect().top`
	for range 28 {
		tab.Type(kb.ArrowDown)
		if below := tab.Number(hidden); below > 0 {
			t.Fatalf("the focus stands %v px behind the bar", below)
		}
	}
}
