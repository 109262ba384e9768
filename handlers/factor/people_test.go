package factor_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/audit"
)

// eventsOf returns the names of the school's events about second factors, the oldest first.
func eventsOf(t *testing.T, p *apptest.Program) []string {
	t.Helper()
	apptest.Must(t, p.App.Trail.Flush(t.Context()))
	found, err := p.App.Store.Audit(t.Context(), apptest.Harbour, audit.Search{Most: 1000})
	apptest.Must(t, err)
	var names []string
	for _, one := range slices.Backward(found) {
		if strings.HasPrefix(one.Name, "factor") || strings.HasPrefix(one.Name, "confirm") {
			names = append(names, strings.Join(strings.Fields(strings.Join([]string{one.Name, one.About, one.Reason, one.After}, " ")), " "))
		}
	}
	return names
}

func TestAnAdminRemovesTheSecondStepOfAPersonWhoLostThePhone(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.GivesApp(t, apptest.Teacher)
	admin := p.As(t, apptest.Administrator)
	page := admin.Get(apptest.PeoplePath)
	if buttons := page.Page.Find("[formaction$='/factors']").Length(); buttons != 1 {
		t.Errorf("%d people have a second step to remove", buttons)
	}
	admin.DoesTo(apptest.Teacher, "factors").Want(t, http.StatusSeeOther)
	if got := p.Visit(t).SignsIn(apptest.Teacher, apptest.EveryPassword); got.Leads() != "/" {
		t.Errorf("the password leads to %q", got.Leads())
	}
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.OfficeWorker, apptest.Tilleuls, roll.Office))
	p.GivesApp(t, apptest.OfficeWorker)
	admin.DoesTo(apptest.OfficeWorker, "factors").Want(t, http.StatusForbidden)
	p.As(t, apptest.OtherTeacher).Post(apptest.PeoplePath+"/"+apptest.OfficeWorker+"/factors", nil).Want(t, http.StatusForbidden)
	if events := eventsOf(t, p); !slices.Equal(events, []string{"factor-added app", "factor-removed all", "factor-added app"}) {
		t.Errorf("the events are %q", events)
	}
}

func TestASchoolDemandsASecondStepOfRoles(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	admin := p.As(t, apptest.Administrator)
	form := admin.Filled(apptest.PeoplePath, "#demands form", "office", "on")
	said := admin.Follow(admin.Post(apptest.PeoplePath+"/factors", form)).Want(t, http.StatusOK)
	if said.Page.Find("#demands [checked]").Length() != 1 || said.Text("[data-kind=good]") == "" {
		t.Errorf("it says %q", said.Text("main"))
	}
	for email, leads := range map[string]string{apptest.OfficeWorker: "/factors", apptest.Teacher: "/", apptest.Administrator: "/"} {
		if got := p.Visit(t).SignsIn(email, apptest.EveryPassword); got.Leads() != leads {
			t.Errorf("%s is led to %q", email, got.Leads())
		}
	}
	admin.Post(apptest.PeoplePath+"/factors", url.Values{}).Want(t, http.StatusSeeOther)
	if got := p.Visit(t).SignsIn(apptest.OfficeWorker, apptest.EveryPassword); got.Leads() != "/" {
		t.Errorf("without the demand she is led to %q", got.Leads())
	}
	events := eventsOf(t, p)
	if !slices.Contains(events, "factor-demand-changed office") || !slices.Contains(events, "factor-demanded") {
		t.Errorf("the events are %q", events)
	}
}

func TestAPersonRemovesHerAppAndEachUseAndRefusalIsAnEvent(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	app := p.GivesApp(t, apptest.Teacher)
	v := afterPassword(t, p, apptest.Teacher)
	types(v, "#code", "000000").Want(t, http.StatusUnprocessableEntity)
	types(v, "#code", app.At(t, p.App.Clock())).Want(t, http.StatusSeeOther)
	account := v.Get("/account").Want(t, http.StatusOK)
	if says := account.Text("#factors"); !strings.Contains(says, "10 recovery codes left") {
		t.Errorf("the account says %q", says)
	}
	v.Post(account.Address("#factors form"), account.Form("#factors form")).Want(t, http.StatusSeeOther)
	p.As(t, apptest.Teacher)
	want := []string{"factor-added app", "factor-refused app wrong-code", "factor-used app", "factor-removed app"}
	if events := eventsOf(t, p); !slices.Equal(events, want) {
		t.Errorf("the events are %q", events)
	}
}

func TestOpenSessionsAreAskedForADemandedSecondStepAtOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	app := p.GivesApp(t, apptest.Teacher)
	admin, office := p.As(t, apptest.Administrator), p.As(t, apptest.OfficeWorker)
	teacher := afterPassword(t, p, apptest.Teacher)
	types(teacher, "#code", app.At(t, p.App.Clock())).Want(t, http.StatusSeeOther)
	admin.Post(apptest.PeoplePath+"/factors", url.Values{"office": {"on"}, "teacher": {"on"}}).Want(t, http.StatusSeeOther)
	if office.SignedIn() || !teacher.SignedIn() || !admin.SignedIn() {
		t.Errorf("signed in are office %t, teacher with a second step %t, admin %t", office.SignedIn(), teacher.SignedIn(), admin.SignedIn())
	}
	account := teacher.Get("/account").Want(t, http.StatusOK)
	teacher.Post(account.Address("#factors form"), account.Form("#factors form")).Want(t, http.StatusSeeOther)
	if teacher.SignedIn() {
		t.Error("the last second step is removed, and nobody asks for another")
	}
	if got := p.Visit(t).SignsIn(apptest.Teacher, apptest.EveryPassword); got.Leads() != "/factors" {
		t.Errorf("the password leads to %q", got.Leads())
	}
}

func TestANewRoleThatDemandsASecondStepAsksForItAtOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	admin, teacher := p.As(t, apptest.Administrator), p.As(t, apptest.Teacher)
	admin.Post(apptest.PeoplePath+"/factors", url.Values{"office": {"on"}}).Want(t, http.StatusSeeOther)
	admin.Post(apptest.PeoplePath+"/"+apptest.Teacher+"/role", url.Values{"role": {"office"}}).Want(t, http.StatusSeeOther)
	if teacher.SignedIn() {
		t.Error("the session goes on without it")
	}
}

func TestAnAddressOfNumbersHasNoPasskeysAndSaysSo(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	form := url.Values{"current": {apptest.EveryPassword}, "name": {"Phone"}, "answer": {"{}"}}
	for path, says := range map[string]string{"/factors/passkey": "by its name", "/factors/passkey/made": "by its name"} {
		if got := v.Post(path, form).Want(t, http.StatusUnprocessableEntity).Text("[role=alert]"); !strings.Contains(got, says) {
			t.Errorf("%s says %q", path, got)
		}
	}
}
