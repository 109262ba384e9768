package office_test

import (
	"bytes"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/xuri/excelize/v2"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

// workbookLines parses an answer that is a workbook.
func workbookLines(a apptest.Answer, t *testing.T) [][]string {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(a.Body), excelize.Options{ShortDatePattern: "dd/mm/yyyy"})
	apptest.Must(t, err)
	lines, err := book.GetRows(book.GetSheetName(0))
	apptest.Must(t, err)
	return lines
}

// The columns of a line of marks.
const (
	ofDate = iota
	ofClass
	ofNumber
	ofName
	ofStatus
	ofCode
	ofReason
	ofAuthorised
	ofTime
	ofOutcome
	ofBy
	ofAt
	ofCorrector
	ofCorrection
	ofIn
	ofOut
	ofBack
)

// marksFile is the address of the marks of a range of days of class 8B.
func marksFile(from, to string) string {
	return apptest.ExportsPath + "/marks.csv?class=8B&from=" + from + "&to=" + to
}

func TestTheOfficeTakesADayAwayAsAFile(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.TakesAll(apptest.EightB)
	page := office.Get(apptest.ExportsPath).Want(t, http.StatusOK)
	lines := csvLines(t, office.Get(page.Address("main a[download][href*='marks.csv']")).Want(t, http.StatusOK))
	want := "Date|Class|Student number|Student|Status|Code|Reason|Authorised|Time|Outcome|Taken by|Taken at|Corrected by|Corrected at|In|Out|Back"
	if got := strings.Join(lines[0], "|"); got != want {
		t.Errorf("the columns are %q", got)
	}
	if len(lines) != 29 || lines[28][ofClass] != "8B" {
		t.Errorf("%d lines, the last of them %q", len(lines), lines[len(lines)-1])
	}
}

func TestTheOfficeTakesOneClassAwayWithItsMarks(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	office := p.As(t, apptest.OfficeWorker)
	one := office.Get(marksFile(apptest.Today, apptest.Today)).Want(t, http.StatusOK)
	lines := csvLines(t, one)
	if want := "2026-11-19 8B # Sean O'Neill Absent   no  Saved Anna Lindqvist 2026-11-19 08:30     "; len(lines) != 2 ||
		strings.Join(lines[1], " ") != strings.Replace(want, "#", lines[1][ofNumber], 1) || lines[1][ofNumber] == "" {
		t.Errorf("the lines are %q", lines)
	}
	_, names, err := mime.ParseMediaType(one.Header.Get("Content-Disposition"))
	if err != nil || !strings.HasSuffix(names["filename"], " 8B 2026-11-19.csv") || one.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the file is %q, kept by %q", names["filename"], one.Header.Get("Cache-Control"))
	}
	book := workbookLines(office.Get(apptest.ExportsPath+"/marks.xlsx?class=8B").Want(t, http.StatusOK), t)
	if len(book) != 2 || book[1][ofName] != "Sean O'Neill" || book[1][ofDate] != "2026-11-19" || book[1][ofAt] != "2026-11-19 08:30" {
		t.Errorf("the workbook has %q", book)
	}
}

func TestAWeekHasEachDaysMarksInTheOrderOfTheClass(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.Takes("Late", 0, 1)
	office.TakesOn(apptest.Yesterday, "Absent", 1)
	got := ""
	for _, line := range csvLines(t, office.Get(marksFile(apptest.Yesterday, apptest.Today)).Want(t, http.StatusOK))[1:] {
		got += line[ofDate] + " " + line[ofStatus] + ", "
	}
	if got != "2026-11-18 Absent, 2026-11-19 Late, 2026-11-19 Late, " {
		t.Errorf("the lines are %s", got)
	}
}

func TestTheUsualRangesBeginOnMondayAndEndToday(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	page := p.As(t, apptest.OfficeWorker).Get(apptest.ExportsPath+"?class=8B").Want(t, http.StatusOK)
	for text, want := range map[string]string{
		"Today": "from=2026-11-19&to=2026-11-19", "This week": "from=2026-11-16&to=2026-11-19", "Last week": "from=2026-11-09&to=2026-11-15",
		"This month": "from=2026-11-01&to=2026-11-19", "Last month": "from=2026-10-01&to=2026-10-31", "Last 90 days": "from=2026-08-22&to=2026-11-19",
	} {
		link := page.Page.Find("main a.button").FilterFunction(func(_ int, one *goquery.Selection) bool { return one.Text() == text })
		if address := link.AttrOr("href", ""); !strings.HasSuffix(address, "class=8B&"+want) {
			t.Errorf("%s leads to %s", text, address)
		}
	}
}

func TestAFileCallsOnlyConfirmedMarksRecorded(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	page := anna.Get(apptest.EightB)
	p.Silence()
	anna.Post(apptest.RollPath, page.Press(t, "Late", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	line := csvLines(t, p.As(t, apptest.OfficeWorker).Get(marksFile(apptest.Today, apptest.Today)).Want(t, http.StatusOK))[1]
	if line[ofStatus] != "" || line[ofOutcome] != "Late, kept, will be sent" {
		t.Errorf("the line is %q", line)
	}
}

func TestADayThatCannotBeIsSaidInOneSentence(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	marks := apptest.ExportsPath + "/marks.csv?from="
	for path, want := range map[string]struct {
		code int
		says string
	}{
		apptest.ExportsPath + "?from=19/11/2026":                {http.StatusBadRequest, "That date does not exist."},
		apptest.ExportsPath + "/marks.csv?to=2026-02-30":        {http.StatusBadRequest, "That date does not exist."},
		apptest.ExportsPath + "/marks.xlsx?to=2026-11-20":       {http.StatusUnprocessableEntity, "That date is in the future."},
		apptest.ExportsPath + "/print?date=2027-01-01":          {http.StatusUnprocessableEntity, "That date is in the future."},
		apptest.ExportsPath + "/paper":                          {http.StatusUnprocessableEntity, "Choose a class first"},
		marks + "2026-11-19&to=2026-11-18":                      {http.StatusUnprocessableEntity, "The first day is after the last."},
		marks + "2025-11-18&to=2026-11-19":                      {http.StatusUnprocessableEntity, "Choose at most 366 days."},
		marks + "0001-01-01&to=2026-11-19":                      {http.StatusUnprocessableEntity, "Choose at most 366 days."},
		marks + "x&to=2026-11-19":                               {http.StatusBadRequest, "That date does not exist."},
		marks + "2026-11-18&to=2026-11-20":                      {http.StatusUnprocessableEntity, "That date is in the future."},
		apptest.ExportsPath + "?to=" + strings.Repeat("9", 500): {http.StatusBadRequest, "That date does not exist."},
	} {
		a := office.Get(path).Want(t, want.code)
		if says := a.Text("main [role=alert]"); !strings.HasPrefix(says, want.says) {
			t.Errorf("%s says %q", path, says)
		}
	}
	for _, path := range []string{"?class=nobody", "/marks.csv?class=nobody", "/marks.csv?student=999", "/marks.csv?student=x", "/print?period=999", "/paper?class=" + strings.Repeat("x", 500)} {
		office.Get(apptest.ExportsPath+path).Want(t, http.StatusNotFound)
	}
	office.Get(apptest.ExportsPath+"?to="+apptest.Today+"&to="+apptest.Today).Want(t, http.StatusBadRequest)
}

func TestOnlyTheOfficeOfTheSchoolTakesAnythingAway(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna, luc := p.As(t, apptest.Teacher), p.As(t, apptest.FrenchTeacher)
	student := anna.Get(apptest.EightB).Enrolments(t, 0)[0]
	for _, path := range []string{
		apptest.ExportsPath, apptest.ExportsPath + "/marks.csv", apptest.ExportsPath + "/marks.xlsx", apptest.ExportsPath + "/print", apptest.ExportsPath + "/paper?class=8B",
		"/schools/harbour/students/" + student + "/month",
	} {
		anna.Get(path).Want(t, http.StatusForbidden)
		luc.Get(path).Want(t, http.StatusNotFound)
	}
	if anna.Get("/schools/harbour").Page.Find("a[href*=exports]").Length() != 0 {
		t.Error("a teacher is offered to take the day away")
	}
	theirs := luc.Get("/schools/tilleuls/roll?class=4e+B").Enrolments(t, 1)[0]
	office := p.As(t, apptest.OfficeWorker)
	office.Get("/schools/harbour/students/"+theirs+"/month").Want(t, http.StatusNotFound)
	office.Get(apptest.ExportsPath+"/marks.csv?student="+theirs).Want(t, http.StatusNotFound)
	office.Get(apptest.ExportsPath+"/marks.csv?class=4e+B").Want(t, http.StatusNotFound)
}

func TestAStudentsMarksAreExportedDayByDay(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.Takes("Late", 0)
	page := office.Get(apptest.EightB + "&date=" + apptest.Yesterday)
	form := page.Press(t, "Absent", page.Enrolments(t, 0)...)
	form.Set("reason", "a note from home")
	office.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
	student := page.Enrolments(t, 0)[0]
	month := office.Get(office.Get(apptest.HistoryPath+student+"/history").Address("main a[href*=month]")).Want(t, http.StatusOK)
	export := office.Get(month.Address("main a[href*=exports]")).Want(t, http.StatusOK)
	if asked := export.Form("main form"); asked.Get("from") != "2026-11-01" || asked.Get("to") != apptest.Today {
		t.Errorf("the page offers %v", asked)
	}
	lines := csvLines(t, office.Get(export.Address("main a[href*='marks.csv']")).Want(t, http.StatusOK))
	if len(lines) != 3 || lines[1][ofDate] != "2026-11-18" || lines[1][ofStatus] != "Absent" || lines[1][ofReason] != "a note from home" ||
		lines[2][ofDate] != "2026-11-19" || lines[2][ofStatus] != "Late" || lines[2][ofTime] != "08:30" {
		t.Errorf("the lines are %q", lines)
	}
	book := workbookLines(office.Get(export.Address("main a[href*='marks.xlsx']")).Want(t, http.StatusOK), t)
	if len(book) != 3 || book[1][ofStatus] != "Absent" {
		t.Errorf("the workbook has %q", book)
	}
}

func TestFilesHaveMovementsAlsoOfStudentsWithoutAMark(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, students := office.EightB()
	office.Follow(office.Post(page.Address("#roll"), page.Press(t, "Present", students[0]))).Want(t, http.StatusOK)
	before := summaryOf(t, office, "class=8B", "All")
	moved(office, students[0], "out", url.Values{"time": {"08:10"}, "why": {"Doctor or dentist"}})
	moved(office, students[0], "back", url.Values{"time": {"08:20"}})
	moved(office, students[0], "out", url.Values{"time": {"08:25"}})
	moved(office, students[1], "out", nil)
	// A planned movement and a removed one were never made.
	moved(office, students[2], "out", url.Values{"time": {"11:00"}})
	moved(office, students[3], "out", nil)
	removes(office, students[3], 0)

	file := office.Get(marksFile(apptest.Today, apptest.Today)).Want(t, http.StatusOK)
	lines := csvLines(t, file)
	const by = " Kofi Osei (office)"
	if len(lines) != 3 || bytes.Contains(file.Body, []byte("dentist")) {
		t.Fatalf("the file is %s", file.Body)
	}
	if got, want := strings.Join(lines[1][ofIn:], "|"), "|08:10"+by+", 08:25"+by+"|08:20"+by; got != want || lines[1][ofStatus] != "Present" {
		t.Errorf("of the marked student it has %q", lines[1])
	}
	if alone := lines[2]; alone[ofStatus] != "" || alone[ofOutcome] != "No mark yet" || alone[ofOut] != "08:30"+by || alone[ofName] == "" || alone[ofBy] != "" {
		t.Errorf("of the other it has %q", alone)
	}
	if book := workbookLines(office.Get(apptest.ExportsPath+"/marks.xlsx?class=8B").Want(t, http.StatusOK), t); len(book) != 3 || book[2][ofOut] != lines[2][ofOut] {
		t.Errorf("the workbook has %q", book)
	}
	if paper := office.Get(apptest.ExportsPath+"/print").Want(t, http.StatusOK).Text("main"); !strings.Contains(paper, "out 08:10 · back 08:20 · out 08:25") {
		t.Errorf("on paper it says %q", paper)
	}
	if after := summaryOf(t, office, "class=8B", "All"); !maps.Equal(before, after) {
		t.Errorf("the summary changes from %v to %v", before, after)
	}
}

func TestTheDayIsPrintedClassByClassAndAPaperRollIsEmpty(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	office := p.As(t, apptest.OfficeWorker)
	printed := office.Get(apptest.ExportsPath+"/print?date="+apptest.Today).Want(t, http.StatusOK)
	if leaves := printed.Page.Find(".leaf"); leaves.Length() < 3 || !strings.Contains(leaves.Text(), "1 of 28 marked") {
		t.Errorf("%d sheets: %s", leaves.Length(), printed.Text("main"))
	}
	if mark := printed.Text(".leaf .mark"); mark != "Absent" {
		t.Errorf("the marks are %q", mark)
	}
	paper := office.Get(apptest.ExportsPath+"/paper?"+apptest.Of8B).Want(t, http.StatusOK)
	if rows := paper.Page.Find("tbody tr"); rows.Length() != 28 || rows.First().Find(".box").Length() < 3 || strings.Contains(rows.Text(), "Absent") {
		t.Errorf("the paper roll is %s", paper.Text("main"))
	}
}

func TestASchoolOfTenThousandIsExported(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	longClass := enrols(t, p, office, 10_000)
	p.Silence()
	for _, date := range []roll.Date{apptest.Today, apptest.Yesterday, "2026-11-17"} {
		marksEveryone(t, p, date)
	}
	today, days := "?to="+apptest.Today, "?from=2026-11-17&to="+apptest.Today
	lines := csvLines(t, office.Get(apptest.ExportsPath+"/marks.csv"+days).Want(t, http.StatusOK))
	if len(lines) != 30_004 {
		t.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		if strings.HasPrefix(line[ofName], "=") {
			t.Errorf("a formula leaves: %q", line)
		}
	}
	if book := workbookLines(office.Get(apptest.ExportsPath+"/marks.xlsx"+today).Want(t, http.StatusOK), t); len(book) != 10_002 {
		t.Errorf("the workbook has %d lines", len(book))
	}
	refused := office.Get(apptest.ExportsPath+"/marks.xlsx"+days).Want(t, http.StatusUnprocessableEntity)
	if says := refused.Text("main [role=alert]"); says != "A workbook has room for about 15,000 marks. Choose CSV, or fewer days." {
		t.Errorf("of too many marks it says %q", says)
	}
	if printed := office.Get(apptest.ExportsPath+"/print").Want(t, http.StatusOK).Page.Find("tbody tr"); printed.Length() != 10_001 {
		t.Errorf("%d students are printed", printed.Length())
	}
	class := url.Values{"class": {longClass}}
	if one := workbookLines(office.Get(apptest.ExportsPath+"/marks.xlsx?"+class.Encode()).Want(t, http.StatusOK), t); len(one) != 2 {
		t.Errorf("the class with a long name has %d lines", len(one))
	}
}

// marksEveryone accepts a mark of every student of the list.
func marksEveryone(t *testing.T, p *apptest.Program, date roll.Date) {
	t.Helper()
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	periods, err := p.App.Store.Periods(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	for _, period := range periods {
		students, err := p.App.Store.Students(t.Context(), apptest.Harbour, period.ID)
		apptest.Must(t, err)
		for i, some := range slices.Collect(slices.Chunk(students, 500)) {
			save := roll.Save{
				Token: roll.Token(fmt.Sprint(date, period.ID, i)), School: apptest.Harbour, Period: period.ID, Date: date, Generation: 1,
				Intent: roll.Intent{Status: roll.Status{ID: 1, Name: "Present", Family: roll.Present}}, By: roll.Actor{Person: apptest.Teacher, Name: "Anna Lindqvist", Role: roll.Teacher},
			}
			for _, student := range some {
				save.Rows = append(save.Rows, roll.SaveRow{Enrolment: student.ID, Student: student.Student})
			}
			_, _, err := p.App.Store.AcceptAndClaim(t.Context(), school.Zone, saves.Claiming{}, save)
			apptest.Must(t, err)
		}
	}
}
