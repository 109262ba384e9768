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

// pupilsOf returns that many students in two classes.
func pupilsOf(count int) []roll.Enrolment {
	all := make([]roll.Enrolment, count)
	for i := range all {
		class := fmt.Sprintf("8%c", 'X'+i%2)
		all[i] = roll.Enrolment{ID: roll.EnrolmentID(9000 + i), Student: roll.StudentID(9500 + i), Given: "Kim", Family: fmt.Sprint("Lund", i), Class: roll.ClassID(class), ClassName: class}
	}
	return all
}

func TestTheOfficeReadsWhyAListIsHeldAndOnePressTakesIt(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	const page = "/schools/" + string(apptest.Harbour) + "/connection"
	periods, err := p.App.Store.Periods(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	if len(periods) == 0 {
		apptest.Must(t, p.App.Store.PutPeriods(t.Context(), apptest.Harbour, "service", []roll.Period{{ID: "1", Name: "2026/27"}}))
		periods, err = p.App.Store.Periods(t.Context(), apptest.Harbour)
		apptest.Must(t, err)
	}
	period := periods[len(periods)-1].ID
	apptest.Must(t, p.App.Store.PutStudents(t.Context(), apptest.Harbour, period, "service", pupilsOf(60)))
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	for _, count := range []int{10, 1} {
		if _, err := p.App.Store.TakeStudents(t.Context(), school, period, roll.StudentList{Students: pupilsOf(count)}); err != nil {
			t.Fatal(err)
		}
	}
	shown := v.Get(page).Want(t, http.StatusOK)
	tells(t, shown, "59 of 60 students are missing", "Kim Lund1", "no students left: 8Y", "In use until somebody decides")
	if used := p.List(t, apptest.Harbour, string(period)); len(used) != 60 {
		t.Fatalf("%d students are in use", len(used))
	}
	old := shown.Form("#lists form")
	_, err = p.App.Store.TakeStudents(t.Context(), school, period, roll.StudentList{Students: pupilsOf(2)})
	apptest.Must(t, err)
	v.Post(shown.Address("#lists form"), old).Want(t, http.StatusConflict)
	now := v.Get(page).Want(t, http.StatusOK)
	v.Follow(v.Post(now.Address("#lists form"), now.Form("#lists form"))).Want(t, http.StatusOK)
	if used := p.List(t, apptest.Harbour, string(period)); len(used) != 2 {
		t.Errorf("%d students are in use after it was taken", len(used))
	}
	p.As(t, apptest.Teacher).Post(page+"/list", url.Values{"period": {string(period)}, "list": {"x"}}).Want(t, http.StatusForbidden)
}

func TestAHeldListNamesFirstWhoIsMissedNow(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	period := roll.PeriodID(apptest.PeriodOffered(v))
	apptest.Must(t, p.App.Store.PutStudents(t.Context(), apptest.Harbour, period, "service", pupilsOf(60)))
	// Six leave. Later one more vanishes, while something on the list cannot be read.
	for _, list := range []roll.StudentList{{Students: pupilsOf(60)[6:]}, {Students: pupilsOf(60)[6:59], LeftOver: 1}} {
		_, err := p.App.Store.TakeStudents(t.Context(), school, period, list)
		apptest.Must(t, err)
	}
	tells(t, v.Get("/schools/"+string(apptest.Harbour)+"/connection").Want(t, http.StatusOK), "such as Kim Lund59")
}

func TestWhoLeavesAfterTheConnectionIsInUseIsAskedAboutUntilAnAdminDecides(t *testing.T) {
	t.Parallel()
	const page = "/schools/" + string(apptest.Harbour) + "/connection"
	var leavers atomic.Pointer[strings.Replacer]
	leavers.Store(strings.NewReplacer())
	answers := shape{name: "later", answers: served("")}
	f := apptest.ForeignSystem(t, "later", map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != studentsPath {
			answers.ServeHTTP(w, r)
			return
		}
		list := "[" + each(strings.TrimSuffix(document, "}")+`,"state":"active $S"}`) + "]"
		_, _ = w.Write([]byte(leavers.Load().Replace(list)))
	}})
	p := apptest.Misplaced(t)
	v, office, teacher := p.As(t, apptest.Administrator), p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	connect := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	uses := func() {
		t.Helper()
		connect = v.Agrees(connect)
		v.Follow(v.Post(connect.Address("form[action$='/use']"), connect.Form("form[action$='/use']"))).Want(t, http.StatusOK)
	}
	asks := func() bool {
		t.Helper()
		school, err := p.App.Store.School(t.Context(), apptest.Harbour)
		apptest.Must(t, err)
		apptest.Must(t, p.App.Lists.Rosters.Refresh(t.Context(), school, "7"))
		asked := strings.Contains(v.Get(page).Want(t, http.StatusOK).Text("main"), "Some students seem to have left")
		for _, of := range []string{"/schools/harbour", "/schools/harbour/day"} {
			if says := office.Get(of).Want(t, http.StatusOK).Text("#question"); strings.Contains(says, "Some students seem to have left") != asked {
				t.Errorf("on %s the office reads %q", of, says)
			}
			if teacher.Get("/schools/harbour").Page.Find("#question").Length() != 0 {
				t.Error("a teacher is asked")
			}
		}
		return asked
	}
	fifth := strings.NewReplacer("$E", "299", "$S", "599", "$G", "Eve", "$F", "Moss", "$C", "8B").Replace(strings.TrimSuffix(document, "}") + `,"state":"withdrawn"}`)
	uses()
	if asks() {
		t.Fatal("it asks although nobody left")
	}
	for _, one := range []struct {
		leavers  *strings.Replacer
		decision string
		left     int
	}{
		// A fifth comes who has left already: she is no student before an admin says so.
		{strings.NewReplacer("active 501", "withdrawn", "]", ","+fifth+"]"), "Keep them", 5},
		{strings.NewReplacer("active 501", "withdrawn", "active 502", "graduated"), "Leave them out", 2},
	} {
		leavers.Store(one.leavers)
		if !asks() || len(p.List(t, apptest.Harbour, "7")) != 4 {
			t.Fatalf("it does not ask whether to %q", one.decision)
		}
		connect = v.Follow(v.Post(connect.Address("form[action$='/find']"), nil)).Want(t, http.StatusOK)
		form := connect.Form("#use .notice form")
		form.Set("choice", connect.Page.Find("#use .notice button").FilterFunction(func(_ int, b *goquery.Selection) bool { return b.Text() == one.decision }).AttrOr("value", ""))
		connect = v.Follow(v.Post(connect.Address("#use .notice form"), form)).Want(t, http.StatusOK)
		uses()
		if students := p.List(t, apptest.Harbour, "7"); asks() || len(students) != one.left {
			t.Errorf("after %q it asks again, or these students are in use: %+v", one.decision, students)
		}
	}
}
