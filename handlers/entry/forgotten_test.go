package entry_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// forgets requests a link for a new password.
func forgets(v *apptest.Visitor, email string) apptest.Answer {
	v.T.Helper()
	form := v.Get("/forgotten").Want(v.T, http.StatusOK).Form("main form")
	form.Set("email", email)
	return v.Post("/forgotten", form)
}

func TestAPersonWhoForgotThePasswordGetsALinkByMail(t *testing.T) {
	t.Parallel()
	p, box := bootWithMail(t, nil)
	v := p.Visit(t)
	if v.Get("/sign-in").Page.Find("main a[href='/forgotten']").Length() != 1 {
		t.Error("nothing leads there")
	}
	asked := forgets(v, " ANNA@harbour.example").Want(t, http.StatusOK)
	mail := box.Next(t)
	if within := "once, within an hour."; !strings.Contains(mail, "RCPT TO:<"+apptest.Teacher+">") || !strings.Contains(mail, within) || !strings.Contains(asked.Text("main"), within) {
		t.Errorf("after %q the mail is %q", asked.Text("main"), mail)
	}
	link := mailedLink(t, p, mail)
	opensLink(v, link, "", apptest.NewPassword).Want(t, http.StatusSeeOther)
	p.Visit(t).SignsIn(apptest.Teacher, apptest.NewPassword).Want(t, http.StatusSeeOther)
	p.Visit(t).Get(link).Want(t, http.StatusGone)
}

func TestAnswersDoNotRevealWhetherAnAddressIsKnown(t *testing.T) {
	t.Parallel()
	p, box := bootWithMail(t, nil)
	apptest.Must(t, p.App.Store.Disable(t.Context(), apptest.OtherTeacher))
	known := forgets(p.Visit(t), apptest.Teacher).Want(t, http.StatusOK)
	for _, email := range []string{"nobody@harbour.example", apptest.OtherTeacher, "nonsense", ""} {
		got := forgets(p.Visit(t), email).Want(t, http.StatusOK)
		if got.Text("main") != known.Text("main") || len(got.Header) != len(known.Header) {
			t.Errorf("%q is told %q", email, got.Text("main"))
		}
	}
	forgets(p.Visit(t), apptest.OfficeWorker).Want(t, http.StatusOK)
	if first, second := box.Next(t), box.Next(t); !strings.Contains(first, apptest.Teacher) || !strings.Contains(second, apptest.OfficeWorker) || !box.Empty() {
		t.Errorf("the mails are %q and %q", first, second)
	}
}

func TestAnAddressGetsThreeLinksAnHourHoweverOftenOthersAsk(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p, box := bootWithMail(t, clock.Now)
	v := p.Visit(t)
	for range 5 {
		forgets(v, apptest.Teacher).Want(t, http.StatusOK)
	}
	for range 40 {
		forgets(v, "nobody@harbour.example").Want(t, http.StatusOK)
	}
	forgets(v, apptest.OfficeWorker).Want(t, http.StatusOK)
	for i := range 3 {
		if mail := box.Next(t); !strings.Contains(mail, apptest.Teacher) {
			t.Errorf("mail %d is %q", i, mail)
		}
	}
	if mail := box.Next(t); !strings.Contains(mail, apptest.OfficeWorker) {
		t.Errorf("then comes %q", mail)
	}
	clock.Forward(time.Hour)
	forgets(v, apptest.Teacher).Want(t, http.StatusOK)
	box.Next(t)
}

func TestWithoutMailNoPageOffersALink(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.Visit(t)
	if v.Get("/sign-in").Page.Find("a[href='/forgotten']").Length() != 0 {
		t.Error("a link is offered")
	}
	v.Get("/forgotten").Want(t, http.StatusNotFound)
}

func TestWithMailNoPersonHandsLinksOver(t *testing.T) {
	t.Parallel()
	p, box := bootWithMail(t, nil)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.OtherTeacher, apptest.Tilleuls, roll.Admin))
	ada := p.As(t, apptest.Administrator)
	invited := ada.Post(apptest.PeoplePath+"/invite", ada.InviteForm("Nia", newcomer, roll.Teacher)).Want(t, http.StatusOK)
	mail := box.Next(t)
	if says := ada.Get("/account").Text(".top summary") + " invites you to Harbour Street School"; !strings.Contains(mail, says) {
		t.Errorf("the invitation %q lacks %q", mail, says)
	}
	invitation := mailedLink(t, p, mail)
	asked := ada.DoesTo(apptest.OtherTeacher, "link").Want(t, http.StatusOK)
	password := mailedLink(t, p, box.Next(t))
	for _, page := range []apptest.Answer{invited, asked} {
		if !strings.Contains(page.Text("main"), "Mailed.") || strings.Contains(string(page.Body), "/link/") {
			t.Errorf("the admin is shown %q", page.Text("main"))
		}
	}
	opensLink(p.Visit(t), invitation, "Nia Obi", apptest.NewPassword).Want(t, http.StatusSeeOther)
	opensLink(p.Visit(t), password, "", apptest.NewPassword).Want(t, http.StatusSeeOther)
	box.Close()
	failed := ada.Post(apptest.PeoplePath+"/invite", ada.InviteForm("Omar", "omar@harbour.example", roll.Teacher)).Want(t, http.StatusOK)
	if !strings.Contains(failed.Text("main"), "Hand over this link") || failed.Page.Find("code.address").Length() != 1 {
		t.Errorf("without the mail server the admin is told %q", failed.Text("main"))
	}
	if says := ada.DoesTo(apptest.OtherTeacher, "link").Want(t, http.StatusServiceUnavailable).Text("[role=alert]"); !strings.Contains(says, "could not be sent") {
		t.Errorf("of a new password the admin is told %q", says)
	}
}
