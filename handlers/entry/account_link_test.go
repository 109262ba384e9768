package entry_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

const newcomer = "nia@harbour.example"

func TestAnInvitedPersonStartsAnAccountWithTheLinkOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link := invitationLink(t, p, "Nia Obi", "  NIA@harbour.example ", roll.Office)
	v := p.Visit(t)
	front := v.Get(link).Want(t, http.StatusOK)
	for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "strict-origin", "X-Robots-Tag": "noindex, nofollow"} {
		if value := front.Header.Get(name); value != want {
			t.Errorf("%s: %q", name, value)
		}
	}
	if form := front.Form("main form"); form.Get("name") != "Nia Obi" || form.Get("email") != newcomer || !strings.Contains(front.Text("main"), "Harbour Street School") {
		t.Errorf("the page offers %v: %s", form, front.Text("main"))
	}
	for name, password := range map[string]string{"Nia": "short", "\u200b": apptest.NewPassword, "Nia Obi": "Nia Obi Nia Obi 1"} {
		opensLink(v, link, name, password).Want(t, http.StatusUnprocessableEntity)
	}
	opensLink(v, link, "Nia Obi-Lund", apptest.NewPassword).Want(t, http.StatusSeeOther)
	if page := v.Follow(v.Get("/")).Want(t, http.StatusOK); page.Text(".top summary") != "Nia Obi-Lund" {
		t.Errorf("she is called %q", page.Text(".top summary"))
	}
	v.Get(apptest.DayPath).Want(t, http.StatusOK)
	v.Get(apptest.PeoplePath).Want(t, http.StatusForbidden)
	p.Visit(t).SignsIn(newcomer, apptest.NewPassword).Want(t, http.StatusSeeOther)
	for _, again := range []*apptest.Visitor{v, p.Visit(t)} {
		if says := again.Get(link).Want(t, http.StatusGone).Text("main"); !strings.Contains(says, "works once") {
			t.Errorf("the second time it says %q", says)
		}
		again.Post(link, url.Values{"name": {"Eve"}, "password": {"five foxes in the fog"}}).Want(t, http.StatusGone)
	}
	p.Visit(t).SignsIn(newcomer, "five foxes in the fog").Want(t, http.StatusUnprocessableEntity)
}

func TestAnInvitationIsOverAfterThreeDaysAndAPasswordLinkAfterAnHour(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	invitation, password := invitationLink(t, p, "Nia Obi", newcomer, roll.Teacher), passwordLink(t, p, apptest.Teacher)
	clock.Forward(59 * time.Minute)
	p.Visit(t).Get(password).Want(t, http.StatusOK)
	clock.Forward(time.Minute)
	p.Visit(t).Get(password).Want(t, http.StatusGone)
	clock.Forward(71*time.Hour - time.Minute)
	p.Visit(t).Get(invitation).Want(t, http.StatusOK)
	clock.Forward(time.Minute)
	for _, link := range []string{invitation, password} {
		v := p.Visit(t)
		v.Get(link).Want(t, http.StatusGone)
		v.Post(link, url.Values{"name": {"Nia"}, "password": {apptest.NewPassword}}).Want(t, http.StatusGone)
	}
	p.Visit(t).SignsIn(newcomer, apptest.NewPassword).Want(t, http.StatusUnprocessableEntity)
	p.As(t, apptest.Teacher)
}

func TestALinkThatIsNoAccountLinkIsLikeNonsense(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.Visit(t)
	wrong := guess(invitationLink(t, p, "Nia Obi", newcomer, roll.Teacher), 1)
	apptest.WantSameAsNonsense(t, func(path string) apptest.Answer { return v.Get(path) }, wrong, "/link/nonsense")
	form := url.Values{"password": {apptest.NewPassword}, "name": {"Nia"}}
	apptest.WantSameAsNonsense(t, func(path string) apptest.Answer { return v.Post(path, form) }, wrong, "/link/nonsense")
	for range 60 {
		v.Get("/link/nonsense")
	}
	v.Get("/link/nonsense").Want(t, http.StatusTooManyRequests)
}

func TestALinkOpensNoExistingAccount(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link := invitationLink(t, p, "Luc", apptest.FrenchTeacher, roll.Office)
	thief := p.Visit(t)
	if says := thief.Get(link).Want(t, http.StatusOK); says.Page.Find("[name=name], [autocomplete=new-password]").Length() != 0 {
		t.Error("the link offers to change his name or his password")
	}
	if says := opensLink(thief, link, "", apptest.NewPassword).Want(t, http.StatusUnprocessableEntity).Text("[role=alert]"); !strings.Contains(says, "not the password of this account") {
		t.Errorf("somebody else is told %q", says)
	}
	luc := p.Visit(t)
	opensLink(luc, link, "", apptest.EveryPassword).Want(t, http.StatusSeeOther)
	luc.Get("/schools/harbour").Want(t, http.StatusOK)
	luc.Get("/schools/tilleuls").Want(t, http.StatusOK)
	if p.RoleOf(t, apptest.FrenchTeacher, apptest.Harbour) != roll.Office || p.RoleOf(t, apptest.FrenchTeacher, apptest.Tilleuls) != roll.Teacher {
		t.Error("the roles are others")
	}
	luc.Get(link).Want(t, http.StatusGone)
}

func TestALinkWarnsASignedInPersonOfTheSignOut(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link := invitationLink(t, p, "Nia Obi", newcomer, roll.Teacher)
	anna := p.As(t, apptest.Teacher)
	if says := anna.Get(link).Want(t, http.StatusOK).Text("main"); !strings.Contains(says, "signed in here as Anna Lindqvist") {
		t.Errorf("she is told %q", says)
	}
	before := anna.Cookie("rollbook_session")
	got := opensLink(anna, link, "Nia Obi", apptest.NewPassword).Want(t, http.StatusSeeOther)
	if got.Header.Get("Clear-Site-Data") != `"storage"` || anna.Follow(anna.Get("/")).Text(".top summary") != "Nia Obi" {
		t.Error("her drafts stay, or she does")
	}
	anna.SetCookie("rollbook_session", before)
	if anna.SignedIn() {
		t.Error("the old session is still good")
	}
	if p.RoleOf(t, apptest.Teacher, apptest.Harbour) != roll.Teacher {
		t.Error("her own account has changed")
	}
}

func TestALinkForANewPasswordIsUsedOnceAndSignsOutEverywhere(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	older, link := passwordLink(t, p, apptest.Teacher), passwordLink(t, p, apptest.Teacher)
	p.Visit(t).Get(older).Want(t, http.StatusGone)
	if !anna.SignedIn() {
		t.Error("a link alone signs her out")
	}
	stale := p.As(t, apptest.OtherTeacher)
	apptest.Must(t, p.App.Identity.People.SetPassword(t.Context(), apptest.OtherTeacher, apptest.NewPassword))
	if says := stale.Get(link).Want(t, http.StatusOK).Text("main"); strings.Contains(says, "signed in as") {
		t.Errorf("who is not signed in any more is told %q", says)
	}
	v := p.Visit(t)
	opensLink(v, link, "", "passwordpassword").Want(t, http.StatusUnprocessableEntity)
	opensLink(v, link, "", apptest.NewPassword).Want(t, http.StatusSeeOther)
	if anna.SignedIn() || !v.SignedIn() {
		t.Error("not the new session alone is left")
	}
	p.Visit(t).Get(link).Want(t, http.StatusGone)
	p.Visit(t).Post(link, url.Values{"password": {"five foxes in the fog"}}).Want(t, http.StatusGone)
	p.Visit(t).SignsIn(apptest.Teacher, apptest.NewPassword).Want(t, http.StatusSeeOther)
	p.Visit(t).SignsIn(apptest.Teacher, apptest.EveryPassword).Want(t, http.StatusUnprocessableEntity)
	unused := passwordLink(t, p, apptest.Teacher)
	changesPassword(v, apptest.NewPassword, "five foxes in the fog").Want(t, http.StatusSeeOther)
	p.Visit(t).Get(unused).Want(t, http.StatusGone)
}

func TestALinkThatAnAdminHoldsOpensNoOtherSchool(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.OtherTeacher, apptest.Tilleuls, roll.Admin))
	refused := p.As(t, apptest.Administrator).DoesTo(apptest.OtherTeacher, "link").Want(t, http.StatusUnprocessableEntity)
	if says := refused.Text("[role=alert]"); !strings.Contains(says, "is in another school too") {
		t.Errorf("the admin is told %q", says)
	}
	link := passwordLink(t, p, apptest.Teacher)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Teacher, apptest.Tilleuls, roll.Teacher))
	p.Visit(t).Get(link).Want(t, http.StatusGone)
	p.Visit(t).Post(link, url.Values{"password": {apptest.NewPassword}}).Want(t, http.StatusGone)
	p.As(t, apptest.Teacher)
}

func TestALinkForThePasswordOfADisabledPersonIsInvalid(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link := passwordLink(t, p, apptest.Teacher)
	p.As(t, apptest.Administrator).DoesTo(apptest.Teacher, "disable").Want(t, http.StatusSeeOther)
	p.Visit(t).Get(link).Want(t, http.StatusGone)
	p.Visit(t).Post(link, url.Values{"password": {apptest.NewPassword}}).Want(t, http.StatusGone)
}
