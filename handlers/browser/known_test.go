package browser_test

import (
	"slices"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// knownTests are about absences that the office knows before the roll or is told of after it.
func knownTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a student who leaves later and one who is expected later": leavesAndComesLater,
		"an absence told too late":                                 toldTooLate,
		"a board that is left open overnight":                      boardOvernight,
		"a student is pressed out, and the clerk leaves at once":   outAndAway,
		"a known device after the summer":                          afterTheSummer,
		"a new list is said to be right":                           newListIsRight,
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

// outAndAway leaves the page while a slow school system has not answered yet.
func outAndAway(t *testing.T, browser *browsertest.Browser) {
	p := apptest.Boot(t, func(school *roll.School) { school.TimeFormat, school.LeftCheck = roll.TimeMinutes, roll.CheckOut })
	p.As(t, apptest.OfficeWorker).Takes("Present", 0)
	u := p.OfficeAt(t, browser, apptest.FindPath+"?q=8B")
	u.Ready("#gate [value=out]")
	const slow = 1500
	p.Fault(t, sandbox.Fault{BulkOnly: true, DelayBeforeMs: slow})
	u.Text(`(document.querySelector("#gate [value=out]").click(), "")`)
	apptest.Eventually(t, "the press was not sent", func() bool { return len(p.Sandbox.Arrivals(apptest.HarbourCode)) == 2 })
	u.Go(p.Address + apptest.DayPath)
	u.Ready("#day-moved h2")
	u.Wait(`/out\s08:30/.test(document.querySelector("#day-moved").innerText)`)
	p.Fault(t)
	p.Settled(t, apptest.Harbour)
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 2 || calls[1].Check != "out" {
		t.Errorf("sent were %+v", calls)
	}
}

// afterTheSummer opens a class on the device that knows it from the school year before.
func afterTheSummer(t *testing.T, browser *browsertest.Browser) {
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	before := roll.PeriodID(apptest.PeriodOffered(p.As(t, apptest.OfficeWorker)))
	list := p.List(t, apptest.Harbour, string(before))
	later := slices.Clone(list)
	const laterNumber = 70_000_000
	for i := range later {
		later[i].ID += laterNumber
	}
	apptest.Must(t, p.App.Store.PutPeriods(t.Context(), apptest.Harbour, lists.FromFile, []roll.Period{
		{ID: before, Name: "2026/27", Starts: "2026-09-01", Ends: "2027-07-09"},
		{ID: "2027", Name: "2027/28", Starts: "2027-09-01", Ends: "2028-07-07"},
	}))
	apptest.Must(t, p.App.Store.PutStudents(t.Context(), apptest.Harbour, before, lists.FromFile, list))
	apptest.Must(t, p.App.Store.PutStudents(t.Context(), apptest.Harbour, "2027", lists.FromFile, later))
	apptest.Must(t, p.App.Lists.Rosters.Forget(t.Context(), apptest.Harbour))
	u := p.UserOf(t, browser, apptest.Teacher)
	opensClass(u, "8B")
	old := u.Text("location.href")
	const first, day = "2027-09-01", 24 * time.Hour
	clock.Forward(time.Duration(p.Today().DaysUntil(first)) * day)
	u.Go(old)
	u.Ready("#press")
	u.Want("the first student's number", `document.querySelector("[data-enrolment]").dataset.enrolment >= 70000000 ? "new" : "old"`, "new")
	pressed := int64(u.Number(`document.querySelector("[data-enrolment]").dataset.enrolment * 1`))
	u.Tap("#press")
	apptest.Eventually(t, "the new year has no mark", func() bool {
		marks, err := p.App.Store.MarksBetween(t.Context(), apptest.Harbour, roll.EnrolmentID(pressed), first, first)
		return err == nil && len(marks) == 1
	})
	marks, err := p.App.Store.MarksBetween(t.Context(), apptest.Harbour, roll.EnrolmentID(pressed-laterNumber), first, first)
	apptest.Must(t, err)
	if len(marks) != 0 {
		t.Errorf("the year before has %+v", marks)
	}
}

func newListIsRight(t *testing.T, browser *browsertest.Browser) {
	clock := apptest.NewMovingClock(apptest.BootHour().Add(-24 * time.Hour))
	p := apptest.BootAt(t, clock.Now)
	p.As(t, apptest.OfficeWorker).Get(apptest.DayPath)
	clock.Forward(24 * time.Hour)
	teacher := p.UserOf(t, browser, apptest.Teacher)
	opensClass(teacher, "8B")
	teacher.WantAccessible("roll-new-list")
	teacher.Click(".rows [name=enrolment]")
	teacher.Click("#class-check button")
	teacher.Wait(`!document.querySelector("#class-check")`)
	teacher.Want("ticked", `document.querySelectorAll(".rows [name=enrolment]:checked").length`, "1")
}
