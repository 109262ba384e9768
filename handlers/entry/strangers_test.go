package entry_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// Everybody in these tests has the same address, as in a school.

func TestUnknownAddressesFromASchoolsAddressRefuseNothingThatIsRight(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link, code := p.CoverLink(t, "8B", "12:15"), p.PairingCode(t, "Door 13", "8B")
	tablet, teacher := p.TapTablet(t, "Door 12", "8B"), p.As(t, apptest.Teacher)
	stranger := p.Visit(t)
	refused := 0
	for i := range 100 {
		for _, path := range []string{"/cover/nonsense", "/link/nonsense", "/schools/harbour/nonsense", fmt.Sprint("/schools/nowhere", i, "/nothing")} {
			if stranger.Get(path).Code == http.StatusTooManyRequests {
				refused++
			}
		}
	}
	if refused < 100 {
		t.Errorf("only %d of 400 unknown addresses are refused", refused)
	}
	page := tablet.Get("/door").Want(t, http.StatusOK)
	form := page.Form("#taps")
	form.Set("in", page.Page.Find(".taps [name=in]").AttrOr("value", ""))
	tablet.Post("/schools/harbour/roll/taps", form).Want(t, http.StatusOK)
	tablet.Get("/schools/harbour/roll/tiles?class=8B").Want(t, http.StatusOK)
	teacher.Get(apptest.EightB).Want(t, http.StatusOK)
	p.As(t, apptest.OtherTeacher).Get(apptest.EightB).Want(t, http.StatusOK)
	p.Visit(t).Get(link).Want(t, http.StatusOK)
	stranger.Get(link).Want(t, http.StatusOK)
	p.Visit(t).Pairs(code).Want(t, http.StatusSeeOther)
	// A tablet's own misses are its own, and refuse it nothing either.
	for range 70 {
		tablet.Get("/schools/harbour/nonsense")
	}
	tablet.Get("/schools/harbour/nonsense").Want(t, http.StatusTooManyRequests)
	tablet.Get("/door").Want(t, http.StatusOK)
}

func TestRightPasskeysAreNeverRefusedHoweverManyThereAreAndHoweverManyAreWrong(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.Passkeys()
	key := p.GivesPasskey(t, apptest.Teacher)
	known := p.Visit(t)
	key.Uses(known).Want(t, http.StatusSeeOther)
	known.Post("/sign-out", nil).Want(t, http.StatusSeeOther)
	for i := range 310 {
		v := p.Visit(t)
		if got := key.Uses(v); got.Code != http.StatusSeeOther || i == 0 && !v.SignedIn() {
			t.Fatalf("right passkey %d is answered with %d: %s", i+1, got.Code, got.Text("main"))
		}
	}
	stranger, refused := p.Visit(t), 0
	for range 400 {
		if stranger.Post("/sign-in/passkey", url.Values{"answer": {"{}"}}).Code == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused != 100 {
		t.Errorf("%d of 400 wrong passkeys are refused, want 100", refused)
	}
	for name, device := range map[string]*apptest.Visitor{"a known": known, "a new": p.Visit(t)} {
		began := time.Now()
		key.Uses(device).Want(t, http.StatusSeeOther)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s device gets in after %v", name, took)
		}
	}
}

func TestAPersonGetsInBesideFourHundredWrongSignInsAndCodesOfTheSameAddress(t *testing.T) {
	t.Parallel()
	clock := apptest.NewStandingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	own, app := p.As(t, apptest.Teacher), p.GivesApp(t, apptest.Teacher)
	own.Post("/sign-out", nil).Want(t, http.StatusSeeOther)
	secondStep := func(v *apptest.Visitor) apptest.Answer {
		clock.Forward(30 * time.Second)
		return v.Post("/second-step", v.Filled("/second-step", "#code", "code", app.At(t, clock.Now())))
	}
	own.SignsIn(apptest.Teacher, apptest.EveryPassword).Want(t, http.StatusSeeOther)
	secondStep(own).Want(t, http.StatusSeeOther)
	own.Post("/sign-out", nil).Want(t, http.StatusSeeOther)

	thief, stranger := p.Visit(t), p.Visit(t)
	thief.SignsIn(apptest.Teacher, apptest.EveryPassword).Want(t, http.StatusSeeOther)
	wrongCode, wrongName := thief.Filled("/second-step", "#code", "code", "000000"), stranger.Get("/sign-in").Form("main form")
	for i := range 200 {
		thief.Post("/second-step", wrongCode)
		wrongName.Set("email", fmt.Sprintf("pupil%d@harbour.example", i))
		wrongName.Set("password", "a wrong password")
		stranger.Post("/sign-in", wrongName)
	}
	own.SignsIn(apptest.Teacher, apptest.EveryPassword).Want(t, http.StatusSeeOther)
	fresh := p.Visit(t)
	waits := func(got apptest.Answer) {
		t.Helper()
		seconds, err := strconv.Atoi(got.Want(t, http.StatusTooManyRequests).Header.Get("Retry-After"))
		if err != nil || seconds > 15 {
			t.Errorf("a new device waits %d seconds (%v)", seconds, err)
		}
		clock.Forward(time.Duration(seconds) * time.Second)
	}
	waits(fresh.SignsIn(apptest.Teacher, apptest.EveryPassword))
	fresh.SignsIn(apptest.Teacher, apptest.EveryPassword).Want(t, http.StatusSeeOther)
	for range 5 {
		thief.Post("/second-step", wrongCode)
	}
	waits(fresh.Post("/second-step", fresh.Filled("/second-step", "#code", "code", "000000")))
	secondStep(fresh).Want(t, http.StatusSeeOther)
	secondStep(own).Want(t, http.StatusSeeOther)
}
