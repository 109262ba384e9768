package office_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
)

// wantNameless checks that no address of the answer or in it has the name.
func wantNameless(t *testing.T, got apptest.Answer, name string) {
	t.Helper()
	addresses := []string{got.Header.Get("Location"), got.Header.Get("HX-Redirect"), got.Header.Get("Link")}
	for _, attribute := range []string{"href", "action", "formaction", "hx-get", "hx-post", "data-address"} {
		addresses = append(addresses, got.Page.Find("["+attribute+"]").Map(func(_ int, one *goquery.Selection) string { return one.AttrOr(attribute, "") })...)
	}
	got.Page.Find("form:not([method=post]) input").Each(func(_ int, field *goquery.Selection) { addresses = append(addresses, field.AttrOr("value", "")) })
	for _, address := range addresses {
		if plain, err := url.QueryUnescape(address); err != nil || strings.Contains(strings.ToLower(plain), name) {
			t.Errorf("the address %q has the name", address)
		}
	}
}

func TestTheNameThatTheOfficeSearchesStandsInNoAddress(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	const name = "dvořák"
	led := office.Post(apptest.FindPath+"/search", url.Values{"q": {name}, "tray": {"100180", "100183"}, "date": {apptest.Yesterday}}).Want(t, http.StatusSeeOther)
	wantNameless(t, led, name)
	page := office.Follow(led).Want(t, http.StatusOK)
	wantNameless(t, page, name)
	if field := page.Page.Find("#finder").AttrOr("value", ""); field != name || page.Page.Find("[name=tray][value='100183']").Length() == 0 || page.Page.Find("[name=date]").AttrOr("value", "") != apptest.Yesterday {
		t.Errorf("the search is %q: %s", field, page.Text("main"))
	}
	byScript := office.Post(apptest.FindPath+"/search", url.Values{"q": {name}}, apptest.ByScript()...).Want(t, http.StatusOK)
	wantNameless(t, byScript, name)
	if byScript.Text(".found") == "" {
		t.Errorf("the script gets %s", byScript.Body)
	}
	wantNameless(t, office.Post(apptest.FindPath+"/suggested", url.Values{"q": {name}}).Want(t, http.StatusOK), name)
	marked := office.Post(apptest.FindPath, pressedWith(t, office.Finds(name), "Late")).Want(t, http.StatusSeeOther)
	wantNameless(t, marked, name)
	wantNameless(t, office.Follow(marked).Want(t, http.StatusOK), name)
	sought := office.Follow(office.Post(apptest.FindPath+"/search", url.Values{"q": {name}})).Page.Find("[name=sought]").AttrOr("value", "")
	for who, visitor := range map[string]*apptest.Visitor{"her own browser": office, "somebody else": p.As(t, apptest.Administrator)} {
		got := visitor.Get(apptest.FindPath+"?sought="+sought).Want(t, http.StatusOK)
		if found := got.Page.Find("[data-enrolment]").Length() > 0; found != (visitor == office) {
			t.Errorf("to %s it says %s", who, got.Text("main"))
		}
	}
}

func TestANameSearchedForAGroupStandsInNoAddress(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for path, who := range map[string]string{apptest.SchoolGroups: apptest.OfficeWorker, apptest.OwnGroups: apptest.Teacher} {
		v := p.As(t, who)
		form := v.Get(path).Form("form.fields")
		form.Set("name", "Choir")
		address := v.Post(path, form).Want(t, http.StatusSeeOther).Header.Get("Location")
		search := v.Get(address).Form("form.fields")
		search.Set("q", "Dvořák")
		search.Set("class", "8B")
		led := v.Post(address+"/search", search).Want(t, http.StatusSeeOther)
		wantNameless(t, led, "dvořák")
		page := v.Follow(led).Want(t, http.StatusOK)
		wantNameless(t, page, "dvořák")
		names := page.Page.Find("fieldset:last-of-type label bdi:first-of-type").Map(func(_ int, one *goquery.Selection) string { return one.Text() })
		if !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, "Dvořák") }) || page.Page.Find("main [name=q]").AttrOr("value", "") != "Dvořák" {
			t.Errorf("%s offers %q", path, names)
		}
	}
}
