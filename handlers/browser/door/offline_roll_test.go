package door_test

import (
	"fmt"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

const keptSentence = "Kept on this tablet, not saved yet. Press Save when the network is back."

// keptIsBack is true for a stored roll once the network is back.
const keptIsBack = `document.querySelector("#kept-roll:not([hidden])")?.innerText.includes("The network is back.")`

func wantKept(u *apptest.User) {
	u.T.Helper()
	u.Wait(fmt.Sprintf(`document.querySelector("#kept-roll:not([hidden])")?.innerText.includes(%q)`, keptSentence))
	if u.Says("Saved") || u.True(`document.querySelector("[data-is=saved], [data-is=confirming]")`) {
		u.T.Errorf("it says %s", u.Text("document.body.innerText"))
	}
	wantNoFault(u)
}

// wantNoFault checks that the tablet takes a network that is away for no error of its scripts.
func wantNoFault(u *apptest.User) {
	u.T.Helper()
	u.Want("a notice of a fault is hidden", `document.querySelector("#tablet-fault").hidden`, "true")
}

// keptRecords returns all of the tablet's stored data about rolls, as text.
func keptRecords(u *apptest.User) string {
	u.T.Helper()
	u.Text(`window.records = null, (async () => {
		const records = [];
		for (const { name } of await indexedDB.databases()) {
			if (!name.startsWith("roll-")) continue;
			const base = await new Promise((resolve) => { const open = indexedDB.open(name); open.onsuccess = () => resolve(open.result); });
			records.push(...await new Promise((resolve) => { const all = base.transaction("rolls").objectStore("rolls").getAll(); all.onsuccess = () => resolve(all.result); }));
			base.close();
		}
		window.records = records.length ? JSON.stringify(records) : "";
	})()`)
	u.Wait(`window.records !== null`)
	return u.Text(`window.records`)
}

// wantNoRecords waits until the tablet has stored nothing about rolls.
func wantNoRecords(u *apptest.User) {
	u.T.Helper()
	apptest.Eventually(u.T, "the tablet keeps no roll", func() bool { return keptRecords(u) == "" })
}

// keepsRoll presses Save without a network.
func keepsRoll(u *apptest.User, w *tabletNetwork) {
	u.T.Helper()
	w.Let(nothing)
	ticksAbsent(u, 3)
	u.Click(apptest.SaveTicked)
	wantKept(u)
}

func keptRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	keepsRoll(u, w)
	u.WantAccessible("door-kept")
	u.Size(768, 1024)
	kept := keptRecords(u)
	for _, secret := range []string{apptest.TeacherPIN, apptest.Teacher, "Neill", "staff"} {
		if strings.Contains(kept, secret) {
			t.Errorf("the tablet keeps %q in %s", secret, kept)
		}
	}
	// After a restart it shows the roll by itself.
	w.Let(everything)
	reopens(u, w)
	u.Wait(keptIsBack)
	u.Want("ticked", `document.querySelectorAll(".rows [name=enrolment]:checked:disabled").length`, "1")
	u.WantAccessible("door-kept-back")
	u.Size(768, 1024)
	forgetsPIN(u)
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 0 {
		t.Fatalf("without a PIN %d calls were made", calls)
	}
	// The program reads the press, but its answer is lost.
	w.Let(questions)
	signs(u, apptest.TeacherPIN)
	wantKept(u)
	p.Settled(t, apptest.Harbour)
	w.Let(everything)
	reopens(u, w)
	u.Wait(keptIsBack)
	u.Click(apptest.SaveTicked)
	u.WaitSaved(1, "Absent")
	u.Wait(`document.querySelector("#kept-roll[hidden]")`)
	p.Settled(t, apptest.Harbour)
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 1 {
		t.Errorf("one roll is %d calls", calls)
	}
	wantNoRecords(u)
}

func ticksOutlive(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	u.Before(minutes)
	reopens(u, w)
	ticksAbsent(u, 3)
	u.Text(`window.minute()`)
	u.Wait(`document.querySelector("#ticks-left:not([hidden])") && !document.querySelector("[data-enrolment]")`)
	u.WantSays("Ticks on this tablet are not saved yet. Open the roll to save them.")
	u.WantAccessible("door-ticks-left")
	u.Size(768, 1024)
	u.Text(`window.minute()`)
	u.Wait(`document.querySelector("#ticks-left:not([hidden])")`)
	opensRoll(u)
	u.Want("ticked", `document.querySelectorAll(".rows [name=enrolment]:checked").length`, "1")
	u.Click(apptest.SaveTicked)
	u.WaitSaved(1, "Absent")
	u.Go(w.Address() + "/door")
	u.Ready("#staff")
	u.Wait(`document.readyState === "complete" && document.querySelector("#ticks-left[hidden]")`)
}

// strangeRoll presses Save while a proxy answers in Rollbook's place.
func strangeRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	ticksAbsent(u, 3)
	u.Text(`window.fetch = async () => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "Content-Type": "text/html" } })`)
	u.Click(apptest.SaveTicked)
	wantKept(u)
	if u.True(`document.querySelector("#kept-roll button:not([hidden])")`) {
		t.Error("what may have arrived can be changed")
	}
	reopens(u, w)
	u.Wait(keptIsBack)
	u.Click(apptest.SaveTicked)
	u.WaitSaved(1, "Absent")
	u.Wait(`document.querySelector("#kept-roll[hidden]")`)
}

func changedRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	w.Let(nothing)
	u.Cut()
	u.Wait(`!navigator.onLine`)
	ticksAbsent(u, 3)
	u.Click(apptest.SaveTicked)
	wantKept(u)
	u.WantAccessible("door-kept-change")
	u.Size(768, 1024)
	w.Let(everything)
	u.Restore()
	u.Wait(keptIsBack)
	u.Click("#kept-roll button")
	u.Wait(`document.querySelector("#kept-roll[hidden]")`)
	u.Click(u.Row(4))
	u.Click(apptest.SaveTicked)
	u.WaitSaved(2, "Absent")
	wantNoFault(u)
	p.Settled(t, apptest.Harbour)
	if board := p.As(t, apptest.OfficeWorker).Get(apptest.DayPath).Text("#day-tablets"); strings.Contains(board, "work") {
		t.Errorf("the board says %s", board)
	}
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 1 {
		t.Errorf("one roll is %d calls", calls)
	}
}

func lateRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	w.Let(nothing)
	ticksAbsent(u, 0)
	u.Click(apptest.SaveTicked)
	wantKept(u)
	u.Text(`window.yesterday = false, (async () => {
		const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith("roll-"));
		const base = await new Promise((resolve) => { const open = indexedDB.open(name); open.onsuccess = () => resolve(open.result); });
		const rolls = base.transaction("rolls", "readwrite").objectStore("rolls");
		rolls.getAll().onsuccess = ({ target }) => { for (const roll of target.result) rolls.put({ ...roll, date: "2026-11-18", day: "Wednesday 18 November" }); };
		rolls.transaction.oncomplete = () => { base.close(); window.yesterday = true; };
	})()`)
	u.Wait(`window.yesterday`)
	changes(p, t, "language", "en-US")
	w.Let(everything)
	u.Go(w.Address() + "/door")
	u.Wait(`/Wednesday 18 November's attendance for 8B, taken here at 8:3\d\sAM,/.test(document.querySelector("#kept-rolls").innerText)`)
	// Yesterday's page stored no ticks for today.
	u.Text(`sessionStorage.clear()`)
	u.WantSays("was never saved. Staff give it to the office with their name and PIN.")
	if u.Says("O'Neill") {
		t.Error("without a PIN it says whom the roll is of")
	}
	u.WantAccessible("door-not-saved")
	u.Size(768, 1024)
	u.Click("#kept-rolls button:last-of-type")
	u.Wait(`document.querySelector("#signing-problem").innerText.startsWith("Write your name")`)
	reopens(u, w)
	u.Wait(`document.querySelector("#kept-rolls").innerText.includes("Absent: Sean O'Neill")`)
	if u.True(`document.querySelector(".rows :checked") || document.querySelector("#kept-roll:not([hidden])")`) {
		t.Error("it can still be saved")
	}
	u.Click("#kept-rolls button:last-of-type")
	u.Wait(`!document.querySelector("#kept-rolls *")`)
	wantNoRecords(u)
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 0 {
		t.Errorf("%d calls were made", calls)
	}
}
