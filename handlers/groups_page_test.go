package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/web/roll"
)

const (
	schoolGroups = settingsPath + "/groups"
	ownGroups    = "/schools/harbour/groups"
)

// makeGroup makes a group of the first students of two classes, and is the address of its
// page.
func (v *visitor) makeGroup(path, name string) string {
	v.t.Helper()
	form := v.get(path).want(v.t, http.StatusOK).form("form.fields")
	form.Set("name", name)
	address := v.post(path, form).want(v.t, http.StatusSeeOther).header.Get("Location")
	for _, class := range []string{"8B", "9A"} {
		page := v.get(address+"?class="+class).want(v.t, http.StatusOK)
		edit := page.form("form.card[method=post]")
		offered := page.page.Find("fieldset:last-of-type input[name=enrolment]:not([checked])")
		edit.Add("enrolment", offered.First().AttrOr("value", ""))
		v.follow(v.post(address, edit)).want(v.t, http.StatusOK)
	}
	return address
}

// tileOf is the address that the home page's tile of the name leads to; empty where there
// is none.
func tileOf(home answer, name string) string {
	for _, tile := range home.page.Find("a.tile").EachIter() {
		if tile.Find("b").Text() == name {
			return tile.AttrOr("href", "")
		}
	}
	return ""
}

func TestAGroupOfTheSchoolIsTakenAsARollByEverybody(t *testing.T) {
	t.Parallel()
	p := boot(t)
	p.as(t, officeWorker).makeGroup(schoolGroups, "Choir <b>")
	v := p.as(t, teacher)
	address := tileOf(v.get("/schools/harbour"), "Choir <b>")
	if address == "" {
		t.Fatalf("the home page lacks the group: %s", v.get("/schools/harbour").text("main"))
	}
	page := v.get(address).want(t, http.StatusOK)
	rows := page.rows(t)
	if len(rows) != 2 || page.text("h1") != "Choir <b>" || page.page.Find("main h1 b").Length() != 0 {
		t.Fatalf("the roll of %s is %+v", page.text("h1"), rows)
	}
	saved := v.follow(v.post(rollPath, page.press(t, "Absent", rows[1].enrolment))).want(t, http.StatusOK)
	if got := saved.rows(t); got[1].outcome != "saved" || got[1].status != "Absent" || got[0].outcome != "none" {
		t.Errorf("then the roll is %+v", got)
	}
	cells := v.get(strings.Replace(address, "/roll?", "/roll/statuses?", 1)).want(t, http.StatusOK)
	if !strings.Contains(string(cells.body), "Absent") {
		t.Errorf("the cells are %s", cells.body)
	}
	if tile := tileOf(v.get("/schools/harbour"), "Choir <b>"); tile == "" || !strings.Contains(v.get("/schools/harbour").text("main"), "1 of 2 recorded") {
		t.Error("the home page does not count the group's marks")
	}
	other := v.get("/schools/harbour").page.Find("a.tile[href*='class=9A']").AttrOr("href", "")
	if !strings.Contains(v.get(other).text("[data-enrolment='"+rows[1].enrolment+"']"), "Absent") {
		t.Error("in the class the mark is not seen")
	}
}

func TestATeachersOwnGroupIsSeenByNobodyElse(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	v.get(v.get("/schools/harbour").address("main a[href$='/groups']")).want(t, http.StatusOK)
	group := v.makeGroup(ownGroups, "Slow readers")
	address := tileOf(v.get("/schools/harbour"), "Slow readers")
	page := v.get(address).want(t, http.StatusOK)
	press := page.press(t, "Absent", page.rows(t)[0].enrolment)
	for _, email := range []string{otherTeacher, officeWorker, administrator} {
		other := p.as(t, email)
		if home := other.get("/schools/harbour"); strings.Contains(string(home.body), "Slow readers") {
			t.Errorf("%s sees it at home", email)
		}
		for _, path := range []string{address, group, strings.Replace(address, "/roll?", "/roll/statuses?", 1), strings.Replace(address, "/roll?", "/roll/events?", 1)} {
			other.get(path).want(t, http.StatusNotFound)
		}
		theirs := other.get(eightB).press(t, "Absent", page.rows(t)[0].enrolment)
		theirs.Set("class", press.Get("class"))
		other.post(rollPath, theirs).want(t, http.StatusNotFound)
		other.post(group, url.Values{"name": {"Mine"}}).want(t, http.StatusNotFound)
		other.post(group+"/delete", url.Values{}).want(t, http.StatusNotFound)
		if strings.Contains(string(other.get(eightB).body), "Slow readers") {
			t.Errorf("%s is offered it among the classes", email)
		}
	}
	if first := v.get(address).rows(t)[0]; first.outcome != "none" {
		t.Errorf("somebody else has made a mark with it: %+v", first)
	}
	saved := v.post(rollPath, press).want(t, http.StatusSeeOther)
	if story := p.as(t, officeWorker).get(savePageOf(t, saved)).want(t, http.StatusOK); strings.Contains(string(story.body), "Slow readers") || !strings.Contains(story.text("main"), "Anna Lindqvist") {
		t.Errorf("the office reads %s", story.text("main"))
	}
}

func TestAGroupIsChangedAndDeletedWhileItsMarksStay(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	address := v.makeGroup(schoolGroups, "Choir")
	page := v.get(address)
	form := page.form("form.card[method=post]")
	if len(form["enrolment"]) != 2 || len(form["shown"]) != 2 {
		t.Fatalf("the page has %v", form)
	}
	first := form["enrolment"][0]
	form["enrolment"], form["name"] = form["enrolment"][:1], []string{"Band"}
	v.follow(v.post(address, form)).want(t, http.StatusOK)
	tile := tileOf(v.get("/schools/harbour"), "Band")
	if rows := v.get(tile).want(t, http.StatusOK).rows(t); len(rows) != 1 || rows[0].enrolment != first {
		t.Errorf("the group is %+v", rows)
	}
	roll := v.get(tile)
	v.follow(v.post(rollPath, roll.press(t, "Absent", first))).want(t, http.StatusOK)
	v.post(address+"/delete", url.Values{}).want(t, http.StatusSeeOther)
	v.get(tile).want(t, http.StatusNotFound)
	v.get(address).want(t, http.StatusNotFound)
	if !strings.Contains(v.get(eightB).text("[data-enrolment='"+first+"']"), "Absent") {
		t.Error("the mark has gone with the group")
	}
}

func TestAGroupThatCannotBeMeantIsNotMade(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	address := v.makeGroup(schoolGroups, "Choir")
	period := v.get(schoolGroups).form("form.fields").Get("period")
	for says, name := range map[string]string{"no name": " ", "a long name": strings.Repeat("n", roll.GroupName+1), "a name of two lines": "a\nb", "a name twice": "CHOIR"} {
		if got := v.post(schoolGroups, url.Values{"period": {period}, "name": {name}}).want(t, http.StatusUnprocessableEntity); got.text("[role=alert]") == "" {
			t.Errorf("%s: %s", says, got.text("main"))
		}
	}
	v.post(schoolGroups, url.Values{"period": {"none"}, "name": {"Band"}}).want(t, http.StatusUnprocessableEntity)
	v.post(address, url.Values{"name": {"Choir"}, "enrolment": {"1e3"}}).want(t, http.StatusBadRequest)
	v.post(address, url.Values{"name": {"Choir"}, "enrolment": {"77"}}).want(t, http.StatusUnprocessableEntity)
	v.post(address, url.Values{"name": {" "}}).want(t, http.StatusUnprocessableEntity)
	if rows := v.get(tileOf(v.get("/schools/harbour"), "Choir")).rows(t); len(rows) != 2 {
		t.Errorf("the group is %+v", rows)
	}
	p.as(t, teacher).get(schoolGroups).want(t, http.StatusForbidden)
	p.as(t, frenchTeacher).get(ownGroups).want(t, http.StatusNotFound)
	v.get(strings.Replace(address, "/settings", "", 1)).want(t, http.StatusNotFound)
}
