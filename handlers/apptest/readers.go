package apptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// Students returns the students of the first school's current period.
func (s *Scene) Students(t *testing.T) []roll.Enrolment {
	t.Helper()
	school, err := s.App.Store.School(t.Context(), Harbour)
	Must(t, err)
	list, _, err := s.App.Lists.Rosters.Students(t.Context(), school, s.Period(t))
	Must(t, err)
	return list
}

// Period returns the first school's current period.
func (s *Scene) Period(t *testing.T) roll.PeriodID {
	t.Helper()
	school, err := s.App.Store.School(t.Context(), Harbour)
	Must(t, err)
	periods, _, err := s.App.Lists.Rosters.Periods(t.Context(), school)
	Must(t, err)
	at := slices.IndexFunc(periods, func(period roll.Period) bool { return period.Current(Today) })
	return periods[at].ID
}

// Enrols gives the first school one class with the number of students, and a service that records every mark.
func (s *Scene) Enrols(t *testing.T, students int) {
	t.Helper()
	const host, period = "10.0.0.3:80", roll.PeriodID("1")
	list := make([]roll.Enrolment, students)
	for i := range list {
		list[i] = roll.Enrolment{
			ID: roll.EnrolmentID(i + 1), Student: roll.StudentID(i + 1), Given: "Student", Family: fmt.Sprint(i + 1),
			Class: AllClass, ClassName: AllClass,
		}
	}
	ctx := t.Context()
	Must(t, s.App.Store.PutPeriods(ctx, Harbour, lists.FromFile, []roll.Period{{ID: period, Name: "This year"}}))
	Must(t, s.App.Store.PutStudents(ctx, Harbour, period, lists.FromFile, list))
	Must(t, s.App.Store.PutStatuses(ctx, Harbour, lists.FromFile, roll.GuessStatuses([]roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}})))
	Must(t, s.App.Store.SetBaseURL(ctx, Harbour, "http://10.0.0.3"))
	s.ServeAt(t, host, http.HandlerFunc(recordAnything))
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
