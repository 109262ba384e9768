package door_test

import (
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

func bootHour() func() time.Time { return apptest.ClockFrom(apptest.BootHour()) }

func TestATeacherTakesTheRollAtTheDoorWithAPIN(t *testing.T) {
	t.Parallel()
	p, device := doorAt(t, bootHour())
	page := device.Get("/door").Want(t, http.StatusOK)
	absent := page.Enrolments(t, 3, 12)
	posted := device.Post(page.Address("#roll"), page.PressAtDoor(t, apptest.Teacher, apptest.TeacherPIN, "Absent", absent...)).Want(t, http.StatusSeeOther)
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
	token := posted.Header.Get("Location")
	_, token, _ = strings.Cut(token, "save=")
	token, _, _ = strings.Cut(token, "&")
	if says := office.Get(apptest.SavesPath+token).Want(t, http.StatusOK).Text("main"); !strings.Contains(says, "Anna Lindqvist, tablet Door 12") {
		t.Errorf("the record says %q", says)
	}
	rest := after.PressAtDoor(t, apptest.Teacher, apptest.TeacherPIN, "Absent", absent[:1]...)
	rest.Set("others", page.Status(t, "Present"))
	device.Post(page.Address("#roll"), rest).Want(t, http.StatusSeeOther)
	if says := office.Get(apptest.EightB).Text(".head"); !strings.Contains(says, "all recorded 08:30, tablet at Door 12") {
		t.Errorf("the head says %q", says)
	}
	if says := device.Get("/door").Text(".head"); !strings.Contains(says, "all recorded 08:30") || strings.Contains(says, "tablet at") {
		t.Errorf("on the tablet itself it says %q", says)
	}
}

func TestTheTabletListsWhoHasAPINByNameAndWhoWasThereLastFirst(t *testing.T) {
	t.Parallel()
	_, device := doorAt(t, bootHour())
	page := device.Get("/door")
	names := func(page apptest.Answer) []string {
		var names []string
		for _, option := range page.Page.Find("[name=staff] option[value!='']").EachIter() {
			names = append(names, option.Text())
		}
		return names
	}
	if got := strings.Join(names(page), ", "); got != "Anna Lindqvist, Kofi Osei" {
		t.Errorf("listed are %q", got)
	}
	if list, _ := page.Page.Find("[name=staff]").Html(); strings.Contains(page.Text("main"), "@") || strings.Contains(list, "Tom") {
		t.Errorf("it shows addresses, or who has no PIN: %s", list)
	}
	device.Post(page.Address("#roll"), page.PressAtDoor(t, apptest.OfficeWorker, apptest.OfficePIN, "Absent", page.Enrolments(t, 1)...)).Want(t, http.StatusSeeOther)
	if got := strings.Join(names(device.Get("/door")), ", "); got != "Kofi Osei, Anna Lindqvist" {
		t.Errorf("after a press listed are %q", got)
	}
}

func TestAPressAtTheDoorWithoutNameOrRightPINKeepsTheTicks(t *testing.T) {
	t.Parallel()
	p, device := doorAt(t, bootHour())
	page := device.Get("/door")
	absent := page.Enrolments(t, 3, 12)
	for _, one := range []struct {
		name, pin, says string
		status          int
	}{
		{"", apptest.TeacherPIN, "Choose your name.", http.StatusUnprocessableEntity},
		{apptest.Teacher, "", "Enter your PIN, 4 to 8 digits.", http.StatusUnprocessableEntity},
		{apptest.Teacher, "73o6", "Enter your PIN, 4 to 8 digits.", http.StatusUnprocessableEntity},
		{apptest.Teacher, apptest.WrongPIN, "That is not the PIN. Nothing was saved yet. Tries left: 4.", http.StatusForbidden},
		{apptest.OtherTeacher, apptest.TeacherPIN, "That is not the PIN. Nothing was saved yet. Tries left: 4.", http.StatusForbidden},
		{apptest.FrenchTeacher, apptest.TeacherPIN, "That is not the PIN. Nothing was saved yet. Tries left: 4.", http.StatusForbidden},
		{"nobody", apptest.TeacherPIN, "That is not the PIN. Nothing was saved yet. Tries left: 4.", http.StatusForbidden},
	} {
		for _, headers := range [][]string{nil, apptest.ByScript()} {
			if one.status == http.StatusForbidden && headers != nil {
				continue
			}
			got := device.Post(page.Address("#roll"), page.PressAtDoor(t, one.name, one.pin, "Absent", absent...), headers...).Want(t, one.status)
			wantUnsigned(t, got, one.says)
			if headers == nil && got.Page.Find("[name=enrolment][checked]").Length() != 2 {
				t.Errorf("%q: %d are ticked", one.says, got.Page.Find("[name=enrolment][checked]").Length())
			}
		}
	}
	p.WantCallsOf(t)
}

// wantUnsigned wants the sentence at its field, and an empty field for the PIN.
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
	page := device.Get("/door")
	press := func(pin string) apptest.Answer {
		return device.Post(page.Address("#roll"), page.PressAtDoor(t, apptest.Teacher, pin, "Absent", page.Enrolments(t, 3)...))
	}
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
	press(apptest.TeacherPIN).Want(t, http.StatusSeeOther)
	p.WantCallsOf(t, 1)
}

func TestTwoTabsAtTheDoorGetNoMoreTriesThanOne(t *testing.T) {
	t.Parallel()
	_, device := doorAt(t, bootHour())
	page := device.Get("/door")
	var wrong, paused atomic.Int64
	var group sync.WaitGroup
	for range 2 {
		tab := page.PressAtDoor(t, apptest.Teacher, apptest.WrongPIN, "Absent", page.Enrolments(t, 3)...)
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
	// The fifth is answered with the pause that it begins.
	if wrong.Load() != 4 || paused.Load() != 16 {
		t.Errorf("%d are told that they are wrong, %d to wait", wrong.Load(), paused.Load())
	}
}

func TestTheOfficesWordStandsAboveThatOfTheDoorWhoeverGivesIt(t *testing.T) {
	t.Parallel()
	p, device := doorAt(t, bootHour())
	page := device.Get("/door")
	student := page.Enrolments(t, 3)
	office := p.As(t, apptest.OfficeWorker)
	desk := office.Get(apptest.EightB)
	office.Post(desk.Address("#roll"), desk.Press(t, "Excused", student...)).Want(t, http.StatusSeeOther)
	page = device.Get("/door")
	got := device.Post(page.Address("#roll"), page.PressAtDoor(t, apptest.OfficeWorker, apptest.OfficePIN, "Absent", student...)).Want(t, http.StatusConflict)
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

func TestATabletThatSleptOvernightSavesNothingAndShowsTheTicks(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p, device := doorAt(t, clock.Now)
	page := device.Get("/door")
	absent := page.Enrolments(t, 3, 12)
	clock.Forward(24 * time.Hour)
	got := device.Post(page.Address("#roll"), page.PressAtDoor(t, apptest.Teacher, apptest.TeacherPIN, "Absent", absent...)).Want(t, http.StatusConflict)
	if says := got.Text("#summary"); says == "" || got.Page.Find("[name=enrolment][checked]").Length() != 2 {
		t.Errorf("it says %q, and %d are ticked", says, got.Page.Find("[name=enrolment][checked]").Length())
	}
	today := device.Get(got.Address("#open-today")).Want(t, http.StatusOK)
	if says := today.Text(".about"); !strings.Contains(says, "Fri 20 Nov") || today.Page.Find("[name=enrolment][checked]").Length() != 0 {
		t.Errorf("today's roll says %q", says)
	}
	byScript := device.Post(page.Address("#roll"), page.PressAtDoor(t, apptest.Teacher, apptest.TeacherPIN, "Absent", absent...), apptest.ByScript()...).Want(t, http.StatusConflict)
	if at := byScript.Address("#open-today"); at != "/door?class=8B" {
		t.Errorf("an open page is led to %q", at)
	}
	p.WantCallsOf(t)
}

func TestNobodySavesOnATabletWithoutAPIN(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	device := p.Tablet(t, "Door 12", "8B")
	page := device.Get("/door").Want(t, http.StatusOK)
	if says := page.Text("#signing"); !strings.HasPrefix(says, "Nobody at this school has a PIN yet.") || page.Page.Find("#pin").Length() != 0 {
		t.Errorf("it says %q", says)
	}
	device.Post(page.Address("#roll"), page.Press(t, "Absent", page.Enrolments(t, 3)...)).Want(t, http.StatusUnprocessableEntity)
	device.Post("/schools/harbour/saves/x/decisions", url.Values{}).Want(t, http.StatusForbidden)
	p.WantCallsOf(t)
}
