package connecting_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// inClasses returns students in classes of these sizes: 1A, 2A and so on.
func inClasses(sizes ...int) []map[string]any {
	var all []map[string]any
	for class, size := range sizes {
		for range size {
			n := len(all)
			all = append(all, map[string]any{"studentSemesterInfoId": 101 + n, "studentId": 501 + n,
				"firstName": "Ada", "lastName": fmt.Sprintf("Lund%c", 'a'+n), "className": fmt.Sprintf("%dA", class+1)})
		}
	}
	return all
}

// counted starts a school system, and connects to it until the page asks how many students it shows.
func counted(t *testing.T, students any) (*apptest.Program, *apptest.Visitor, apptest.Answer) {
	t.Helper()
	f := listing(t, students)
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.Follow(v.Enters(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)).Want(t, http.StatusOK)
	return p, v, page
}

// compares answers of the open class whether its students are the same in the school system.
func compares(v *apptest.Visitor, page apptest.Answer, answer string) apptest.Answer {
	v.T.Helper()
	form := page.Form("#list .compared[open] form")
	form.Set("do", answer)
	return v.Follow(v.Post(page.Address("#list .compared[open] form"), form)).Want(v.T, http.StatusOK)
}

func TestTheNumberOfStudentsIsAskedBeforeThePageSaysIt(t *testing.T) {
	t.Parallel()
	_, v, page := counted(t, inClasses(7, 6))
	if text := page.Text("main .calls"); strings.Contains(text, "13") || page.Page.Find("#people, form[action$='/use']").Length() > 0 || !strings.Contains(text, "How many students does your school system show?") {
		t.Errorf("before the answer it says %q", text)
	}
	v.Post(apptest.ConnectPath+"/use", nil).Want(t, http.StatusConflict)
	for _, wrong := range []string{"", "0", "many", "-3"} {
		form := page.Form("#count")
		form.Set("told", wrong)
		form.Set("do", "tell")
		if text := v.Post(page.Address("#count"), form).Want(t, http.StatusUnprocessableEntity).Text("#use [role=alert], #use .wrong"); !strings.Contains(text, "Enter a number") {
			t.Errorf("after %q it says %q", wrong, text)
		}
	}
	page = v.Tells(page, 13)
	if page.Page.Find("#list .compared").Length() > 0 || page.Page.Find("form[action$='/use'] .primary").Length() != 1 {
		t.Errorf("of the same number it says %q", page.Text("#use"))
	}
	if text := page.Text("#list"); !strings.Contains(text, "Both numbers are the same.") || !strings.Contains(text, "1A 7") || !strings.Contains(text, "Ada Lundm") {
		t.Errorf("the list is %q", text)
	}
}

func TestAnotherNumberIsUsedOnceThreeClassesAreTheSame(t *testing.T) {
	t.Parallel()
	p, v, page := counted(t, inClasses(2, 1, 3, 5, 4))
	page = v.Tells(page, 18)
	const use = "form[action$='/use']"
	if text := page.Text("#list"); !strings.Contains(text, "3 fewer.") || page.Page.Find(use+" .primary").Length() > 0 {
		t.Errorf("of three fewer it says %q", text)
	}
	classes := page.Page.Find("#list .compared summary b").Map(func(_ int, class *goquery.Selection) string { return class.Text() })
	if fmt.Sprint(classes) != "[2A 4A 3A]" {
		t.Errorf("the classes %v are compared", classes)
	}
	early := v.Post(page.Address(use), page.Form(use)).Want(t, http.StatusConflict)
	if text := early.Text("#use .wrong"); !strings.Contains(text, "compare the classes") {
		t.Errorf("pressed too early it says %q", text)
	}
	page = compares(v, compares(v, page, "same"), "differs")
	if text := page.Text("#list"); !strings.Contains(text, "this list is not right yet") {
		t.Errorf("of a class that is not the same it says %q", text)
	}
	page = compares(v, compares(v, page, "same"), "same")
	v.Post(page.Address("#call-students form"), url.Values{"do": {"same"}, "class": {"no class"}}).Want(t, http.StatusConflict)
	v.Follow(v.Post(page.Address(use), page.Form(use))).Want(t, http.StatusOK)
	if students := p.List(t, apptest.Harbour, "7"); len(students) != 15 {
		t.Errorf("%d students are in use", len(students))
	}
	if text := v.Get(apptest.ConnectionPath).Text("#count"); !strings.Contains(text, "showed 18 students. Rollbook read 15.") {
		t.Errorf("of the difference the connection's page says %q", text)
	}
}

func TestANumberThatNobodySeesLeadsToThreeClasses(t *testing.T) {
	t.Parallel()
	_, v, page := counted(t, inClasses(2, 1))
	form := page.Form("#count")
	form.Set("do", "unseen")
	page = v.Follow(v.Post(page.Address("#count"), form)).Want(t, http.StatusOK)
	if page.Page.Find("#list .compared").Length() != 2 || strings.Contains(page.Text("#list"), "Your school system shows") {
		t.Errorf("it says %q", page.Text("#list"))
	}
	if page = compares(v, compares(v, page, "same"), "same"); page.Page.Find("form[action$='/use'] .primary").Length() != 1 {
		t.Errorf("once all are the same it says %q", page.Text("#use"))
	}
}

func TestAListThatBecameMuchLongerAsksForTheNumberOnceAndIsInUse(t *testing.T) {
	t.Parallel()
	var students atomic.Pointer[[]map[string]any]
	first := inClasses(5, 5)
	students.Store(&first)
	f := apptest.ForeignSystem(t, "growing", map[string]http.HandlerFunc{
		"GET " + studentsPath: func(w http.ResponseWriter, _ *http.Request) { apptest.WriteJSON(w, *students.Load()) },
		"/":                   shape{answers: served("")}.ServeHTTP,
	})
	p := apptest.Misplaced(t)
	v, office := p.As(t, apptest.Administrator), p.As(t, apptest.OfficeWorker)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	v.Follow(v.Post(page.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	refreshes := func(sizes ...int) apptest.Answer {
		t.Helper()
		list := inClasses(sizes...)
		students.Store(&list)
		apptest.Must(t, p.App.Lists.Rosters.Refresh(t.Context(), school, "7"))
		if used := p.List(t, apptest.Harbour, "7"); len(used) != len(list) {
			t.Errorf("%d students are in use, not %d", len(used), len(list))
		}
		return office.Get(apptest.ConnectionPath).Want(t, http.StatusOK)
	}
	if page := refreshes(5, 6); page.Page.Find("#count").Length() > 0 {
		t.Errorf("after one more it says %q", page.Text("#count"))
	}
	page = refreshes(5, 5, 5)
	if text := page.Text("#count"); !strings.Contains(text, "How many students does your school system show?") || strings.Contains(text, "15") {
		t.Fatalf("after five more it says %q", text)
	}
	form := page.Form("#count form")
	form.Set("told", "15")
	page = office.Follow(office.Post(page.Address("#count form"), form)).Want(t, http.StatusOK)
	if page.Page.Find("#count").Length() > 0 {
		t.Errorf("once it is the same it says %q", page.Text("#count"))
	}
	apptest.Must(t, p.App.Store.SetStudentCount(t.Context(), apptest.Harbour, roll.StudentCount{}))
	if page := refreshes(5, 5, 6); page.Page.Find("#count").Length() > 0 {
		t.Errorf("without an answer before it says %q", page.Text("#count"))
	}
	if page := refreshes(5, 5, 5, 5); page.Page.Find("#count").Length() != 1 {
		t.Error("a school that was never asked is not asked")
	}
}
