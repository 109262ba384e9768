package connecting_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"rollbook/handlers/apptest"
	"rollbook/web/lists/drafts"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

func TestTheOfficeBringsAListAndTakesARollOfIt(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	before := len(v.Get(apptest.EightB).Want(t, http.StatusOK).Rows(t))
	preview := v.Follow(v.Bring("list.csv", apptest.ThreeStudents)).Want(t, http.StatusOK)
	said := preview.Text("main")
	for _, wanted := range []string{"3 students in 2 classes", "3 new", "no longer on the list", "Suharto", "Without a number of their own: 1.", "list.csv"} {
		if !strings.Contains(said, wanted) {
			t.Errorf("the preview lacks %q: %s", wanted, said)
		}
	}
	if now := len(v.Get(apptest.EightB).Rows(t)); now != before {
		t.Errorf("before anything is confirmed the class has %d students instead of %d", now, before)
	}
	done := v.Follow(v.Confirm(preview)).Want(t, http.StatusOK)
	if !strings.Contains(done.Text("[role=status]"), "Saved: 3 for ") {
		t.Errorf("then it says %s", done.Text("main"))
	}
	rows := v.Get(apptest.EightB).Want(t, http.StatusOK).Rows(t)
	if len(rows) != 2 || rows[0].Enrolment != "7001" || rows[1].Student != "8002" {
		t.Errorf("the class is %+v", rows)
	}
}

func TestWhoWasLeftOutOfAFileCanBeReadAfterItIsStored(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	const file = "enrolment,student,name,class,status\n7001,8001,Ola Lund,8B,active\n7002,8002,Putri Suharto,8B,active\n7003,8003,Kim Berg,8B,active\n" +
		"7004,8004,Gone Quill,8B,left\n"
	stores := func(choice, value string) apptest.Answer {
		preview := v.Follow(v.Bring("list.csv", file)).Want(t, http.StatusOK)
		if said := preview.Text("main .notice"); !strings.Contains(said, "Gone Quill (8B): seems to have left") {
			t.Errorf("the preview does not say who has left: %s", said)
		}
		form := preview.Form("main form[method=get]")
		form.Set(choice, value)
		preview = v.Get(apptest.FilePath+"?"+form.Encode()).Want(t, http.StatusOK)
		return v.Follow(v.Confirm(preview)).Want(t, http.StatusOK)
	}
	const says = "1 student of the file was left out"
	if text := stores("skip", "1").Text("main"); !strings.Contains(text, says) || !strings.Contains(text, "Gone Quill (8B): seems to have left") ||
		!strings.Contains(text, "status") {
		t.Errorf("afterwards the page says %s", text)
	}
	if text := stores("leavers", "keep").Text("main"); strings.Contains(text, says) || strings.Contains(text, "Gone Quill") {
		t.Errorf("once she is kept the page says %s", text)
	}
}

func TestThePreviewNamesTheClassOfANamesakeOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	const namesakes = "enrolment,name,class\n7001,Ola Lund,8B\n7002,Ola Lund,9A\n7003,Kim Berg,8B\n"
	v.Follow(v.Confirm(v.Follow(v.Bring("list.csv", namesakes))))
	preview := v.Follow(v.Bring("list.csv", apptest.ThreeStudents)).Want(t, http.StatusOK)
	if text := preview.Text("main"); !strings.Contains(text, "Ola Lund (8B)") || strings.Contains(text, "(8B) (8B)") {
		t.Errorf("the preview says %s", text)
	}
}

func TestAFileIsForgottenWhenItIsStoredAndWhenItIsDiscarded(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	preview := v.Follow(v.Bring("list.csv", apptest.ThreeStudents))
	draft, err := p.App.Store.ImportDraft(t.Context(), apptest.Harbour, roll.PersonID(apptest.OfficeWorker))
	apptest.Must(t, err)
	if len(draft.Sealed) == 0 || bytes.Contains(draft.Sealed, []byte("Lund")) {
		t.Error("the file is not sealed")
	}
	if cookies := fmt.Sprint(preview.Header["Set-Cookie"]); strings.Contains(cookies, "Lund") || preview.Header.Get("Cache-Control") == "" {
		t.Errorf("the preview is kept outside: %v, %q", cookies, preview.Header.Get("Cache-Control"))
	}
	form := preview.Form("form[action$='/file'][method=post]")
	v.Post(apptest.FilePath, form).Want(t, http.StatusSeeOther)
	if draft, err = p.App.Store.ImportDraft(t.Context(), apptest.Harbour, roll.PersonID(apptest.OfficeWorker)); err != nil || len(draft.Sealed) != 0 {
		t.Errorf("when it is stored it is %+v, %v", draft, err)
	}
	apptest.Must(t, p.App.Store.PutStudents(t.Context(), apptest.Harbour, draft.Period, lists.FromFile, nil))
	if again := v.Follow(v.Post(apptest.FilePath, form)); again.Code != http.StatusOK || len(p.List(t, apptest.Harbour, string(draft.Period))) != 0 {
		t.Errorf("pressed again it answers %d and stores %d students", again.Code, len(p.List(t, apptest.Harbour, string(draft.Period))))
	}
	preview = v.Follow(v.Bring("list.csv", apptest.ThreeStudents))
	v.Post(apptest.StudentsPath+"/discard", url.Values{}).Want(t, http.StatusSeeOther)
	v.Get(apptest.FilePath).Want(t, http.StatusNotFound)
	v.Confirm(preview).Want(t, http.StatusNotFound)
	if _, err := p.App.Store.ImportDraft(t.Context(), apptest.Harbour, roll.PersonID(apptest.OfficeWorker)); roll.KindOf(err) != roll.NotFound {
		t.Errorf("discarded it is %v", err)
	}
}

func TestAFileBelongsToTheSessionThatBroughtItForHalfAnHour(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	v := p.As(t, apptest.OfficeWorker)
	preview := v.Follow(v.Bring("list.csv", apptest.ThreeStudents)).Want(t, http.StatusOK)
	for _, other := range []string{apptest.OfficeWorker, apptest.Administrator} {
		stranger := p.As(t, other)
		stranger.Get(apptest.FilePath).Want(t, http.StatusNotFound)
		stranger.Confirm(preview).Want(t, http.StatusNotFound)
	}
	clock.Forward(drafts.Lifetime - time.Minute)
	v.Get(apptest.FilePath).Want(t, http.StatusOK)
	clock.Forward(2 * time.Minute)
	v.Get(apptest.FilePath).Want(t, http.StatusNotFound)
	v.Confirm(preview).Want(t, http.StatusNotFound)
	apptest.Must(t, p.App.Store.Sweep(t.Context(), clock.Now()))
	if _, err := p.App.Store.ImportDraft(t.Context(), apptest.Harbour, roll.PersonID(apptest.OfficeWorker)); roll.KindOf(err) != roll.NotFound {
		t.Errorf("in the end it is %v", err)
	}
}

func TestNothingIsStoredThatAPersonHasNotSeen(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	first := v.Follow(v.Bring("first.csv", apptest.ThreeStudents))
	v.Bring("second.csv", apptest.ThreeStudents+"7004;8004;Eve;Byron;8B\n").Want(t, http.StatusSeeOther)
	if got := v.Confirm(first).Want(t, http.StatusConflict); !strings.Contains(got.Text("main"), "second.csv") {
		t.Errorf("it says %s", got.Text("main"))
	}
	headless := first.Form("form[action$='/file'][method=post]")
	headless.Set("header", "-1")
	other := v.Post(apptest.FilePath, headless).Want(t, http.StatusConflict)
	if header := other.Form("form[action$='/file'][method=get]").Get("header"); header != "1" {
		t.Errorf("another file is read by the choices of the first: its header is in line %s", header)
	}
	second := v.Follow(v.Get(apptest.FilePath))
	bad := second.Form("form[action$='/file'][method=post]")
	bad.Set("enrolment", "2")
	v.Post(apptest.FilePath, bad).Want(t, http.StatusUnprocessableEntity)
	bad.Set("enrolment", "0")
	v.Post(apptest.FilePath, bad).Want(t, http.StatusUnprocessableEntity)
	period := v.Get(apptest.StudentsPath).Form("form[enctype]").Get("period")
	apptest.Must(t, p.App.Store.PutStudents(t.Context(), apptest.Harbour, roll.PeriodID(period), lists.FromFile, []roll.Enrolment{{ID: 7001, Given: "Kim"}}))
	apptest.Must(t, p.App.Lists.Rosters.Forget(t.Context(), apptest.Harbour))
	changed := v.Confirm(second).Want(t, http.StatusConflict)
	if len(p.List(t, apptest.Harbour, period)) != 1 || !strings.Contains(changed.Text("main"), "3 new") {
		t.Errorf("it says %s", changed.Text("main"))
	}
	v.Confirm(changed).Want(t, http.StatusSeeOther)
	if len(p.List(t, apptest.Harbour, period)) != 4 {
		t.Errorf("there are %+v", p.List(t, apptest.Harbour, period))
	}
}

func TestColumnsThatNobodyKnowsAreMatchedByHand(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	preview := v.Follow(v.Bring("list.csv", "A;B;C\n8001;7001;Lund, Kim\n8002;7002;Byron, Ada\n")).Want(t, http.StatusOK)
	if preview.Page.Find("form[action$='/file'][method=post]").Length() != 0 || !strings.Contains(preview.Text("main"), "Choose the column with the number") {
		t.Fatalf("the preview is %s", preview.Text("main"))
	}
	form := preview.Form("form[action$='/file'][method=get]")
	form.Set("enrolment", "2")
	form.Set("student", "1")
	form.Set("name", "3")
	preview = v.Get(apptest.FilePath+"?"+form.Encode()).Want(t, http.StatusOK)
	v.Confirm(preview).Want(t, http.StatusSeeOther)
	got := p.List(t, apptest.Harbour, v.Get(apptest.StudentsPath).Form("form[enctype]").Get("period"))
	if len(got) != 2 || got[0].ID != 7001 || got[0].Student != 8001 || got[0].Name() != "Kim Lund" {
		t.Errorf("stored is %+v", got)
	}
}

func TestAWorkbookAndOtherEncodingsAreTaken(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	book := excelize.NewFile()
	apptest.Must(t, book.SetSheetRow("Sheet1", "A1", &[]any{"Einschreibungsnummer", "Vorname", "Nachname", "Klasse"}))
	apptest.Must(t, book.SetSheetRow("Sheet1", "A2", &[]any{7001, "Jörg", "Müller", "8B"}))
	packed, err := book.WriteToBuffer()
	apptest.Must(t, err)
	if said := v.Follow(v.Bring("list.xlsx", packed.String())).Want(t, http.StatusOK).Text("main"); !strings.Contains(said, "Jörg Müller") {
		t.Errorf("the workbook is %s", said)
	}
	const polish = "enrolment,given,family\n7001,Micha\xb3,\xa3ukasz\n"
	if said := v.Follow(v.Bring("list.csv", polish)).Text("main"); strings.Contains(said, "Łukasz") {
		t.Errorf("nobody said that it is Polish: %s", said)
	}
	if said := v.Get(apptest.FilePath+"?encoding=windows-1250").Want(t, http.StatusOK).Text("main"); !strings.Contains(said, "Michał Łukasz") {
		t.Errorf("in Polish it is %s", said)
	}
	if said := v.Follow(v.Bring("list.txt", "7001|Kim|8B\n7002|Ada|8B\n")).Text("main"); !strings.Contains(said, "7001") {
		t.Errorf("without a header it is %s", said)
	}
	if said := v.Get(apptest.FilePath + "?header=-1&enrolment=1&given=2&class=3").Text("main"); !strings.Contains(said, "2 students in 1 class") {
		t.Errorf("then it is %s", said)
	}
}

func TestTheSchoolSystemsListComesBackWhenItIsAskedFor(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	before := len(v.Get(apptest.EightB).Rows(t))
	v.Confirm(v.Follow(v.Bring("list.csv", apptest.ThreeStudents))).Want(t, http.StatusSeeOther)
	page := v.Get(apptest.StudentsPath)
	form := url.Values{"period": {page.Page.Find("form[action$='/source'] button").First().AttrOr("value", "")}}
	p.Silence()
	if failed := v.Follow(v.Post(apptest.StudentsPath+"/source", form)); !strings.Contains(failed.Text("[role=alert]"), "gave no list") || len(v.Get(apptest.EightB).Rows(t)) != 2 {
		t.Errorf("without an answer it says %s", failed.Text("main"))
	}
	p.Resume(t)
	v.Follow(v.Post(apptest.StudentsPath+"/source", form)).Want(t, http.StatusOK)
	if now := len(v.Get(apptest.EightB).Rows(t)); now != before {
		t.Errorf("the class has %d students instead of %d", now, before)
	}
}

func TestTeachersBringNoLists(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for person, status := range map[string]int{apptest.Teacher: http.StatusForbidden, apptest.FrenchTeacher: http.StatusNotFound} {
		v := p.As(t, person)
		v.Get(apptest.StudentsPath).Want(t, status)
		v.Get(apptest.FilePath).Want(t, status)
		v.SendFile(apptest.StudentsPath, "list.csv", apptest.ThreeStudents, url.Values{"period": {"1"}}).Want(t, status)
		v.Post(apptest.FilePath, url.Values{}).Want(t, status)
	}
	if got := p.Visit(t).SendFile(apptest.StudentsPath, "list.csv", apptest.ThreeStudents, nil); got.Code != http.StatusSeeOther || !strings.Contains(got.Header.Get("Location"), "sign-in") {
		t.Errorf("nobody who is signed in gets %d", got.Code)
	}
}

func TestAFileThatAnotherSiteSendsIsNotTaken(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.OfficeWorker)
	form := v.Get(apptest.StudentsPath).Form("form[enctype]")
	v.SendFile(apptest.StudentsPath, "list.csv", apptest.ThreeStudents, form, "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example").Want(t, http.StatusForbidden)
	v.SendFile(apptest.StudentsPath, "list.csv", apptest.ThreeStudents, form, "Sec-Fetch-Site", "").Want(t, http.StatusSeeOther)
	form.Set("guard", "made-up")
	v.SendFile(apptest.StudentsPath, "list.csv", apptest.ThreeStudents, form, "Sec-Fetch-Site", "").Want(t, http.StatusForbidden)
	v.SendFile(apptest.StatusesPath, "list.csv", apptest.ThreeStudents, form).Want(t, http.StatusUnsupportedMediaType)
	form.Set("odd[]", "x")
	v.SendFile(apptest.StudentsPath, "list.csv", apptest.ThreeStudents, form).Want(t, http.StatusBadRequest)
	form.Del("odd[]")
	form.Add("period", form.Get("period"))
	v.SendFile(apptest.StudentsPath, "list.csv", apptest.ThreeStudents, form).Want(t, http.StatusBadRequest)
	form = v.Get(apptest.StudentsPath).Form("form[enctype]")
	v.Post(apptest.StudentsPath, form).Want(t, http.StatusBadRequest)
}
