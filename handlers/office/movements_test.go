package office_test

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// takesTimes makes the school system one that takes times.
func takesTimes(school *roll.School) { school.TimeFormat = roll.TimeMinutes }

// gateOf opens the student in the finder.
func gateOf(v *apptest.Visitor, student string) apptest.Answer {
	v.T.Helper()
	return v.Get(apptest.FindPath+"?q=8B&open="+student).Want(v.T, http.StatusOK)
}

// moves presses In, Out or Back for the open student, with the fields.
func moves(v *apptest.Visitor, page apptest.Answer, kind string, fields url.Values) apptest.Answer {
	v.T.Helper()
	form := page.Form("#gate")
	form.Set("movement", kind)
	for name, values := range fields {
		form[name] = values
	}
	return v.Post(page.Address("#gate"), form)
}

// moved is moves with the page that follows.
func moved(v *apptest.Visitor, student, kind string, fields url.Values) apptest.Answer {
	v.T.Helper()
	return v.Follow(moves(v, gateOf(v, student), kind, fields)).Want(v.T, http.StatusOK)
}

func TestALateStudentIsLetInWithAReasonForTheOfficeAlone(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	page, students := teacher.EightB()
	teacher.Follow(teacher.Post(page.Address("#roll"), page.Press(t, "Absent", students[0]))).Want(t, http.StatusOK)

	after := moved(office, students[0], "in", url.Values{"time": {"08:22"}, "why": {"Overslept"}})
	if says := after.Text("#gate"); !strings.Contains(says, "In 08:22") || !strings.Contains(says, "Overslept") || !strings.Contains(says, "In Rollbook only") {
		t.Errorf("the office reads %q", says)
	}
	page, _ = teacher.EightB()
	apptest.WantSaved(t, page, "Late", students[0])
	if note := page.Note(students[0]); note != "Late in 08:22" {
		t.Errorf("the row says %q", note)
	}
	history := "/schools/harbour/students/" + students[0] + "/history"
	if says := office.Get(history).Want(t, http.StatusOK).Text("main"); !strings.Contains(says, "In 08:22") || !strings.Contains(says, "Overslept") {
		t.Errorf("the office's history says %q", says)
	}
	if says := teacher.Get(history).Want(t, http.StatusOK); !strings.Contains(says.Text("main"), "In 08:22") || bytes.Contains(says.Body, []byte("Overslept")) {
		t.Errorf("the teacher's history says %q", says.Text("main"))
	}
	if bytes.Contains(page.Body, []byte("Overslept")) {
		t.Error("the roll has the reason")
	}
}

func TestAMovementIsSentAsACheckWithTheMarkThatIsThere(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t, takesTimes)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	page, students := teacher.EightB()
	teacher.Follow(teacher.Post(page.Address("#roll"), page.Press(t, "Present", students[0]))).Want(t, http.StatusOK)

	gate := gateOf(office, students[0])
	posted := moves(office, gate, "out", url.Values{"time": {"08:10"}, "why": {"Doctor or dentist"}}).Want(t, http.StatusSeeOther)
	moves(office, gate, "out", url.Values{"time": {"08:10"}, "why": {"Doctor or dentist"}}).Want(t, http.StatusSeeOther)
	office.Follow(posted).Want(t, http.StatusOK)
	moved(office, students[0], "back", nil)
	calls := p.Sandbox.Arrivals(apptest.HarbourCode)
	if len(calls) != 3 || calls[1].Check != "out" || calls[1].StatusID != calls[0].StatusID || calls[2].Check != "in" || !strings.Contains(calls[2].Body, "08:30") {
		t.Errorf("sent were %+v", calls)
	}
	page, _ = teacher.EightB()
	apptest.WantSaved(t, page, "Present", students[0])
	if note := page.Note(students[0]); note != "Present out 08:10 · back 08:30" {
		t.Errorf("the row says %q", note)
	}
}

// removes presses Remove at the open student's movement with that number, from 0.
func removes(v *apptest.Visitor, student string, number int) apptest.Answer {
	v.T.Helper()
	page := gateOf(v, student)
	end := page.Page.Find("[data-movement] button").Eq(number).AttrOr("formaction", "")
	return v.Follow(v.Post(end, page.Form("#gate"))).Want(v.T, http.StatusOK)
}

func TestTheTimeOfARemovedMovementIsClearedInTheSchoolSystemOrSaidToStay(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t, takesTimes)
	office := p.As(t, apptest.OfficeWorker)
	page, students := office.EightB()
	office.Follow(office.Post(page.Address("#roll"), page.Press(t, "Present", students[0]))).Want(t, http.StatusOK)
	const stays = "The school system may still have its time"

	moved(office, students[0], "out", url.Values{"time": {"08:10"}})
	after := removes(office, students[0], 0)
	if says := after.Text("[data-movement]"); !strings.Contains(says, "Removed 08:30") || strings.Contains(says, stays) {
		t.Errorf("removed it says %q", says)
	}
	calls := p.Sandbox.Arrivals(apptest.HarbourCode)
	if last := calls[len(calls)-1]; len(calls) != 3 || last.Check != "clear" || last.StatusID != calls[0].StatusID {
		t.Errorf("sent were %+v", calls)
	}
	// The times of two go together: the first that is removed stays there.
	moved(office, students[0], "out", url.Values{"time": {"08:15"}})
	moved(office, students[0], "back", url.Values{"time": {"08:20"}})
	after = removes(office, students[0], 0)
	if says := after.Text("[data-movement]"); strings.Count(says, stays) != 1 || len(p.Sandbox.Arrivals(apptest.HarbourCode)) != 5 {
		t.Errorf("beside another it says %q", says)
	}
	after = removes(office, students[0], 0)
	if says := after.Text("[data-movement]"); strings.Contains(says, stays) || strings.Count(says, "Removed") != 3 {
		t.Errorf("without another they say %q", says)
	}
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 6 || calls[5].Check != "clear" {
		t.Errorf("sent were %+v", calls)
	}
	page, _ = office.EightB()
	apptest.WantSaved(t, page, "Present", students[0])
}

func TestAMovementWithoutAMarkOrBeforeItsTimeIsKeptHereOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t, takesTimes)
	office := p.As(t, apptest.OfficeWorker)
	_, students := office.EightB()
	planned := moved(office, students[0], "out", url.Values{"time": {"11:00"}})
	if says := planned.Text("[data-movement]"); !strings.Contains(says, "Planned. In Rollbook only") {
		t.Errorf("the planned one says %q", says)
	}
	page, _ := office.EightB()
	if note := page.Note(students[0]); note != "No mark yet. leaves 11:00" {
		t.Errorf("the row says %q", note)
	}
	press := page.Press(t, "Absent", students[1])
	press.Set("others", page.Press(t, "Present", students[0]).Get("status"))
	press["other"] = page.Form("#roll")["other"]
	office.Follow(office.Post(page.Address("#roll"), press)).Want(t, http.StatusOK)
	left := moved(office, students[0], "out", nil)
	if lines := left.Page.Find("[data-movement]"); lines.Length() != 2 || !strings.Contains(lines.Last().Text(), "Removed 08:30") {
		t.Errorf("carried out it says %q", lines.Text())
	}
	page, _ = office.EightB()
	if note := page.Note(students[0]); note != "Present out 08:30" {
		t.Errorf("then the row says %q", note)
	}
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 3 || calls[2].Check != "out" {
		t.Errorf("sent were %+v", calls)
	}
}

func TestAMovementStaysAfterLaterMarks(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	page, students := teacher.EightB()
	moved(office, students[0], "out", url.Values{"time": {"08:00"}})
	cells := teacher.Get(page.Page.Find("#live").AttrOr("data-statuses", "")).Want(t, http.StatusOK)
	if note := cells.Note(students[0]); note != "No mark yet. out 08:00" {
		t.Errorf("the open roll says %q", note)
	}
	for _, status := range []string{"Present", "Absent"} {
		page, _ = teacher.EightB()
		teacher.Follow(teacher.Post(page.Address("#roll"), page.Press(t, status, students[0]))).Want(t, http.StatusOK)
		page, _ = teacher.EightB()
		if note := page.Note(students[0]); note != status+" out 08:00" {
			t.Errorf("then the row says %q", note)
		}
	}
	gate := gateOf(office, students[0])
	form := gate.Form("#gate")
	end := gate.Page.Find("[data-movement] button").AttrOr("formaction", "")
	after := office.Follow(office.Post(end, form)).Want(t, http.StatusOK)
	office.Post(end, form).Want(t, http.StatusSeeOther)
	if says := after.Text("[data-movement]"); !strings.Contains(says, "Removed 08:30") {
		t.Errorf("removed it says %q", says)
	}
	page, _ = teacher.EightB()
	if note := page.Note(students[0]); note != "Absent" {
		t.Errorf("then the row says %q", note)
	}
}

func TestInTurnsAbsentIntoLateOnlyWhereTheFormSaysSo(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, students := office.EightB()
	office.Follow(office.Post(page.Address("#roll"), page.Press(t, "Absent", students[0]))).Want(t, http.StatusOK)
	gate := gateOf(office, students[0])
	if chosen := gate.Text("#gate option[selected]"); chosen != "Late" {
		t.Errorf("offered is %q", chosen)
	}
	if stays := gate.Text("#gate option[value='']"); stays != "No change from Absent" {
		t.Errorf("without a change it says %q", stays)
	}
	moved(office, students[0], "in", url.Values{"status": {""}})
	page, _ = office.EightB()
	if note := page.Note(students[0]); note != "Absent in 08:30" {
		t.Errorf("the row says %q", note)
	}
	moved(office, students[0], "out", nil)
	page, _ = office.EightB()
	apptest.WantSaved(t, page, "Absent", students[0])

	teacher := p.As(t, apptest.Teacher)
	page, _ = teacher.EightB()
	teacher.Follow(teacher.Post(page.Address("#roll"), page.Press(t, "Absent", students[1]))).Want(t, http.StatusOK)
	present := page.Press(t, "Present").Get("status")
	moved(office, students[1], "in", url.Values{"status": {present}, "why": {"Was in the hall"}})
	page, _ = office.EightB()
	apptest.WantSaved(t, page, "Present", students[1])
	if history := office.Get("/schools/harbour/students/"+students[1]+"/history").Want(t, http.StatusOK); !strings.Contains(history.Text("main"), "At the gate") {
		t.Errorf("the history says %q", history.Text("main"))
	}
}

func TestAMovementThatCannotBeIsRefusedWithItsFields(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	_, students := office.EightB()
	for name, fields := range map[string]url.Values{
		"press In, Out or Back":  {"movement": {"away"}},
		"only Out and Back":      {"movement": {"in"}, "time": {"11:00"}},
		"at most 200 characters": {"movement": {"out"}, "why": {strings.Repeat("x", 201)}},
		"that time does":         {"movement": {"out"}, "time": {"25:10"}},
	} {
		if fields.Get("why") == "" {
			fields.Set("why", "Bus or train")
		}
		answer := moves(office, gateOf(office, students[0]), "", fields).Want(t, http.StatusUnprocessableEntity)
		if !strings.Contains(answer.Text("#refused"), name) || answer.Form("#gate").Get("why") == "" {
			t.Errorf("%s: it says %q", name, answer.Text("#refused"))
		}
	}
	refused := moves(office, gateOf(office, students[0]), "in", url.Values{"time": {"11:00"}, "status": {""}}).Want(t, http.StatusUnprocessableEntity)
	if form := refused.Form("#gate"); form.Get("time") != "11:00" || form.Get("status") != "" || refused.Form("#mark").Get("time") != "08:30" {
		t.Errorf("the forms have %v and %v", form, refused.Form("#mark"))
	}
	form := gateOf(office, students[0]).Form("#gate")
	form.Set("movement", "out")
	p.As(t, apptest.Teacher).Post("/schools/harbour/students/movements", form).Want(t, http.StatusForbidden)
	p.As(t, apptest.Administrator).Post("/schools/harbour/students/movements", form).Want(t, http.StatusBadRequest)
}

func TestBoardAndEvacuationListShowMovements(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	board := office.Get(apptest.DayPath).Want(t, http.StatusOK)
	students := p.As(t, apptest.Teacher).Get(apptest.EightB).Enrolments(t, 0, 1)
	page, _ := office.EightB()
	office.Follow(office.Post(page.Address("#roll"), page.Press(t, "Present", students...))).Want(t, http.StatusOK)
	moved(office, students[0], "out", url.Values{"time": {"08:10"}, "why": {"Doctor or dentist"}})
	moved(office, students[1], "in", url.Values{"time": {"08:22"}})
	for what, shown := range map[string]apptest.Answer{
		"the board": office.Get(apptest.DayPath), "a change of it": office.Get(board.Page.Find("#live").AttrOr("data-statuses", "")).Want(t, http.StatusOK),
	} {
		if names := shown.Page.Find("#day-moved a[href*='q=']").Length(); names != 0 {
			t.Errorf("%d addresses have a name", names)
		}
		if says := shown.Text("#day-moved"); !strings.Contains(says, "In and out: 2") || !strings.Contains(says, "8B out 08:10") || !strings.Contains(says, "8B in 08:22") {
			t.Errorf("%s says %q", what, says)
		}
		if says := shown.Text("#day-away"); !strings.Contains(says, "1 away 1 Out") || bytes.Contains(shown.Body, []byte("dentist")) {
			t.Errorf("%s says %q", what, says)
		}
	}
	list := p.As(t, apptest.Teacher).Get(apptest.EvacuationPath).Want(t, http.StatusOK)
	if away, in := placed(list, roll.Away), placed(list, roll.In); away != "Sean O'Neill Present · out 08:10" || in != "Anna Kowalska in 08:22" {
		t.Errorf("away are %q, in are %q", away, in)
	}
}

// leavesDuring presses the button of the page and goes away while the school system has not answered.
func leavesDuring(p *apptest.Program, v *apptest.Visitor, address string, form url.Values) {
	v.T.Helper()
	before := len(p.Sandbox.Arrivals(apptest.HarbourCode))
	apptest.Must(v.T, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, Hang: sandbox.HangBefore}))
	ctx, leave := context.WithCancel(v.T.Context())
	left := make(chan struct{})
	go func() {
		defer close(left)
		_, _ = v.Try(ctx, http.MethodPost, address, apptest.FormBody(form), apptest.OfForm(nil)...)
	}()
	apptest.Eventually(v.T, "the mark is sent", func() bool { return len(p.Sandbox.Arrivals(apptest.HarbourCode)) > before })
	leave()
	<-left
	p.Sandbox.Heal(apptest.HarbourCode)
}

func TestAMovementIsKeptOrRemovedWithItsMarkAlthoughThePersonLeavesThePage(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t, takesTimes)
	office := p.As(t, apptest.OfficeWorker)
	page, students := office.EightB()
	office.Follow(office.Post(page.Address("#roll"), page.Press(t, "Present", students[0]))).Want(t, http.StatusOK)

	gate := gateOf(office, students[0])
	form := gate.Form("#gate")
	form.Set("movement", "out")
	leavesDuring(p, office, gate.Address("#gate"), form)
	gate = gateOf(office, students[0])
	if says := gate.Text("[data-movement]"); !strings.Contains(says, "Out 08:30") || strings.Contains(says, "Rollbook only") {
		t.Errorf("after Out it says %q", says)
	}
	end := gate.Page.Find("[data-movement] button").AttrOr("formaction", "")
	leavesDuring(p, office, end, gate.Form("#gate"))
	if says := gateOf(office, students[0]).Text("[data-movement]"); !strings.Contains(says, "Removed 08:30") || strings.Contains(says, "still have") {
		t.Errorf("after Remove it says %q", says)
	}
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); calls[1].Check != "out" || calls[len(calls)-1].Check != "clear" {
		t.Errorf("sent were %+v", calls)
	}
}

func TestAMovementWhoseMarkWaitsForADecisionIsNotSentBefore(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t, takesTimes)
	office, teacher := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	page, students := teacher.EightB()
	teacher.Follow(teacher.Post(page.Address("#roll"), page.Press(t, "Absent", students[0]))).Want(t, http.StatusOK)
	gate := gateOf(office, students[0])
	page, _ = teacher.EightB()
	teacher.Follow(teacher.Post(page.Address("#roll"), page.Press(t, "Excused", students[0]))).Want(t, http.StatusOK)

	form := gate.Form("#gate")
	form.Set("movement", "in")
	form.Set("time", "08:20")
	sent := len(p.Sandbox.Arrivals(apptest.HarbourCode))
	office.Post(gate.Address("#gate"), form).Want(t, http.StatusConflict)
	if says := gateOf(office, students[0]).Text("[data-movement]"); !strings.Contains(says, "In 08:20") || !strings.Contains(says, "In Rollbook only") {
		t.Errorf("before the decision it says %q", says)
	}
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != sent {
		t.Errorf("sent were %+v", calls)
	}
	page, _ = office.EightB()
	button := page.Page.Find("#summary button[name=change]").First()
	decision := url.Values{"change": {button.AttrOr("value", "")}, "seen": page.Form("#roll")["seen"]}
	office.Follow(office.Post(button.AttrOr("formaction", ""), decision)).Want(t, http.StatusOK)
	if says := gateOf(office, students[0]).Text("[data-movement]"); !strings.Contains(says, "In 08:20") || strings.Contains(says, "In Rollbook only") {
		t.Errorf("after it it says %q", says)
	}
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); calls[len(calls)-1].Check != "in" {
		t.Errorf("sent were %+v", calls)
	}
}
