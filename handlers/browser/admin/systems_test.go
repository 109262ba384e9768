package admin_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// pagedPupil is a student in the wrapped and paged school system.
type pagedPupil struct {
	EnrollmentID string `json:"enrollment_id"`
	Pupil        struct {
		ID     string `json:"id"`
		Given  string `json:"given_name"`
		Family string `json:"family_name"`
	} `json:"pupil"`
	Group struct {
		ID    string `json:"id"`
		Label string `json:"label"`
	} `json:"group"`
}

// pagedPeriod is a school year in that system.
type pagedPeriod struct {
	ID      string `json:"school_period_id"`
	Label   string `json:"label"`
	Begins  string `json:"valid_from"`
	Ends    string `json:"valid_until"`
	Current bool   `json:"is_current"`
}

const pagedPupils, pupilsAPage = 64, 25

func pagedPupilAt(number int) pagedPupil {
	var pupil pagedPupil
	pupil.EnrollmentID, pupil.Pupil.ID = strconv.Itoa(9007199254740993+number), strconv.Itoa(70000+number)
	pupil.Pupil.Given, pupil.Pupil.Family = "Ines"+strings.Repeat("a", number%3), "Ferreira"+string(rune('A'+number%26))
	pupil.Group.ID, pupil.Group.Label = "g-"+strconv.Itoa(number/16), "Group "+string(rune('A'+number/16))
	return pupil
}

// wrappedAndPaged wraps every list, writes ids as texts and returns 25 students a page.
func wrappedAndPaged(t testing.TB) *apptest.Foreign {
	t.Helper()
	type wrapped struct {
		Success bool `json:"success"`
		Result  any  `json:"result"`
	}
	return apptest.ForeignSystem(t, "wrapped", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, wrapped{true, map[string]any{"school_periods": []pagedPeriod{
				{"31", "2025/26", "2025-08-25", "2026-07-03", false}, {"32", "2026/27", "2026-08-24", "2027-07-02", true},
			}}})
		},
		"GET /serviceapi/v1/students": func(w http.ResponseWriter, r *http.Request) {
			page, err := strconv.Atoi(r.FormValue("page"))
			if err != nil {
				page = 1
			}
			rows := []pagedPupil{}
			for number := (page - 1) * pupilsAPage; number < min(page*pupilsAPage, pagedPupils) && r.FormValue("schoolPeriodId") == "32"; number++ {
				rows = append(rows, pagedPupilAt(number))
			}
			apptest.WriteJSON(w, wrapped{true, map[string]any{"rows": rows, "paging": map[string]int{"page": page, "page_size": pupilsAPage, "total": pagedPupils}}})
		},
		"GET /serviceapi/v1/attendance/statuses": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, wrapped{true, []map[string]string{{"status_id": "1", "label": "Presente"}, {"status_id": "2", "label": "Ausente"}}})
		},
	})
}

// classPupil is a student in the school system with lists by class.
type classPupil struct {
	ID       int `json:"Id"`
	Schueler struct {
		ID                int `json:"Id"`
		Vorname, Nachname string
	}
}

// perClass lists students only by class, and names its fields in German.
func perClass(t testing.TB) *apptest.Foreign {
	t.Helper()
	return apptest.ForeignSystem(t, "by-class", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"Id": 5, "Bezeichnung": "Schuljahr 2026/27", "Von": "2026-08-24T00:00:00Z", "Bis": "2027-07-02T00:00:00Z"}})
		},
		"GET /serviceapi/v1/curriculum/schoolperiods/{period}/classes": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, map[string]any{"Klassen": []map[string]any{{"Id": 11, "Bezeichnung": "7a"}, {"Id": 12, "Bezeichnung": "7b"}}})
		},
		"GET /serviceapi/v1/students/list": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"Fehler":"classId fehlt"}`, http.StatusBadRequest)
		},
		"GET /serviceapi/v1/curriculum/classes/{class}/students": func(w http.ResponseWriter, r *http.Request) {
			class, err := strconv.Atoi(r.PathValue("class"))
			if err != nil || class < 11 || class > 12 {
				http.NotFound(w, r)
				return
			}
			pupils := make([]classPupil, 5)
			for i := range pupils {
				pupils[i].ID, pupils[i].Schueler.ID = class*100+i, class*1000+i
				pupils[i].Schueler.Vorname, pupils[i].Schueler.Nachname = "Jörg", fmt.Sprintf("Maß %c", 'A'+i)
			}
			apptest.WriteJSON(w, pupils)
		},
		"GET /serviceapi/v1/students/attendance/statuses": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, map[string]any{"Daten": map[string]any{"Status": []map[string]any{{"Id": 1, "Bezeichnung": "Anwesend"}, {"Id": 2, "Bezeichnung": "Abwesend"}}}})
		},
	})
}
