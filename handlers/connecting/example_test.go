package connecting_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// pastes presses "Try this" for a list with the text in its box, and with other choices.
func pastes(v *apptest.Visitor, page apptest.Answer, call, text string, choices ...string) apptest.Answer {
	v.T.Helper()
	form := page.Form("#call-" + call + " form.reading")
	form.Set("path", text)
	for i := 0; i+1 < len(choices); i += 2 {
		form.Set(choices[i], choices[i+1])
	}
	return v.Post(page.Address("#call-"+call+" form.reading"), form)
}

// connectedTo returns an admin on the connecting page of a school whose school system gives these answers.
func connectedTo(t *testing.T, answers map[string]string) (*apptest.Visitor, apptest.Answer) {
	t.Helper()
	f := apptest.ForeignSystem(t, "pasted", map[string]http.HandlerFunc{"/": shape{answers: answers}.ServeHTTP})
	v := apptest.Misplaced(t).As(t, apptest.Administrator)
	return v, v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
}

const exampleOfStatuses = `{"data": [{"id": 11, "name": "P", "label": "Here"}, {"id": 12, "name": "A", "label": "Away"}]}`

// ownStatuses returns the answers of a school system with its statuses at an unusual path.
func ownStatuses() map[string]string {
	answers := served("["+each(document)+"]", "/own", `{"data": [{"id": 1, "name": "P", "label": "Present"}, {"id": 2, "name": "A", "label": "Absent"}]}`)
	delete(answers, statusesPath)
	return answers
}

func TestAnAnswerThatIsPastedWithoutItsAddressIsUnderstoodAndOnlyItsAddressAskedFor(t *testing.T) {
	t.Parallel()
	v, page := connectedTo(t, ownStatuses())
	page = v.Follow(pastes(v, page, "statuses", "Example response: "+exampleOfStatuses)).Want(t, http.StatusOK)
	waits := func(page apptest.Answer) {
		t.Helper()
		text := page.Text("#call-statuses[open]")
		for _, part := range []string{"This looks like “Attendance statuses”. Only its address is missing", "Its address", "label · Here", exampleOfStatuses} {
			if !strings.Contains(text, part) {
				t.Errorf("it does not say %q but %q", part, text)
			}
		}
		if form := page.Form("#call-statuses form.reading"); form.Get("fields.id") != "$.id" || form.Get("list") != "$.data" || form.Get("path") != "" {
			t.Errorf("its fields are %v", form)
		}
		if page.Page.Find("form[action$='/use']").Length() != 0 {
			t.Error("an example can be used")
		}
	}
	waits(page)
	waits(v.Follow(v.Post(apptest.ConnectPath+"/find", nil)).Want(t, http.StatusOK))
	page = v.Follow(v.Post(apptest.ConnectPath+"/calls/statuses", url.Values{"do": {"again"}})).Want(t, http.StatusOK)
	waits(page)
	page = v.Follow(pastes(v, page, "statuses", "/nothing/here", "fields.name", "$.label")).Want(t, http.StatusOK)
	if got := page.CallState("statuses"); got != "Something else answers." || page.Form("#call-statuses form").Get("path") != "/nothing/here" {
		t.Errorf("at an address where nothing is it says %q", got)
	}
	page = v.Follow(pastes(v, page, "statuses", "GET /own")).Want(t, http.StatusOK)
	if text := page.Text("#call-statuses .seen"); page.CallState("statuses") != "2 found." || !strings.Contains(text, "Present") {
		t.Errorf("with its address it says %q and shows %q", page.CallState("statuses"), text)
	}
}

func TestWhatARealAnswerHasNotIsNotTakenFromAnExample(t *testing.T) {
	t.Parallel()
	v, page := connectedTo(t, ownStatuses())
	const other = `{"data": [{"id": 11, "words": "Here"}, {"id": 12, "words": "Away"}]}`
	for _, example := range []string{other, strings.Replace(other, "data", "rows", 1)} {
		page = v.Follow(pastes(v, page, "statuses", example)).Want(t, http.StatusOK)
		page = v.Follow(pastes(v, page, "statuses", "/own")).Want(t, http.StatusOK)
		if form := page.Form("#call-statuses form.reading"); page.CallState("statuses") != "2 found." || form.Get("fields.name") != "$.label" || form.Get("list") != "$.data" {
			t.Errorf("after %s it is read by %v", example, form)
		}
	}
}

func TestAnAnswerIsKnownInTheBoxOfAnotherListToo(t *testing.T) {
	t.Parallel()
	for call, answer := range map[string]string{
		"students": "[" + each(document) + "]",
		"periods":  `{"years": [{"id": 7, "title": "2026/27", "startDate": "2026-08-01", "endDate": "2027-07-31"}]}`,
		"classes":  `[{"classId": 4, "className": "8A"}, {"classId": 5, "className": "8B"}]`,
	} {
		v, page := connectedTo(t, ownStatuses())
		page = v.Follow(pastes(v, page, "statuses", answer)).Want(t, http.StatusOK)
		if text := page.Text("#call-" + call + "[open]"); !strings.Contains(text, "Only its address is missing") {
			t.Errorf("%s is not taken for %s: %q", answer, call, page.Text("main .calls"))
		}
		if text := page.Text("#people"); strings.Contains(text, "Ada Lund") && call == "students" {
			t.Error("those of an example are said to be the school's")
		}
	}
}

func TestAnAnswerThatHoldsNoListComesBackWithWhatToDo(t *testing.T) {
	t.Parallel()
	v, page := connectedTo(t, ownStatuses())
	for _, answer := range []string{`[{"id": 1, "name":`, `{"error": "not found"}`, `[1.5, 2.5]`} {
		refused := pastes(v, page, "statuses", answer).Want(t, http.StatusUnprocessableEntity)
		if text := refused.Text("#call-statuses [role=alert]"); !strings.Contains(text, "Paste its address instead") || refused.Form("#call-statuses form").Get("path") != answer {
			t.Errorf("it says %q and keeps %q", text, refused.Form("#call-statuses form").Get("path"))
		}
		if refused.Page.Find("#call-statuses [name=path][aria-invalid]").Length() != 1 {
			t.Error("the place is not marked")
		}
	}
}
