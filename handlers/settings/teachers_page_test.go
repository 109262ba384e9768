package settings_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

const teachersPath = apptest.SettingsPath + "/teachers"

// addForm returns the form that adds a teacher to the class.
func addForm(t *testing.T, page apptest.Answer, class, teacher string) url.Values {
	t.Helper()
	form := page.Form("form.pair:has([aria-label='Teacher of " + class + "'])")
	form.Set("teacher", teacher)
	return form
}

// taughtRow returns the text of a class's row.
func taughtRow(page apptest.Answer, class string) string {
	return strings.Join(strings.Fields(page.Page.Find("#taught > li:has([aria-label='Teacher of "+class+"'])").Text()), " ")
}

func TestTheOfficeNamesTheTeacherOfAClassAndTakesItBack(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, anna := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	page := office.Get(teachersPath).Want(t, http.StatusOK)
	if !strings.Contains(taughtRow(page, "5A"), "No teacher known") {
		t.Errorf("it says %s", taughtRow(page, "5A"))
	}
	for _, teacher := range []string{"anna lindqvist", "Ines Okoro <Ines@Okoro.example>", "Tom Berg"} {
		page = office.Follow(office.Post(teachersPath, addForm(t, page, "5A", teacher))).Want(t, http.StatusOK)
	}
	for _, name := range []string{"Anna Lindqvist", "Ines Okoro", "Tom Berg no mail address"} {
		if !strings.Contains(taughtRow(page, "5A"), name) {
			t.Errorf("%s is not in %s", name, taughtRow(page, "5A"))
		}
	}
	if lead := anna.Get("/schools/harbour").Text(".lead h2"); lead != "5A" {
		t.Errorf("she finds %q first", lead)
	}
	board := office.Get(apptest.DayPath+"?order=teacher").Want(t, http.StatusOK)
	if first := board.Page.Find(".board > li").First().Text(); !strings.Contains(first, "5A") || !strings.Contains(first, "Anna Lindqvist, Ines Okoro, Tom Berg") {
		t.Errorf("by teacher, the board begins with %s", first)
	}
	gone := page.Form("#taught form:has([name=remove])")
	gone.Set("remove", page.Page.Find("#taught [name=remove]").First().AttrOr("value", ""))
	page = office.Follow(office.Post(teachersPath, gone)).Want(t, http.StatusOK)
	if strings.Contains(taughtRow(page, "5A"), "Anna") || !strings.Contains(taughtRow(page, "5A"), "Ines") {
		t.Errorf("then there is %s", taughtRow(page, "5A"))
	}
}

func TestAWrongTeacherIsSaidAndChangesNothing(t *testing.T) {
	t.Parallel()
	office := apptest.Boot(t).As(t, apptest.OfficeWorker)
	page := office.Get(teachersPath)
	for teacher, says := range map[string]string{
		"grace@": "name@school.example", "": "Write a name", strings.Repeat("a", 101): "Write a name", "a\tb": "Write a name",
		"A, B <a@b.example>, c@d.example": "name@school.example",
	} {
		refused := office.Post(teachersPath, addForm(t, page, "5A", teacher)).Want(t, http.StatusUnprocessableEntity)
		if got := refused.Text("[role=alert]"); !strings.Contains(got, says) || !strings.Contains(taughtRow(refused, "5A"), "No teacher known") {
			t.Errorf("%q is answered with %q: %s", teacher, got, taughtRow(refused, "5A"))
		}
	}
	unknown := addForm(t, page, "5A", "Anna Lindqvist")
	unknown["class"] = []string{"nonsense"}
	office.Post(teachersPath, unknown).Want(t, http.StatusUnprocessableEntity)
}

func TestAListBringsTheTeachersOfItsClasses(t *testing.T) {
	t.Parallel()
	office := apptest.Boot(t).As(t, apptest.OfficeWorker)
	bring := func(lines string) apptest.Answer {
		return office.SendFile(teachersPath+"/file", "teachers.csv", lines, office.Get(teachersPath).Form("#list"))
	}
	office.Post(teachersPath, addForm(t, office.Get(teachersPath), "5A", "Old Teacher")).Want(t, http.StatusSeeOther)
	office.Post(teachersPath, addForm(t, office.Get(teachersPath), "9A", "Stays Here")).Want(t, http.StatusSeeOther)
	for lines, says := range map[string]string{
		"": "Write a line", "5A,Anna Lindqvist\n11Z,Bo Berg": "Line 2: There is no such class", "5A,,nowhere": "Line 1: Write the mail address",
	} {
		if got := bring(lines).Want(t, http.StatusUnprocessableEntity).Text("[role=alert]"); !strings.Contains(got, says) {
			t.Errorf("%q is answered with %q", lines, got)
		}
	}
	page := office.Follow(bring("Teacher;Class;E-mail\nAnna Lindqvist;5a;\nInes Okoro;5A;ines@okoro.example\nTom Berg;8B;")).Want(t, http.StatusOK)
	for class, want := range map[string]string{"5A": "Anna Lindqvist", "8B": "Tom Berg", "9A": "Stays Here"} {
		if row := taughtRow(page, class); !strings.Contains(row, want) || strings.Contains(row, "Old Teacher") {
			t.Errorf("then %s is %s", class, row)
		}
	}
}
