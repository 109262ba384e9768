package door_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// tapRun is a run of taps on several tablets of two classes, during kills of the server and closed windows.
type tapRun struct {
	t       *testing.T
	host    string
	tablets []*apptest.User
	classes []string
	// first and last are the times of each student's taps; kept are the students whose tile has shown a
	// stored tap.
	first, last map[string]time.Time
	kept        map[string]bool
}

// tapsOfRun returns the number of taps: TAPS, or a few. After every tenth of them the server is killed.
func tapsOfRun(t *testing.T) int {
	t.Helper()
	text := os.Getenv("TAPS")
	if text == "" {
		return 40
	}
	taps, err := strconv.Atoi(text)
	apptest.Must(t, err)
	return taps
}

// manyTapsAndKills checks that no tap is lost, doubled, late or false.
func manyTapsAndKills(t *testing.T, browser *browsertest.Browser) {
	binary, err := apptest.BuildProgram(t)
	apptest.Must(t, err)
	host := apptest.NewPort(t)
	d := apptest.Deploy(t, binary, time.Second)
	server := d.Start(t, host)
	run := &tapRun{t: t, host: host, first: make(map[string]time.Time), last: make(map[string]time.Time), kept: make(map[string]bool)}
	office := d.As(t, apptest.OfficeWorker)
	for _, class := range []string{"8B", "9A", "8B"} {
		tablet := tabletAt(t, &apptest.Program{Address: "http://" + host}, browser, "/pair#"+tapCode(office, fmt.Sprint("Door ", len(run.tablets)), roll.StudentsMode, class))
		tablet.Wait(`document.querySelectorAll(".taps button").length > 19 && document.readyState === "complete"`)
		run.tablets, run.classes = append(run.tablets, tablet), append(run.classes, class)
	}
	seed, taps := uint64(time.Now().UnixNano()), tapsOfRun(t)
	choose := rand.New(rand.NewPCG(seed, 0))
	kills, closed := 0, 0
	for i := range taps {
		run.tap(choose, choose.IntN(len(run.tablets)))
		switch i % 10 {
		case 4:
			server.Kill()
			kills++
		case 6:
			server = d.Start(t, host)
		case 9:
			at := choose.IntN(len(run.tablets))
			run.tap(choose, at)
			run.reopen(at)
			closed++
		}
	}
	run.want(d)
	t.Logf("seed %d: %d taps of %d students, %d of them kept; %d kills, %d windows closed", seed, taps, len(run.first), len(run.kept), kills, closed)
}

// tap presses the tile of a random student on the tablet, and records the tile's text.
func (r *tapRun) tap(choose *rand.Rand, at int) {
	r.t.Helper()
	tablet := r.tablets[at]
	place := choose.IntN(int(tablet.Number(`document.querySelectorAll(".taps button").length`)))
	tile := fmt.Sprintf(`document.querySelector(%q)`, tileOf(place))
	student, now := tablet.Text(tile+`.value.split(":")[0]`), time.Now()
	if _, tapped := r.first[student]; !tapped {
		r.first[student] = now
	}
	tap(tablet, place, place+1)
	r.last[student] = time.Now()
	r.kept[student] = r.kept[student] || tablet.True(`["tapped", "kept"].includes(`+tile+`.dataset.local) || ["in", "kept"].includes(`+tile+`.dataset.state)`)
}

// reopen closes the tablet's window without notice, and opens another one.
func (r *tapRun) reopen(at int) {
	r.t.Helper()
	tablet := r.tablets[at]
	reopen(tablet)
	tablet.Go("http://" + r.host + "/door")
	tablet.Wait(`document.querySelectorAll(".taps button").length > 19 && document.readyState === "complete"`)
}

// reopen closes the tablet's window without notice to its page, and opens another one with the same cookies and
// storage.
func reopen(tablet *apptest.User) {
	tablet.T.Helper()
	next, old := tablet.Beside(), chromedp.FromContext(tablet.Context)
	end := target.CloseTargetParams{TargetID: old.Target.TargetID}
	_, err := cdp.Call(next.Context, old.Browser, target.CloseTarget, end)
	apptest.Must(tablet.T, err)
	tablet.Tab = next
}

// want waits until the tablets have no stored taps, and compares the marks with the taps.
func (r *tapRun) want(d *apptest.Deployment) {
	r.t.Helper()
	for _, tablet := range r.tablets {
		apptest.Eventually(r.t, "a tablet has sent everything", func() bool {
			return tablet.True(`!document.querySelector(".taps [data-local]") && document.querySelector(".taps [data-state=in]")`)
		})
	}
	inspected, err := store.Open(r.t.Context(), d.App.Config.Database.Reveal(), time.Now)
	apptest.Must(r.t, err)
	r.t.Cleanup(func() { apptest.Must(r.t, inspected.Close()) })
	for student, kept := range r.kept {
		// A page that has just been opened does not show yet what waits on its tablet.
		apptest.Eventually(r.t, "the tap of "+student+" is a mark", func() bool { return !kept || r.marks(inspected)[student].Version > 0 })
	}
	apptest.Eventually(r.t, "everybody who tapped is saved", func() bool {
		outcomes := apptest.Outcomes(r.t, inspected)
		return outcomes[roll.Saved] > 0 && len(outcomes) == 1
	})
	d.WantHeads(r.t, inspected)
	for student, mark := range r.marks(inspected) {
		r.hold(student, mark)
	}
}

// marks returns the marks by student.
func (r *tapRun) marks(inspected *store.Store) map[string]roll.Mark {
	r.t.Helper()
	marks := make(map[string]roll.Mark)
	apptest.Must(r.t, inspected.EachMark(r.t.Context(), apptest.Harbour, func(mark roll.Mark) { marks[mark.Enrolment.String()] = mark }))
	return marks
}

// hold checks that the mark comes from a tap of the student, with the time of the first, and that it was
// reported once.
func (r *tapRun) hold(student string, mark roll.Mark) {
	r.t.Helper()
	first, tapped := r.first[student]
	if !tapped || mark.Version != 1 || mark.By.Role != roll.AtDoor || mark.Status.Name != "Present" {
		r.t.Errorf("%s, who tapped at %v, has version %d, %s by %s", student, first, mark.Version, mark.Status.Name, mark.By.Role)
		return
	}
	at, err := time.Parse("15:04Z07:00", mark.Observed)
	apptest.Must(r.t, err)
	const day = 24 * 60
	since := func(instant time.Time) int {
		return (instant.UTC().Hour()*60 + instant.UTC().Minute() - first.UTC().Hour()*60 - first.UTC().Minute() + day) % day
	}
	if since(at) > since(r.last[student]) {
		r.t.Errorf("%s tapped between %v and %v, and the mark says %s", student, first, r.last[student], mark.Observed)
	}
}
