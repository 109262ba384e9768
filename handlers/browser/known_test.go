package browser_test

import (
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// knownTests are about absences that the office knows before the roll or is told of after it.
func knownTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a student who leaves later and one who is expected later": leavesAndComesLater,
		"an absence told too late":                                 toldTooLate,
		"a board that is left open overnight":                      boardOvernight,
	}
}

// tellsAbsence keeps an absence of the students in the office's form, with the fields by their names.
func tellsAbsence(u *apptest.User, student string, fields map[string]string) {
	u.T.Helper()
	u.Go(u.Program.Address + "/schools/harbour/absences?student=" + student)
	u.Ready("#absence")
	u.Text(`document.querySelector("#absence details").open = true`)
	for name, value := range fields {
		u.Text(`document.querySelector("#absence [name=` + name + `]").value = "` + value + `"`)
	}
	u.Click("#absence .primary")
}

func leavesAndComesLater(t *testing.T, browser *browsertest.Browser) {
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	_, students := p.As(t, apptest.OfficeWorker).EightB()
	office := p.OfficeAt(t, browser, apptest.DayPath)
	tellsAbsence(office, students[0], map[string]string{"after": "11:00"})
	office.Wait(`document.body.innerText.includes("The absence is saved.")`)
	tellsAbsence(office, students[1], map[string]string{"until": "10:30"})
	office.Wait(`document.querySelectorAll("ul.known > li").length === 2`)
	office.WantAccessible("absences-of-a-part")

	teacher := p.UserOf(t, browser, apptest.Teacher)
	opensClass(teacher, "8B")
	teacher.WantSays("leaves 11:00", "expected 10:30")
	teacher.Want("Save", `document.querySelector("#press").innerText`, "Nobody absent: save 27 Present")
	teacher.Tap("#press")
	teacher.WaitSaved(27, "Present")
	teacher.WantSays("1 expected later")

	clock.Forward(2*time.Hour + 10*time.Minute)
	office.Go(p.Address + apptest.DayPath)
	office.Ready("#day-late h2")
	office.WantSays("Not in as expected: 1", "expected 10:30")
	office.Fits("board-late")
}

func toldTooLate(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t)
	_, students := p.As(t, apptest.OfficeWorker).EightB()
	u := p.OfficeAt(t, browser, apptest.DayPath)
	yesterday := string(p.Today().AddDays(-1))
	tellsAbsence(u, students[0], map[string]string{"from": yesterday, "to": yesterday})
	u.Wait(`document.querySelector("#questions [name=correct]:checked")`)
	u.WantSays("These days are over. Correct their marks too?", "No mark yet, then Excused")
	u.Fits("absence-too-late")
	u.Size(1280, 720)
	u.Click("#absence .primary")
	u.Wait(`document.querySelector("[data-date='` + yesterday + `']")?.innerText.includes("Excused")`)
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 1)
}

func boardOvernight(t *testing.T, browser *browsertest.Browser) {
	clock := apptest.NewMovingClock(time.Date(2026, time.November, 19, 23, 30, 0, 0, time.UTC))
	p := apptest.BootAt(t, clock.Now)
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.WantSays("19 November")
	clock.Forward(time.Hour)
	u.Wait(`document.querySelector("h1")?.innerText.includes("20 November")`)
}
