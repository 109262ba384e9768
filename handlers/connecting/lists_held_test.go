package connecting_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

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
		if _, err := p.App.Store.TakeStudents(t.Context(), school, period, pupilsOf(count)); err != nil {
			t.Fatal(err)
		}
	}
	shown := v.Get(page).Want(t, http.StatusOK)
	tells(t, shown, "59 of 60 students are missing", "Kim Lund1", "no students left: 8Y", "In use until somebody decides")
	if used := p.List(t, apptest.Harbour, string(period)); len(used) != 60 {
		t.Fatalf("%d students are in use", len(used))
	}
	old := shown.Form("#lists form")
	_, err = p.App.Store.TakeStudents(t.Context(), school, period, pupilsOf(2))
	apptest.Must(t, err)
	v.Post(shown.Address("#lists form"), old).Want(t, http.StatusConflict)
	now := v.Get(page).Want(t, http.StatusOK)
	v.Follow(v.Post(now.Address("#lists form"), now.Form("#lists form"))).Want(t, http.StatusOK)
	if used := p.List(t, apptest.Harbour, string(period)); len(used) != 2 {
		t.Errorf("%d students are in use after it was taken", len(used))
	}
	p.As(t, apptest.Teacher).Post(page+"/list", url.Values{"period": {string(period)}, "list": {"x"}}).Want(t, http.StatusForbidden)
}
