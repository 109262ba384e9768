package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/web/roll"
)

// bootList is the program with a school of these students, in whose office Kofi works.
func bootList(t *testing.T, students []roll.Enrolment) *visitor {
	t.Helper()
	p := &program{app: newApp(t, t.TempDir(), clockFrom(bootHour()))}
	service := httptest.NewServer(newHangingService())
	t.Cleanup(service.Close)
	must(t, p.app.Store.AddPerson(t.Context(), roll.Person{ID: officeWorker, Email: officeWorker, Name: "Kofi Osei"}, everyHash))
	p.addBig(t, bigSchool, service.URL, students)
	p.run(t)
	return p.as(t, officeWorker)
}

func TestStudentsWithoutAClassAreCalledWhatTheyAre(t *testing.T) {
	t.Parallel()
	classes := manyStudents(1, 2)
	bare := slices.Clone(classes)
	for i := range bare {
		bare[i].ID, bare[i].Student, bare[i].Class, bare[i].ClassName = bare[i].ID+100, bare[i].Student+100, "", ""
	}
	for name, school := range map[string][]roll.Enrolment{"Without a class": append(slices.Clone(bare[:1]), classes...), "All students": bare} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := bootList(t, school)
			tile := v.get("/schools/big").want(t, http.StatusOK).page.Find(".tile").First()
			if text := tile.Find("b").Text(); text != name {
				t.Errorf("the first page calls them %q", text)
			}
			page := v.get(tile.AttrOr("href", "")).want(t, http.StatusOK)
			if title, chosen := page.text("h1"), page.text(".picker [name=class] [selected]"); title != name || chosen != name {
				t.Errorf("their roll is called %q, and %q among the classes", title, chosen)
			}
			saved := v.post("/schools/big/roll", page.press(t, "Absent", page.enrolments(t, 0)...)).want(t, http.StatusSeeOther)
			address, err := url.Parse(saved.header.Get("Location"))
			must(t, err)
			save := v.get("/schools/big/saves/"+address.Query().Get("save")).want(t, http.StatusOK)
			if text := save.text("main a"); text != "Back to "+name {
				t.Errorf("their save says %q", text)
			}
			board := v.get(bigDay).want(t, http.StatusOK).page.Find(".board th[scope=row]").Map(func(_ int, class *goquery.Selection) string { return class.Text() })
			if !slices.Contains(board, name) {
				t.Errorf("the board has %q", board)
			}
		})
	}
}

func TestARollWithoutAClassStaysOpenWhenTheFirstClassComes(t *testing.T) {
	t.Parallel()
	school := manyStudents(1, 2)
	school[0].Class, school[0].ClassName = "", ""
	v := bootList(t, school)
	for _, class := range []roll.ClassID{roll.WholePeriod, roll.Unplaced} {
		page := v.get("/schools/big/roll?class="+url.QueryEscape(string(class))).want(t, http.StatusOK)
		if rows := page.rows(t); len(rows) != 1 || page.text("h1") != "Without a class" {
			t.Errorf("class %s is %q with %d students", class, page.text("h1"), len(rows))
		}
	}
}
