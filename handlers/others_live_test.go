package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

// until waits for an event with the text.
func until(t *testing.T, events <-chan string, text string) {
	t.Helper()
	limit := time.After(20 * time.Second)
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
	p := boot(t)
	cover := p.covers(t, p.coverLink(t, "8B", "12:15"), "Nina Roth")
	anna, office := p.as(t, teacher), p.as(t, officeWorker)
	anna.takes("Absent", 0)
	p.quiet(t)
	roll8B := anna.hears(t, strings.Replace(eightB, "/roll?", "/roll/events?", 1), `id="light"`)
	board := office.hears(t, dayPath+"/events", `id="light"`)
	until(t, roll8B, `id="light" hidden`)
	must(t, p.app.Store.Pause(t.Context(), harbour, roll.PausedStudents, time.Minute))
	until(t, roll8B, "the office is checking the connection")
	until(t, board, `href="`+othersPath+`"`)
	if light := cover.coverRoll().want(t, http.StatusOK).text("#light"); light != "Kept safe; the office is checking the connection." {
		t.Errorf("a cover reads %q", light)
	}
}

func TestTheFirstAnswerForAnotherStudentToATryStopsEverything(t *testing.T) {
	t.Parallel()
	p, ada := guessed(t)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, NameOthers: true}))
	page := ada.tries(3, "Absent")
	text := page.text("#prove")
	if !strings.Contains(text, "answered for somebody else (") || !strings.Contains(text, "Nothing is sent: answers named other students") || page.page.Find("#send-try, #prove select").Length() > 0 {
		t.Errorf("it says %q", text)
	}
	if link := page.address("#prove a[href^='" + othersPath + "']"); link != othersPath {
		t.Errorf("it leads to %q", link)
	}
	ada.switches().want(t, http.StatusConflict)
	form := page.form("#call-students form")
	form.Set("field_enrolmentId", "$.studentId")
	form.Set("field_studentId", "")
	mended := ada.follow(ada.post(page.address("#call-students form"), form)).want(t, http.StatusOK)
	used := ada.follow(ada.post(mended.address("form[action$='/use']"), mended.form("form[action$='/use']"))).want(t, http.StatusOK)
	if text := used.text("#prove"); strings.Contains(text, "somebody else") || used.page.Find("#prove select[name=class]").Length() != 1 {
		t.Errorf("with other numbers it says %q", text)
	}
	if light := used.page.Find("#light").AttrOr("data-light", ""); light != "kept" {
		t.Errorf("the light is %q", light)
	}
}
