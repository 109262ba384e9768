package faults_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// studentsOf returns the students of the first school's current period.
func studentsOf(t *testing.T, s *apptest.Scene) []roll.Enrolment {
	t.Helper()
	school, err := s.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	list, _, err := s.App.Lists.Rosters.Students(t.Context(), school, periodOf(t, s))
	apptest.Must(t, err)
	return list
}

// periodOf returns the first school's current period.
func periodOf(t *testing.T, s *apptest.Scene) roll.PeriodID {
	t.Helper()
	school, err := s.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	periods, _, err := s.App.Lists.Rosters.Periods(t.Context(), school)
	apptest.Must(t, err)
	at := slices.IndexFunc(periods, func(period roll.Period) bool { return period.Contains(apptest.Today) })
	return periods[at].ID
}

// enrols gives the first school one class with the number of students, and a service that records every mark.
func enrols(t *testing.T, s *apptest.Scene, students int) {
	t.Helper()
	const host, period = "10.0.0.3:80", roll.PeriodID("1")
	list := make([]roll.Enrolment, students)
	for i := range list {
		list[i] = roll.Enrolment{
			ID: roll.EnrolmentID(i + 1), Student: roll.StudentID(i + 1), Given: "Student", Family: fmt.Sprint(i + 1),
			Class: allClass, ClassName: allClass,
		}
	}
	ctx := t.Context()
	apptest.Must(t, s.App.Store.PutPeriods(ctx, apptest.Harbour, lists.FromFile, []roll.Period{{ID: period, Name: "This year"}}))
	apptest.Must(t, s.App.Store.PutStudents(ctx, apptest.Harbour, period, lists.FromFile, list))
	apptest.Must(t, s.App.Store.PutStatuses(ctx, apptest.Harbour, lists.FromFile, roll.GuessStatuses([]roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}}, s.App.Site.Words.English().StatusLetter)))
	apptest.Must(t, s.App.Store.SetBaseURL(ctx, apptest.Harbour, "http://10.0.0.3"))
	t.Cleanup(apptest.Serve(s.Network.Listen(host), http.HandlerFunc(recordAnything)).Close)
}

// recordAnything answers a bulk save as if all students were recorded as absent.
func recordAnything(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Enrolments []int64 `json:"studentSemesterInfoIds"`
		Date       string  `json:"date"`
	}
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	items := make([]string, len(request.Enrolments))
	for i, id := range request.Enrolments {
		items[i] = fmt.Sprintf(`{"studentId":%d,"attendanceStatus":"Absent","date":%q}`, id, request.Date)
	}
	_, _ = fmt.Fprintf(w, "[%s]", strings.Join(items, ","))
}
