package handlers_test

import (
	"net/http"
	"net/url"
	"testing"
)

const settingsPath = "/schools/harbour/settings"

func TestAnAdminFindsTheSettingsFromEveryPage(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	link := v.get("/schools/harbour").want(t, http.StatusOK).address("header nav a[href$='/settings']")
	page := v.get(link).want(t, http.StatusOK)
	if page.page.Find("header nav a[aria-current=page]").AttrOr("href", "") != settingsPath {
		t.Error("the navigation does not show where one is")
	}
	tiles := page.page.Find("a.tile")
	if tiles.Length() == 0 {
		t.Fatal("nothing can be set")
	}
	for _, tile := range tiles.EachIter() {
		if tile.Find("b").Text() == "" || tile.Find("span").Text() == "" {
			t.Errorf("a room says %q", tile.Text())
		}
		v.get(tile.AttrOr("href", "")).want(t, http.StatusOK)
	}
}

func TestOnlyAdminsOpenTheConnectionsSettings(t *testing.T) {
	t.Parallel()
	p := boot(t)
	anna := p.as(t, teacher)
	if anna.get("/schools/harbour").page.Find("a[href$='/settings']").Length() != 0 {
		t.Error("a teacher is offered the settings")
	}
	for _, path := range []string{settingsPath, settingsPath + "/connection"} {
		anna.get(path).want(t, http.StatusForbidden)
		p.as(t, frenchTeacher).get(path).want(t, http.StatusNotFound)
	}
	p.as(t, officeWorker).get(settingsPath+"/connection").want(t, http.StatusForbidden)
}

func TestAnEmptyFormTakesNothingAwayThatASchoolHasSaid(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	v.get(eightB).want(t, http.StatusOK)
	v.post(statusesPath+"/source", url.Values{"source": {"typed"}}).want(t, http.StatusSeeOther)
	v.post(daySettingsPath, url.Values{"due": {"08:45"}, "past": {"7"}}).want(t, http.StatusSeeOther)
	v.post(statusesPath, url.Values{}).want(t, http.StatusBadRequest)
	v.post(daySettingsPath, url.Values{}).want(t, http.StatusSeeOther)
	statuses, err := p.app.Store.Statuses(t.Context(), harbour)
	must(t, err)
	school, err := p.app.Store.School(t.Context(), harbour)
	must(t, err)
	if len(statuses) < 6 || school.RollsDue != "08:45" || school.PastDays != 7 {
		t.Errorf("there are %d statuses, rolls are due by %q, %d days may be corrected", len(statuses), school.RollsDue, school.PastDays)
	}
}
