package taking_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

func TestASavesPageShowsItsMarksAndItsHistory(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.SavesPath+v.Takes("Absent", 0, 1)).Want(t, http.StatusOK)
	marks := page.Page.Find(".list li")
	if marks.Length() != 2 || page.Page.Find("[data-outcome=saved] [data-status=Absent]").Length() != 2 {
		t.Errorf("the marks are %s", marks.Text())
	}
	if !strings.Contains(marks.First().Text(), "Sean O'Neill") {
		t.Errorf("the first mark is of %s", marks.First().Text())
	}
	page.WantEvents(t, "Anna Lindqvist pressed Save for 2.", "Sent 2 marks", "answered for 2 after less than a second", "has all these marks")
	if page.Page.Find("a[href$='/request']").Length() > 0 {
		t.Error("a teacher is offered what was sent")
	}
}

func TestEveryPersonOfTheSchoolSeesASave(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	token := p.As(t, apptest.Teacher).Takes("Absent", 0)
	for _, person := range []string{apptest.OtherTeacher, apptest.OfficeWorker, apptest.Administrator} {
		page := p.As(t, person).Get(apptest.SavesPath+token).Want(t, http.StatusOK)
		page.WantEvents(t, "Anna Lindqvist pressed Save for 1.")
	}
	stranger := p.As(t, apptest.FrenchTeacher)
	ask := func(path string) apptest.Answer { return stranger.Get(path) }
	apptest.WantSameAsNonsense(t, ask, "/schools/tilleuls/saves/"+token, "/schools/tilleuls/saves/nonsense")
}

func TestOnlyTheOfficeReadsWhyAMarkWasNotAccepted(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	refused := page.Enrolments(t, 1)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseEnrolments: apptest.Numbers(t, refused...)}))
	token := v.Takes("Absent", 0, 1)
	p.Settled(t, apptest.Harbour)
	const reason = "the request could not be processed"
	seen := v.Get(apptest.SavesPath+token).Want(t, http.StatusOK)
	seen.WantEvents(t, "Sent 2 marks", "did not accept the list of 2", "did not accept 1 mark")
	if strings.Contains(string(seen.Body), reason) || seen.Page.Find("[data-outcome=refused]").Length() != 1 {
		t.Errorf("a teacher reads %s", seen.Text("main"))
	}
	if office := p.As(t, apptest.OfficeWorker).Get(apptest.SavesPath + token); !strings.Contains(office.Text("q"), reason) {
		t.Errorf("the office reads %s", office.Text("main"))
	}
}

func TestASavesPageNamesAStudentWhoLeftTheSchoolSystem(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	gone := v.Get(apptest.EightB).Enrolments(t, 1)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseEnrolments: apptest.Numbers(t, gone...), RefuseStatus: http.StatusNotFound}))
	token := v.Takes("Absent", 0, 1)
	p.Settled(t, apptest.Harbour)
	seen := v.Get(apptest.SavesPath+token).Want(t, http.StatusOK)
	seen.WantEvents(t, "Sent 2 marks", "answered 404: perhaps one of these 2 is gone", "did not accept 1 mark")
	if seen.Page.Find("[data-outcome=refused]").Length() != 1 || seen.Page.Find("[data-outcome=saved]").Length() != 1 {
		t.Errorf("the marks are %s", seen.Text(".list"))
	}
	if office := p.As(t, apptest.OfficeWorker).Get(apptest.SavesPath + token); !strings.Contains(office.Text("q"), "the request could not be processed") {
		t.Errorf("the office reads %s", office.Text("main"))
	}
}

func TestASavesPageNamesThePersonWhoReplacedItsMarks(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	v := p.As(t, apptest.Teacher)
	token := v.Takes("Absent", 0, 1)
	p.As(t, apptest.OfficeWorker).Takes("Late", 1)
	page := v.Get(apptest.SavesPath+token).Want(t, http.StatusOK)
	page.WantEvents(t, "pressed Save for 2", "did not accept the key", "Kofi Osei (office) marked 1 again")
	if text := page.Text(".list"); !strings.Contains(text, "Kofi Osei (office) made a newer mark") {
		t.Errorf("the marks say %s", text)
	}
}

func TestASavesPageListsRowsThatNeedADecision(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	p.As(t, apptest.OfficeWorker).Takes("Late", 0)
	token := v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 0, 1)...)).Saved(t)
	told := v.Get(apptest.SavesPath+token).Want(t, http.StatusOK)
	told.WantEvents(t, "pressed Save for 2", "1 not sent: another person had marked first")
	if told.Page.Find("[data-outcome=conflict]").Length() != 1 || !strings.Contains(told.Text(".list"), "You chose Absent") {
		t.Errorf("the marks are %s", told.Text(".list"))
	}
	if others := p.As(t, apptest.OtherTeacher).Get(apptest.SavesPath + token).Text(".list"); !strings.Contains(others, "Anna Lindqvist chose Absent") || strings.Contains(others, "You ") {
		t.Errorf("somebody else reads %s", others)
	}
}

func TestTwoTimesOfOneStatusAreTwoMarks(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	at := func(v *apptest.Visitor, page apptest.Answer, clock string) apptest.Answer {
		form := page.Press(t, "Late", page.Enrolments(t, 0)...)
		form.Set("time", clock)
		return v.Post(apptest.RollPath, form)
	}
	office := p.As(t, apptest.OfficeWorker)
	at(office, office.Get(apptest.EightB), "08:21").Want(t, http.StatusSeeOther)
	at(v, page, "08:25").Want(t, http.StatusConflict)
	conflict := v.Get(apptest.EightB).Text("#summary li")
	for _, says := range []string{"marked Late 08:21 at 08:30. You chose Late 08:25.", "Keep Late 08:21", "Change to Late 08:25"} {
		if !strings.Contains(conflict, says) {
			t.Errorf("%q is not in %s", says, conflict)
		}
	}
}

func TestASavesPageKeepsDecidedRows(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	p.As(t, apptest.OfficeWorker).Takes("Late", 0, 1)
	ids := page.Enrolments(t, 0, 1, 2)
	token := v.Post(apptest.RollPath, page.Press(t, "Absent", ids...)).Saved(t)
	seen := v.Get(apptest.EightB).Form("#roll")["seen"]
	v.Post(apptest.SavesPath+token+"/decisions", url.Values{"keep": {ids[0]}, "seen": seen}).Want(t, http.StatusSeeOther)
	v.Post(apptest.SavesPath+token+"/decisions", url.Values{"change": {ids[1]}, "seen": seen}).Want(t, http.StatusSeeOther)
	told := v.Get(apptest.SavesPath+token).Want(t, http.StatusOK)
	told.WantEvents(t, "pressed Save for 3", "2 not sent: another person had marked first")
	for _, text := range []string{"Kofi Osei (office)'s mark, Late, was kept.", "Marked again in a later press."} {
		if !strings.Contains(told.Text(".list"), text) {
			t.Errorf("%q is not among the marks: %s", text, told.Text(".list"))
		}
	}
}

func TestAMarkUnderWayShowsOthersThePersonWhoMadeIt(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	v := p.As(t, apptest.Teacher)
	token := v.Takes("Absent", 0)
	for _, path := range []string{apptest.EightB, apptest.SavesPath + token} {
		own, theirs := "You chose Absent", "Anna Lindqvist chose Absent"
		if path == apptest.EightB {
			own, theirs = "Absentkept, will be sent", "AbsentAnna Lindqvistkept, will be sent"
		}
		if says := v.Get(path).Text("[data-outcome=waiting]"); !strings.HasSuffix(says, own) && path == apptest.EightB || !strings.Contains(says, own) {
			t.Errorf("on %s the teacher reads %s", path, says)
		}
		if others := p.As(t, apptest.OfficeWorker).Get(path).Text("[data-outcome=waiting]"); !strings.Contains(others, theirs) {
			t.Errorf("on %s the office reads %s", path, others)
		}
	}
}

func TestAnAdminSeesTheExactRequest(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	page := v.Get(apptest.EightB)
	token := v.Post(apptest.RollPath, page.Press(t, "Absent", "9007199254740993")).Saved(t)
	link := v.Get(apptest.SavesPath + token).Address("a[href$='/request']")
	sent := v.Get(link).Want(t, http.StatusOK)
	for _, want := range []string{"POST http://", "9007199254740993", "schoolCode: " + apptest.HarbourCode, "200 OK", `"attendanceStatus": "Absent"`} {
		if !strings.Contains(sent.Text("pre"), want) {
			t.Errorf("%q is not in %s", want, sent.Text("pre"))
		}
	}
	if key := p.Sandbox.Arrivals(apptest.HarbourCode)[0].Header.Get("Service-Secret-Key"); key == "" {
		t.Error("no key was sent")
	}
	for _, person := range []string{apptest.Teacher, apptest.OfficeWorker} {
		p.As(t, person).Get(link).Want(t, http.StatusForbidden)
	}
}

func TestASavesPageShowsTheResultOfReadingTheSchoolSystem(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	token := v.Takes("Absent", 0, 1)
	for i, found := range []roll.Found{roll.FoundSent, roll.FoundOther} {
		mark := roll.Unread{Enrolment: roll.EnrolmentID(apptest.Numbers(t, page.Enrolments(t, i)...)[0]), Version: 1, Date: apptest.Today}
		apptest.Must(t, p.App.Store.NoteRead(t.Context(), apptest.Harbour, mark, found, []string{"Absent", "Excused"}[i]))
	}
	told := v.Get(apptest.SavesPath+token).Want(t, http.StatusOK)
	told.WantEvents(t, "did not accept the key", "Read back: 1 as sent", "1 changed in the school system itself")
	if text := told.Text("[data-outcome=conflict]"); !strings.Contains(text, "Excused") {
		t.Errorf("the mark says %s", text)
	}
}
