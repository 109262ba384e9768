package office_test

import (
	"bytes"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"rollbook/handlers/apptest"
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

func TestTheOfficeTakesADayAwayAsAFile(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page := office.Get(apptest.ExportsPath).Want(t, http.StatusOK)
	whole := office.Get(page.Address("main a[download][href*='day.csv']")).Want(t, http.StatusOK)
	lines := csvLines(t, whole)
	if want := "Date Class Student,Student number Status Time,Outcome Marked by,Marked at,Changed by,Changed at"; strings.Join(lines[0], " ") != strings.ReplaceAll(want, ",", " ") {
		t.Errorf("the columns are %q", lines[0])
	}
	classes := make(map[string]int)
	for _, line := range lines[1:] {
		classes[line[1]]++
	}
	if classes["8B"] != 28 || len(classes) < 3 {
		t.Errorf("the classes are %v", classes)
	}
}

func TestTheOfficeTakesOneClassAwayWithItsMarks(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	office := p.As(t, apptest.OfficeWorker)
	one := office.Get(apptest.ExportsPath+"/day.csv?"+apptest.Of8B).Want(t, http.StatusOK)
	lines := csvLines(t, one)
	first := lines[1]
	if len(lines) != 29 || first[0] != "19/11/2026" || first[2] != "Sean O'Neill" || first[3] == "" || first[4] != "Absent" ||
		first[6] != "Saved" || first[7] != "Anna Lindqvist" || !strings.HasPrefix(first[8], "19/11/2026 08:3") {
		t.Errorf("%d lines, the first of them %q", len(lines), first)
	}
	if lines[2][4] != "" || lines[2][6] != "No mark yet" {
		t.Errorf("who has no mark has the line %q", lines[2])
	}
	_, names, err := mime.ParseMediaType(one.Header.Get("Content-Disposition"))
	if err != nil || !strings.HasSuffix(names["filename"], " 8B 2026-11-19.csv") || one.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the file is %q, kept by %q", names["filename"], one.Header.Get("Cache-Control"))
	}
	if book := workbookLines(office.Get(apptest.ExportsPath+"/day.xlsx?"+apptest.Of8B).Want(t, http.StatusOK), t); len(book) != 29 || book[1][2] != first[2] || book[1][0] != "19/11/2026" {
		t.Errorf("the workbook has %d lines, the second is %q", len(book), book[1])
	}
}

func TestAFileNeverCallsRecordedWhatWasOnlyChosen(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	page := anna.Get(apptest.EightB)
	p.Silence()
	anna.Post(apptest.RollPath, page.Press(t, "Late", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	line := csvLines(t, p.As(t, apptest.OfficeWorker).Get(apptest.ExportsPath+"/day.csv?"+apptest.Of8B).Want(t, http.StatusOK))[1]
	if line[4] != "" || line[6] != "Late, kept, will be sent" {
		t.Errorf("the line is %q", line)
	}
}

func TestADayThatCannotBeIsSaidInOneSentence(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	student := office.Get(apptest.EightB).Enrolments(t, 0)[0]
	marks := "/schools/harbour/students/" + student + "/marks.csv?from="
	for path, want := range map[string]struct {
		code int
		says string
	}{
		apptest.ExportsPath + "?date=19/11/2026":                  {http.StatusBadRequest, "That date does not exist."},
		apptest.ExportsPath + "/day.csv?date=2026-02-30":          {http.StatusBadRequest, "That date does not exist."},
		apptest.ExportsPath + "/day.xlsx?date=2026-11-20":         {http.StatusUnprocessableEntity, "That day has not come yet."},
		apptest.ExportsPath + "/print?date=2027-01-01":            {http.StatusUnprocessableEntity, "That day has not come yet."},
		apptest.ExportsPath + "/paper":                            {http.StatusUnprocessableEntity, "Choose a class first"},
		marks + "2026-11-19&to=2026-11-18":                        {http.StatusUnprocessableEntity, "The first day is after the last."},
		marks + "2025-11-18&to=2026-11-19":                        {http.StatusUnprocessableEntity, "Choose at most 366 days."},
		marks + "0001-01-01&to=2026-11-19":                        {http.StatusUnprocessableEntity, "Choose at most 366 days."},
		marks + "x&to=2026-11-19":                                 {http.StatusBadRequest, "That date does not exist."},
		marks + "&to=":                                            {http.StatusBadRequest, "That date does not exist."},
		marks + "2026-11-18&to=2026-11-20":                        {http.StatusUnprocessableEntity, "That day has not come yet."},
		apptest.ExportsPath + "?date=" + strings.Repeat("9", 500): {http.StatusBadRequest, "That date does not exist."},
	} {
		a := office.Get(path).Want(t, want.code)
		if says := a.Text("main [role=alert]"); !strings.HasPrefix(says, want.says) {
			t.Errorf("%s says %q", path, says)
		}
	}
	for _, path := range []string{"?class=nobody", "/day.csv?class=nobody", "/print?period=999", "/paper?class=" + strings.Repeat("x", 500)} {
		office.Get(apptest.ExportsPath+path).Want(t, http.StatusNotFound)
	}
	office.Get(apptest.ExportsPath+"?date="+apptest.Today+"&date="+apptest.Today).Want(t, http.StatusBadRequest)
}

func TestOnlyTheOfficeOfTheSchoolTakesAnythingAway(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna, luc := p.As(t, apptest.Teacher), p.As(t, apptest.FrenchTeacher)
	student := anna.Get(apptest.EightB).Enrolments(t, 0)[0]
	for _, path := range []string{
		apptest.ExportsPath, apptest.ExportsPath + "/day.csv", apptest.ExportsPath + "/day.xlsx", apptest.ExportsPath + "/print", apptest.ExportsPath + "/paper?class=8B",
		"/schools/harbour/students/" + student + "/month", "/schools/harbour/students/" + student + "/marks.csv",
	} {
		anna.Get(path).Want(t, http.StatusForbidden)
		luc.Get(path).Want(t, http.StatusNotFound)
	}
	if anna.Get("/schools/harbour").Page.Find("a[href*=exports]").Length() != 0 {
		t.Error("a teacher is offered to take the day away")
	}
	theirs := luc.Get("/schools/tilleuls/roll?class=4e+B").Enrolments(t, 1)[0]
	p.As(t, apptest.OfficeWorker).Get("/schools/harbour/students/"+theirs+"/month").Want(t, http.StatusNotFound)
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
	asked := month.Form("main form")
	if asked.Get("from") != "2026-11-01" || asked.Get("to") != apptest.Today {
		t.Errorf("the page offers %v", asked)
	}
	lines := csvLines(t, office.Get(month.Page.Find("main form").AttrOr("action", "")+"?"+asked.Encode()).Want(t, http.StatusOK))
	if len(lines) != 3 || lines[1][0] != "18/11/2026" || lines[1][4] != "Absent" || lines[2][0] != "19/11/2026" || lines[2][4] != "Late" || lines[2][5] != "08:30" {
		t.Errorf("the lines are %q", lines)
	}
	book := workbookLines(office.Get(apptest.HistoryPath+student+"/marks.xlsx?"+asked.Encode()).Want(t, http.StatusOK), t)
	if len(book) != 3 || book[1][4] != "Absent" {
		t.Errorf("the workbook has %q", book)
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
	lines := csvLines(t, office.Get(apptest.ExportsPath+"/day.csv").Want(t, http.StatusOK))
	if len(lines) != 10_002 {
		t.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		if strings.HasPrefix(line[2], "=") {
			t.Errorf("a formula leaves: %q", line)
		}
	}
	if book := workbookLines(office.Get(apptest.ExportsPath+"/day.xlsx").Want(t, http.StatusOK), t); len(book) != 10_002 {
		t.Errorf("the workbook has %d lines", len(book))
	}
	if printed := office.Get(apptest.ExportsPath+"/print").Want(t, http.StatusOK).Page.Find("tbody tr"); printed.Length() != 10_001 {
		t.Errorf("%d students are printed", printed.Length())
	}
	class := url.Values{"class": {longClass}}
	if one := workbookLines(office.Get(apptest.ExportsPath+"/day.xlsx?"+class.Encode()).Want(t, http.StatusOK), t); len(one) != 2 {
		t.Errorf("the class with a long name has %d lines", len(one))
	}
}
