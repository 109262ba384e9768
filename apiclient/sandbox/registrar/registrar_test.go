package registrar

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
)

// birch is the school that connects to it.
func birch() sandbox.School {
	return sandbox.School{Name: "Birch School", Tenant: "birch", Code: "B-1"}
}

// started returns a system on a school morning, with a key.
func started(t *testing.T) *System {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 11, 24, 8, 31, 0, 0, time.UTC) }
	behind, err := sandbox.New(sandbox.Options{Now: now, Sample: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = behind.Close() })
	system, err := New(behind, birch(), now)
	if err == nil {
		err = system.Renew()
	}
	if err != nil {
		t.Fatal(err)
	}
	return system
}

// asked returns the answer to a request with the school's three headers.
func (s *System) asked(ctx context.Context, method, target, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, method, "http://127.0.0.1:8090"+target, strings.NewReader(body))
	r.RemoteAddr = "127.0.0.1:5000"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("tenant", s.school.Tenant)
	r.Header.Set("schoolCode", s.school.Code)
	r.Header.Set("service-secret-key", *s.key.Load())
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, r)
	return answer
}

// reads decodes the answer to a call.
func reads[T any](t *testing.T, s *System, target string) (read T) {
	t.Helper()
	answer := s.asked(t.Context(), http.MethodGet, target, "")
	if err := json.Unmarshal(answer.Body.Bytes(), &read); err != nil || answer.Code != http.StatusOK {
		t.Fatalf("%s answers %d %s (%v)", target, answer.Code, answer.Body, err)
	}
	return read
}

func TestItsListsHaveOtherNamesAndPlacesAndTwoPages(t *testing.T) {
	t.Parallel()
	s := started(t)
	terms := reads[struct{ Terms []shownTerm }](t, s, pathTerms).Terms
	if len(terms) != 2 || terms[0].Title == "" || terms[0].Begins == "" {
		t.Fatalf("the terms are %+v", terms)
	}
	at := pathPupils + "?term=" + jsonNumber(terms[0].Number)
	first, second := reads[shownPage](t, s, at), reads[shownPage](t, s, at+"&page=2")
	if first.Pages != 2 || len(first.Places) != pageSize || len(first.Places)+len(second.Places) != first.Total {
		t.Errorf("of %d students in %d pages there are %d and %d", first.Total, first.Pages, len(first.Places), len(second.Places))
	}
	left := 0
	for _, one := range append(first.Places, second.Places...) {
		if one.Status == "left" {
			left++
		}
	}
	if left == 0 || left > first.Total/10 {
		t.Errorf("%d of %d have left", left, first.Total)
	}
	if help := s.asked(t.Context(), http.MethodGet, HelpPath, "").Body.String(); !strings.Contains(help, fmt.Sprintf(`id="enrolled">%d<`, first.Total-left)) {
		t.Errorf("the help does not say %d students", first.Total-left)
	}
	for _, beyond := range []string{"3", "9223372036854775807"} {
		if more := reads[shownPage](t, s, at+"&page="+beyond).Places; len(more) != 0 {
			t.Errorf("page %s has %d students", beyond, len(more))
		}
	}
	if codes := reads[struct{ Codes []shownCode }](t, s, pathCodes).Codes; len(codes) != 6 || codes[0].Caption != "Present" {
		t.Errorf("the codes are %+v", codes)
	}
	if text := s.asked(t.Context(), http.MethodGet, at, "").Body.String(); strings.Contains(text, "studentSemesterInfoId") || strings.Contains(text, "studentId") {
		t.Errorf("the document's names are in it: %.200s", text)
	}
}

func jsonNumber(number int64) string {
	text, _ := json.Marshal(number)
	return string(text)
}

func TestNothingIsWhereTheOtherSystemHasIt(t *testing.T) {
	t.Parallel()
	s := started(t)
	for _, path := range []string{"/serviceapi/v1/students/list?schoolPeriodId=1", "/serviceapi/v1/students/attendance/statuses/list", "/openapi.json", "/"} {
		if answer := s.asked(t.Context(), http.MethodGet, path, ""); answer.Code != http.StatusNotFound {
			t.Errorf("%s answers %d", path, answer.Code)
		}
	}
}

func TestAKeyThatIsNotItsOwnIsRefusedEverywhere(t *testing.T) {
	t.Parallel()
	s := started(t)
	old := *s.key.Load()
	if err := s.Renew(); err != nil {
		t.Fatal(err)
	}
	s.key.Store(&old)
	for _, path := range []string{pathTerms, pathPupils + "?term=1", pathCodes, "/nowhere"} {
		if answer := s.asked(t.Context(), http.MethodGet, path, ""); answer.Code != http.StatusUnauthorized {
			t.Errorf("%s answers %d", path, answer.Code)
		}
	}
}

func TestTheHelpPageShowsTheKeyAndTheMarksOfTheDay(t *testing.T) {
	t.Parallel()
	s := started(t)
	if text := s.asked(t.Context(), http.MethodGet, HelpPath, "").Body.String(); !strings.Contains(text, *s.key.Load()) || !strings.Contains(text, pathPupils) || !strings.Contains(text, "Nothing was saved yet.") {
		t.Errorf("it is %s", text)
	}
	terms := reads[struct{ Terms []shownTerm }](t, s, pathTerms).Terms
	ada := reads[shownPage](t, s, pathPupils+"?term="+jsonNumber(terms[0].Number)).Places[0]
	codes := reads[struct{ Codes []shownCode }](t, s, pathCodes).Codes
	body := `{"studentSemesterInfoIds":[` + jsonNumber(ada.Enrolment) + `],"attStatus":{"id":` + jsonNumber(codes[1].Number) + `},"date":"2026-11-24"}`
	if answer := s.asked(t.Context(), http.MethodPost, pathSave, body); answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), jsonNumber(ada.Pupil.Number)) {
		t.Fatalf("saving answers %d %s", answer.Code, answer.Body)
	}
	if text := s.asked(t.Context(), http.MethodGet, HelpPath, "").Body.String(); !strings.Contains(text, ada.Pupil.Surname+", "+ada.Group) || !strings.Contains(text, "Absent") {
		t.Errorf("after a save it is %s", text)
	}
}

func TestTheHelpPageIsForThisMachineOnly(t *testing.T) {
	t.Parallel()
	s := started(t)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://school.example"+HelpPath, nil)
	r.RemoteAddr = "127.0.0.1:5000"
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, r)
	if answer.Code != http.StatusForbidden || strings.Contains(answer.Body.String(), *s.key.Load()) {
		t.Errorf("by another name it answers %d %s", answer.Code, answer.Body)
	}
}

func TestOtherSchoolsAreAnsweredAsBefore(t *testing.T) {
	t.Parallel()
	s := started(t)
	known, err := s.behind.Schools()
	if err != nil {
		t.Fatal(err)
	}
	_, key, err := s.behind.CreateKey(known[0].Code, "Rollbook")
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/serviceapi/v1/students/attendance/statuses/list", nil)
	r.Header.Set("tenant", known[0].Tenant)
	r.Header.Set("schoolCode", known[0].Code)
	r.Header.Set("service-secret-key", key)
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, r)
	if answer.Code != http.StatusOK || !strings.HasPrefix(answer.Body.String(), `[{"id"`) {
		t.Errorf("it answers %d %s", answer.Code, answer.Body)
	}
}

// The lists as a reader of the help page would decode them.
type shownTerm struct {
	Number int64  `json:"term_no"`
	Title  string `json:"title"`
	Begins string `json:"begins_on"`
	Ends   string `json:"ends_on"`
}

type shownPupil struct {
	Number   int64  `json:"no"`
	Forename string `json:"forename"`
	Surname  string `json:"surname"`
}

type shownPlace struct {
	Enrolment int64      `json:"enrolment_id"`
	Pupil     shownPupil `json:"pupil"`
	Group     string     `json:"tutor_group"`
	Status    string     `json:"status"`
}

type shownPage struct {
	Page   int          `json:"page"`
	Pages  int          `json:"pages"`
	Total  int          `json:"total"`
	Places []shownPlace `json:"places"`
}

type shownCode struct {
	Number  int64  `json:"no"`
	Caption string `json:"caption"`
}
