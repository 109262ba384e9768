package connecting_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// bootList starts the program with a school of these students, and returns Kofi of its office.
func bootList(t *testing.T, students []roll.Enrolment) *apptest.Visitor {
	t.Helper()
	p := apptest.Boot(t)
	p.PutStudents(t, students)
	return p.As(t, apptest.OfficeWorker)
}

func TestStudentsWithoutAClassAreCalledWhatTheyAre(t *testing.T) {
	t.Parallel()
	classes := apptest.ManyStudents(1, 2)
	bare := slices.Clone(classes)
	for i := range bare {
		bare[i].ID, bare[i].Student, bare[i].Class, bare[i].ClassName = bare[i].ID+100, bare[i].Student+100, "", ""
	}
	for name, school := range map[string][]roll.Enrolment{"Without a class": append(slices.Clone(bare[:1]), classes...), "All students": bare} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := bootList(t, school)
			home := v.Get("/schools/harbour").Want(t, http.StatusOK).Page
			link := home.Find("main a[href*='roll?']").FilterFunction(func(_ int, a *goquery.Selection) bool { return a.Find("b, .sr").First().Text() == name })
			if link.Length() != 1 {
				t.Errorf("the first page does not call them %q", name)
			}
			page := v.Get(link.AttrOr("href", "")).Want(t, http.StatusOK)
			if title, chosen := page.Text("h1"), page.Text(".picker [name=class] [selected]"); title != name || chosen != name {
				t.Errorf("their roll is called %q, and %q among the classes", title, chosen)
			}
			saved := v.Post("/schools/harbour/roll", page.Press(t, "Absent", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
			address, err := url.Parse(saved.Header.Get("Location"))
			apptest.Must(t, err)
			save := v.Get("/schools/harbour/saves/"+address.Query().Get("save")).Want(t, http.StatusOK)
			if text := save.Text("main > p a"); text != "Back to "+name {
				t.Errorf("their save says %q", text)
			}
			board := v.Get(apptest.DayPath).Want(t, http.StatusOK).Page.Find(".board > li bdi").Map(func(_ int, class *goquery.Selection) string { return class.Text() })
			if !slices.Contains(board, name) {
				t.Errorf("the board has %q", board)
			}
		})
	}
}

func TestARollWithoutAClassStaysOpenWhenTheFirstClassComes(t *testing.T) {
	t.Parallel()
	school := apptest.ManyStudents(1, 2)
	school[0].Class, school[0].ClassName = "", ""
	v := bootList(t, school)
	for _, class := range []roll.ClassID{roll.WholePeriod, roll.Unplaced} {
		page := v.Get("/schools/harbour/roll?class="+url.QueryEscape(string(class))).Want(t, http.StatusOK)
		if rows := page.Rows(t); len(rows) != 1 || page.Text("h1") != "Without a class" {
			t.Errorf("class %s is %q with %d students", class, page.Text("h1"), len(rows))
		}
	}
}
