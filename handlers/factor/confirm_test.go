package factor_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/identity/session"
)

// confirms gives the password again on the page that asks.
func confirms(v *apptest.Visitor, page string) apptest.Answer {
	return v.Post("/confirm", v.Filled(page, "#confirm", "current", apptest.EveryPassword))
}

func TestKeysPeopleTheConnectionAndFullExportsAskAgainAfterAWhile(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	const settings = apptest.SettingsPath
	student := p.As(t, apptest.Teacher).Get(apptest.EightB).Enrolments(t, 3)[0]
	for path, asks := range map[string]bool{
		apptest.KeysPage: true, apptest.PeoplePath: true, settings + "/connection": true, settings + "/webhooks": true, settings + "/audit.csv": true,
		"/schools/harbour/students/" + student + "/data": true, "/schools/harbour/students/" + student + "/history": false,
		"/schools/harbour/exports/marks.csv?from=" + apptest.Yesterday + "&to=" + apptest.Today:          true,
		"/schools/harbour/exports/marks.csv?class=8B&from=" + apptest.Yesterday + "&to=" + apptest.Today: false,
		"/schools/harbour/exports/marks.csv?from=" + apptest.Today + "&to=" + apptest.Today:              false,
		settings + "/day": false, settings + "/audit": false, "/schools/harbour/connection": false, apptest.EightB: false,
	} {
		t.Run(path, func(t *testing.T) {
			admin := p.As(t, apptest.Administrator)
			admin.Get(path).Want(t, http.StatusOK)
			clock.Forward(session.ConfirmedFor)
			got := admin.Get(path)
			if asked := got.Code == http.StatusSeeOther && len(got.Leads()) >= len("/confirm") && got.Leads()[:len("/confirm")] == "/confirm"; asked != asks {
				t.Fatalf("it answers %d and leads to %q", got.Code, got.Leads())
			}
			if !asks {
				return
			}
			if back := confirms(admin, got.Leads()).Want(t, http.StatusSeeOther); back.Leads() != path && back.Leads() != "/" {
				t.Errorf("the confirmation leads to %q", back.Leads())
			}
			admin.Get(path).Want(t, http.StatusOK)
		})
	}
}

func TestEndingOtherSessionsAndChangingHowLongDataIsKeptAskAgain(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	admin, phone := p.As(t, apptest.Administrator), p.As(t, apptest.Administrator)
	const retention = apptest.SettingsPath + "/retention"
	kept := admin.Filled(retention, "#retention", "known", "30")
	account := admin.Get("/account")
	one := account.Address("#sessions form")
	clock.Forward(session.ConfirmedFor)
	for path, form := range map[string]url.Values{one: {}, "/account/sessions/end": {}, retention: kept} {
		if got := admin.Post(path, form).Want(t, http.StatusSeeOther).Leads(); !strings.HasPrefix(got, "/confirm") {
			t.Errorf("%s leads to %q", path, got)
		}
	}
	if days := admin.Get(retention).Form("#retention").Get("known"); days == "30" || !phone.SignedIn() {
		t.Errorf("unasked, %s days are kept, and the phone is signed in: %t", days, phone.SignedIn())
	}
	confirms(admin, "/confirm").Want(t, http.StatusSeeOther)
	said := admin.Follow(admin.Post("/account/sessions/end", nil)).Want(t, http.StatusOK)
	if phone.SignedIn() || !strings.Contains(said.Text("[role=status]"), "signed out everywhere else") || said.Page.Find("#end-others").Length() != 0 {
		t.Errorf("the phone is signed in: %t; it says %q", phone.SignedIn(), said.Text("main"))
	}
}

func TestAPressThatNeedsAConfirmationChangesNothingBefore(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	admin := p.As(t, apptest.Administrator)
	clock.Forward(session.ConfirmedFor - time.Minute)
	admin.Post(apptest.PeoplePath+"/"+apptest.Teacher+"/role", url.Values{"role": {"office"}}).Want(t, http.StatusSeeOther)
	clock.Forward(2 * time.Minute)
	admin.Post(apptest.PeoplePath+"/"+apptest.Teacher+"/role", url.Values{"role": {"admin"}}).Want(t, http.StatusSeeOther)
	if got := p.RoleOf(t, apptest.Teacher, apptest.Harbour); got != "office" {
		t.Errorf("the role is %s", got)
	}
	wrong := admin.Post("/confirm", url.Values{"current": {"another"}}).Want(t, http.StatusUnprocessableEntity)
	if wrong.Text("[role=alert]") == "" {
		t.Error("it does not say why")
	}
	admin.Get(apptest.PeoplePath).Want(t, http.StatusSeeOther)
}
