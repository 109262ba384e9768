package absences_test

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

const absencesPath = "/schools/harbour/absences"

// tells keeps a known absence of the students, of today unless the fields say otherwise.
func tells(v *apptest.Visitor, students []string, fields url.Values) apptest.Answer {
	v.T.Helper()
	page := v.Get(absencesPath+"?"+url.Values{"student": students}.Encode()).Want(v.T, http.StatusOK)
	form := page.Form("#absence")
	for name, values := range fields {
		form[name] = values
	}
	return v.Post(page.Address("#absence"), form)
}

func TestARollShowsKnownAbsencesWithoutTheirReasonsAndSavesThemWithTheRest(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	_, students := office.EightB()
	details := url.Values{"reason": {"Illness"}, "told_by": {"Mrs Byron"}}
	office.Follow(tells(office, students[:2], details)).Want(t, http.StatusOK)
	details.Set("after", "11:00")
	office.Follow(tells(office, students[2:3], details)).Want(t, http.StatusOK)

	page, _ := teacher.EightB()
	for i, want := range []string{"No mark yet. Excused today", "No mark yet. Excused today", "No mark yet. leaves 11:00", "No mark yet"} {
		if note := page.Note(students[i]); note != want {
			t.Errorf("row %d says %q", i, note)
		}
	}
	if bytes.Contains(page.Body, []byte("Illness")) || bytes.Contains(page.Body, []byte("Byron")) {
		t.Error("the roll has the reason or the caller")
	}
	// The first of them sits there all the same.
	press := page.Press(t, "Present", students[0])
	press.Set("others", press.Get("status"))
	press["other"] = page.Form("#roll")["other"]
	after := teacher.Follow(teacher.Post(page.Address("#roll"), press)).Want(t, http.StatusOK)
	apptest.WantSaved(t, after, "Present", students[0], students[2], students[3])
	apptest.WantSaved(t, after, "Excused", students[1])
	if result := after.Text("#result"); !strings.Contains(result, "1 Excused") {
		t.Errorf("the result says %q", result)
	}
	teacher.Post(page.Address("#roll"), press).Want(t, http.StatusSeeOther)
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 3 {
		t.Errorf("the press and its repeat made %d calls", len(calls))
	}
}

func TestAKnownAbsenceAppearsOnAnOpenRollAndAfterItIsAsked(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	page, students := teacher.EightB()
	teacher.Follow(teacher.Post(page.Address("#roll"), page.Press(t, "Absent", students[0]))).Want(t, http.StatusOK)
	office.Follow(tells(office, students[:2], nil)).Want(t, http.StatusOK)

	cells := teacher.Get(page.Page.Find("#live").AttrOr("data-statuses", "")).Want(t, http.StatusOK)
	if note := cells.Note(students[1]); note != "No mark yet. Excused today" {
		t.Errorf("the open roll says %q", note)
	}
	list := office.Get(absencesPath).Want(t, http.StatusOK)
	if says := list.Text("[data-enrolment='" + students[0] + "']"); !strings.Contains(says, "Absent") || !strings.Contains(says, "Make it Excused") {
		t.Errorf("the office reads %q", says)
	}
	office.Follow(tells(office, students[2:3], url.Values{"after": {"11:00"}})).Want(t, http.StatusOK)
	page, _ = teacher.EightB()
	teacher.Follow(teacher.Post(page.Address("#roll"), page.Press(t, "Present", students[2]))).Want(t, http.StatusOK)
	wantBoard := func(says string) {
		t.Helper()
		board := office.Get(apptest.DayPath)
		for _, page := range []apptest.Answer{board, office.Get(board.Page.Find("#live").AttrOr("data-statuses", ""))} {
			if link := page.Text("#day-chart a[href$='/absences']"); link != says {
				t.Errorf("the board says %q", link)
			}
		}
	}
	wantBoard("1 known absence marked otherwise")
	form := list.Form("[data-enrolment='" + students[0] + "'] form[action$='/marks']")
	office.Follow(office.Post(absencesPath+"/marks", form)).Want(t, http.StatusOK)
	wantBoard("")
	after, _ := teacher.EightB()
	apptest.WantSaved(t, after, "Excused", students[0])
}

func TestTheOfficeSavesKnownAbsencesWhereNoRollWasTaken(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	_, students := office.EightB()
	tells(office, students[:2], nil).Want(t, http.StatusSeeOther)
	late := tells(office, students[2:3], url.Values{"status": {statusOf(office, students[2], "Absent")}})
	list := office.Follow(late).Want(t, http.StatusOK)
	if says := list.Text("#unmarked"); !strings.Contains(says, "3 students have no mark yet.") {
		t.Errorf("it says %q", says)
	}
	after := office.Follow(office.Post(absencesPath+"/marks", list.Form("#unmarked"))).Want(t, http.StatusOK)
	if after.Page.Find("#unmarked").Length() != 0 {
		t.Errorf("afterwards it says %q", after.Text("#unmarked"))
	}
	page, _ := office.EightB()
	apptest.WantSaved(t, page, "Excused", students[0], students[1])
	apptest.WantSaved(t, page, "Absent", students[2])
}

// statusOf returns the number of the status with the name in the form of a student.
func statusOf(v *apptest.Visitor, student, name string) string {
	page := v.Get(absencesPath+"?student="+student).Want(v.T, http.StatusOK)
	for _, option := range page.Page.Find("#absence [name=status] option").EachIter() {
		if strings.TrimSpace(option.Text()) == name {
			return option.AttrOr("value", "")
		}
	}
	v.T.Fatalf("the form has no status %s", name)
	return ""
}

func TestAKnownAbsenceIsChangedAndTakenBackWithItsHistory(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	_, students := office.EightB()
	list := office.Follow(tells(office, students[:1], url.Values{"reason": {"Holiday"}, "told_by": {"Mr Byron"}})).Want(t, http.StatusOK)
	if says := list.Text("[data-known]"); !strings.Contains(says, "Holiday · not authorised · told by Mr Byron") {
		t.Errorf("it says %q", says)
	}
	change := office.Get(list.Address("[data-known] a[href*='change=']")).Want(t, http.StatusOK)
	form := change.Form("#absence")
	if form.Get("reason") != "Holiday" || form.Get("told_by") != "Mr Byron" || !slices.Equal(form["student"], students[:1]) {
		t.Errorf("the form has %v", form)
	}
	form.Set("to", string(roll.Date(form.Get("from")).AddDays(4)))
	posted := office.Post(absencesPath, form).Want(t, http.StatusSeeOther)
	office.Post(absencesPath, form).Want(t, http.StatusSeeOther)
	list = office.Follow(posted).Want(t, http.StatusOK)
	if count := list.Page.Find("[data-known]").Length(); count != 2 || !strings.Contains(list.Text("details.card"), "Taken back 08:30") {
		t.Errorf("of %d the history says %q", count, list.Text("details.card"))
	}
	end := list.Address("[data-known] form[action$='/end']")
	office.Post(end, list.Form("form[action='"+end+"']")).Want(t, http.StatusSeeOther)
	office.Post(end, list.Form("form[action='"+end+"']")).Want(t, http.StatusSeeOther)
	page, _ := office.EightB()
	if note := page.Note(students[0]); note != "No mark yet" {
		t.Errorf("then the roll says %q", note)
	}
}

func TestAKnownAbsenceThatCannotBeIsRefusedWithItsFields(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	_, students := office.EightB()
	for name, fields := range map[string]url.Values{
		"the last day is before the first": {"from": {"2026-03-09"}, "to": {"2026-03-08"}},
		"none of these days":               {"weekday": {"0"}},
		"choose both days":                 {"to": {"soon"}},
		"at most 200 characters":           {"told_by": {strings.Repeat("x", 201)}},
		"that time does":                   {"after": {"25:10"}},
		"two different times":              {"after": {"11:00"}, "until": {"11:00"}},
	} {
		fields.Add("reason", "Funeral")
		answer := tells(office, students[:1], fields).Want(t, http.StatusUnprocessableEntity)
		if !strings.Contains(answer.Text("#known-problem"), name) || answer.Form("#absence").Get("reason") != "Funeral" {
			t.Errorf("%s: it says %q", name, answer.Text("#known-problem"))
		}
	}
	teacher := p.As(t, apptest.Teacher)
	teacher.Get(absencesPath).Want(t, http.StatusForbidden)
}

func TestASchoolHasItsOwnReasonsAndAnAbsenceKeepsOneThatLeftThem(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	_, students := office.EightB()
	tells(office, students[:1], url.Values{"reason": {"Holiday"}}).Want(t, http.StatusSeeOther)
	list := office.Get(absencesPath)
	page := office.Get(list.Address("main a[href$='/reasons']")).Want(t, http.StatusOK)
	form := page.Form("#reasons")
	if !strings.Contains(form.Get("authorised"), "Illness\n") || !strings.Contains(form.Get("not_authorised"), "Holiday\n") {
		t.Errorf("the form has %q", form)
	}
	form.Set("authorised", "Dentist\nDentist")
	refused := office.Post(absencesPath+"/reasons", form).Want(t, http.StatusUnprocessableEntity)
	if says := refused.Text("#reasons-problem"); !strings.Contains(says, `"Dentist" is there twice`) || refused.Form("#reasons").Get("authorised") == "" {
		t.Errorf("it says %q", says)
	}
	form.Set("authorised", " Dentist \r\n\r\nIllness")
	form.Set("not_authorised", "Truancy")
	if says := office.Follow(office.Post(absencesPath+"/reasons", form)).Text("main"); !strings.Contains(says, "The reasons are saved.") {
		t.Errorf("it says %q", says)
	}

	change := office.Get(list.Address("[data-known] a[href*='change=']")).Want(t, http.StatusOK)
	if got := change.Values("#absence [name=reason] option"); !slices.Equal(got, []string{"", "Dentist", "Illness", "Truancy", "Holiday"}) {
		t.Errorf("the reasons are %q", got)
	}
	changed := office.Follow(office.Post(absencesPath, change.Form("#absence"))).Want(t, http.StatusOK)
	if says := changed.Text("[data-known]"); !strings.Contains(says, "Holiday · not authorised") {
		t.Errorf("then it says %q", says)
	}
	p.As(t, apptest.Teacher).Get(absencesPath+"/reasons").Want(t, http.StatusForbidden)
}

func TestKnownAbsencesAreBroughtByAFileAndNoneWhileALineIsInDoubt(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, students := office.EightB()
	numbers := make([]string, 3)
	for i := range numbers {
		numbers[i] = page.Page.Find("[data-enrolment='"+students[i]+"']").AttrOr("data-student", "")
	}
	sends := func(page apptest.Answer, lines ...string) apptest.Answer {
		return office.SendFile(absencesPath+"/file", "absences.csv", strings.Join(lines, "\r\n"), url.Values{"press": {page.Form("#file").Get("press")}})
	}
	const header, holiday = "From;Student;To;Reason;Told by", "06.03.2026;%;13/3/2026;holiday;Mr Byron"
	page = office.Get(absencesPath).Want(t, http.StatusOK)
	doubtful := sends(page, header, strings.Replace(holiday, "%", numbers[0], 1), "soon;"+numbers[1], "2026-03-18;Nobody Knows", "2026-03-18;"+numbers[2]+";;Whim").
		Want(t, http.StatusUnprocessableEntity)
	for _, says := range []string{
		"3 lines are in doubt", "Line 3: write both days", "Line 4: no student was found for \"Nobody Knows\"", "Line 5: \"Whim\" is not in the list of reasons",
	} {
		if !strings.Contains(doubtful.Text("#doubts"), says) {
			t.Errorf("%q is not in %q", says, doubtful.Text("#doubts"))
		}
	}
	if typed := doubtful.Form("#file").Get("lines"); !strings.Contains(typed, "Nobody Knows") || doubtful.Page.Find("[data-known]").Length() != 0 {
		t.Errorf("the lines are %q, or some are kept", typed)
	}
	if says := office.Get(apptest.DayPath).Text(".heading a[href$='/absences']"); says != "Known absences" {
		t.Errorf("the board says %q", says)
	}
	namesakes := sends(page, "Student;From", "Zsófia Nagy;2026-03-18").Want(t, http.StatusUnprocessableEntity)
	if says := namesakes.Text("#doubts"); !strings.Contains(says, "Zsófia Nagy 8A") || !strings.Contains(says, "Add the class, or write the number.") {
		t.Errorf("of two students it says %q", says)
	}
	sends(page, "Student;Class;From", "Zsófia Nagy;8A;2026-03-18").Want(t, http.StatusSeeOther)
	// Two lines of one student, and the same file twice.
	good := []string{header, strings.Replace(holiday, "%", numbers[0], 1), string(p.Today()) + ";" + numbers[0], string(p.Today()) + ";" + numbers[1]}
	list := office.Follow(sends(page, good...)).Want(t, http.StatusOK)
	sends(page, good...).Want(t, http.StatusSeeOther)
	if now := list.Page.Find("[data-known]").Length(); now != 2 {
		t.Errorf("there are %d of today or later", now)
	}
	if says := office.Get(apptest.DayPath).Text(".heading a[href$='/absences']"); says != "2 known absences" {
		t.Errorf("the board says %q", says)
	}
	after, _ := office.EightB()
	if note := after.Note(students[1]); note != "No mark yet. Excused today" {
		t.Errorf("the roll says %q", note)
	}
}

func TestTheColumnsOfAFileHaveTheNamesOfTheReadersLanguage(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, students := office.EightB()
	for i, text := range []struct{ tag, header string }{{"fr", "Du;Statut;Élève"}, {"ar", "من;الحالة;الطالب"}} {
		student := page.Page.Find("[data-enrolment='"+students[i]+"']").AttrOr("data-student", "")
		form := office.Get(absencesPath, "Accept-Language", text.tag).Form("#file")
		sent := office.SendFile(absencesPath+"/file", "a.csv", text.header+"\r\n"+string(p.Today())+";Absent;"+student,
			url.Values{"press": {form.Get("press")}}, "Accept-Language", text.tag)
		sent.Want(t, http.StatusSeeOther)
	}
}

func TestAKnownAbsenceStaysWithItsStudentWhenTheListChanges(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, students := office.EightB()
	office.Follow(tells(office, students[:2], nil)).Want(t, http.StatusOK)

	// The school system gives the second student's number to another child.
	list := p.List(t, apptest.Harbour, page.Form("#roll").Get("period"))
	at := slices.IndexFunc(list, func(one roll.Enrolment) bool { return one.ID.String() == students[1] })
	before := list[at]
	list[at].Student, list[at].Given, list[at].Family = 990001, "Ida", "Newcomer"
	p.PutStudents(t, list)

	after, _ := office.EightB()
	for i, want := range []string{"No mark yet. Excused today", "No mark yet"} {
		if note := after.Note(students[i]); note != want {
			t.Errorf("row %d says %q", i, note)
		}
	}
	lines := office.Get(absencesPath).Want(t, http.StatusOK)
	if says := lines.Text("[data-enrolment='" + students[0] + "']"); strings.Contains(says, "before the list") {
		t.Errorf("of the first the office reads %q", says)
	}
	says := lines.Text("[data-enrolment='" + students[1] + "']")
	if !strings.Contains(says, before.Family) || !strings.Contains(says, "From before the list of students changed") {
		t.Errorf("of %s the office reads %q", before.Family, says)
	}
}
