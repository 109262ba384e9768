package door_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/views/door"
)

func TestOneTapIsInAndTheTileSaysSoOnceTheSchoolSystemHas(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	device := p.TapTablet(t, "Door 12", "8B")
	page := device.Get("/door").Want(t, http.StatusOK)
	if says := page.Text(".tap-cover"); !strings.Contains(says, "8B") || !strings.Contains(says, "Late after 08:40") || !strings.Contains(says, "0 of 28 in") || !strings.Contains(says, "Staff") {
		t.Errorf("the cover says %q", says)
	}
	tile := tileValues(page)[3]
	form := page.Form("#taps")
	form.Set("in", tile)
	if led := device.Post(tapsPath, form).Want(t, http.StatusOK).Leads(); led != "/door?class=8B" {
		t.Errorf("without scripts it leads to %q", led)
	}
	p.Settled(t, apptest.Harbour)
	after := device.Get("/door")
	enrolment, _, _ := strings.Cut(tile, ":")
	if says := after.Text(".taps [value^='" + enrolment + ":']"); !strings.HasSuffix(says, "In 08:30") || after.Text("#count") != "1 of 28 in" {
		t.Errorf("the tile says %q, the cover %q", says, after.Text("#count"))
	}
	if says := p.As(t, apptest.OfficeWorker).Get(apptest.EightB).Text("[data-enrolment='" + enrolment + "']"); !strings.Contains(says, "Present08:30, tablet at Door 12") {
		t.Errorf("the roll says %q", says)
	}
}

func TestATapIsLateByItsOwnTimeFromTheMinuteAfterTheRule(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	device := p.TapTablet(t, "Door 12", "8B")
	page := device.Get("/door")
	clock.Forward(30 * time.Minute)
	start := apptest.BootHour()
	for place, one := range []struct {
		after time.Duration
		want  string
	}{{0, "Present"}, {9*time.Minute + 59*time.Second, "Present"}, {10 * time.Minute, "Present"}, {10*time.Minute + 59*time.Second, "Present"}, {11 * time.Minute, "Late"}, {29 * time.Minute, "Late"}} {
		form := tappedForm(page, door.NewTap(), start.Add(one.after), tileValues(page)[place])
		// A status that a tablet sends is ignored.
		form.Set("status", "2")
		device.Post(tapsPath, form, apptest.ByScript()...).Want(t, http.StatusNoContent)
		p.Settled(t, apptest.Harbour)
		if row := p.As(t, apptest.OfficeWorker).Get(apptest.EightB).Rows(t)[place]; row.Status != one.want {
			t.Errorf("a tap %v after 08:30 is %+v", one.after, row)
		}
	}
}

func TestARepeatedBatchIsOneSave(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	device := p.TapTablet(t, "Door 12", "8B")
	page := device.Get("/door")
	tap, at := door.NewTap(), apptest.BootHour()
	form := tappedForm(page, tap, at, tileValues(page)[:3]...)
	for range 3 {
		device.Post(tapsPath, form, apptest.ByScript()...).Want(t, http.StatusNoContent)
	}
	// The rule may have changed before the press arrives again: it gets its first answer.
	p.LateAfter(t, "08:00")
	device.Post(tapsPath, form, apptest.ByScript()...).Want(t, http.StatusNoContent)
	device.Post(tapsPath, tappedForm(page, tap, at, tileValues(page)[4]), apptest.ByScript()...).Want(t, http.StatusConflict)
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 3)
	// The device may be another tablet by now, but it is the same press.
	p.TapTablet(t, "Hall", "8B").Post(tapsPath, form, apptest.ByScript()...).Want(t, http.StatusNoContent)
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 3)
}

func TestStaffDecideAboutATapFromBeforeAMark(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	device := p.TapTablet(t, "Door 12", "8B")
	tapped := clock.Now()
	clock.Forward(time.Minute)
	p.As(t, apptest.Teacher).Takes("Absent", 3, 4)
	p.Settled(t, apptest.Harbour)
	page := device.Get("/door")
	clock.Forward(time.Minute)
	// The version is the newest: only the tap's time shows that it is older.
	device.Post(tapsPath, tappedForm(page, door.NewTap(), tapped, tileValues(page)[3]), apptest.ByScript()...).Want(t, http.StatusNoContent)
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 2)
	if state := device.Get("/door").Page.Find(".taps button").Eq(3).AttrOr("data-state", ""); state != "asked" {
		t.Errorf("the tile of who was marked after the tap is %s", state)
	}
	office := p.As(t, apptest.OfficeWorker)
	roll := office.Get(apptest.EightB)
	if row := roll.Rows(t)[3]; row.Outcome != "conflict" || row.Status != "Absent" {
		t.Fatalf("the office sees %+v", row)
	}
	question := roll.Page.Find("[name=change]").First()
	office.Post(question.AttrOr("formaction", ""), url.Values{"change": {question.AttrOr("value", "")}, "seen": {roll.Page.Find("[form=decisions][name=seen]").AttrOr("value", "")}}).Want(t, http.StatusSeeOther)
	p.Settled(t, apptest.Harbour)
	if row := office.Get(apptest.EightB).Rows(t)[3]; row.Outcome != "saved" || row.Status != "Present" {
		t.Errorf("after its word the office sees %+v", row)
	}
	if state := device.Get("/door").Page.Find(".taps button").Eq(3).AttrOr("data-state", ""); state != "in" {
		t.Errorf("after its word the tile is %s", state)
	}
}

func TestATabletCanTapForItsOwnClassTodayAndForNothingElse(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	device, teachers := p.TapTablet(t, "Door 12", "8B"), p.Tablet(t, "Hall", "8B")
	page := device.Get("/door")
	now := clock.Now()
	tile := tileValues(page)[0]
	for name, one := range map[string]struct {
		change func(form map[string][]string)
		want   int
	}{
		"another class":      {func(form map[string][]string) { form["class"] = []string{"9A"} }, http.StatusNotFound},
		"yesterday":          {func(form map[string][]string) { form["date"] = []string{apptest.Yesterday} }, http.StatusConflict},
		"no date":            {func(form map[string][]string) { form["date"] = nil }, http.StatusBadRequest},
		"no name":            {func(form map[string][]string) { form["tap"] = []string{"x"} }, http.StatusBadRequest},
		"nobody":             {func(form map[string][]string) { form["in"] = nil }, http.StatusUnprocessableEntity},
		"a stranger":         {func(form map[string][]string) { form["in"] = []string{"999999:0"} }, http.StatusUnprocessableEntity},
		"nonsense":           {func(form map[string][]string) { form["in"] = []string{tile + ":x"} }, http.StatusBadRequest},
		"the same one twice": {func(form map[string][]string) { form["in"] = []string{tile, tile} }, http.StatusBadRequest},
		"two minutes": {func(form map[string][]string) {
			form["in"] = slices.Concat(tappedForm(page, "", now, tile)["in"], tappedForm(page, "", now.Add(-time.Minute), tileValues(page)[1])["in"])
		}, http.StatusBadRequest},
		"the future":         {func(form map[string][]string) { form["in"] = tappedForm(page, "", now.Add(10*time.Minute), tile)["in"] }, http.StatusUnprocessableEntity},
		"a tap of yesterday": {func(form map[string][]string) { form["in"] = tappedForm(page, "", now.Add(-24*time.Hour), tile)["in"] }, http.StatusConflict},
	} {
		form := tappedForm(page, door.NewTap(), now, tile)
		one.change(form)
		got := p.Nothing(t, func() apptest.Answer { return device.Post(tapsPath, form, apptest.ByScript()...) })
		if got.Code != one.want {
			t.Errorf("%s: %d", name, got.Code)
		}
	}
	form := tappedForm(page, door.NewTap(), now, tile)
	for _, other := range []*apptest.Visitor{teachers, p.As(t, apptest.Teacher)} {
		p.Nothing(t, func() apptest.Answer { return other.Post(tapsPath, form) }).Want(t, http.StatusForbidden)
	}
}

func TestStaffSeeWhoHasNotTappedAndMarkThemWithOnePress(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.SetPINs(t)
	device := p.TapTablet(t, "Door 12", "8B")
	page := device.Get("/door")
	device.Post(tapsPath, tappedForm(page, door.NewTap(), apptest.BootHour(), tileValues(page)[:26]...), apptest.ByScript()...).Want(t, http.StatusNoContent)
	p.Settled(t, apptest.Harbour)
	staff := opensRoll(t, device)
	var ticked []string
	for _, row := range staff.Rows(t) {
		if row.Ticked {
			ticked = append(ticked, row.Enrolment)
		}
	}
	if len(ticked) != 2 {
		t.Fatalf("ticked are %d", len(ticked))
	}
	// A screen opened with the PIN does not ask for it again, and neither does the page after the press.
	after := device.Follow(device.Post(apptest.RollPath, staff.Press(t, "Absent", ticked...)).Want(t, http.StatusOK)).Want(t, http.StatusOK)
	apptest.WantSaved(t, after, "Absent", ticked...)
	p.Settled(t, apptest.Harbour)
	p.WantCallsOf(t, 2, 26)
	if after := device.Get("/door"); after.Text("#count") != "26 of 28 in" || strings.Contains(after.Text("main"), "Absent") {
		t.Errorf("the tiles say %q of %q", after.Text("#count"), after.Text("main"))
	}
}

func TestTapsThatComeOnAnotherDayWaitForTheOffice(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	device := p.TapTablet(t, "Door 12", "8B")
	page := device.Get("/door")
	late, early := tappedForm(page, door.NewTap(), clock.Now(), tileValues(page)[3]), tappedForm(page, door.NewTap(), clock.Now(), tileValues(page)[4:6]...)
	device.Post(tapsPath, early, apptest.ByScript()...).Want(t, http.StatusNoContent)
	p.Settled(t, apptest.Harbour)
	clock.Forward(24 * time.Hour)
	for range 2 {
		device.Post(tapsPath, late, apptest.ByScript()...).Want(t, http.StatusNoContent)
	}
	office := p.As(t, apptest.OfficeWorker)
	yesterday := apptest.RollPath + "?class=8B&date=" + string(apptest.Today)
	apptest.Eventually(t, "the tap is the office's", func() bool { return office.Get(yesterday).Rows(t)[3].Outcome == "stopped" })
	p.WantCallsOf(t, 2)
	if says := office.Get("/schools/harbour/day?date=" + string(apptest.Today)).Text("main"); !strings.Contains(says, "8B1 mark needs you") {
		t.Errorf("the board of its day says %q", says)
	}
	if says := office.Get("/schools/harbour/day").Text("#earlier"); says != "1 mark of an earlier day is not sent. See which" {
		t.Errorf("the board of today says %q", says)
	}
	office.Post("/schools/harbour/connection/send", nil).Want(t, http.StatusSeeOther)
	p.Settled(t, apptest.Harbour)
	if row := office.Get(yesterday).Rows(t)[3]; row.Outcome != "saved" || row.Status != "Present" {
		t.Errorf("after the office has sent it, it is %+v", row)
	}
}

func TestATabletSaysHowManyTapsWaitOnItAndTheBoardShowsThat(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	device, office := p.TapTablet(t, "Door 12", "8B"), p.As(t, apptest.OfficeWorker)
	for _, one := range []struct{ says, want string }{
		{"3 60000", "3 taps kept on it"}, {"1 70000", "1 tap kept on it"}, {"-1 70001", "1 tap kept on it"}, {"many 70001", "1 tap kept on it"}, {"10000 70001", "1 tap kept on it"},
		// One that was overtaken on the way, and one after the tablet's clock was set back.
		{"4 69000", "1 tap kept on it"}, {"2 5000", "2 taps kept on it"}, {"0 5001", ""},
	} {
		device.Get(apptest.RollPath+"/tiles?class=8B", append(apptest.ByScript(), "Rollbook-Waiting", one.says)...).Want(t, http.StatusOK)
		says := office.Get("/schools/harbour/day").Text("#day-tablets")
		if !strings.Contains(says, "Door 12 connected") || !strings.HasSuffix(says, one.want) || one.want == "" && strings.Contains(says, "wait") {
			t.Errorf("told %s, the board says %q", one.says, says)
		}
	}
}

func TestATabletSaysThatItDoesNotWorkAndTheBoardShowsThat(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	device, office := p.TapTablet(t, "Door 12", "8B"), p.As(t, apptest.OfficeWorker)
	for _, one := range []struct{ says, want string }{
		{"broken", "Door 12 does not work"}, {"nonsense", "Door 12 does not work"}, {"malformed", "Door 12 sends what Rollbook cannot read"},
		{"", "Door 12 sends what"}, {"none", "Door 12 connected"},
	} {
		device.Get(apptest.RollPath+"/tiles?class=8B", append(apptest.ByScript(), "Rollbook-Fault", one.says)...).Want(t, http.StatusOK)
		if says := office.Get(apptest.DayPath).Text("#day-tablets"); !strings.Contains(says, one.want) {
			t.Errorf("told %q, the board says %q", one.says, says)
		}
	}
}

func TestAnOpenBoardHearsHowManyTapsWait(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	device, office := p.TapTablet(t, "Door 12", "8B"), p.As(t, apptest.OfficeWorker)
	office.Get(apptest.DayPath).Want(t, http.StatusOK)
	heard := office.Hears(t, apptest.DayPath+"/events", "3 taps kept on it")
	device.Get("/door/kept", append(apptest.ByScript(), "Rollbook-Waiting", "3 1")...).Want(t, http.StatusNoContent)
	began := time.Now()
	select {
	case event := <-heard:
		if !strings.Contains(event, "<b>8B</b> <bdi>Door 12</bdi>") {
			t.Errorf("the board hears %q", event)
		}
	case <-time.After(apptest.Patience):
		t.Fatal("the board hears nothing")
	}
	if took := time.Since(began); took > apptest.Within(5*time.Second) {
		t.Errorf("it hears that after %v", took)
	}
}

func TestATabletReportsItsUnsentRollsToTheOffice(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	clock.Forward(7 * 24 * time.Hour)
	device, office := p.Tablet(t, "Door 12", "8B"), p.As(t, apptest.OfficeWorker)
	const waits, unsent, does = "1 roll is kept on it until a PIN is entered: 8B 08:31.", "1 roll of yesterday was not sent: 9 c 08:34.", ` A teacher must hand it in, with a PIN: on the tablet, press "Give it to the office".`
	for _, one := range []struct{ says, want string }{
		{"2026-11-26 8B%2008:31", waits}, {"2026-11-27 8B%2008:31", waits}, {"2026-11-25 9%20c%2008:34", unsent + does},
		{"2026-11-26 8B%2008:31,2026-11-25 9%20c%2008:34,2026-11-23 8B%2008:30,2026-11-23 9A%2008:31", "2 rolls of Mon 23 Nov were not sent: 8B 08:30, 9A 08:31. " + unsent + " " + waits + does},
		// Nonsense changes nothing.
		{"2026-11-31 8B", unsent + " " + waits + does}, {"", "2 rolls of"}, {"2026-11-26", "2 rolls of"}, {"2026-11-26 %zz", "2 rolls of"},
		{"2026-11-26 8B,", "2 rolls of"}, {"2026-11-26 " + strings.Repeat("8", 4000), "2 rolls of"}, {"2026-11-26 \xff", "2 rolls of"}, {"none", ""},
	} {
		device.Get("/door/kept", append(apptest.ByScript(), "Rollbook-Rolls", one.says)...).Want(t, http.StatusNoContent)
		for page, says := range map[string]string{"board": office.Get("/schools/harbour/day").Text("#day-tablets"), "list": office.Get(apptest.TabletsPath).Text("#tablets")} {
			says = strings.Join(strings.Fields(says), " ")
			if !strings.Contains(says, one.want) || one.want == "" && strings.Contains(says, "roll ") {
				t.Errorf("told %q, the %s says %q", one.says, page, says)
			}
		}
	}
}

func TestAnUnpairedTabletDeletesItsData(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	device := p.TapTablet(t, "Door 12", "8B")
	page := device.Get("/door")
	p.As(t, apptest.OfficeWorker).ToTablet("Door 12", "revoke").Want(t, http.StatusSeeOther)
	form := tappedForm(page, door.NewTap(), apptest.BootHour(), tileValues(page)[0])
	for name, got := range map[string]apptest.Answer{
		"a tap": device.Post(tapsPath, form, apptest.ByScript()...), "the tiles": device.Get(apptest.RollPath+"/tiles?class=8B", apptest.ByScript()...),
	} {
		if got.Code != http.StatusUnauthorized || got.Header.Get("HX-Redirect") != "/door" {
			t.Errorf("%s is answered %d %v", name, got.Code, got.Header)
		}
	}
	if got := device.Get("/door").Want(t, http.StatusUnauthorized); got.Header.Get("Clear-Site-Data") != `"storage"` {
		t.Errorf("the page that follows has %v", got.Header)
	}
}

func TestNamesAreHiddenWhereTheSchoolWishesIt(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	for mode, hides := range map[string]int{"students": 0, "students_hidden": 1} {
		form := office.TabletForm("Door "+mode, "8B")
		form.Set("mode", mode)
		device := p.Visit(t)
		device.Pairs(office.Post(apptest.TabletsPath, form).PairingCode())
		if page := device.Get("/door").Want(t, http.StatusOK); page.Page.Find("#show-names[hidden]").Length() != hides || len(tileValues(page)) != apptest.EightBSize {
			t.Errorf("%s: %q", mode, page.Text("main"))
		}
	}
}
