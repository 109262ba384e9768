package browser_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/browsertest"
)

// teacherTests are about the teachers of classes.
func teacherTests() apptest.BrowserTests {
	return apptest.BrowserTests{
		"all teachers are reminded with two clicks from the board": teachersReminded,
		"a teacher is learned with one click":                      teacherLearned,
	}
}

// teachersReminded mails the teachers of the missing rolls.
func teachersReminded(t *testing.T, browser *browsertest.Browser) {
	server, said := apptest.MailServer(t)
	p := apptest.BootMailing(t, server)
	p.Teach(t, "5A", "Ines Okoro", "ines@okoro.example", "6A", "Bo Berg", "bo@berg.example", "7A", "Tom Adler", "")
	u := p.OfficeAt(t, browser, apptest.DayPath)
	u.Taps = 0
	u.Tap("main a[href$='/reminders']")
	u.Tap("[name=remind][value=new]")
	u.Ready(".notice[data-kind=good]")
	u.WantSays("The mail is sent.", "Reminded 08:3")
	if u.Taps > 2 {
		t.Errorf("it took %d clicks", u.Taps)
	}
	if heard := <-said; strings.Count(heard, "RCPT TO:") != 2 {
		t.Errorf("the server heard %s", heard)
	}
	u.WantAccessible("reminders")
	u.Fits("reminders")
	u.Go(p.Address + apptest.DayPath)
	u.WantSays("Reminded: Bo Berg 08:3", "Ines Okoro 08:3")
	u.Fits("board-reminded")
}

// teacherLearned says yes to the teacher who took a class's last five rolls.
func teacherLearned(t *testing.T, browser *browsertest.Browser) {
	var days atomic.Int64
	running := apptest.ClockFrom(apptest.BootHour())
	p := apptest.BootAt(t, func() time.Time { return running().AddDate(0, 0, int(days.Load())) })
	for _, day := range []int64{0, 1, 4, 5, 6} {
		days.Store(day)
		p.As(t, apptest.Teacher).Takes("Late", 0)
	}
	days.Store(7)
	u := p.OfficeAt(t, browser, apptest.SettingsPath+"/teachers")
	u.WantSays("Anna Lindqvist took the last five rolls of 8B. Is 8B their class?")
	u.WantAccessible("teachers")
	u.Fits("teachers")
	u.Text(`document.querySelector("[name=learned]").scrollIntoView({block: "center"})`)
	u.Taps = 0
	u.Tap("[name=learned]")
	u.Wait(`document.querySelector("[name=remove]") && !document.querySelector("[name=learned]")`)
	if u.Taps != 1 {
		t.Errorf("it took %d clicks", u.Taps)
	}
}
