package door_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

func TestATabletIsPairedByACodeAndShowsItsClass(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	form := office.TabletForm("Door 12", "8B")
	made := office.Post(apptest.TabletsPath, form).Want(t, http.StatusOK)
	code := made.PairingCode()
	if len(code) != 8 || made.Page.Find("svg.code path").Length() != 1 || !strings.HasSuffix(made.Text(".address"), "/pair") {
		t.Errorf("the page of the code says %q", made.Text("main"))
	}
	if again := office.Post(apptest.TabletsPath, form).Want(t, http.StatusConflict); strings.Contains(again.Text("main"), code) || !strings.Contains(again.Text("#problem"), "shown already") {
		t.Errorf("pressed twice it says %q", again.Text("main"))
	}
	if list := office.Get(apptest.TabletsPath); list.Page.Find("#tablets li").Length() != 1 || !strings.Contains(list.Text("#tablets"), "not paired yet") {
		t.Errorf("the list says %q", list.Text("#tablets"))
	}
	tablet := p.Visit(t)
	paired := tablet.Pairs(strings.ToLower(code[:4])+" - "+code[4:]).Want(t, http.StatusSeeOther)
	if paired.Header.Get("Location") != "/door" || paired.Header.Get("Clear-Site-Data") != "" {
		t.Errorf("it is led to %q, and forgets %s", paired.Header.Get("Location"), paired.Header.Get("Clear-Site-Data"))
	}
	door := tablet.Get("/door").Want(t, http.StatusOK)
	if door.Page.Find("#staff #pin").Length() != 1 || door.Text("h1") != "8B" || door.Text(".place") != "Door 12" {
		t.Errorf("the door shows %q", door.Text("main"))
	}
	if got := tablet.Get("/").Want(t, http.StatusOK).Leads(); got != "/door" {
		t.Errorf("the first page leads to %q", got)
	}
	if list := office.Get(apptest.TabletsPath).Text("#tablets"); !strings.Contains(list, "paired") || !strings.Contains(list, "let in by Kofi Osei") || !strings.Contains(list, "Last seen Thu 19 Nov 08:3") {
		t.Errorf("the list says %q", list)
	}
}

func TestAWrongCodeIsLikeAnyOther(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	used, over := p.PairingCode(t, "Door 12", "8B"), p.PairingCode(t, "Door 13", "9A")
	p.Visit(t).Pairs(used).Want(t, http.StatusSeeOther)
	clock.Forward(10 * time.Minute)
	v := p.Visit(t)
	for what, code := range map[string]string{"nonsense": "ABCD2345", "none": "", "used": used, "over": over, "long": strings.Repeat("A", 4000)} {
		got := v.Pairs(code).Want(t, http.StatusNotFound)
		if says := got.Text("#pair-problem"); !strings.HasPrefix(says, "This code does not work.") || strings.Contains(strings.Join(got.Header["Set-Cookie"], " "), "rollbook_tablet") {
			t.Errorf("%s: it is told %q", what, says)
		}
	}
	if list := p.As(t, apptest.OfficeWorker).Get(apptest.TabletsPath).Text("#tablets"); !strings.Contains(list, "Its code was tried again Thu 19 Nov 08:4") || !strings.Contains(list, "from 127.0.0.1") {
		t.Errorf("the office is told %q", list)
	}
}

func TestARightCodeIsTakenHoweverManyWereWrong(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.Visit(t)
	code := p.PairingCode(t, "Door 12", "8B")
	for range 10 {
		v.Pairs("ABCD2345").Want(t, http.StatusNotFound)
	}
	got := v.Pairs("ABCD2345").Want(t, http.StatusTooManyRequests)
	if says := got.Text("#pair-problem"); !strings.Contains(says, "Too many wrong codes") || got.Header.Get("Retry-After") == "" {
		t.Errorf("it is told %q", says)
	}
	v.Pairs(code).Want(t, http.StatusSeeOther)
}

func TestOneOfManyDevicesThatUseACodeAtOnceIsTheTablet(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	code := p.PairingCode(t, "Door 12", "8B")
	visitors := make([]*apptest.Visitor, 6)
	codes := make([]int, len(visitors))
	forms := make([]url.Values, len(visitors))
	for i := range visitors {
		visitors[i] = p.Visit(t)
		forms[i] = visitors[i].Get("/pair").Form("#pair")
		forms[i].Set("code", code)
	}
	var all sync.WaitGroup
	for i := range visitors {
		all.Go(func() { codes[i] = visitors[i].Post("/pair", forms[i]).Code })
	}
	all.Wait()
	won := 0
	for i, got := range codes {
		switch {
		case got == http.StatusSeeOther:
			won++
			visitors[i].Get("/door").Want(t, http.StatusOK)
			visitors[i].Post("/pair", forms[i]).Want(t, http.StatusSeeOther)
			visitors[i].Get("/door").Want(t, http.StatusOK)
		case got != http.StatusNotFound:
			t.Errorf("one is answered %d", got)
		default:
			visitors[i].Get("/door").Want(t, http.StatusUnauthorized)
		}
	}
	if won != 1 {
		t.Errorf("%d are the tablet: %v", won, codes)
	}
}

// asks returns a device that shows a code, and its page.
func asks(t *testing.T, p *apptest.Program) (*apptest.Visitor, apptest.Answer) {
	t.Helper()
	v := p.Visit(t)
	page := v.Get("/pair")
	return v, v.Follow(v.Post("/pair/ask", page.Form("#ask")).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
}

const approvePath = apptest.TabletsPath + "/approve"

func TestATabletThatShowsACodeIsLetInByStaff(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, page := asks(t, p)
	office := p.As(t, apptest.OfficeWorker)
	asking := office.Post(approvePath, url.Values{"code": {page.PairingCode()}}).Want(t, http.StatusOK)
	if number := asking.Text("dd.number"); number == "" || number != page.Text(".number") || !strings.Contains(asking.Text("dl"), "127.0.0.1") {
		t.Errorf("the office sees %q, the tablet %q", asking.Text("dl"), page.Text("#shown"))
	}
	if asking.Page.Find("#decide button").First().AttrOr("value", "") != "refuse" || asking.Page.Find("#decide :checked:not([name=mode], option)").Length() != 0 {
		t.Error("who presses Enter does not refuse")
	}
	v.Get("/pair/waiting").Want(t, http.StatusNoContent)
	form := asking.Form("#decide")
	form.Set("answer", "approve")
	form.Set("name", "Door 12")
	form["class"] = []string{"8B", "9A"}
	if says := office.Post(approvePath, form).Want(t, http.StatusUnprocessableEntity); !strings.Contains(says.Text("#problem"), "compare the number") || says.Form("#decide").Get("name") != "Door 12" {
		t.Errorf("without the number it says %q", says.Text("main"))
	}
	v.Get("/pair/waiting").Want(t, http.StatusNoContent)
	form.Set("number", asking.Text("dd.number"))
	office.Post(approvePath, form).Want(t, http.StatusSeeOther)
	office.Post(approvePath, form).Want(t, http.StatusNotFound)
	if got := v.Get("/pair/waiting", apptest.ByScript()...).Want(t, http.StatusOK).Header.Get("HX-Redirect"); got != "/door" {
		t.Errorf("it is led to %q", got)
	}
	v.Get("/door").Want(t, http.StatusOK)
	if links := v.Get("/door").Page.Find(".doors a"); links.Length() != 2 {
		t.Errorf("it has %d classes", links.Length())
	}
}

func TestATabletWithoutScriptsIsLetInToo(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, page := asks(t, p)
	if !strings.Contains(string(page.Body), `<noscript><meta http-equiv="refresh" content="10">`) {
		t.Error("its page does not ask again")
	}
	office := p.As(t, apptest.OfficeWorker)
	form := office.Post(approvePath, url.Values{"code": {page.PairingCode()}}).Form("#decide")
	form.Set("answer", "approve")
	form.Set("name", "Door 12")
	form.Set("class", "8B")
	form.Set("number", page.Text(".number"))
	office.Post(approvePath, form).Want(t, http.StatusSeeOther)
	if got := v.Get("/pair").Want(t, http.StatusSeeOther).Header.Get("Location"); got != "/door" {
		t.Errorf("it is led to %q", got)
	}
	v.Get("/door").Want(t, http.StatusOK)
	// Browsers that send no origin need the form's token.
	bare := p.Visit(t)
	form = bare.Get("/pair").Form("#pair")
	form.Set("code", "ABCD2345")
	plain := []string{"Content-Type", "application/x-www-form-urlencoded"}
	bare.Send(http.MethodPost, "/pair", strings.NewReader(form.Encode()), plain...).Want(t, http.StatusNotFound)
	form.Del("guard")
	bare.Send(http.MethodPost, "/pair", strings.NewReader(form.Encode()), plain...).Want(t, http.StatusForbidden)
}

func TestATabletThatStaffRefuseShowsThat(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, page := asks(t, p)
	office := p.As(t, apptest.OfficeWorker)
	form := office.Post(approvePath, url.Values{"code": {page.PairingCode()}}).Form("#decide")
	form.Set("answer", "refuse")
	office.Post(approvePath, form).Want(t, http.StatusSeeOther)
	over := v.Get("/pair/waiting").Want(t, http.StatusSeeOther)
	if says := v.Follow(over).Text("#pair-problem"); !strings.Contains(says, "turned this tablet away") {
		t.Errorf("it is told %q", says)
	}
	v.Get("/door").Want(t, http.StatusUnauthorized)
	form.Set("answer", "approve")
	office.Post(approvePath, form).Want(t, http.StatusNotFound)
}

func TestACodeInTheAddressIsNone(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	code := p.PairingCode(t, "Door 12", "8B")
	v := p.Visit(t)
	got := v.Get("/pair?code="+code).Want(t, http.StatusOK)
	if strings.Contains(string(got.Body), code) {
		t.Error("the page repeats it")
	}
	v.Post("/pair?code="+code, got.Form("#ask")).Want(t, http.StatusNotFound)
	v.Get("/door").Want(t, http.StatusUnauthorized)
}

func TestPairingSignsAPersonOutAfterAPressOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	code := p.PairingCode(t, "Door 12", "8B")
	anna := p.As(t, apptest.Teacher)
	page := anna.Get("/pair").Want(t, http.StatusOK)
	if says := page.Text(".notice"); !strings.Contains(says, "signed in as Anna Lindqvist") || page.Page.Find("#pair[data-posts]").Length() != 0 {
		t.Errorf("she is told %q", says)
	}
	if p.Visit(t).Get("/pair").Page.Find("#pair[data-posts]").Length() != 1 {
		t.Error("a stranger's code is not posted")
	}
	anna.Pairs(code).Want(t, http.StatusSeeOther)
	if anna.SignedIn() {
		t.Error("she is signed in on")
	}
	if got := anna.Get("/door").Want(t, http.StatusOK); got.Page.Find("#staff").Length() != 1 {
		t.Error("the device is no tablet")
	}
	anna.Get("/schools/harbour").Want(t, http.StatusForbidden)
}
