package browser_test

import (
	"net/http"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// calendarTests take a roll on a closed day.
func calendarTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"a roll on a closed day is taken with a second press": func(t *testing.T, browser *browsertest.Browser) {
			t.Helper()
			secondPress(t, browser, false)
		},
		"a roll on a closed day is taken without scripts": func(t *testing.T, browser *browsertest.Browser) {
			t.Helper()
			secondPress(t, browser, true)
		},
	}
}

func secondPress(t *testing.T, browser *browsertest.Browser, withoutScript bool) {
	t.Helper()
	p := apptest.Boot(t)
	p.As(t, apptest.OfficeWorker).Closes("Autumn holiday", apptest.Today, apptest.Today).Want(t, http.StatusSeeOther)
	u := p.UserOf(t, browser, apptest.Teacher)
	if withoutScript {
		u.WithoutScript()
	}
	u.Go(p.Address + apptest.EightB)
	u.Click(u.Row(3))
	u.Click(u.Row(4))
	u.Click(u.Status("Absent"))
	u.Click(apptest.SaveTicked)
	u.Wait(`document.querySelector("#summary [name=closed]")`)
	wantTicked(u, "3,4")
	if !withoutScript {
		// Another's mark appears beside the question.
		office := p.As(t, apptest.OfficeWorker)
		page := office.Get(apptest.EightB)
		press := page.Press(t, "Late", page.Enrolments(t, 9)...)
		press.Set("closed", "yes")
		office.Follow(office.Post(apptest.RollPath, press)).Want(t, http.StatusOK)
		u.Wait(`document.querySelectorAll("[data-enrolment]")[9].innerText.includes("Late")`)
	}
	u.Click("#summary [name=closed]")
	u.WaitSaved(2, "Absent")
}
