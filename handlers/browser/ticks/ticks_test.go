package ticks_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// TestTicksInTheBrowser also goes back in the history, and therefore needs a full browser.
func TestTicksInTheBrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Log("short: ticks are tried without the program only")
		return
	}
	apptest.InBrowsers(t, browsertest.OpenWhole, nil, tickTests())
}

// tickTests tick students during events that could move the list, at a quarter of the machine's speed, and
// compare the pressed rows with the ticked and sent ones.
func tickTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"ticks while the page loads":            func(t *testing.T, b *browsertest.Browser) { tryTicks(t, b, (*hand).whileLoading) },
		"ticks that come back in two schools":   func(t *testing.T, b *browsertest.Browser) { tryTicks(t, b, (*hand).inTwoSchools) },
		"ticks after going back in history":     func(t *testing.T, b *browsertest.Browser) { tryTicks(t, b, (*hand).afterGoingBack) },
		"ticks while an own save is under way":  func(t *testing.T, b *browsertest.Browser) { tryTicks(t, b, (*hand).whileSaving) },
		"ticks while marks of others settle":    func(t *testing.T, b *browsertest.Browser) { tryTicks(t, b, (*hand).whileSettling) },
		"ticks while another font takes effect": func(t *testing.T, b *browsertest.Browser) { tryTicks(t, b, (*hand).whileFontsChange) },
	}
}

// trialsWanted returns the number of trials of each moment: TICK_TRIALS, or one.
func trialsWanted(t *testing.T) int {
	t.Helper()
	text, given := os.LookupEnv("TICK_TRIALS")
	if !given {
		return 1
	}
	trials, err := strconv.Atoi(text)
	apptest.Must(t, err)
	return trials
}

// secondSchool is another school of the teacher, whose lists have the same ids as the first.
const secondSchool = roll.SchoolID("harbour-two")

// mostTimes is the maximum number of trials, as a multiple of the wanted ones.
const mostTimes = 12

// throttle slows the browser down to a quarter of its speed.
const throttle = 4

// hand ticks at random and records its presses.
type hand struct {
	*apptest.User
	chance *rand.Rand
	// ticked contains the enrolments that must be ticked, saving those being saved.
	ticked, saving map[string]bool
	// tardy is true if a press took so long that the person may have seen the list move.
	tardy bool
}

func tryTicks(t *testing.T, browser *browsertest.Browser, try func(*hand)) {
	p := apptest.Boot(t)
	h := &hand{User: p.UserOf(t, browser, apptest.Teacher), chance: rand.New(rand.NewPCG(1, 2))}
	addSecond(t, p)
	h.Slow(throttle)
	trials, judged, trial := trialsWanted(t), 0, 0
	// On a busy machine it continues until half of the trials were fast enough to count.
	for ; trial < trials || judged*2 < trials && trial < mostTimes*trials; trial++ {
		size := [][2]int{{1280, 720}, {360, 740}}[trial%2]
		h.Size(size[0], size[1])
		h.enter(apptest.Harbour)
		try(h)
		if !h.tardy {
			judged++
			h.wantTicked(trial)
			h.wantSent(trial)
		}
		p.Sandbox.Heal(apptest.HarbourCode)
		h.Text("sessionStorage.clear()")
	}
	if t.Logf("%d of %d trials were fast enough", judged, trial); judged*2 < trials {
		t.Error("too few trials say anything")
	}
}

// addSecond adds the second school, which uses the first one's school system.
func addSecond(t *testing.T, p *apptest.Program) {
	t.Helper()
	school, _, err := p.App.Store.SchoolAndConnection(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	school.ID, school.Name = secondSchool, "Harbour Street School, evenings"
	apptest.Must(t, p.App.Connecting.AddSchool(t.Context(), school, p.NewKey(t, school.Code)))
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Teacher, secondSchool, roll.Teacher))
}

// enter opens 8B in the school, at the end of its list, without ticks.
func (h *hand) enter(school roll.SchoolID) {
	h.T.Helper()
	h.ticked, h.saving, h.tardy = map[string]bool{}, map[string]bool{}, false
	h.Go(h.Program.Address + "/schools/" + string(school) + "/roll?class=8B")
	h.atEnd()
}

func (h *hand) atEnd() {
	h.T.Helper()
	h.Ready("#roll")
	h.Text("scrollTo(0, document.body.scrollHeight)")
}

// aimed returns a visible row that is not one of those listed: its enrolment, its place and the time. It
// records the time of the next press, and returns nothing if the rows have moved meanwhile.
const aimed = `((nth, not) => {
	if (` + apptest.RowPlaces + ` !== window.lastPlaces) return "";
	window.noting ??= !addEventListener("pointerdown", (event) => { window.pressedAt = event.timeStamp; }, true);
	const rows = [...document.querySelectorAll(".rows > li")].filter((row) => {
		const { x, y, width, height } = row.getBoundingClientRect();
		return !not.includes(row.dataset.enrolment) && row.contains(document.elementFromPoint(x + width / 2, y + height / 2));
	});
	const row = rows[nth %% rows.length], { x, y, width, height } = row.getBoundingClientRect();
	return [row.dataset.enrolment, x + width / 2, y + height / 2, performance.now()].join();
})(%d, %q)`

// flight is the time, in milliseconds, that a finger needs from the sight of a row to the press. Within fast,
// a person cannot see a move and follow it.
const (
	flight = 120
	fast   = 280
)

// press presses a random row that is not being saved.
func (h *hand) press() {
	h.T.Helper()
	not := strings.Join(slices.Sorted(maps.Keys(h.saving)), " ")
	row := []string{""}
	for len(row) == 1 {
		h.Wait(apptest.Still)
		row = strings.Split(h.Text(fmt.Sprintf(aimed, h.chance.IntN(1000), not)), ",")
	}
	x, err := strconv.ParseFloat(row[1], 64)
	apptest.Must(h.T, err)
	y, err := strconv.ParseFloat(row[2], 64)
	apptest.Must(h.T, err)
	h.Wait(fmt.Sprintf("performance.now() > %s + %d", row[3], flight))
	h.ClickAt(x, y)
	if h.Number("(window.pressedAt ?? 1e9) - "+row[3]) > fast {
		h.tardy = true
	}
	if h.ticked[row[0]] {
		delete(h.ticked, row[0])
	} else {
		h.ticked[row[0]] = true
	}
}

func (h *hand) pressTimes(times int) {
	h.T.Helper()
	for range times {
		h.press()
	}
}

// quiet is true when nothing of the page is under way.
const quiet = `!document.querySelector(".htmx-request, [data-outcome=waiting], [data-outcome=confirming]") && document.readyState === "complete"`

// wantTicked compares the pressed rows with the ticked ones, and with the words of Save.
func (h *hand) wantTicked(trial int) {
	h.T.Helper()
	h.Wait(quiet)
	want := strings.Join(slices.Sorted(maps.Keys(h.ticked)), ",")
	h.Want(fmt.Sprintf("trial %d: ticked", trial), `[...document.querySelectorAll(".rows :checked")].map((box) => box.value).sort()`, want)
	save := "Save|Nobody absent: save .*|Save the other .*"
	if len(h.ticked) > 0 {
		save = fmt.Sprintf("Save %d( as .*)?", len(h.ticked))
	}
	h.Wait(`/^(` + save + `)$/.test(document.querySelector("#press").textContent)`)
}

// wantSent saves, and compares the pressed rows with those that the school system received.
func (h *hand) wantSent(trial int) {
	h.T.Helper()
	if len(h.ticked) == 0 {
		return
	}
	h.Program.Sandbox.Heal(apptest.HarbourCode)
	before := len(h.Program.Sandbox.Arrivals(apptest.HarbourCode))
	h.save()
	h.Wait(quiet + ` && !document.querySelector(".rows :checked")`)
	var sent []string
	for _, call := range h.Program.Sandbox.Arrivals(apptest.HarbourCode)[before:] {
		for _, enrolment := range call.Enrolments {
			sent = append(sent, strconv.FormatInt(enrolment, 10))
		}
	}
	slices.Sort(sent)
	if want := slices.Sorted(maps.Keys(h.ticked)); !slices.Equal(sent, want) {
		h.T.Errorf("trial %d: sent were %v, pressed were %v", trial, sent, want)
	}
}

// save presses Save for Absent.
func (h *hand) save() {
	h.T.Helper()
	h.Tap(h.Status("Absent"))
	h.Tap(apptest.SaveTicked)
}

// students returns the students of the first school's list.
func (h *hand) students() (roll.PeriodID, []roll.Enrolment) {
	h.T.Helper()
	period := roll.PeriodID(h.Text(`document.querySelector("#roll [name=period]").value`))
	students, err := h.Program.App.Store.Students(h.T.Context(), apptest.Harbour, period)
	apptest.Must(h.T, err)
	return period, students
}

// listed sets the first school's students.
func (h *hand) listed(period roll.PeriodID, students []roll.Enrolment) {
	h.T.Helper()
	apptest.Must(h.T, h.Program.App.Store.PutStudents(h.T.Context(), apptest.Harbour, period, lists.FromFile, students))
	apptest.Must(h.T, h.Program.App.Lists.Rosters.Forget(h.T.Context(), apptest.Harbour))
}

// slowly makes the school system take that many milliseconds for a save.
func (h *hand) slowly(milliseconds int64) {
	h.T.Helper()
	apptest.Must(h.T, h.Program.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{DelayBeforeMs: milliseconds, BulkOnly: true}))
}
