package door_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/views/door"
)

// arrivals makes a teacher mark two students absent, who tap their names at 08:50.
func arrivals(t *testing.T) (p *apptest.Program, device *apptest.Visitor) {
	t.Helper()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p = apptest.BootAt(t, clock.Now)
	device = p.TapTablet(t, "Door 12", "8B")
	p.As(t, apptest.Teacher).Takes("Absent", 3, 4)
	p.Settled(t, apptest.Harbour)
	page := device.Get("/door")
	clock.Forward(20 * time.Minute)
	for _, tile := range tileValues(page)[3:5] {
		device.Post(tapsPath, tappedForm(page, door.NewTap(), clock.Now(), tile), apptest.ByScript()...).Want(t, http.StatusNoContent)
	}
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 2)
	return p, device
}

// wantTiles checks the states of the tiles of both.
func wantTiles(t *testing.T, device *apptest.Visitor, want string) {
	t.Helper()
	tiles := device.Get("/door").Page.Find(".taps button")
	for place := range 2 {
		if state := tiles.Eq(3+place).AttrOr("data-state", ""); state != want {
			t.Errorf("tile %d is %s, not %s", 3+place, state, want)
		}
	}
}

func TestATapAfterATeachersAbsentIsAskedAboutOnTheRollAndConfirmedAtOnce(t *testing.T) {
	t.Parallel()
	p, device := arrivals(t)
	wantTiles(t, device, "asked")
	if says := device.Get("/door").Page.Find(".taps button").Eq(3).Text(); !strings.HasSuffix(says, "Ask your teacher") {
		t.Errorf("the tile says %q", says)
	}
	teacher := p.As(t, apptest.Teacher)
	page := teacher.Get(apptest.EightB)
	if says := page.Text("#summary"); strings.Count(says, "tapped in at 08:50. Late?") != 2 {
		t.Fatalf("the roll asks %q", says)
	}
	if row := page.Rows(t)[3]; row.Status != "Absent" {
		t.Errorf("before her word the roll says %+v", row)
	}
	all := page.Page.Find("#summary [name=change][value=all]")
	form := url.Values{"change": {"all"}}
	page.Page.Find("[form=decisions][name=seen]").Each(func(_ int, seen *goquery.Selection) { form.Add("seen", seen.AttrOr("value", "")) })
	teacher.Post(all.AttrOr("formaction", ""), form).Want(t, http.StatusSeeOther)
	p.Settled(t, apptest.Harbour)
	wantTiles(t, device, "in")
	if row := teacher.Get(apptest.EightB).Rows(t)[3]; row.Status != "Late" || row.Outcome != "saved" {
		t.Errorf("after her word the roll says %+v", row)
	}
	p.WantCallsOf(t, 1, 1, 2)
}

func TestATapAfterATeachersAbsentIsAskedAboutOnTheBoardAndConfirmedAtOnce(t *testing.T) {
	t.Parallel()
	p, device := arrivals(t)
	office := p.As(t, apptest.OfficeWorker)
	board := office.Get("/schools/harbour/day")
	if says := board.Text("#day-arrivals"); strings.Count(says, "tapped in at 08:50. Late?") != 2 || !strings.Contains(says, "Confirm all 2") {
		t.Fatalf("the board asks %q", says)
	}
	form := board.Form("#day-arrivals form")
	form.Set("change", "all")
	answer := office.Post(board.Page.Find("#day-arrivals form").AttrOr("action", ""), form).Want(t, http.StatusSeeOther)
	if to := answer.Header.Get("Location"); !strings.HasPrefix(to, "/schools/harbour/day") {
		t.Errorf("it leads to %s", to)
	}
	p.Settled(t, apptest.Harbour)
	wantTiles(t, device, "in")
	if says := office.Get("/schools/harbour/day").Text("#day-arrivals"); says != "" {
		t.Errorf("then the board asks %q", says)
	}
}

func TestATeachersAbsentIsAskedAboutOnce(t *testing.T) {
	t.Parallel()
	p, device := arrivals(t)
	// A friend tries another tablet.
	other := p.TapTablet(t, "Hall", "8B")
	wantTiles(t, other, "asked")
	page := other.Get("/door")
	other.Post(tapsPath, tappedForm(page, door.NewTap(), apptest.BootHour().Add(20*time.Minute), tileValues(page)[3:5]...), apptest.ByScript()...).Want(t, http.StatusNoContent)
	teacher := p.As(t, apptest.Teacher)
	form := url.Values{"keep": {"all"}}
	roll := teacher.Get(apptest.EightB)
	roll.Page.Find("[form=decisions][name=seen]").Each(func(_ int, seen *goquery.Selection) { form.Add("seen", seen.AttrOr("value", "")) })
	teacher.Post(roll.Page.Find("#summary [name=keep][value=all]").AttrOr("formaction", ""), form).Want(t, http.StatusSeeOther)
	wantTiles(t, device, "out")
	if says := teacher.Get(apptest.EightB).Text("#summary"); says != "" {
		t.Errorf("she is asked again: %q", says)
	}
	p.WantCallsOf(t, 2)
}

func TestATapAfterAMarkOfTheOfficeIsNoTeachersToConfirm(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	device := p.TapTablet(t, "Door 12", "8B")
	p.As(t, apptest.OfficeWorker).Takes("Excused", 3)
	p.Settled(t, apptest.Harbour)
	page := device.Get("/door")
	device.Post(tapsPath, tappedForm(page, door.NewTap(), apptest.BootHour().Add(time.Minute), tileValues(page)[3]), apptest.ByScript()...).Want(t, http.StatusNoContent)
	if says := p.As(t, apptest.Teacher).Get(apptest.EightB).Text("#summary"); says != "" {
		t.Errorf("the teacher is asked %q", says)
	}
	if says := p.As(t, apptest.OfficeWorker).Get(apptest.EightB).Text("#summary"); !strings.Contains(says, "tapped in at 08:31. Present?") {
		t.Errorf("the office is asked %q", says)
	}
}

func TestAStudentWhoTapsOnTwoTabletsIsSentToTheSchoolSystemOnce(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	device, other := p.TapTablet(t, "Door 12", "8B"), p.TapTablet(t, "Hall", "8B")
	page, old := device.Get("/door"), other.Get("/door")
	clock.Forward(15 * time.Minute)
	now := clock.Now()
	device.Post(tapsPath, tappedForm(page, door.NewTap(), now.Add(-8*time.Minute), tileValues(page)[3]), apptest.ByScript()...).Want(t, http.StatusNoContent)
	p.Settled(t, apptest.Harbour)
	// The second tablet did not know that: its tap is later, and would be late.
	for _, at := range []time.Duration{-8 * time.Minute, -7 * time.Minute, 0} {
		other.Post(tapsPath, tappedForm(old, door.NewTap(), now.Add(at), tileValues(old)[3]), apptest.ByScript()...).Want(t, http.StatusNoContent)
	}
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 1)
	if row := p.As(t, apptest.OfficeWorker).Get(apptest.EightB).Rows(t)[3]; row.Outcome != "saved" || row.Status != "Present" {
		t.Errorf("the roll says %+v", row)
	}
}

func TestTheRollAndTheHistorySayWhenTheStudentTapped(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	device := p.TapTablet(t, "Door 12", "8B")
	page := device.Get("/door")
	clock.Forward(18 * time.Minute)
	device.Post(tapsPath, tappedForm(page, door.NewTap(), apptest.BootHour().Add(8*time.Minute), tileValues(page)[3]), apptest.ByScript()...).Want(t, http.StatusNoContent)
	p.Settled(t, apptest.Harbour)
	office := p.As(t, apptest.OfficeWorker)
	enrolment, _, _ := strings.Cut(tileValues(page)[3], ":")
	if says := office.Get(apptest.EightB).Text("[data-enrolment='" + enrolment + "']"); !strings.Contains(says, "Present08:38, tablet at Door 12") {
		t.Errorf("the roll says %q", says)
	}
	says := office.Get(apptest.HistoryPath + enrolment + "/history?date=" + apptest.Today).Text("ol.list > li")
	if !strings.HasPrefix(says, "08:38 tablet at Door 12") || !strings.Contains(says, "Tapped on the tablet, here at 08:48.") {
		t.Errorf("the history says %q", says)
	}
}
