package settings_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
)

func TestAnAdminFindsTheSettingsFromEveryPage(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	link := v.Get("/schools/harbour").Want(t, http.StatusOK).Address("header nav a[href$='/settings']")
	page := v.Get(link).Want(t, http.StatusOK)
	if page.Page.Find("header nav a[aria-current=page]").AttrOr("href", "") != apptest.SettingsPath {
		t.Error("the navigation does not show where one is")
	}
	tiles := page.Page.Find("a.tile")
	if tiles.Length() == 0 {
		t.Fatal("nothing can be set")
	}
	for _, tile := range tiles.EachIter() {
		if tile.Find("b").Text() == "" || tile.Find("span").Text() == "" {
			t.Errorf("a room says %q", tile.Text())
		}
		v.Get(tile.AttrOr("href", "")).Want(t, http.StatusOK)
	}
}

func TestOnlyAdminsOpenTheConnectionsSettings(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	if anna.Get("/schools/harbour").Page.Find("a[href$='/settings']").Length() != 0 {
		t.Error("a teacher is offered the settings")
	}
	for _, path := range []string{apptest.SettingsPath, apptest.SettingsPath + "/connection"} {
		anna.Get(path).Want(t, http.StatusForbidden)
		p.As(t, apptest.FrenchTeacher).Get(path).Want(t, http.StatusNotFound)
	}
	p.As(t, apptest.OfficeWorker).Get(apptest.SettingsPath+"/connection").Want(t, http.StatusForbidden)
}

func TestAnEmptyFormTakesNothingAwayThatASchoolHasSaid(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	v.Get(apptest.EightB).Want(t, http.StatusOK)
	v.Post(apptest.StatusesPath+"/source", url.Values{"source": {"typed"}}).Want(t, http.StatusSeeOther)
	v.Post(apptest.DaySettingsPath, url.Values{"due": {"08:45"}, "past": {"7"}}).Want(t, http.StatusSeeOther)
	v.Post(apptest.StatusesPath, url.Values{}).Want(t, http.StatusBadRequest)
	v.Post(apptest.DaySettingsPath, url.Values{}).Want(t, http.StatusSeeOther)
	statuses, err := p.App.Store.Statuses(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if len(statuses) < 6 || school.RollsDue != "08:45" || school.PastDays != 7 {
		t.Errorf("there are %d statuses, rolls are due by %q, %d days may be corrected", len(statuses), school.RollsDue, school.PastDays)
	}
}

func TestTheSettingsShowTheirStateAndTheNextStep(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	page := v.Get(apptest.SettingsPath).Want(t, http.StatusOK)
	states := map[string]string{}
	for _, state := range page.Page.Find("a.tile small").EachIter() {
		_, set := state.Attr("data-set")
		states[state.Parent().Find("b").Text()] = fmt.Sprint(state.Text(), " ", set)
	}
	want := map[string]string{"School system": "Connected true", "Closed days": "None yet false", "Times in and out": "Not sent false"}
	if !maps.Equal(states, want) {
		t.Errorf("the states are %v", states)
	}
	next := page.Page.Find("main a.primary")
	if says := page.Text("#todo"); says != "To doThe day No time is set yet.Set when rolls are due" || next.Length() != 1 || next.Text() != "Set when rolls are due" {
		t.Errorf("next is %q in %q", next.Text(), says)
	}
	groups := page.Page.Find(".groups h2").Map(func(_ int, one *goquery.Selection) string { return one.Text() })
	if !slices.Equal(groups, []string{"The roll", "People and tablets", "Lists and sending"}) {
		t.Errorf("the groups are %q", groups)
	}
	if page.Page.Find(".groups a[href$='/day']").Length() != 0 || page.Page.Find(".groups a").Length() != 16 {
		t.Error("what there is to do stands in a group too, or another part is missing")
	}
	v.Post(apptest.DaySettingsPath, url.Values{"due": {"08:45"}, "past": {"7"}}).Want(t, http.StatusSeeOther)
	if done := v.Get(apptest.SettingsPath); done.Page.Find("main .primary").Length() != 0 || !strings.Contains(done.Text("main"), "Nothing to do.") || !strings.Contains(done.Text("main"), "Due at 08:45") {
		t.Errorf("with all set it says %q", done.Text("main"))
	}
}
