package handlers_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/web/roll"
)

// eightBAlone is the class of which marks are tried.
const eightBAlone = "8B"

// renamed answers as the sandbox does, with a list that calls the number which a save sends
// by another name than the document: whose it is then is a guess.
func (p *program) renamed(t testing.TB) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			p.sandbox.ServeHTTP(w, r)
			return
		}
		kept := httptest.NewRecorder()
		p.sandbox.ServeHTTP(kept, r)
		w.Header().Set("Content-Type", kept.Header().Get("Content-Type"))
		w.WriteHeader(kept.Code)
		_, _ = w.Write(bytes.ReplaceAll(kept.Body.Bytes(), []byte("studentSemesterInfoId"), []byte("enrolmentId")))
	}))
	t.Cleanup(server.Close)
	return server
}

// guessed is a program whose first school was just connected by a guess.
func guessed(t testing.TB) (*program, *visitor) {
	t.Helper()
	p := boot(t)
	known, err := p.sandbox.Schools(t.Context())
	must(t, err)
	ada := p.as(t, administrator)
	page := ada.connectsTo(p.renamed(t).URL, known[0].Tenant, harbourCode, p.newKey(t, harbourCode).Reveal())
	ada.follow(ada.post(page.address("form[action$='/use']"), page.form("form[action$='/use']"))).want(t, http.StatusOK)
	return p, ada
}

// chooses is the page of a try of a mark of 8B's student at the place.
func (v *visitor) chooses(place int, status string) answer {
	v.t.Helper()
	return v.get(v.choice(place, status)).want(v.t, http.StatusOK)
}

// choice is the address of that page.
func (v *visitor) choice(place int, status string) string {
	v.t.Helper()
	page := v.get(connectPath+"?class="+eightBAlone).want(v.t, http.StatusOK)
	student := page.page.Find("#prove select[name=student] option:not([value=''])").Eq(place).AttrOr("value", "none")
	chosen := ""
	page.page.Find("#prove select[name=status] option").Each(func(_ int, option *goquery.Selection) {
		if option.Text() == status {
			chosen = option.AttrOr("value", "")
		}
	})
	return connectPath + "?class=" + eightBAlone + "&student=" + student + "&status=" + chosen
}

// tries sends a mark of 8B's student at the place, and is the page after it.
func (v *visitor) tries(place int, status string) answer {
	v.t.Helper()
	page := v.chooses(place, status)
	return v.follow(v.post(page.address("#send-try"), page.form("#send-try"))).want(v.t, http.StatusOK)
}

// switches presses "Switch on" whether or not it is offered.
func (v *visitor) switches() answer { v.t.Helper(); return v.post(connectPath+"/on", nil) }

// why are the sentences beside the marks of a roll, each once.
func (a answer) why() string { return a.text("[data-enrolment] .why") }

func TestASchoolThatWasGuessedIsSwitchedOnOnceMarksShowWhomTheyReach(t *testing.T) {
	t.Parallel()
	p, ada := guessed(t)
	anna := p.as(t, teacher)
	anna.takes("Absent", 0, 1)
	kept := anna.get(eightB)
	if rows := kept.rows(t); rows[0].outcome != "waiting" || !strings.Contains(kept.why(), "Kept safe; the office is connecting the school system.") {
		t.Errorf("the teacher reads %q of a mark that is %s", kept.why(), rows[0].outcome)
	}
	if light := kept.text("#light"); light != "Kept safe; the office is connecting the school system." {
		t.Errorf("the light says %q", light)
	}
	if sent := p.sandbox.Arrivals(harbourCode); len(sent) != 0 {
		t.Fatalf("%d saves were sent", len(sent))
	}
	ada.switches().want(t, http.StatusConflict)
	first := ada.tries(5, "Absent")
	if text := first.text("#prove"); !strings.Contains(text, "and named") || !strings.Contains(text, "get Absent? Look in the school system.") || strings.Contains(text, "It is certain now") {
		t.Errorf("after one mark it says %q", text)
	}
	ada.switches().want(t, http.StatusConflict)
	second := ada.tries(6, "Late")
	if second.page.Find("#prove button.primary").Length() != 1 || strings.Contains(second.text("#prove"), "Look in the school system") {
		t.Errorf("after two marks it says %q", second.text("#prove"))
	}
	for _, sent := range p.sandbox.Arrivals(harbourCode) {
		if len(sent.Enrolments) != 1 {
			t.Errorf("sent is %+v", sent)
		}
	}
	on := ada.follow(ada.post(second.address("#prove form[action$='/on']"), second.form("#prove form[action$='/on']"))).want(t, http.StatusOK)
	if text := on.text("#prove"); !strings.Contains(text, "2 kept marks go to the school system now.") || !strings.Contains(text, "Switched on by Ada Byron") {
		t.Errorf("switched on it says %q", text)
	}
	p.quiet(t)
	if rows := anna.get(eightB).rows(t); count(rows, "saved", "Absent") != 3 || count(rows, "saved", "Late") != 1 {
		t.Errorf("the roll shows %+v", rows[:8])
	}
	ada.switches().want(t, http.StatusSeeOther)
}

func TestATryIsSentOnceHoweverOftenItIsPressed(t *testing.T) {
	t.Parallel()
	p, ada := guessed(t)
	page := ada.chooses(3, "Absent")
	if text := page.text("#send-try"); !strings.Contains(text, "to Absent in the school system today. Choose a student for whom that is true.") {
		t.Errorf("before it is sent it says %q", text)
	}
	form := page.form("#send-try")
	ada.post(page.address("#send-try"), form).want(t, http.StatusSeeOther)
	scripted := ada.post(page.address("#send-try"), form, byScript()...).want(t, http.StatusOK)
	if !strings.Contains(scripted.header.Get("HX-Redirect"), "/settings/connection") {
		t.Errorf("a script is led to %q", scripted.header.Get("HX-Redirect"))
	}
	if sent := p.sandbox.Arrivals(harbourCode); len(sent) != 1 {
		t.Errorf("it was sent %d times", len(sent))
	}
	form.Add("enrolment", page.page.Find("#prove select[name=student] option:not([value=''])").Eq(4).AttrOr("value", ""))
	form.Set("save", ada.chooses(4, "Absent").form("#send-try").Get("save"))
	refused := ada.post(page.address("#send-try"), form).want(t, http.StatusUnprocessableEntity)
	if text := refused.text("#prove [role=alert]"); text != "Try a mark of exactly one student." {
		t.Errorf("two students are refused with %q", text)
	}
	form.Del("enrolment")
	form.Set("enrolment", "none")
	ada.post(page.address("#send-try"), form).want(t, http.StatusBadRequest)
}

func TestAMarkThatReachedSomebodyElseLeadsToMendingTheNumbers(t *testing.T) {
	t.Parallel()
	_, ada := guessed(t)
	page := ada.tries(3, "Absent")
	path := page.address("#prove form[action$='/seen']")
	ada.post(path, url.Values{"seen": {"perhaps"}}).want(t, http.StatusBadRequest)
	ada.post(connectPath+"/marks/nonsense/seen", url.Values{"seen": {"right"}}).want(t, http.StatusNotFound)
	denied := ada.follow(ada.post(path, url.Values{"seen": {"wrong"}})).want(t, http.StatusOK)
	if link := denied.address("#prove a.button"); !strings.HasSuffix(link, "?call=students#call-students") {
		t.Errorf("it leads to %q", link)
	}
	if text := denied.text("#prove"); !strings.Contains(text, "may have been marked: look there and put it right") || denied.page.Find("#send-try").Length() > 0 {
		t.Errorf("it says %q", text)
	}
	ada.switches().want(t, http.StatusConflict)
	righted := ada.follow(ada.post(path, url.Values{"seen": {"right"}})).want(t, http.StatusOK)
	if !strings.Contains(righted.text("#prove"), "It is certain now whom a mark reaches.") {
		t.Errorf("then it says %q", righted.text("#prove"))
	}
	ada.switches().want(t, http.StatusSeeOther)
}

func TestOnlyAdminsProveAConnection(t *testing.T) {
	t.Parallel()
	p, _ := guessed(t)
	for _, path := range []string{"/marks", "/marks/t/seen", "/on", "/right"} {
		for email, want := range map[string]int{teacher: http.StatusForbidden, officeWorker: http.StatusForbidden, frenchTeacher: http.StatusNotFound} {
			p.as(t, email).post(connectPath+path, nil).want(t, want)
		}
	}
	if sent := p.sandbox.Arrivals(harbourCode); len(sent) != 0 {
		t.Errorf("%d marks were sent", len(sent))
	}
}

func TestAListWithTheDocumentsNamesIsSwitchedOnByItself(t *testing.T) {
	t.Parallel()
	p := boot(t)
	ada := p.as(t, administrator)
	page := ada.get(connectPath).want(t, http.StatusOK)
	if text := page.text("#prove"); !strings.Contains(text, "Switched on by itself") || page.page.Find("#prove form").Length() > 0 {
		t.Errorf("it says %q", text)
	}
}

func TestASchoolThatWasConnectedBeforeIsAskedOnce(t *testing.T) {
	t.Parallel()
	p, ada := guessed(t)
	school, err := p.app.Store.School(t.Context(), harbour)
	must(t, err)
	school.Proof = roll.ConnectedBefore
	must(t, p.app.Store.SetMapping(t.Context(), school, false))
	anna := p.as(t, teacher)
	anna.takes("Absent", 0, 1)
	p.quiet(t)
	if rows := anna.get(eightB).rows(t); count(rows, "saved", "Absent") != 2 {
		t.Errorf("meanwhile the roll shows %+v", rows[:2])
	}
	const question = "#proof-question"
	for email, want := range map[string]int{teacher: 0, officeWorker: 0, administrator: 1} {
		for _, path := range []string{connectionPath, "/schools/harbour/settings"} {
			if got := p.as(t, email).get(path).page.Find(question).Length(); got != want {
				t.Errorf("%s is asked %d times on %s", email, got, path)
			}
		}
	}
	page := ada.get(connectPath)
	answered := ada.follow(ada.post(page.address(question+" form"), page.form(question+" form"))).want(t, http.StatusOK)
	if answered.page.Find(question).Length() > 0 || !strings.Contains(answered.text("#prove"), "Ada Byron said that marks reach the right students") {
		t.Errorf("answered it says %q", answered.text("main"))
	}
	if ada.get(connectionPath).page.Find(question).Length() > 0 {
		t.Error("it is asked again")
	}
}
