package connecting_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// tries sends a mark of the student at the place in 8B, and returns the next page.
func tries(v *apptest.Visitor, place int, status string) apptest.Answer {
	v.T.Helper()
	page := choosesMark(v, place, status)
	return v.Follow(v.Post(page.Address("#send-try"), page.Form("#send-try"))).Want(v.T, http.StatusOK)
}

// switches presses "Switch on", even if the page does not offer it.
func switches(v *apptest.Visitor) apptest.Answer {
	v.T.Helper()
	return v.Post(apptest.ConnectPath+"/on", nil)
}

// why returns the sentences beside the marks of a roll.
func why(a apptest.Answer) string { return a.Text("[data-enrolment] .why") }

func TestASchoolThatWasGuessedIsSwitchedOnOnceMarksShowWhomTheyReach(t *testing.T) {
	t.Parallel()
	p, ada := apptest.Guessed(t)
	anna := p.As(t, apptest.Teacher)
	anna.Takes("Absent", 0, 1)
	kept := anna.Get(apptest.EightB)
	if rows := kept.Rows(t); rows[0].Outcome != "waiting" || why(kept) != "" || !strings.Contains(kept.Text("#said"), "safe here; the office is connecting the school system. Nothing to do.") {
		t.Errorf("the teacher reads %q and %q of a mark that is %s", why(kept), kept.Text("#said"), rows[0].Outcome)
	}
	if light := kept.Text("#light"); light != "Marks are safe here; the office is connecting the school system." {
		t.Errorf("the light says %q", light)
	}
	if sent := p.Sandbox.Arrivals(apptest.HarbourCode); len(sent) != 0 {
		t.Fatalf("%d saves were sent", len(sent))
	}
	switches(ada).Want(t, http.StatusConflict)
	first := tries(ada, 5, "Absent")
	if text := first.Text("#prove"); !strings.Contains(text, "number.") || !strings.Contains(text, "up in the school system. Does it show Absent today") || strings.Contains(text, "It is certain now") {
		t.Errorf("after one mark it says %q", text)
	}
	switches(ada).Want(t, http.StatusConflict)
	second := tries(ada, 6, "Late")
	if second.Page.Find("#prove button.primary").Length() != 1 || strings.Contains(second.Text("#prove"), "up in the school system") {
		t.Errorf("after two marks it says %q", second.Text("#prove"))
	}
	for _, sent := range p.Sandbox.Arrivals(apptest.HarbourCode) {
		if len(sent.Enrolments) != 1 {
			t.Errorf("sent is %+v", sent)
		}
	}
	on := ada.Follow(ada.Post(second.Address("#prove form[action$='/on']"), second.Form("#prove form[action$='/on']"))).Want(t, http.StatusOK)
	if text := on.Text("#prove"); !strings.Contains(text, "2 kept marks go now.") || !strings.Contains(text, "Switched on by Ada Byron") {
		t.Errorf("switched on it says %q", text)
	}
	p.Settled(t, apptest.Harbour)
	if rows := anna.Get(apptest.EightB).Rows(t); apptest.Count(rows, "saved", "Absent") != 3 || apptest.Count(rows, "saved", "Late") != 1 {
		t.Errorf("the roll shows %+v", rows[:8])
	}
	switches(ada).Want(t, http.StatusSeeOther)
}

func TestATryIsSentOnceHoweverOftenItIsPressed(t *testing.T) {
	t.Parallel()
	p, ada := apptest.Guessed(t)
	page := choosesMark(ada, 3, "Absent")
	if text := page.Text("#send-try"); !strings.Contains(text, "to Absent in the school system today. Choose a student who really is Absent today and does not show it yet.") {
		t.Errorf("before it is sent it says %q", text)
	}
	form := page.Form("#send-try")
	ada.Post(page.Address("#send-try"), form).Want(t, http.StatusSeeOther)
	scripted := ada.Post(page.Address("#send-try"), form, apptest.ByScript()...).Want(t, http.StatusOK)
	if !strings.Contains(scripted.Header.Get("HX-Redirect"), "/settings/connection") {
		t.Errorf("a script is led to %q", scripted.Header.Get("HX-Redirect"))
	}
	if sent := p.Sandbox.Arrivals(apptest.HarbourCode); len(sent) != 1 {
		t.Errorf("it was sent %d times", len(sent))
	}
	form.Add("enrolment", page.Page.Find("#prove select[name=student] option:not([value=''])").Eq(4).AttrOr("value", ""))
	form.Set("save", choosesMark(ada, 4, "Absent").Form("#send-try").Get("save"))
	refused := ada.Post(page.Address("#send-try"), form).Want(t, http.StatusUnprocessableEntity)
	if text := refused.Text("#prove [role=alert]"); text != "Try exactly one student." {
		t.Errorf("two students are refused with %q", text)
	}
	form.Del("enrolment")
	form.Set("enrolment", "none")
	ada.Post(page.Address("#send-try"), form).Want(t, http.StatusBadRequest)
}

func TestAMarkThatReachedAnotherStudentLeadsToCorrectingTheNumbers(t *testing.T) {
	t.Parallel()
	_, ada := apptest.Guessed(t)
	page := tries(ada, 3, "Absent")
	path := page.Address("#prove form[action$='/seen']")
	ada.Post(path, url.Values{"seen": {"perhaps"}}).Want(t, http.StatusBadRequest)
	ada.Post(apptest.ConnectPath+"/marks/nonsense/seen", url.Values{"seen": {"right"}}).Want(t, http.StatusNotFound)
	denied := ada.Follow(ada.Post(path, url.Values{"seen": {"wrong"}})).Want(t, http.StatusOK)
	if link := denied.Address("#prove a.button"); !strings.HasSuffix(link, "?call=students&ask=number#call-students") {
		t.Errorf("it leads to %q", link)
	}
	if text := denied.Text("#prove"); !strings.Contains(text, "may have been marked: put that right in the school system") || denied.Page.Find("#send-try").Length() > 0 {
		t.Errorf("it says %q", text)
	}
	switches(ada).Want(t, http.StatusConflict)
	righted := ada.Follow(ada.Post(path, url.Values{"seen": {"right"}})).Want(t, http.StatusOK)
	if !strings.Contains(righted.Text("#prove"), "Marks reach the right students.") {
		t.Errorf("then it says %q", righted.Text("#prove"))
	}
	switches(ada).Want(t, http.StatusSeeOther)
}

func TestOnlyAdminsProveAConnection(t *testing.T) {
	t.Parallel()
	p, _ := apptest.Guessed(t)
	for _, path := range []string{"/marks", "/marks/t/seen", "/on", "/right"} {
		for email, want := range map[string]int{apptest.Teacher: http.StatusForbidden, apptest.OfficeWorker: http.StatusForbidden, apptest.FrenchTeacher: http.StatusNotFound} {
			p.As(t, email).Post(apptest.ConnectPath+path, nil).Want(t, want)
		}
	}
	if sent := p.Sandbox.Arrivals(apptest.HarbourCode); len(sent) != 0 {
		t.Errorf("%d marks were sent", len(sent))
	}
}

func TestAListWithTheDocumentsNamesIsSwitchedOnByItself(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	ada := p.As(t, apptest.Administrator)
	ada.Get(apptest.EightB).Want(t, http.StatusOK)
	if text := ada.Get(apptest.ConnectPath).Want(t, http.StatusOK).Text("#prove"); !strings.Contains(text, "Until the first answer has named the right students") {
		t.Errorf("before the first answer it says %q", text)
	}
	p.As(t, apptest.Teacher).Takes("Absent", 0, 1)
	page := ada.Get(apptest.ConnectPath).Want(t, http.StatusOK)
	if text := page.Text("#prove"); !strings.Contains(text, "Switched on: every mark reaches its student.") || page.Page.Find("#prove form").Length() > 0 {
		t.Errorf("it says %q", text)
	}
}

func TestASchoolThatWasConnectedBeforeIsAskedOnce(t *testing.T) {
	t.Parallel()
	p, ada := apptest.Guessed(t)
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	apptest.Must(t, p.App.Store.SetProof(t.Context(), school, roll.ConnectedBefore, roll.ConnectionDecision{Kind: roll.SwitchedOn}))
	anna := p.As(t, apptest.Teacher)
	anna.Takes("Absent", 0, 1)
	p.Settled(t, apptest.Harbour)
	if rows := anna.Get(apptest.EightB).Rows(t); apptest.Count(rows, "saved", "Absent") != 2 {
		t.Errorf("meanwhile the roll shows %+v", rows[:2])
	}
	const question = "#proof-question"
	for email, want := range map[string]int{apptest.Teacher: 0, apptest.OfficeWorker: 0, apptest.Administrator: 1} {
		for _, path := range []string{apptest.ConnectionPath, "/schools/harbour/settings"} {
			if got := p.As(t, email).Get(path).Page.Find(question).Length(); got != want {
				t.Errorf("%s is asked %d times on %s", email, got, path)
			}
		}
	}
	page := ada.Get(apptest.ConnectPath)
	answered := ada.Follow(ada.Post(page.Address(question+" form"), page.Form(question+" form"))).Want(t, http.StatusOK)
	if answered.Page.Find(question).Length() > 0 || !strings.Contains(answered.Text("#prove"), "Ada Byron said marks reach the right students") {
		t.Errorf("answered it says %q", answered.Text("main"))
	}
	if ada.Get(apptest.ConnectionPath).Page.Find(question).Length() > 0 {
		t.Error("it is asked again")
	}
}

func TestANumberThatTheSchoolSystemDoesNotKnowReadsAsThatAndNotAsAnOutage(t *testing.T) {
	t.Parallel()
	for answer, body := range map[int]string{404: `{"message":"gone"}`, 410: "", 400: `{"error":"enrolment not found"}`, 500: "Enrolment does not exist"} {
		t.Run(strconv.Itoa(answer), func(t *testing.T) {
			t.Parallel()
			p, ada := apptest.Guessed(t)
			p.Fault(t, sandbox.Fault{BulkOnly: true, Status: answer, Body: &body})
			tries(ada, 3, "Absent")
			apptest.Eventually(t, "it says so", func() bool {
				said := ada.Get(apptest.ConnectPath).Text("#prove-marks")
				return strings.Contains(said, "the school system does not know this number") && strings.Contains(said, "Choose another") &&
					strings.Contains(said, "Choose the number again")
			})
		})
	}
}

func TestAnOutageWhileAMarkIsTriedIsNoUnknownNumber(t *testing.T) {
	t.Parallel()
	p, ada := apptest.Guessed(t)
	body := "Unknown error: upstream not found"
	p.Fault(t, sandbox.Fault{BulkOnly: true, Status: 503, Body: &body})
	tries(ada, 3, "Absent")
	apptest.Eventually(t, "its answer was read", func() bool { return len(p.Sandbox.Arrivals(apptest.HarbourCode)) > 1 })
	if text := ada.Get(apptest.ConnectPath).Text("#prove-marks"); !strings.Contains(text, "no answer yet") || strings.Contains(text, "does not know") {
		t.Errorf("it says %q", text)
	}
}

func TestTwoNumbersThatAreInterchangedAreExchangedByAButton(t *testing.T) {
	t.Parallel()
	p, ada := apptest.Guessed(t)
	before := ada.Get(apptest.ConnectPath).Form("#call-students form.reading")
	body := ""
	p.Fault(t, sandbox.Fault{BulkOnly: true, Status: http.StatusNotFound, Body: &body})
	tries(ada, 3, "Absent")
	var again string
	apptest.Eventually(t, "another number can be chosen", func() bool {
		again = ada.Get(apptest.ConnectPath).Page.Find("#prove-marks a.button").AttrOr("href", "")
		return again != ""
	})
	path, _, _ := strings.Cut(again, "#")
	page := ada.Get(path).Want(t, http.StatusOK)
	form := page.Form("#call-students form.question")
	form.Set("choice", page.Page.Find("#call-students form.question button").First().AttrOr("value", ""))
	chosen := ada.Follow(ada.Post(page.Address("#call-students form.question"), form)).Want(t, http.StatusOK)
	after := chosen.Form("#call-students form.reading")
	if before.Get("fields.enrolmentId") == "" || after.Get("fields.enrolmentId") != before.Get("fields.studentId") || after.Get("fields.studentId") != before.Get("fields.enrolmentId") {
		t.Errorf("of %v became %v", before, after)
	}
	if chosen.Page.Find("form[action$='/use']").Length() != 1 || chosen.Page.Find("#call-students form.question").Length() != 0 {
		t.Errorf("then it says %q", chosen.Text("main"))
	}
}
