package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

const keptSentence = "Kept on this tablet. Not saved yet: enter your PIN when the network is back."

func wantKept(u *apptest.User) {
	u.T.Helper()
	u.Wait(fmt.Sprintf(`document.querySelector("#kept-roll:not([hidden])")?.innerText.includes(%q)`, keptSentence))
	if says(u, "Saved") || u.True(`document.querySelector("[data-is=saved], [data-is=confirming]")`) {
		u.T.Errorf("it says %s", u.Text("document.body.innerText"))
	}
}

// keptRecords returns everything that the tablet keeps of rolls, as text.
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

func keptRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	w.let(nothing)
	ticksAbsent(u, 3)
	signs(u, apptest.TeacherPIN)
	wantKept(u)
	wantAccessible(u, "door-kept")
	u.Size(768, 1024)
	kept := keptRecords(u)
	for _, secret := range []string{apptest.TeacherPIN, apptest.Teacher, "Neill", "staff"} {
		if strings.Contains(kept, secret) {
			t.Errorf("the tablet keeps %q in %s", secret, kept)
		}
	}
	// Opened again, it knows of the roll by itself.
	u.Go(w.address() + "/door")
	wantSays(u, asOf)
	wantKept(u)
	if ticked := u.Number(`document.querySelectorAll(".rows [name=enrolment]:checked:disabled").length`); ticked != 1 {
		t.Errorf("%v are ticked", ticked)
	}
	w.let(everything)
	u.Text(`dispatchEvent(new Event("online"))`)
	u.Wait(`document.querySelector("#as-of[hidden]") && document.querySelector("#kept-roll:not([hidden])")?.innerText.includes("The network is back.")`)
	wantAccessible(u, "door-kept-back")
	u.Size(768, 1024)
	signs(u, apptest.WrongPIN)
	u.Wait(`document.querySelector("#signing-problem")`)
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 0 {
		t.Fatalf("without a PIN %d calls were made", calls)
	}
	// The program reads the press, and its answer is lost.
	w.let(questions)
	signs(u, apptest.TeacherPIN)
	wantKept(u)
	p.Settled(t)
	w.let(everything)
	u.Go(w.address() + "/door")
	u.Wait(`document.querySelector("#kept-roll:not([hidden])")`)
	signs(u, apptest.TeacherPIN)
	u.WaitSaved(1, "Absent")
	u.Wait(`document.querySelector("#kept-roll[hidden]")`)
	p.Settled(t)
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 1 {
		t.Errorf("one roll is %d calls", calls)
	}
	if left := keptRecords(u); left != "" {
		t.Errorf("once saved, the tablet keeps %s", left)
	}
}

// lateByTheClock marks somebody late on a copy that was made an hour ago.
func lateByTheClock(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	u.Text(`(async () => {
		const cache = await caches.open((await caches.keys())[0]);
		const copy = await cache.match("/door", { ignoreVary: true });
		const older = (await copy.text()).replace(/(<input type="time"[^>]* value=")[\d:]+/, (_, before) => before + "07:30");
		await cache.put("/door", new Response(older, { headers: copy.headers }));
		window.older = older.includes("07:30");
	})()`)
	u.Wait(`window.older`)
	w.let(nothing)
	u.Go(w.address() + "/door")
	wantSays(u, asOf)
	u.Click(u.Row(3))
	u.Click(u.Status("Late"))
	u.Wait(`document.querySelector("#time").value.startsWith("08:3")`)
	u.Click("#press")
	wantKept(u)
	if kept := keptRecords(u); !strings.Contains(kept, "time=08%3A3") || !strings.Contains(kept, `"clock":"08:3`) {
		t.Errorf("the tablet keeps %s", kept)
	}
}

// strangeRoll presses Save where a proxy in between answers.
func strangeRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	ticksAbsent(u, 3)
	u.Text(`window.fetch = async () => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "Content-Type": "text/html" } })`)
	signs(u, apptest.TeacherPIN)
	wantKept(u)
	if u.True(`document.querySelector("#kept-roll button:not([hidden])")`) {
		t.Error("what may have arrived can be changed")
	}
	u.Go(w.address() + "/door")
	u.Wait(`document.querySelector("#kept-roll:not([hidden])")`)
	signs(u, apptest.TeacherPIN)
	u.WaitSaved(1, "Absent")
	u.Wait(`document.querySelector("#kept-roll[hidden]")`)
}

func changedRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	w.let(nothing)
	u.Cut()
	u.Wait(`!navigator.onLine`)
	ticksAbsent(u, 3)
	u.Click("#press")
	wantKept(u)
	wantAccessible(u, "door-kept-change")
	u.Size(768, 1024)
	u.Click("#kept-roll button")
	u.Wait(`document.querySelector("#kept-roll[hidden]")`)
	u.Click(u.Row(4))
	u.Click("#press")
	wantKept(u)
	w.let(everything)
	u.Mend()
	u.Wait(`document.querySelector("#kept-roll").innerText.includes("The network is back.")`)
	signs(u, apptest.TeacherPIN)
	u.WaitSaved(2, "Absent")
	p.Settled(t)
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 1 {
		t.Errorf("one roll is %d calls", calls)
	}
}

func lateRoll(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u, w := doorByWay(t, browser, p, "8B")
	w.let(nothing)
	ticksAbsent(u, 0)
	u.Click("#press")
	wantKept(u)
	u.Text(`Date.now = ((now) => () => now() + 86400000)(Date.now), document.dispatchEvent(new Event("visibilitychange"))`)
	u.Wait(`document.querySelector("#kept-rolls").innerText.includes("The roll of 8B of Thursday 19 November, taken on this tablet at 08:3")`)
	wantSays(u, "was not saved: 1 Absent. That day is over, so it is not sent any more. Tell the office, then remove it.")
	wantSays(u, "Absent: Sean O'Neill")
	if u.True(`document.querySelector(".rows :checked") || document.querySelector("#kept-roll:not([hidden])")`) {
		t.Error("it can still be saved")
	}
	wantAccessible(u, "door-not-saved")
	u.Size(768, 1024)
	// On another day the page that is opened says the same.
	u.Text(`window.yesterday = false, (async () => {
		const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith("roll-"));
		const base = await new Promise((resolve) => { const open = indexedDB.open(name); open.onsuccess = () => resolve(open.result); });
		const rolls = base.transaction("rolls", "readwrite").objectStore("rolls");
		rolls.getAll().onsuccess = ({ target }) => { for (const roll of target.result) rolls.put({ ...roll, until: 1 }); };
		rolls.transaction.oncomplete = () => { base.close(); window.yesterday = true; };
	})()`)
	u.Wait(`window.yesterday`)
	w.let(everything)
	u.Go(w.address() + "/door")
	u.Wait(`document.querySelector("#kept-rolls").innerText.includes("Absent: Sean O'Neill")`)
	u.Click("#kept-rolls button")
	u.Wait(`!document.querySelector("#kept-rolls *")`)
	if left := keptRecords(u); left != "" {
		t.Errorf("once removed, the tablet keeps %s", left)
	}
	if calls := len(p.Sandbox.Arrivals(apptest.HarbourCode)); calls != 0 {
		t.Errorf("%d calls were made", calls)
	}
}
