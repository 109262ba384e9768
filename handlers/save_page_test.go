package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

const savesPath = "/schools/harbour/saves/"

// wantTold looks for each of the texts, in order, in what happened.
func (a answer) wantTold(t *testing.T, texts ...string) {
	t.Helper()
	told := a.text(".events")
	rest := told
	for _, text := range texts {
		_, after, found := strings.Cut(rest, text)
		if !found {
			t.Errorf("%q is not told in its place: %s", text, told)
			return
		}
		rest = after
	}
}

func TestASavesPageTellsItsMarksAndWhatHappened(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(savesPath+v.takes("Absent", 0, 1)).want(t, http.StatusOK)
	marks := page.page.Find(".list li")
	if marks.Length() != 2 || page.page.Find("[data-outcome=saved] [data-status=Absent]").Length() != 2 {
		t.Errorf("the marks are %s", marks.Text())
	}
	if !strings.Contains(marks.First().Text(), "Sean O'Neill") {
		t.Errorf("the first mark is of %s", marks.First().Text())
	}
	page.wantTold(t, "Anna Lindqvist pressed Save for 2 students", "Sent 2 marks", "answered for 2 students after less than a second", "has all marks")
	if page.page.Find("a[href$='/request']").Length() > 0 {
		t.Error("a teacher is offered what was sent")
	}
}

func TestEverybodyInTheSchoolSeesAnothersSave(t *testing.T) {
	t.Parallel()
	p := boot(t)
	token := p.as(t, teacher).takes("Absent", 0)
	for _, person := range []string{otherTeacher, officeWorker, administrator} {
		page := p.as(t, person).get(savesPath+token).want(t, http.StatusOK)
		page.wantTold(t, "Anna Lindqvist pressed Save for 1 student")
	}
	stranger := p.as(t, frenchTeacher)
	ask := func(path string) answer { return stranger.get(path) }
	wantSameAsNonsense(t, ask, "/schools/tilleuls/saves/"+token, "/schools/tilleuls/saves/nonsense")
}

func TestOnlyTheOfficeReadsWhyAMarkWasNotAccepted(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	refused := page.enrolments(t, 1)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseEnrolments: numbers(t, refused...)}))
	token := v.takes("Absent", 0, 1)
	p.quiet(t)
	const reason = "the request could not be processed"
	seen := v.get(savesPath+token).want(t, http.StatusOK)
	seen.wantTold(t, "Sent 2 marks", "did not accept the list of 2", "did not accept the mark of 1 student")
	if strings.Contains(string(seen.body), reason) || seen.page.Find("[data-outcome=refused]").Length() != 1 {
		t.Errorf("a teacher reads %s", seen.text("main"))
	}
	if office := p.as(t, officeWorker).get(savesPath + token); !strings.Contains(office.text("q"), reason) {
		t.Errorf("the office reads %s", office.text("main"))
	}
}

func TestAStudentWhoLeftTheSchoolSystemIsToldByName(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	gone := v.get(eightB).enrolments(t, 1)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseEnrolments: numbers(t, gone...), RefuseStatus: http.StatusNotFound}))
	token := v.takes("Absent", 0, 1)
	p.quiet(t)
	seen := v.get(savesPath+token).want(t, http.StatusOK)
	seen.wantTold(t, "Sent 2 marks", "answered 404: perhaps one of these 2 students is not there any more", "did not accept the mark of 1 student")
	if seen.page.Find("[data-outcome=refused]").Length() != 1 || seen.page.Find("[data-outcome=saved]").Length() != 1 {
		t.Errorf("the marks are %s", seen.text(".list"))
	}
	if office := p.as(t, officeWorker).get(savesPath + token); !strings.Contains(office.text("q"), "the request could not be processed") {
		t.Errorf("the office reads %s", office.text("main"))
	}
}

func TestASavesPageTellsWhoReplacedItsMarks(t *testing.T) {
	t.Parallel()
	p := boot(t)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	v := p.as(t, teacher)
	token := v.takes("Absent", 0, 1)
	p.as(t, officeWorker).takes("Late", 1)
	page := v.get(savesPath+token).want(t, http.StatusOK)
	page.wantTold(t, "pressed Save for 2", "did not accept the school's key", "Kofi Osei (office) made a newer mark for 1 student")
	if text := page.text(".list"); !strings.Contains(text, "Kofi Osei (office) made a newer mark") {
		t.Errorf("the marks say %s", text)
	}
}

func TestRowsThatWaitForADecisionAreToldOnTheSavesPage(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	p.as(t, officeWorker).takes("Late", 0)
	token := v.post(rollPath, page.press(t, "Absent", page.enrolments(t, 0, 1)...)).saved(t)
	told := v.get(savesPath+token).want(t, http.StatusOK)
	told.wantTold(t, "pressed Save for 2", "Somebody else had marked 1 student")
	if told.page.Find("[data-outcome=conflict]").Length() != 1 || !strings.Contains(told.text(".list"), "You chose Absent") {
		t.Errorf("the marks are %s", told.text(".list"))
	}
	if others := p.as(t, otherTeacher).get(savesPath + token).text(".list"); !strings.Contains(others, "Anna Lindqvist chose Absent") || strings.Contains(others, "You ") {
		t.Errorf("somebody else reads %s", others)
	}
}

func TestTwoTimesOfOneStatusAreToldApart(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	at := func(v *visitor, page answer, clock string) answer {
		form := page.press(t, "Late", page.enrolments(t, 0)...)
		form.Set("time", clock)
		return v.post(rollPath, form)
	}
	office := p.as(t, officeWorker)
	at(office, office.get(eightB), "08:21").want(t, http.StatusSeeOther)
	at(v, page, "08:25").want(t, http.StatusConflict)
	conflict := v.get(eightB).text("[data-outcome=conflict]")
	for _, says := range []string{"marked Late 08:21 at 08:30. You chose Late 08:25.", "Keep Late 08:21", "Change to Late 08:25"} {
		if !strings.Contains(conflict, says) {
			t.Errorf("%q is not in %s", says, conflict)
		}
	}
}

func TestASavesPageStillTellsOfRowsThatWereDecided(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB)
	p.as(t, officeWorker).takes("Late", 0, 1)
	ids := page.enrolments(t, 0, 1, 2)
	token := v.post(rollPath, page.press(t, "Absent", ids...)).saved(t)
	seen := v.get(eightB).form("#roll")["seen"]
	v.post(savesPath+token+"/decisions", url.Values{"keep": {ids[0]}, "seen": seen}).want(t, http.StatusSeeOther)
	v.post(savesPath+token+"/decisions", url.Values{"change": {ids[1]}, "seen": seen}).want(t, http.StatusSeeOther)
	told := v.get(savesPath+token).want(t, http.StatusOK)
	told.wantTold(t, "pressed Save for 3", "Somebody else had marked 2 students")
	for _, text := range []string{"Kofi Osei (office) had marked Late, and that stayed.", "Marked again in a later press."} {
		if !strings.Contains(told.text(".list"), text) {
			t.Errorf("%q is not among the marks: %s", text, told.text(".list"))
		}
	}
}

func TestAMarkThatIsUnderWayNamesWhoChoseItToOthers(t *testing.T) {
	t.Parallel()
	p := boot(t)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	v := p.as(t, teacher)
	token := v.takes("Absent", 0)
	for _, path := range []string{eightB, savesPath + token} {
		if own := v.get(path).text("[data-outcome=waiting]"); !strings.Contains(own, "You chose Absent") {
			t.Errorf("on %s the teacher reads %s", path, own)
		}
		if others := p.as(t, officeWorker).get(path).text("[data-outcome=waiting]"); !strings.Contains(others, "Anna Lindqvist chose Absent") {
			t.Errorf("on %s the office reads %s", path, others)
		}
	}
}

func TestAnAdministratorSeesExactlyWhatWasSent(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	page := v.get(eightB)
	token := v.post(rollPath, page.press(t, "Absent", "9007199254740993")).saved(t)
	link := v.get(savesPath + token).address("a[href$='/request']")
	sent := v.get(link).want(t, http.StatusOK)
	for _, want := range []string{"POST http://", "9007199254740993", "schoolCode: " + harbourCode, "200 OK", `"attendanceStatus": "Absent"`} {
		if !strings.Contains(sent.text("pre"), want) {
			t.Errorf("%q is not in %s", want, sent.text("pre"))
		}
	}
	if key := p.sandbox.Arrivals(harbourCode)[0].Header.Get("Service-Secret-Key"); key == "" {
		t.Error("no key was sent")
	}
	for _, person := range []string{teacher, officeWorker} {
		p.as(t, person).get(link).want(t, http.StatusForbidden)
	}
}

func TestASavesPageTellsWhatReadingTheSchoolSystemShowed(t *testing.T) {
	t.Parallel()
	p := boot(t)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	v := p.as(t, teacher)
	page := v.get(eightB)
	token := v.takes("Absent", 0, 1)
	for i, found := range []roll.Found{roll.FoundSent, roll.FoundOther} {
		mark := roll.Unread{Enrolment: roll.EnrolmentID(numbers(t, page.enrolments(t, i)...)[0]), Version: 1, Date: today}
		must(t, p.app.Store.NoteRead(t.Context(), harbour, mark, found, []string{"Absent", "Excused"}[i]))
	}
	told := v.get(savesPath+token).want(t, http.StatusOK)
	told.wantTold(t, "did not accept the school's key", "read the day's marks back: 1 is as sent", "1 mark was changed in the school system itself")
	if text := told.text("[data-outcome=conflict]"); !strings.Contains(text, "Excused") {
		t.Errorf("the mark says %s", text)
	}
}
