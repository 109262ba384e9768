package connecting_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestListsThatAreInUseAreNotSaidToBeUntried(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	v.Post(p.Connects(t, v).Address("form[action$='/use']"), nil).Want(t, http.StatusSeeOther)
	apptest.Must(t, p.App.Store.SetMappingDraft(t.Context(), apptest.Harbour, ""))
	page := v.Get(apptest.ConnectPath).Want(t, http.StatusOK)
	for _, call := range []string{"periods", "students", "statuses"} {
		if got := page.CallState(call); got != "In use." {
			t.Errorf("of %s it says %q", call, got)
		}
	}
}

func TestAListThatWasNotFoundIsNotSaidToBeNowhere(t *testing.T) {
	t.Parallel()
	f := telling(t, whole, nil)
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	if got := page.CallState("statuses"); got != "Not found." {
		t.Errorf("of what was looked for it says %q", got)
	}
	page = v.Follow(v.Post(page.Address("#call-statuses form"), url.Values{"do": {"without"}})).Want(t, http.StatusOK)
	used := v.Follow(v.Post(page.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	if text := used.Text("#use [role=status]"); strings.Contains(text, "No such list") || !strings.Contains(text, "Not read from the school system") {
		t.Errorf("the check says %q", text)
	}
}

func TestAnAddressThatWasTypedStaysWhenItIsLookedForAgain(t *testing.T) {
	t.Parallel()
	f := telling(t, whole, nil)
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	form := page.Form("#call-statuses form")
	form.Set("path", "GET "+f.Server.URL+"/own/marks/of/:year")
	v.Follow(v.Post(page.Address("#call-statuses form"), form)).Want(t, http.StatusOK)
	for _, again := range []func() apptest.Answer{
		func() apptest.Answer { return v.Post(apptest.ConnectPath+"/find", nil) },
		func() apptest.Answer {
			return v.Post(apptest.ConnectPath+"/calls/statuses", url.Values{"do": {"again"}})
		},
	} {
		page := v.Follow(again()).Want(t, http.StatusOK)
		if got := page.Form("#call-statuses form").Get("path"); got != "/own/marks/of/{period}" {
			t.Errorf("it became %q", got)
		}
	}
}
