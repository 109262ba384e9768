package connecting_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// until waits for an event with the text.
func until(t *testing.T, events <-chan string, text string) {
	t.Helper()
	limit := time.After(apptest.Patience)
	for {
		select {
		case event := <-events:
			if strings.Contains(event, text) {
				return
			}
		case <-limit:
			t.Fatalf("%q was not heard", text)
		}
	}
}

func TestOpenPagesHearThatTheOfficeIsCheckingTheConnection(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	cover := p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Nina Roth")
	anna, office := p.As(t, apptest.Teacher), p.As(t, apptest.OfficeWorker)
	anna.Takes("Absent", 0)
	p.Settled(t, apptest.Harbour)
	roll8B := anna.Hears(t, strings.Replace(apptest.EightB, "/roll?", "/roll/events?", 1), `id="light"`)
	board := office.Hears(t, apptest.DayPath+"/events", `id="light"`)
	until(t, roll8B, `id="light" hidden`)
	apptest.Must(t, p.App.Store.Pause(t.Context(), apptest.Harbour, roll.PausedStudents, time.Minute))
	until(t, roll8B, "the office is checking the school system")
	until(t, board, `href="`+othersPath+`"`)
	if light := cover.CoverRoll().Want(t, http.StatusOK).Text("#light"); light != "Marks are safe here; the office is checking the school system." {
		t.Errorf("a cover reads %q", light)
	}
}

func TestTheFirstAnswerForAnotherStudentToATryStopsEverything(t *testing.T) {
	t.Parallel()
	p, ada := apptest.Guessed(t)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, NameOthers: true}))
	page := tries(ada, 3, "Absent")
	text := page.Text("#prove")
	if !strings.Contains(text, "answered for somebody else (") || !strings.Contains(text, "Nothing is sent: answers named other students") || page.Page.Find("#send-try, #prove select").Length() > 0 {
		t.Errorf("it says %q", text)
	}
	if link := page.Address("#prove a[href^='" + othersPath + "']"); link != othersPath {
		t.Errorf("it leads to %q", link)
	}
	switches(ada).Want(t, http.StatusConflict)
	form := page.Form("#call-students form.reading")
	form.Set("fields.enrolmentId", "$.studentId")
	form.Set("fields.studentId", "")
	mended := ada.Follow(ada.Post(page.Address("#call-students form.reading"), form)).Want(t, http.StatusOK)
	both := mended.Form("#call-students form.pair")
	both.Set(mended.Page.Find("#call-students form.pair button").First().AttrOr("name", ""), mended.Page.Find("#call-students form.pair button").First().AttrOr("value", ""))
	mended = ada.Follow(ada.Post(mended.Address("#call-students form.pair"), both)).Want(t, http.StatusOK)
	used := ada.Follow(ada.Post(mended.Address("form[action$='/use']"), mended.Form("form[action$='/use']"))).Want(t, http.StatusOK)
	if text := used.Text("#prove"); strings.Contains(text, "somebody else") || used.Page.Find("#prove select[name=class]").Length() != 1 {
		t.Errorf("with other numbers it says %q", text)
	}
	if light := used.Page.Find("#light").AttrOr("data-light", ""); light != "kept" {
		t.Errorf("the light is %q", light)
	}
}
