package handlers_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"rollbook/web/drafts"
	"rollbook/web/roll"
	"rollbook/web/store"
)

const (
	studentsPath = settingsPath + "/students"
	filePath     = studentsPath + "/file"
)

// sendFile sends a file with the fields as the form of the page does.
func (v *visitor) sendFile(path, name, content string, fields url.Values, headers ...string) answer {
	v.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, values := range fields {
		for _, value := range values {
			must(v.t, form.WriteField(field, value))
		}
	}
	part, err := form.CreateFormFile("file", name)
	must(v.t, err)
	_, err = part.Write([]byte(content))
	must(v.t, err)
	must(v.t, form.Close())
	return v.send(http.MethodPost, path, &body, append([]string{"Content-Type", form.FormDataContentType(), "Sec-Fetch-Site", "same-origin"}, headers...)...)
}

// bring sends a list of students for the school year that the page offers first.
func (v *visitor) bring(name, content string) answer {
	v.t.Helper()
	return v.sendFile(studentsPath, name, content, v.get(studentsPath).want(v.t, http.StatusOK).form("form[enctype]"))
}

// confirm presses Store on a preview.
func (v *visitor) confirm(preview answer) answer {
	v.t.Helper()
	return v.post(filePath, preview.form("form[action$='/file'][method=post]"))
}

// list are the students of the period, as the database has them.
func (p *program) list(t testing.TB, school roll.SchoolID, period string) []roll.Enrolment {
	t.Helper()
	students, err := p.app.Store.Students(t.Context(), school, roll.PeriodID(period))
	must(t, err)
	return students
}

const threeStudents = "Enrolment ID;Student ID;First name;Last name;Class\n7001;8001;Kim;Lund;8B\n7002;8002;Zoë;O'Neill;8B\n7003;;Suharto;;8C\n"

func TestTheOfficeBringsAListAndTakesARollOfIt(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	before := len(v.get(eightB).want(t, http.StatusOK).rows(t))
	preview := v.follow(v.bring("list.csv", threeStudents)).want(t, http.StatusOK)
	said := preview.text("main")
	for _, wanted := range []string{"3 students in 2 classes", "3 new", "no longer on the list", "Suharto", "1 student has no number of her or his own", "list.csv"} {
		if !strings.Contains(said, wanted) {
			t.Errorf("the preview lacks %q: %s", wanted, said)
		}
	}
	if now := len(v.get(eightB).rows(t)); now != before {
		t.Errorf("before anything is confirmed the class has %d students instead of %d", now, before)
	}
	done := v.follow(v.confirm(preview)).want(t, http.StatusOK)
	if !strings.Contains(done.text("[role=status]"), "3 students are now on the list") {
		t.Errorf("then it says %s", done.text("main"))
	}
	rows := v.get(eightB).want(t, http.StatusOK).rows(t)
	if len(rows) != 2 || rows[0].enrolment != "7001" || rows[1].student != "8002" {
		t.Errorf("the class is %+v", rows)
	}
}

func TestAFileIsForgottenWhenItIsStoredAndWhenItIsDiscarded(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	preview := v.follow(v.bring("list.csv", threeStudents))
	draft, err := p.app.Store.ImportDraft(t.Context(), harbour, roll.PersonID(officeWorker))
	must(t, err)
	if len(draft.Sealed) == 0 || bytes.Contains(draft.Sealed, []byte("Lund")) {
		t.Error("the file is not sealed")
	}
	if cookies := fmt.Sprint(preview.header["Set-Cookie"]); strings.Contains(cookies, "Lund") || preview.header.Get("Cache-Control") == "" {
		t.Errorf("the preview is kept outside: %v, %q", cookies, preview.header.Get("Cache-Control"))
	}
	form := preview.form("form[action$='/file'][method=post]")
	v.post(filePath, form).want(t, http.StatusSeeOther)
	if draft, err = p.app.Store.ImportDraft(t.Context(), harbour, roll.PersonID(officeWorker)); err != nil || len(draft.Sealed) != 0 {
		t.Errorf("when it is stored it is %+v, %v", draft, err)
	}
	must(t, p.app.Store.PutStudents(t.Context(), harbour, draft.Period, store.FromFile, nil))
	if again := v.follow(v.post(filePath, form)); again.code != http.StatusOK || len(p.list(t, harbour, string(draft.Period))) != 0 {
		t.Errorf("pressed again it answers %d and stores %d students", again.code, len(p.list(t, harbour, string(draft.Period))))
	}
	preview = v.follow(v.bring("list.csv", threeStudents))
	v.post(studentsPath+"/discard", url.Values{}).want(t, http.StatusSeeOther)
	v.get(filePath).want(t, http.StatusNotFound)
	v.confirm(preview).want(t, http.StatusNotFound)
	if _, err := p.app.Store.ImportDraft(t.Context(), harbour, roll.PersonID(officeWorker)); roll.KindOf(err) != roll.NotFound {
		t.Errorf("discarded it is %v", err)
	}
}

func TestAFileBelongsToTheSessionThatBroughtItForHalfAnHour(t *testing.T) {
	t.Parallel()
	clock := newMovingClock(bootHour())
	p := bootAt(t, clock.now)
	v := p.as(t, officeWorker)
	preview := v.follow(v.bring("list.csv", threeStudents)).want(t, http.StatusOK)
	for _, other := range []string{officeWorker, administrator} {
		stranger := p.as(t, other)
		stranger.get(filePath).want(t, http.StatusNotFound)
		stranger.confirm(preview).want(t, http.StatusNotFound)
	}
	clock.forward(drafts.Lifetime - time.Minute)
	v.get(filePath).want(t, http.StatusOK)
	clock.forward(2 * time.Minute)
	v.get(filePath).want(t, http.StatusNotFound)
	v.confirm(preview).want(t, http.StatusNotFound)
	must(t, p.app.Store.DropOldImportDrafts(t.Context(), clock.now()))
	if _, err := p.app.Store.ImportDraft(t.Context(), harbour, roll.PersonID(officeWorker)); roll.KindOf(err) != roll.NotFound {
		t.Errorf("in the end it is %v", err)
	}
}

func TestNothingIsStoredThatAPersonHasNotSeen(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	first := v.follow(v.bring("first.csv", threeStudents))
	v.bring("second.csv", threeStudents+"7004;8004;Eve;Byron;8B\n").want(t, http.StatusSeeOther)
	if got := v.confirm(first).want(t, http.StatusConflict); !strings.Contains(got.text("main"), "second.csv") {
		t.Errorf("it says %s", got.text("main"))
	}
	second := v.follow(v.get(filePath))
	bad := second.form("form[action$='/file'][method=post]")
	bad.Set("enrolment", "2")
	v.post(filePath, bad).want(t, http.StatusUnprocessableEntity)
	bad.Set("enrolment", "0")
	v.post(filePath, bad).want(t, http.StatusUnprocessableEntity)
	period := v.get(studentsPath).form("form[enctype]").Get("period")
	must(t, p.app.Store.PutStudents(t.Context(), harbour, roll.PeriodID(period), store.FromFile, []roll.Enrolment{{ID: 7001, Given: "Kim"}}))
	must(t, p.app.Rosters.Forget(t.Context(), harbour))
	changed := v.confirm(second).want(t, http.StatusConflict)
	if len(p.list(t, harbour, period)) != 1 || !strings.Contains(changed.text("main"), "3 new") {
		t.Errorf("it says %s", changed.text("main"))
	}
	v.confirm(changed).want(t, http.StatusSeeOther)
	if len(p.list(t, harbour, period)) != 4 {
		t.Errorf("there are %+v", p.list(t, harbour, period))
	}
}

func TestColumnsThatNobodyKnowsAreMatchedByHand(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	preview := v.follow(v.bring("list.csv", "A;B;C\n8001;7001;Lund, Kim\n8002;7002;Byron, Ada\n")).want(t, http.StatusOK)
	if preview.page.Find("form[action$='/file'][method=post]").Length() != 0 || !strings.Contains(preview.text("main"), "do not tell") {
		t.Fatalf("the preview is %s", preview.text("main"))
	}
	form := preview.form("form[action$='/file'][method=get]")
	form.Set("enrolment", "2")
	form.Set("student", "1")
	form.Set("name", "3")
	preview = v.get(filePath+"?"+form.Encode()).want(t, http.StatusOK)
	v.confirm(preview).want(t, http.StatusSeeOther)
	got := p.list(t, harbour, v.get(studentsPath).form("form[enctype]").Get("period"))
	if len(got) != 2 || got[0].ID != 7001 || got[0].Student != 8001 || got[0].Name() != "Kim Lund" {
		t.Errorf("stored is %+v", got)
	}
}

func TestAWorkbookAndOtherEncodingsAreTaken(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	book := excelize.NewFile()
	must(t, book.SetSheetRow("Sheet1", "A1", &[]any{"Einschreibungsnummer", "Vorname", "Nachname", "Klasse"}))
	must(t, book.SetSheetRow("Sheet1", "A2", &[]any{7001, "Jörg", "Müller", "8B"}))
	packed, err := book.WriteToBuffer()
	must(t, err)
	if said := v.follow(v.bring("list.xlsx", packed.String())).want(t, http.StatusOK).text("main"); !strings.Contains(said, "Jörg Müller") {
		t.Errorf("the workbook is %s", said)
	}
	const polish = "enrolment,given,family\n7001,Micha\xb3,\xa3ukasz\n"
	if said := v.follow(v.bring("list.csv", polish)).text("main"); strings.Contains(said, "Łukasz") {
		t.Errorf("nobody said that it is Polish: %s", said)
	}
	if said := v.get(filePath+"?encoding=windows-1250").want(t, http.StatusOK).text("main"); !strings.Contains(said, "Michał Łukasz") {
		t.Errorf("in Polish it is %s", said)
	}
	if said := v.follow(v.bring("list.txt", "7001|Kim|8B\n7002|Ada|8B\n")).text("main"); !strings.Contains(said, "7001") {
		t.Errorf("without a header it is %s", said)
	}
	if said := v.get(filePath + "?headless=1&enrolment=1&given=2&class=3").text("main"); !strings.Contains(said, "2 students in 1 class") {
		t.Errorf("then it is %s", said)
	}
}

func TestTheSchoolSystemsListComesBackWhenItIsAskedFor(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	before := len(v.get(eightB).rows(t))
	v.confirm(v.follow(v.bring("list.csv", threeStudents))).want(t, http.StatusSeeOther)
	page := v.get(studentsPath)
	form := url.Values{"period": {page.page.Find("form[action$='/source'] button").First().AttrOr("value", "")}}
	p.silence()
	if failed := v.follow(v.post(studentsPath+"/source", form)); !strings.Contains(failed.text("[role=alert]"), "gave no list") || len(v.get(eightB).rows(t)) != 2 {
		t.Errorf("without an answer it says %s", failed.text("main"))
	}
	p.resume(t)
	v.follow(v.post(studentsPath+"/source", form)).want(t, http.StatusOK)
	if now := len(v.get(eightB).rows(t)); now != before {
		t.Errorf("the class has %d students instead of %d", now, before)
	}
}

func TestTeachersBringNoLists(t *testing.T) {
	t.Parallel()
	p := boot(t)
	for person, status := range map[string]int{teacher: http.StatusForbidden, frenchTeacher: http.StatusNotFound} {
		v := p.as(t, person)
		v.get(studentsPath).want(t, status)
		v.get(filePath).want(t, status)
		v.sendFile(studentsPath, "list.csv", threeStudents, url.Values{"period": {"1"}}).want(t, status)
		v.post(filePath, url.Values{}).want(t, status)
	}
	if got := p.visit(t).sendFile(studentsPath, "list.csv", threeStudents, nil); got.code != http.StatusSeeOther || !strings.Contains(got.header.Get("Location"), "sign-in") {
		t.Errorf("nobody who is signed in gets %d", got.code)
	}
}

func TestAFileThatAnotherSiteSendsIsNotTaken(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, officeWorker)
	form := v.get(studentsPath).form("form[enctype]")
	v.sendFile(studentsPath, "list.csv", threeStudents, form, "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example").want(t, http.StatusForbidden)
	v.sendFile(studentsPath, "list.csv", threeStudents, form, "Sec-Fetch-Site", "").want(t, http.StatusSeeOther)
	form.Set("guard", "made-up")
	v.sendFile(studentsPath, "list.csv", threeStudents, form, "Sec-Fetch-Site", "").want(t, http.StatusForbidden)
	v.sendFile(statusesPath, "list.csv", threeStudents, form).want(t, http.StatusUnsupportedMediaType)
	form.Set("odd[]", "x")
	v.sendFile(studentsPath, "list.csv", threeStudents, form).want(t, http.StatusBadRequest)
	form.Del("odd[]")
	form.Add("period", form.Get("period"))
	v.sendFile(studentsPath, "list.csv", threeStudents, form).want(t, http.StatusBadRequest)
	form = v.get(studentsPath).form("form[enctype]")
	v.post(studentsPath, form).want(t, http.StatusBadRequest)
}
