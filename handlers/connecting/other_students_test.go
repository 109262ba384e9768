package connecting_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/mapping"
	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

const othersPath = apptest.ConnectionPath + "/others"

// namesOthers makes the scene's school system answer two presses with other students.
func namesOthers(t *testing.T, s *apptest.Scene) (anna *apptest.Visitor) {
	t.Helper()
	anna = s.As(t, apptest.Teacher)
	anna.Takes("Absent", 20)
	apptest.Must(t, s.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, NameOthers: true}))
	anna.Takes("Absent", 0, 1)
	if connection, err := s.App.Store.Connection(t.Context(), apptest.Harbour); err != nil || connection.Pause != roll.NotPaused {
		t.Errorf("after the first answer the school is paused by %q, %v", connection.Pause, err)
	}
	anna.Takes("Late", 3)
	apptest.Pass(time.Second)
	return anna
}

// paused reports whether the school is paused because of other students.
func paused(t *testing.T, s *apptest.Scene) bool {
	t.Helper()
	connection, err := s.App.Store.Connection(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	return connection.Pause == roll.PausedStudents
}

func TestAnswersForOtherStudentsPauseTheSchoolUntilAnAdminHasLooked(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		anna := namesOthers(t, s)
		if !paused(t, s) {
			t.Fatal("the second answer pauses nothing")
		}
		sent := len(s.Sandbox.Arrivals(apptest.HarbourCode))
		s.Sandbox.Heal(apptest.HarbourCode)
		anna.Takes("Absent", 7)
		const words = "Marks are safe here; the office is checking the school system."
		kept := anna.Get(apptest.EightB)
		if kept.Text("#light") != words || why(kept) != "" || !strings.Contains(kept.Text("#said"), "safe here; the office is checking the school system. Nothing to do.") {
			t.Errorf("the teacher reads %q and %q", kept.Text("#light"), kept.Text("#said"))
		}
		ada := s.As(t, apptest.Administrator)
		light := ada.Get(apptest.DayPath).Page.Find("#light")
		if light.AttrOr("data-light", "") != "others" || light.Find("a").AttrOr("href", "") != othersPath {
			t.Errorf("the admin's page says %q", light.Text())
		}
		page := ada.Get(othersPath).Want(t, http.StatusOK)
		for _, want := range []string{"Anna Lindqvist marked 2 as Absent (8B)", "Named in their place", "8B: Absent, ", "Choose the number again"} {
			if !strings.Contains(page.Text("main"), want) {
				t.Errorf("the page does not say %q: %s", want, page.Text("main"))
			}
		}
		office := s.As(t, apptest.OfficeWorker)
		read := office.Get(othersPath).Want(t, http.StatusOK)
		if read.Page.Find("main form").Length() > 0 || read.Page.Find(".answered").Length() != 2 {
			t.Errorf("the office reads %q", read.Text("main"))
		}
		office.Post(othersPath, url.Values{"reason": {"it is so"}}).Want(t, http.StatusForbidden)
		anna.Get(othersPath).Want(t, http.StatusForbidden)
		nothingElseEndsIt(t, s, ada)
		ada.Post(othersPath, url.Values{"reason": {" "}}).Want(t, http.StatusUnprocessableEntity)
		if got := len(s.Sandbox.Arrivals(apptest.HarbourCode)); got != sent || !paused(t, s) {
			t.Fatalf("%d saves were sent while the school was paused", got-sent)
		}
		said := ada.Follow(ada.Post(othersPath, url.Values{"reason": {"looked them up"}})).Want(t, http.StatusOK)
		if text := said.Text("main"); !strings.Contains(text, "Ada Byron said these are the right students") || !strings.Contains(text, "looked them up") {
			t.Errorf("it says %q", text)
		}
		apptest.Pass(200 * time.Millisecond)
		if rows := anna.Get(apptest.EightB).Rows(t); rows[7].Outcome != "saved" {
			t.Errorf("what was held is %s", rows[7].Outcome)
		}
		apptest.Pass(3 * time.Minute)
		if rows := anna.Get(apptest.EightB).Rows(t); apptest.Count(rows, "saved", "Absent") != 4 || apptest.Count(rows, "saved", "Late") != 1 {
			t.Errorf("then the roll shows %+v", rows[:8])
		}
	})
}

// nothingElseEndsIt tries all actions that end other pauses.
func nothingElseEndsIt(t *testing.T, s *apptest.Scene, ada *apptest.Visitor) {
	t.Helper()
	apptest.Must(t, s.App.Store.Resume(t.Context(), apptest.Harbour))
	ada.Post(apptest.ConnectionPath+"/key", url.Values{"key": {s.NewKey(t, apptest.HarbourCode).Reveal()}}).Want(t, http.StatusSeeOther)
	switches(ada)
	ada.Post(apptest.ConnectPath+"/right", nil)
	apptest.Pass(2 * time.Minute)
	if light := ada.Get(apptest.ConnectionPath).Page.Find("#light").AttrOr("data-light", ""); light != "others" {
		t.Errorf("the connection is said to be %s", light)
	}
}

func TestMendingTheNumbersEndsThePauseBecauseOfOtherStudents(t *testing.T) {
	t.Parallel()
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		namesOthers(t, s)
		school, err := s.App.Store.School(t.Context(), apptest.Harbour)
		apptest.Must(t, err)
		mapped := mapping.Default()
		students := mapped.Of(mapping.Students)
		students.Fields = maps.Clone(students.Fields)
		students.Fields[mapping.EnrolmentID] = "$.id"
		text, err := json.Marshal(mapped.With(mapping.Students, students))
		apptest.Must(t, err)
		school.Mapping = string(text)
		apptest.Must(t, s.App.Store.SetMapping(t.Context(), school))
		if paused(t, s) {
			t.Error("it stands")
		}
		if light := s.As(t, apptest.Administrator).Get(apptest.DayPath).Text("#light"); !strings.Contains(light, "Sending is off") {
			t.Errorf("then the light says %q", light)
		}
	})
}

func TestTheOfficeIsToldOnceOfStudentsWhomNobodySent(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, EchoClass: true}))
	anna := p.As(t, apptest.Teacher)
	anna.Takes("Absent", 0, 1)
	p.Settled(t, apptest.Harbour)
	if rows := anna.Get(apptest.EightB).Rows(t); apptest.Count(rows, "saved", "Absent") != 2 {
		t.Errorf("the roll shows %+v", rows[:2])
	}
	office := p.As(t, apptest.OfficeWorker)
	if !strings.Contains(office.Get(apptest.DayPath).Text("main"), "answered about students who were not marked") {
		t.Error("the day says nothing of it")
	}
	page := office.Get(apptest.ConnectionPath).Want(t, http.StatusOK)
	if named := page.Page.Find("#besides .answered li").Length(); named != 28 {
		t.Errorf("%d students are named: %s", named, page.Text("#besides"))
	}
	office.Follow(office.Post(page.Address("#besides form"), page.Form("#besides form"))).Want(t, http.StatusOK)
	anna.Takes("Late", 2)
	p.Settled(t, apptest.Harbour)
	if office.Get(apptest.ConnectionPath).Page.Find("#besides").Length() > 0 || strings.Contains(office.Get(apptest.DayPath).Text("main"), "were not marked") {
		t.Error("the office is told again")
	}
}
