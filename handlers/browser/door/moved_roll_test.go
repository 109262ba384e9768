package door_test

import (
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

const rollIsMoved = " was never saved. This tablet no longer shows 8B. Staff give it to the office with their name and PIN, or have the tablet moved back."

// movedWithRoll opens a tablet that stores a roll of 8B, and shows 9A.
func movedWithRoll(t *testing.T, browser *browsertest.Browser, p *apptest.Program) (*apptest.User, *tabletNetwork) {
	t.Helper()
	u, w := doorByWay(t, browser, p, "8B")
	keepsRoll(u, w)
	moves(p, t, "9A")
	w.Let(everything)
	u.Go(w.Address() + "/door")
	u.Wait(`document.querySelector("h1").innerText === "9A" && document.querySelector("#kept-rolls button")`)
	u.WantSays("Thursday 19 November's roll of 8B, taken here at 08:3")
	u.WantSays(rollIsMoved)
	wantBoard(t, p, "1 roll is kept on it until a PIN is entered: 8B 08:3")
	return u, w
}

func movedRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := movedWithRoll(t, browser, p)
	u.WantAccessible("door-moved")
	u.Size(768, 1024)
	moves(p, t, "8B")
	reopens(u, w)
	u.Wait(`document.querySelector("h1").innerText === "8B" && document.querySelector("#kept-roll:not([hidden])")`)
	if u.Says("was never saved") {
		t.Error("what can be saved is said to be lost")
	}
	u.Click(apptest.SaveTicked)
	u.WaitSaved(1, "Absent")
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 1)
	wantNoRecords(u)
	wantBoard(t, p, "")
}

func movedRollRemoved(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := movedWithRoll(t, browser, p)
	givesPIN(u, apptest.TeacherPIN)
	u.Click("#kept-rolls button:last-of-type")
	u.Wait(`!document.querySelector("#kept-rolls *")`)
	wantNoRecords(u)
	wantBoard(t, p, "")
	u.Go(w.Address() + "/door")
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 0 || u.Says("was never saved") {
		t.Errorf("%d calls were made, and it says %s", len(calls), u.Text("document.body.innerText"))
	}
}

func movedRollGiven(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, _ := movedWithRoll(t, browser, p)
	board := givesRoll(u)
	for _, says := range []string{"1 mark of 8B was taken on Door 12 on Thursday 19 November; it was not saved. The tablet does not show this class any more.", "Zoe\u0308 Bjo\u0308rk", "Absent 08:3"} {
		if !strings.Contains(board, says) {
			t.Errorf("the office's list says %q, not %q", board, says)
		}
	}
	wantNoRecords(u)
	wantBoard(t, p, "")
}
