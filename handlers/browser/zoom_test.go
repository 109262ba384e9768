package browser_test

import (
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// zoomTests show pages enlarged to 400 % at 1280x1024 (WCAG 1.4.10 and 2.4.11): the window is then 320x256.
func zoomTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"every page can be used at 400 percent": pagesEnlarged,
		"a roll is taken at 400 percent":        rollEnlarged,
	}
}

// covered focuses each control in turn, and names the hidden ones: those outside the window, or under a fixed
// element.
const covered = `[...document.querySelectorAll("a[href], button, input, select, summary, textarea")].filter((control) => {
	control.focus();
	if (document.activeElement !== control) return false;
	const shown = control.closest(".rows > li, label") || control;
	const box = shown.getBoundingClientRect();
	const x = Math.max(1, Math.min(box.left + box.width / 2, innerWidth - 1));
	const top = document.elementFromPoint(x, box.top + Math.min(box.height / 2, 20));
	return !top || !shown.contains(top) && !top.contains(shown);
}).map((control) => control.name || control.textContent.trim() || control.id).join(", ")`

// outside opens each menu, and names those that extend beyond the window's sides.
const outside = `[...document.querySelectorAll(".menu")].filter((menu) => menu.checkVisibility()).filter((menu) => {
	menu.open = true;
	const { left, right } = menu.lastElementChild.getBoundingClientRect();
	menu.open = false;
	return left < 0 || right > innerWidth;
}).map((menu) => menu.firstElementChild.textContent.trim()).join(", ")`

// wantUsable fails if an element extends beyond the side, or if a focused control is hidden.
func wantUsable(u *apptest.User, name string) {
	u.T.Helper()
	u.Picture(name + "-320x256")
	if wide := u.Number("document.documentElement.scrollWidth - innerWidth"); wide > 0 {
		u.T.Errorf("%s: %v px stand out at the side", name, wide)
	}
	if menus := u.Text(outside); menus != "" {
		u.T.Errorf("%s: opened, it is not all in the window: %s", name, menus)
	}
	if hidden := u.Text(covered); hidden != "" {
		u.T.Errorf("%s: not to be seen while they have the focus: %s", name, hidden)
	}
}

func pagesEnlarged(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	page := p.As(t, apptest.Teacher).Get(apptest.EightB)
	p.As(t, apptest.Teacher).Takes("Absent", 0, 1, 2)
	u := p.UserOf(t, browser, apptest.Administrator)
	u.Size(320, 256)
	for name, address := range map[string]string{
		"home": "/schools/harbour", "finder": apptest.FindPath + "?q=8B", "tray": apptest.FindPath + "?q=8B&tray=" + page.Enrolments(t, 0)[0],
		"board": apptest.DayPath, "month": "/schools/harbour/month?class=8B", "student-month": apptest.HistoryPath + page.Enrolments(t, 0)[0] + "/month",
		"settings": "/schools/harbour/settings", "calendar": "/schools/harbour/settings/calendar", "roll-yesterday": apptest.EightB + "&date=" + apptest.Yesterday,
	} {
		u.Go(p.Address + address)
		wantUsable(u, name)
	}
	nobody := &apptest.User{Tab: browser.Person(t), T: t, Program: p}
	nobody.Size(320, 256)
	nobody.Go(p.Address + "/sign-in")
	wantUsable(nobody, "sign-in")
}

// rollEnlarged takes a roll with a question: each ticked name must be visible, and so must the message about
// a press.
func rollEnlarged(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	u := p.UserOf(t, browser, apptest.Teacher)
	u.Size(320, 256)
	u.Go(p.Address + apptest.EightB)
	u.Ready("#roll")
	wantUsable(u, "roll")
	u.Click(u.Row(3))
	wantUsable(u, "roll-ticked")
	u.Click(apptest.SaveTicked)
	u.Wait(`document.querySelector("#explain").textContent &&
		(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector("#explain").getBoundingClientRect())`)
	u.Click(u.Status("Absent"))
	p.As(t, apptest.OfficeWorker).Takes("Late", 3)
	// The office's mark can move Save, which is pressed once it rests.
	u.Wait(`document.querySelectorAll("[data-enrolment]")[3].innerText.includes("Late") && ` + apptest.Still)
	u.Click(apptest.SaveTicked)
	waitOutcome(u, 1, "conflict")
	wantUsable(u, "roll-conflict")
}
