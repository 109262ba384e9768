package settings_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// makeGroup makes a group of the first students of two classes, and returns the address of its page.
func makeGroup(v *apptest.Visitor, path, name string) string {
	v.T.Helper()
	form := v.Get(path).Want(v.T, http.StatusOK).Form("form.fields")
	form.Set("name", name)
	address := v.Post(path, form).Want(v.T, http.StatusSeeOther).Header.Get("Location")
	for _, class := range []string{"8B", "9A"} {
		page := v.Get(address+"?class="+class).Want(v.T, http.StatusOK)
		edit := page.Form("form.card:not(.fields)")
		offered := page.Page.Find("fieldset:last-of-type input[name=enrolment]:not([checked])")
		edit.Add("enrolment", offered.First().AttrOr("value", ""))
		v.Follow(v.Post(address, edit)).Want(v.T, http.StatusOK)
	}
	return address
}

// tileOf returns the address of the home page's tile with the name, or of the leading class; empty if there
// is none.
func tileOf(home apptest.Answer, name string) string {
	if lead := home.Page.Find(".lead"); lead.Find("h2").Text() == name {
		return lead.Find("a").AttrOr("href", "")
	}
	for _, tile := range home.Page.Find("a.tile").EachIter() {
		if tile.Find("b").Text() == name {
			return tile.AttrOr("href", "")
		}
	}
	return ""
}

func TestEveryTeacherTakesTheRollOfASchoolsGroup(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	makeGroup(p.As(t, apptest.OfficeWorker), apptest.SchoolGroups, "Choir <b>")
	v := p.As(t, apptest.Teacher)
	address := tileOf(v.Get("/schools/harbour"), "Choir <b>")
	if address == "" {
		t.Fatalf("the home page lacks the group: %s", v.Get("/schools/harbour").Text("main"))
	}
	page := v.Get(address).Want(t, http.StatusOK)
	rows := page.Rows(t)
	if len(rows) != 2 || page.Text("h1") != "Choir <b>" || page.Page.Find("main h1 b").Length() != 0 {
		t.Fatalf("the roll of %s is %+v", page.Text("h1"), rows)
	}
	saved := v.Follow(v.Post(apptest.RollPath, page.Press(t, "Absent", rows[1].Enrolment))).Want(t, http.StatusOK)
	if got := saved.Rows(t); got[1].Outcome != "saved" || got[1].Status != "Absent" || got[0].Outcome != "none" {
		t.Errorf("then the roll is %+v", got)
	}
	cells := v.Get(strings.Replace(address, "/roll?", "/roll/statuses?", 1)).Want(t, http.StatusOK)
	if !strings.Contains(string(cells.Body), "Absent") {
		t.Errorf("the cells are %s", cells.Body)
	}
	if tile := tileOf(v.Get("/schools/harbour"), "Choir <b>"); tile == "" || !strings.Contains(v.Get("/schools/harbour").Text("main"), "1 of 2 marked") {
		t.Error("the home page does not count the group's marks")
	}
	other := v.Get("/schools/harbour").Page.Find("main a[href*='class=9A']").AttrOr("href", "")
	if !strings.Contains(v.Get(other).Text("[data-enrolment='"+rows[1].Enrolment+"']"), "Absent") {
		t.Error("in the class the mark is not seen")
	}
}

func TestOnlyItsTeacherSeesAnOwnGroup(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	v.Get(v.Get("/schools/harbour").Address("main a[href$='/groups']")).Want(t, http.StatusOK)
	group := makeGroup(v, apptest.OwnGroups, "Slow readers")
	address := tileOf(v.Get("/schools/harbour"), "Slow readers")
	page := v.Get(address).Want(t, http.StatusOK)
	press := page.Press(t, "Absent", page.Rows(t)[0].Enrolment)
	for _, email := range []string{apptest.OtherTeacher, apptest.OfficeWorker, apptest.Administrator} {
		other := p.As(t, email)
		if home := other.Get("/schools/harbour"); strings.Contains(string(home.Body), "Slow readers") {
			t.Errorf("%s sees it at home", email)
		}
		for _, path := range []string{address, group, strings.Replace(address, "/roll?", "/roll/statuses?", 1), strings.Replace(address, "/roll?", "/roll/events?", 1)} {
			other.Get(path).Want(t, http.StatusNotFound)
		}
		theirs := other.Get(apptest.EightB).Press(t, "Absent", page.Rows(t)[0].Enrolment)
		theirs.Set("class", press.Get("class"))
		other.Post(apptest.RollPath, theirs).Want(t, http.StatusNotFound)
		other.Post(group, url.Values{"name": {"Mine"}}).Want(t, http.StatusNotFound)
		other.Post(group+"/delete", url.Values{}).Want(t, http.StatusNotFound)
		if strings.Contains(string(other.Get(apptest.EightB).Body), "Slow readers") {
			t.Errorf("%s is offered it among the classes", email)
		}
	}
	if first := v.Get(address).Rows(t)[0]; first.Outcome != "none" {
		t.Errorf("somebody else has made a mark with it: %+v", first)
	}
	saved := v.Post(apptest.RollPath, press).Want(t, http.StatusSeeOther)
	if story := p.As(t, apptest.OfficeWorker).Get(apptest.SavesPath+saved.Saved(t)).Want(t, http.StatusOK); strings.Contains(string(story.Body), "Slow readers") || !strings.Contains(story.Text("main"), "Anna Lindqvist") {
		t.Errorf("the office reads %s", story.Text("main"))
	}
}

func TestAGroupIsChangedAndDeletedWhileItsMarksStay(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	address := makeGroup(v, apptest.SchoolGroups, "Choir")
	page := v.Get(address)
	form := page.Form("form.card:not(.fields)")
	if len(form["enrolment"]) != 2 || len(form["shown"]) != 2 {
		t.Fatalf("the page has %v", form)
	}
	first := form["enrolment"][0]
	form["enrolment"], form["name"] = form["enrolment"][:1], []string{"Band"}
	v.Follow(v.Post(address, form)).Want(t, http.StatusOK)
	tile := tileOf(v.Get("/schools/harbour"), "Band")
	if rows := v.Get(tile).Want(t, http.StatusOK).Rows(t); len(rows) != 1 || rows[0].Enrolment != first {
		t.Errorf("the group is %+v", rows)
	}
	roll := v.Get(tile)
	v.Follow(v.Post(apptest.RollPath, roll.Press(t, "Absent", first))).Want(t, http.StatusOK)
	v.Post(address+"/delete", url.Values{}).Want(t, http.StatusSeeOther)
	v.Get(tile).Want(t, http.StatusNotFound)
	v.Get(address).Want(t, http.StatusNotFound)
	if !strings.Contains(v.Get(apptest.EightB).Text("[data-enrolment='"+first+"']"), "Absent") {
		t.Error("the mark has gone with the group")
	}
}

func TestAGroupThatCannotBeMeantIsNotMade(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	address := makeGroup(v, apptest.SchoolGroups, "Choir")
	period := v.Get(apptest.SchoolGroups).Form("form.fields").Get("period")
	for says, name := range map[string]string{"no name": " ", "a long name": strings.Repeat("n", roll.GroupName+1), "a name of two lines": "a\nb", "a name twice": "CHOIR"} {
		if got := v.Post(apptest.SchoolGroups, url.Values{"period": {period}, "name": {name}}).Want(t, http.StatusUnprocessableEntity); got.Text("[role=alert]") == "" {
			t.Errorf("%s: %s", says, got.Text("main"))
		}
	}
	v.Post(apptest.SchoolGroups, url.Values{"period": {"none"}, "name": {"Band"}}).Want(t, http.StatusUnprocessableEntity)
	v.Post(address, url.Values{"name": {"Choir"}, "enrolment": {"1e3"}}).Want(t, http.StatusBadRequest)
	v.Post(address, url.Values{"name": {"Choir"}, "enrolment": {"77"}}).Want(t, http.StatusUnprocessableEntity)
	v.Post(address, url.Values{"name": {" "}}).Want(t, http.StatusUnprocessableEntity)
	if rows := v.Get(tileOf(v.Get("/schools/harbour"), "Choir")).Rows(t); len(rows) != 2 {
		t.Errorf("the group is %+v", rows)
	}
	p.As(t, apptest.Teacher).Get(apptest.SchoolGroups).Want(t, http.StatusForbidden)
	p.As(t, apptest.FrenchTeacher).Get(apptest.OwnGroups).Want(t, http.StatusNotFound)
	v.Get(strings.Replace(address, "/settings", "", 1)).Want(t, http.StatusNotFound)
}

func TestAGroupIsNotCountedAsAClassOnTheFirstPage(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	before := office.Get("/schools/harbour").Want(t, http.StatusOK).Text(".heading")
	makeGroup(office, "/schools/harbour/settings/groups", "Bus 12")
	home := office.Get("/schools/harbour").Want(t, http.StatusOK)
	if after := home.Text(".heading"); after != before || !strings.Contains(after, "0 of 12 rolls done") || tileOf(home, "Bus 12") == "" {
		t.Errorf("before it says %q, then %q", before, after)
	}
}
