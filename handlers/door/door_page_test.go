package door_test

import (
	"bufio"
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

func TestTheDoorLeadsNowhereElseAndShowsNoPast(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	anna.Takes("Absent", 3)
	p.SetPINs(t)
	tablet := p.Tablet(t, "Door 12", "8B")
	if links := tablet.Get("/door").Page.Find("a:not(.skip)"); links.Length() != 0 {
		t.Errorf("its first page has the links %q", links.Text())
	}
	door := opensRoll(t, tablet)
	if links := door.Page.Find("a:not(.skip)"); links.Text() != "Close the roll" || links.AttrOr("href", "") != "/door" {
		t.Errorf("it has the links %q", links.Text())
	}
	if door.Page.Find(".strip, .picker, #help").Length() != 0 {
		t.Errorf("it has %q", door.Page.Find(".strip, .picker, #help").AttrOr("class", "help"))
	}
	if rows := door.Rows(t); rows[3].Outcome != "saved" {
		t.Errorf("the fourth row is %+v", rows[3])
	}
	if door.Page.Find("#live[data-events]").Length() != 1 {
		t.Error("it does not stay fresh")
	}
}

func TestNothingIsSavedAtTheDoorWithoutAPerson(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	tablet := p.Tablet(t, "Door 12", "8B")
	page := p.As(t, apptest.Teacher).Get(apptest.EightB)
	press := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	p.Nothing(t, func() apptest.Answer { return tablet.Post(apptest.RollPath, press) }).Want(t, http.StatusConflict)
	p.Nothing(t, func() apptest.Answer { return tablet.Post(apptest.RollPath, press, apptest.ByScript()...) }).Want(t, http.StatusConflict)
	p.SetPINs(t)
	own := opensRoll(t, tablet).Press(t, "Absent", page.Enrolments(t, 3)...)
	own.Del("opening")
	p.Nothing(t, func() apptest.Answer { return tablet.Post(apptest.RollPath, own) }).Want(t, http.StatusUnprocessableEntity)
	tablet.Post(apptest.SavesPath+press.Get("save")+"/decisions", url.Values{"keep": page.Enrolments(t, 3)}).Want(t, http.StatusForbidden)
	if board := p.As(t, apptest.OfficeWorker).Get(apptest.DayPath).Text(".day"); board == "" || strings.Contains(board, "Door 12") {
		t.Errorf("the board says that it took the roll: %q", board)
	}
}

func TestATabletReachesItsOwnClassesOfTodayOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	periods := p.As(t, apptest.Teacher).Get(apptest.EightB).Page.Find("select[name=period] option:not([selected])")
	past := url.QueryEscape(periods.First().AttrOr("value", ""))
	p.SetPINs(t)
	one, two := p.Tablet(t, "Door 12", "8B"), p.Tablet(t, "Hall", "8B", "9A")
	for _, query := range []string{
		"?class=7A", "?class=8b", "?class=9A&class=8B", "?class=", "?class=8B&date=" + apptest.Yesterday, "?class=8B&date=2026-11-20", "?class=8B&date=nonsense",
		"?class=8B&period=nonsense", "?class=8B&period=" + past, "?class=*", "?class=classes%3Aseveral", "?class=8B&class=8B&class=7A",
	} {
		for _, path := range []string{apptest.RollPath, apptest.RollPath + "/statuses", apptest.RollPath + "/events", "/door"} {
			one.Get(path+query).Want(t, http.StatusNotFound)
		}
		two.Get(apptest.RollPath+query).Want(t, http.StatusNotFound)
	}
	one.Get(apptest.RollPath+"?class=9A").Want(t, http.StatusNotFound)
	two.Get(apptest.RollPath).Want(t, http.StatusNotFound)
	for _, class := range []string{"8B", "9A"} {
		if got := opensRoll(t, two, "/door?class="+class).Text("h1"); got != class {
			t.Errorf("asked for %s it shows %s", class, got)
		}
	}
}

func TestATabletOfSeveralClassesChoosesAmongThem(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.SetPINs(t)
	tablet := p.Tablet(t, "Hall", "8B", "9A")
	choice := tablet.Get("/door").Want(t, http.StatusOK)
	if links := choice.Page.Find("a:not(.skip)"); links.Length() != 2 || links.Text() != "8B9A" {
		t.Errorf("it offers %q", links.Text())
	}
	roll := opensRoll(t, tablet, choice.Address(".doors a"))
	if back := roll.Page.Find("a:not(.skip)"); len(roll.Rows(t)) != apptest.EightBSize || back.Length() != 1 || back.AttrOr("href", "") != "/door" {
		t.Errorf("the roll leads to %q", back.Text())
	}
}

func TestATabletDoesNotNameThePersonWhoTookTheRoll(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.SetPINs(t)
	p.As(t, apptest.Teacher).TakesAll(apptest.EightB)
	if head := p.As(t, apptest.OfficeWorker).Get(apptest.EightB).Text("main"); !strings.Contains(head, "Anna Lindqvist") {
		t.Errorf("the office reads %q", head)
	}
	if says := opensRoll(t, p.Tablet(t, "Hall", "8B"), "/door?class=8B").Text("body"); strings.Contains(says, "Lindqvist") {
		t.Errorf("the tablet says %q", says)
	}
}

func TestTheDoorIsAlwaysTodays(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	p.SetPINs(t)
	tablet := p.Tablet(t, "Door 12", "8B")
	asked := opensRoll(t, tablet).Page.Find("#live").AttrOr("data-statuses", "")
	tablet.Get(asked).Want(t, http.StatusOK)
	clock.Forward(24 * time.Hour)
	// A page that was open overnight redirects to today's.
	if got := tablet.Get(asked, apptest.ByScript()...).Want(t, http.StatusNotFound).Header.Get("HX-Redirect"); got != "/door" {
		t.Errorf("it is led to %q", got)
	}
	if says := opensRoll(t, tablet).Text(".about"); !strings.Contains(says, "Fri 20 Nov") {
		t.Errorf("the next day it shows %q", says)
	}
}

func TestARevokedTabletIsTurnedAwayAtOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.SetPINs(t)
	tablet, office := p.Tablet(t, "Door 12", "8B"), p.As(t, apptest.OfficeWorker)
	asked := opensRoll(t, tablet).Page.Find("#live").AttrOr("data-statuses", "")
	office.ToTablet("Door 12", "revoke").Want(t, http.StatusSeeOther)
	if got := tablet.Get(asked, apptest.ByScript()...).Want(t, http.StatusUnauthorized); got.Header.Get("HX-Redirect") != "/door" || len(got.Body) != 0 {
		t.Errorf("its page is led to %q", got.Header.Get("HX-Redirect"))
	}
	got := tablet.Get("/door").Want(t, http.StatusUnauthorized)
	if !strings.Contains(got.Text(".notice"), "This tablet was removed") || got.Page.Find("[data-enrolment]").Length() != 0 || got.Page.Find("#pair").Length() != 1 {
		t.Errorf("it says %q", got.Text("main"))
	}
	if cookies := strings.Join(got.Header["Set-Cookie"], "; "); !strings.Contains(cookies, "rollbook_tablet=;") {
		t.Errorf("the cookie stays: %s", cookies)
	}
	if said := tablet.Get("/door").Want(t, http.StatusUnauthorized); said.Header.Get("Clear-Site-Data") != "" || said.Page.Find("#lost[hidden]").Length() != 1 {
		t.Error("a device without a pass forgets what it may not have sent")
	}
	if list := office.Get(apptest.TabletsPath); !strings.Contains(list.Text("#tablets"), "Removed Thu 19 Nov 08:3") {
		t.Errorf("the list says %q", list.Text("#tablets"))
	}
	// The same tablet is paired again, with its name and classes.
	tablet.Pairs(office.ToTablet("Door 12", "code").Want(t, http.StatusOK).PairingCode()).Want(t, http.StatusSeeOther)
	tablet.Get("/door").Want(t, http.StatusOK)
}

func TestAMovedTabletShowsItsNewClassAtOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	tablet, office := p.Tablet(t, "Door 12", "8B"), p.As(t, apptest.OfficeWorker)
	change := office.Get(apptest.TabletsPath).Address("#tablets a")
	form := office.Get(change).Want(t, http.StatusOK).Form("#change")
	if form.Get("name") != "Door 12" || len(form["class"]) != 1 || form.Get("class") != "8B" {
		t.Errorf("the form says %v", form)
	}
	form.Set("name", "Door 14")
	form["class"] = []string{"9A"}
	office.Post(change, form).Want(t, http.StatusSeeOther)
	if got := tablet.Get("/door").Want(t, http.StatusOK); got.Text("h1") != "9A" || got.Text(".place") != "Door 14" {
		t.Errorf("it shows %q at %q", got.Text("h1"), got.Text(".place"))
	}
	tablet.Get(apptest.EightB).Want(t, http.StatusNotFound)
}

func TestAStreamOfATabletEndsWhenItIsRevokedOrMoved(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.SetPINs(t)
	office := p.As(t, apptest.OfficeWorker)
	for name, end := range map[string]func(){
		"Door 12": func() { office.ToTablet("Door 12", "revoke").Want(t, http.StatusSeeOther) },
		"Hall": func() {
			change := office.Get(apptest.TabletsPath).Address("#tablets li:contains('Hall') a")
			form := office.Get(change).Form("#change")
			form["class"] = []string{"9A"}
			office.Post(change, form).Want(t, http.StatusSeeOther)
		},
	} {
		tablet := p.Tablet(t, name, "8B")
		limited, stop := context.WithTimeout(t.Context(), apptest.Patience)
		defer stop()
		r, err := http.NewRequestWithContext(limited, http.MethodGet, p.Address+opensRoll(t, tablet).Page.Find("#live").AttrOr("data-events", ""), nil)
		apptest.Must(t, err)
		stream, err := tablet.Client.Do(r)
		apptest.Must(t, err)
		lines := bufio.NewScanner(stream.Body)
		lines.Buffer(nil, 1<<20)
		if !lines.Scan() || stream.StatusCode != http.StatusOK {
			t.Fatalf("the stream begins with %d %q", stream.StatusCode, lines.Text())
		}
		end()
		for lines.Scan() {
			continue
		}
		if err := lines.Err(); err != nil {
			t.Errorf("the stream of %s does not end: %v", name, err)
		}
		apptest.Must(t, stream.Body.Close())
	}
}

func TestATabletIsSeenOnceAMinute(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	tablet := p.Tablet(t, "Door 12", "8B")
	seen := func() time.Time {
		list, err := p.App.Store.Tablets(t.Context(), apptest.Harbour)
		apptest.Must(t, err)
		return list[0].SeenAt
	}
	clock.Forward(2 * time.Minute)
	tablet.Get("/door").Want(t, http.StatusOK)
	first := seen()
	clock.Forward(50 * time.Second)
	tablet.Get("/door/kept").Want(t, http.StatusNoContent)
	if again := seen(); !again.Equal(first) || clock.Now().Sub(first) < 50*time.Second {
		t.Errorf("it was seen %v, then %v", first, again)
	}
	clock.Forward(10 * time.Second)
	tablet.Get("/door/kept").Want(t, http.StatusNoContent)
	if !seen().After(first) {
		t.Error("its own asking is not seen")
	}
}

func TestTheBoardOfTodaySaysWhenEachTabletWasLastSeen(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	office := p.As(t, apptest.OfficeWorker)
	if page := office.Get(apptest.DayPath).Want(t, http.StatusOK); page.Page.Find("#day-tablets *").Length() != 0 {
		t.Errorf("without a tablet it says %q", page.Text("#day-tablets"))
	}
	p.Tablet(t, "Door 12", "8B").Get("/door").Want(t, http.StatusOK)
	p.Tablet(t, "Atrium", "9A")
	p.Tablet(t, "Door 14", "9A")
	office.ToTablet("Door 14", "revoke").Want(t, http.StatusSeeOther)
	clock.Forward(10 * time.Minute)
	says := office.Get(apptest.DayPath).Text("#day-tablets")
	if !strings.HasPrefix(says, "Tablets:") || !strings.Contains(says, "Door 12 last seen 08:3") || strings.Contains(says, "Door 14") {
		t.Errorf("it says %q", says)
	}
	if strings.Index(says, "Door 12") > strings.Index(says, "Atrium") {
		t.Errorf("the tablets are not listed by class: %q", says)
	}
	if page := office.Get(apptest.DayPath + "?date=" + apptest.Yesterday); page.Page.Find("#day-tablets *").Length() != 0 {
		t.Error("a past day has them")
	}
}

func TestTheBoardSaysWhichTabletsAreThere(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	office, tablet := p.As(t, apptest.OfficeWorker), p.Tablet(t, "Door 12", "8B")
	says := func(want string) {
		t.Helper()
		if text := office.Get(apptest.DayPath).Text("#day-tablets"); !strings.Contains(text, want) {
			t.Errorf("it says %q, want %q", text, want)
		}
	}
	clock.Forward(10 * time.Second)
	says("Door 12 last seen 08:3")
	tablet.Get("/door/kept").Want(t, http.StatusNoContent)
	says("Door 12 connected")
	clock.Forward(3 * time.Second)
	says("Door 12 connected")
	clock.Forward(time.Second)
	says("Door 12 last seen 08:3")
}
