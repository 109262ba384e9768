package door_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// doorAt boots a school with PINs and a tablet at the door of 8B.
func doorAt(t *testing.T, clock func() time.Time) (*apptest.Program, *apptest.Visitor) {
	t.Helper()
	p := apptest.BootAt(t, clock)
	p.SetPINs(t)
	return p, p.Tablet(t, "Door 12", "8B")
}

// pressesOn returns a function that makes a press of the teacher on the page of the device's roll, with a
// PIN.
func pressesOn(t *testing.T, device *apptest.Visitor, page apptest.Answer) func(pin string) apptest.Answer {
	t.Helper()
	return func(pin string) apptest.Answer {
		return device.Post(page.Address("#roll"), pressAtDoor(t, page, apptest.Teacher, pin, "Absent", page.Enrolments(t, 3)...))
	}
}

func bootHour() func() time.Time { return apptest.ClockFrom(apptest.BootHour()) }

func TestATeacherTakesTheRollAtTheDoorWithAPIN(t *testing.T) {
	t.Parallel()
	p, device := doorAt(t, bootHour())
	page := opensRoll(t, device)
	absent := page.Enrolments(t, 3, 12)
	posted := device.Post(page.Address("#roll"), pressAtDoor(t, page, apptest.Teacher, apptest.TeacherPIN, "Absent", absent...)).Want(t, http.StatusOK)
	after := device.Follow(posted).Want(t, http.StatusOK)
	apptest.WantSaved(t, after, "Absent", absent...)
	p.WantOneCall(t, page.Status(t, "Absent"), absent...)
	if after.Page.Find("#mark-others").Length() != 0 || after.Page.Find("#pin").AttrOr("value", "") != "" {
		t.Error("a press without a PIN is offered, or the page has one")
	}
	office := p.As(t, apptest.OfficeWorker)
	if says := office.Get(apptest.EightB).Text("[data-enrolment='" + absent[0] + "']"); !strings.Contains(says, "Absent08:30, tablet at Door 12") {
		t.Errorf("the roll says %q", says)
	}
	_, token, _ := strings.Cut(posted.Leads(), "save=")
	token, _, _ = strings.Cut(token, "&")
	if says := office.Get(apptest.SavesPath+token).Want(t, http.StatusOK).Text("main"); !strings.Contains(says, "Anna Lindqvist, tablet Door 12") {
		t.Errorf("the record says %q", says)
	}
	rest := pressAtDoor(t, after, apptest.Teacher, apptest.TeacherPIN, "Absent", absent[:1]...)
	rest.Set("others", page.Status(t, "Present"))
	device.Post(page.Address("#roll"), rest).Want(t, http.StatusOK)
	if says := office.Get(apptest.EightB).Text(".head"); !strings.Contains(says, "done 08:30, tablet at Door 12") {
		t.Errorf("the head says %q", says)
	}
	if says := opensRoll(t, device).Text(".head"); !strings.Contains(says, "done 08:30") || strings.Contains(says, "tablet at") {
		t.Errorf("on the tablet itself it says %q", says)
	}
}

func TestATabletNamesNoStaffWithoutAPIN(t *testing.T) {
	t.Parallel()
	p, device := doorAt(t, bootHour())
	students := p.TapTablet(t, "Hall", "8B")
	for name, page := range map[string]apptest.Answer{
		"a teacher's": device.Get("/door"), "unpairing": device.Get("/door/leave"), "the names": students.Get("/door"), "for staff": students.Get("/door?class=8B&staff=1"),
	} {
		html, err := page.Want(t, http.StatusOK).Page.Html()
		apptest.Must(t, err)
		for _, person := range []string{apptest.NameOf(apptest.Teacher), apptest.NameOf(apptest.OfficeWorker), apptest.Teacher, "Lindqvist", "Osei"} {
			if strings.Contains(html, person) {
				t.Errorf("%s has %s", name, person)
			}
		}
	}
}

func TestATabletShowsNamesAndStatusesOnlyAfterAPIN(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	p.SetPINs(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	p.Settled(t, apptest.Harbour)
	for name, device := range map[string]*apptest.Visitor{"students tap": p.TapTablet(t, "Door 12", "8B"), "a teacher's": p.Tablet(t, "Door 14", "8B")} {
		t.Run(name, func(t *testing.T) { needsPIN(t, p, clock, device) })
	}
}

func needsPIN(t *testing.T, p *apptest.Program, clock *apptest.MovingClock, device *apptest.Visitor) {
	t.Helper()
	secret := func(what string, page apptest.Answer) {
		t.Helper()
		html, err := page.Page.Html()
		apptest.Must(t, err)
		if strings.Contains(html, "O&#39;Neill") || strings.Contains(html, "O'Neill") || strings.Contains(html, "Absent") {
			t.Errorf("%s shows names or statuses", what)
		}
	}
	for _, address := range []string{"/door", "/door?class=8B&staff=1", apptest.EightB, apptest.RollPath + "/statuses?class=8B", apptest.RollPath + "/events?class=8B", apptest.RollPath + "/tiles?class=8B"} {
		secret(address, device.Get(address))
	}
	secret("a press that nobody can read", device.Post(apptest.RollPath, url.Values{"class": {"8B"}}))
	opened := opensRoll(t, device)
	if says := opened.Text("main"); !strings.Contains(says, "O'Neill") || !strings.Contains(says, "Absent") {
		t.Fatalf("with a PIN it shows %q", says)
	}
	if opened.Page.Find("#pin").Length() != 0 {
		t.Error("the opened screen asks for a PIN again")
	}
	live := opened.Page.Find("#live").AttrOr("data-statuses", "")
	if says := device.Get(live).Want(t, http.StatusOK).Text("body"); !strings.Contains(says, "Absent") {
		t.Errorf("the opened roll hears %q", says)
	}
	// A person who leaves the screen and returns is asked again.
	secret("the same address again", device.Get("/door?class=8B&staff=1"))
	clock.Forward(11 * time.Minute)
	form := opened.Press(t, "Present", opened.Enrolments(t, 3)...)
	device.Get(live).Want(t, http.StatusForbidden)
	for _, headers := range [][]string{nil, apptest.ByScript()} {
		got := device.Post(apptest.RollPath, form, headers...).Want(t, http.StatusForbidden)
		secret("a press that came too late", got)
		if says := got.Text("body"); !strings.Contains(says, "This screen was open for too long.") {
			t.Errorf("too late it says %q", says)
		}
	}
	// An opening of one tablet is not valid on another.
	other := p.TapTablet(t, "Hall", "8B")
	form.Set("save", opensRoll(t, other).Press(t, "Present", opened.Enrolments(t, 3)...).Get("save"))
	other.Post(apptest.RollPath, form).Want(t, http.StatusForbidden)
}

func TestALockedNameIsLiftedByItsPersonOrTheOffice(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p, device := doorAt(t, clock.Now)
	page := opensRoll(t, device)
	press := pressesOn(t, device, page)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	for who, lift := range map[string]func() apptest.Answer{
		"the office": func() apptest.Answer {
			return office.Post("/schools/harbour/settings/tablets/lift", office.Get(apptest.TabletsPath).Form("#locked form"))
		},
		"she": func() apptest.Answer { return teacher.Post("/account/pin/lift", teacher.Get("/account").Form("#pin")) },
	} {
		for i := range 24 {
			if i%6 == 5 {
				clock.Forward(16 * time.Minute)
			}
			press(apptest.WrongPIN).Want(t, http.StatusForbidden)
		}
		clock.Forward(time.Hour)
		if says := press(apptest.TeacherPIN).Want(t, http.StatusForbidden).Text("#signing-problem"); !strings.HasPrefix(says, "Too many wrong PINs for this name.") {
			t.Errorf("it says %q", says)
		}
		lift().Want(t, http.StatusSeeOther)
		if got := press(apptest.TeacherPIN); got.Code != http.StatusOK && got.Code != http.StatusConflict {
			t.Errorf("after %s lifted it: %d", who, got.Code)
		}
		press = pressesOn(t, device, opensRoll(t, device))
	}
}

func TestAPressAtTheDoorWithoutNameOrRightPINKeepsTheTicks(t *testing.T) {
	t.Parallel()
	p, device := doorAt(t, bootHour())
	page := opensRoll(t, device)
	absent := page.Enrolments(t, 3, 12)
	for _, one := range []struct {
		name, pin, says string
		status          int
	}{
		{"", apptest.TeacherPIN, "Write your name as Rollbook shows it: first name and last name.", http.StatusUnprocessableEntity},
		{apptest.Teacher, "", "Enter your PIN, 4 to 8 digits.", http.StatusUnprocessableEntity},
		{apptest.Teacher, "73o6", "Enter your PIN, 4 to 8 digits.", http.StatusUnprocessableEntity},
		{apptest.Teacher, apptest.WrongPIN, "That is not the PIN. Nothing was saved yet. Tries left: 4.", http.StatusForbidden},
		{apptest.OtherTeacher, apptest.TeacherPIN, "That is not the PIN. Nothing was saved yet. Tries left: 4.", http.StatusForbidden},
		{apptest.FrenchTeacher, apptest.TeacherPIN, "That is not the PIN. Nothing was saved yet. Tries left: 4.", http.StatusForbidden},
		{"nobody", apptest.TeacherPIN, "That is not the PIN. Nothing was saved yet. Tries left: 4.", http.StatusForbidden},
	} {
		got := device.Post(page.Address("#roll"), pressAtDoor(t, page, one.name, one.pin, "Absent", absent...), apptest.ByScript()...).Want(t, one.status)
		wantUnsigned(t, got, one.says)
		if got.Page.Find("[data-enrolment]").Length() != 0 {
			t.Errorf("%q: the page's rows are replaced", one.says)
		}
	}
	p.WantCallsOf(t)
}

// wantUnsigned expects the sentence at its field, and an empty field for the PIN.
func wantUnsigned(t *testing.T, got apptest.Answer, sentence string) {
	t.Helper()
	if says := got.Text("#signing-problem"); says != sentence || got.Page.Find("#signing [aria-describedby=signing-problem]").Length() != 1 {
		t.Errorf("it says %q instead of %q", says, sentence)
	}
	if got.Page.Find("#pin").Length() != 1 || got.Page.Find("#pin").AttrOr("value", "") != "" {
		t.Error("there is no empty field for a PIN")
	}
}

func TestAfterFiveWrongPINsTheDoorSaysUntilWhen(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p, device := doorAt(t, clock.Now)
	page := opensRoll(t, device)
	press := pressesOn(t, device, page)
	for range 4 {
		press(apptest.WrongPIN).Want(t, http.StatusForbidden)
	}
	for _, pin := range []string{apptest.WrongPIN, apptest.TeacherPIN} {
		got := press(pin).Want(t, http.StatusForbidden)
		says := got.Text("#signing-problem")
		if !strings.HasPrefix(says, "Too many tries. Try again after 08:4") || !strings.HasSuffix(says, ", or use your own device.") || got.Header.Get("Retry-After") == "" {
			t.Errorf("it says %q", says)
		}
	}
	clock.Forward(16 * time.Minute)
	press(apptest.TeacherPIN).Want(t, http.StatusOK)
	p.WantCallsOf(t, 1)
}

func TestANameLockedAtSeveralDoorsIsOnTheBoardAndOnePressOpensItAgain(t *testing.T) {
	t.Parallel()
	p, device := doorAt(t, bootHour())
	page := opensRoll(t, device)
	var doors []func(pin string) apptest.Answer
	for door := range 4 {
		other := p.Tablet(t, fmt.Sprintf("Door %d", 20+door), "8B")
		doors = append(doors, pressesOn(t, other, opensRoll(t, other)))
	}
	for try := range 20 {
		doors[try%4](apptest.WrongPIN).Want(t, http.StatusForbidden)
	}
	right := func() apptest.Answer { return pressesOn(t, device, page)(apptest.TeacherPIN) }
	if says := right().Want(t, http.StatusForbidden).Text("#signing-problem"); !strings.Contains(says, "on your own device") || !strings.Contains(says, "or the office does") {
		t.Errorf("the door says %q", says)
	}
	office := p.As(t, apptest.OfficeWorker)
	for _, address := range []string{apptest.DayPath, apptest.DayPath + "/cells?date=" + apptest.Today} {
		board := office.Get(address).Want(t, http.StatusOK)
		if says := board.Text("#day-tablets"); !strings.HasPrefix(says, "Names that open no tablet now:") || !strings.Contains(says, "Lindqvist") {
			t.Errorf("%s says %q", address, says)
		}
	}
	board := office.Get(apptest.DayPath)
	office.Post(board.Address("#day-tablets form"), board.Form("#day-tablets form")).Want(t, http.StatusSeeOther)
	right().Want(t, http.StatusOK)
	if says := office.Get(apptest.DayPath).Text("#day-tablets"); strings.Contains(says, "no tablet") {
		t.Errorf("after the press the board says %q", says)
	}
}

func TestTwoTabsAtTheDoorGetNoMoreTriesThanOne(t *testing.T) {
	t.Parallel()
	_, device := doorAt(t, bootHour())
	page := opensRoll(t, device)
	var wrong, paused atomic.Int64
	var group sync.WaitGroup
	for range 2 {
		tab := pressAtDoor(t, page, apptest.Teacher, apptest.WrongPIN, "Absent", page.Enrolments(t, 3)...)
		group.Go(func() {
			for range 10 {
				switch says := device.Post(page.Address("#roll"), tab).Text("#signing-problem"); {
				case strings.HasPrefix(says, "That is not the PIN."):
					wrong.Add(1)
				case strings.HasPrefix(says, "Too many tries."):
					paused.Add(1)
				}
			}
		})
	}
	group.Wait()
	// The answer to the fifth has the pause that it starts.
	if wrong.Load() != 4 || paused.Load() != 16 {
		t.Errorf("%d are told that they are wrong, %d to wait", wrong.Load(), paused.Load())
	}
}

func TestATabletCannotReplaceAMarkOfTheOffice(t *testing.T) {
	t.Parallel()
	p, device := doorAt(t, bootHour())
	page := opensRoll(t, device)
	student := page.Enrolments(t, 3)
	office := p.As(t, apptest.OfficeWorker)
	desk := office.Get(apptest.EightB)
	office.Post(desk.Address("#roll"), desk.Press(t, "Excused", student...)).Want(t, http.StatusSeeOther)
	page = opensRoll(t, device)
	got := device.Post(page.Address("#roll"), pressAtDoor(t, page, apptest.OfficeWorker, apptest.OfficePIN, "Absent", student...)).Want(t, http.StatusConflict)
	if says := got.Text("#summary"); !strings.Contains(says, "Answer it on your own device, or ask the office.") {
		t.Errorf("it says %q", says)
	}
	if got.Page.Find("[form=decisions][name=keep], [form=decisions][name=change]").Length() != 0 {
		t.Error("whoever comes next can answer")
	}
	if says := office.Get(apptest.EightB).Text("[data-enrolment='" + student[0] + "'] [data-status]"); !strings.Contains(says, "Excused") {
		t.Errorf("there stands %q", says)
	}
}

func TestATabletThatSleptOvernightSavesNothingAndLeadsToToday(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p, device := doorAt(t, clock.Now)
	page := opensRoll(t, device)
	absent := page.Enrolments(t, 3, 12)
	clock.Forward(24 * time.Hour)
	got := device.Post(page.Address("#roll"), pressAtDoor(t, page, apptest.Teacher, apptest.TeacherPIN, "Absent", absent...)).Want(t, http.StatusConflict)
	if says := got.Text("#signing-problem"); !strings.Contains(says, "19 November") || got.Page.Find("[data-enrolment]").Length() != 0 {
		t.Errorf("without scripts it says %q", got.Text("main"))
	}
	today := opensRoll(t, device)
	if says := today.Text(".about"); !strings.Contains(says, "Fri 20 Nov") || today.Page.Find("[name=enrolment][checked]").Length() != 0 {
		t.Errorf("today's roll says %q", says)
	}
	byScript := device.Post(page.Address("#roll"), pressAtDoor(t, page, apptest.Teacher, apptest.TeacherPIN, "Absent", absent...), apptest.ByScript()...).Want(t, http.StatusConflict)
	if at := byScript.Address("#open-today"); at != "/door?class=8B" {
		t.Errorf("an open page is led to %q", at)
	}
	p.WantCallsOf(t)
}

func TestATabletSavesOnlyWithAPIN(t *testing.T) {
	t.Parallel()
	p, device := doorAt(t, bootHour())
	page := opensRoll(t, device)
	absent := page.Enrolments(t, 3)
	press := page.Press(t, "Absent", absent...)
	press.Del("opening")
	device.Post(page.Address("#roll"), press).Want(t, http.StatusUnprocessableEntity)
	// Without a PIN the tablet shows the same as after a wrong one.
	guessed := device.Post(page.Address("#roll"), pressAtDoor(t, page, apptest.OtherTeacher, apptest.TeacherPIN, "Absent", absent...))
	wantUnsigned(t, guessed.Want(t, http.StatusForbidden), "That is not the PIN. Nothing was saved yet. Tries left: 4.")
	device.Post("/schools/harbour/saves/x/decisions", url.Values{}).Want(t, http.StatusForbidden)
	p.WantCallsOf(t)
}
