package handlers_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"rollbook/web/roll"
	"rollbook/web/store"
)

const (
	exportsPath = "/schools/harbour/exports"
	of8B        = "class=8B&date=" + today
)

// lines reads an answer that is a text with separators.
func (a answer) lines(t *testing.T) [][]string {
	t.Helper()
	text, marked := strings.CutPrefix(string(a.body), "\ufeff")
	if !marked {
		t.Error("nothing tells a spreadsheet that this is UTF-8")
	}
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	must(t, err)
	return lines
}

// workbookLines reads an answer that is a workbook.
func (a answer) workbookLines(t *testing.T) [][]string {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(a.body), excelize.Options{ShortDatePattern: "dd/mm/yyyy"})
	must(t, err)
	lines, err := book.GetRows(book.GetSheetName(0))
	must(t, err)
	return lines
}

func TestTheOfficeTakesADayAwayAsAFile(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	page := office.get(exportsPath).want(t, http.StatusOK)
	whole := office.get(page.address("main a[download][href*='day.csv']")).want(t, http.StatusOK)
	lines := whole.lines(t)
	if want := "Date Class Student,Student number Status Time,What became of it Marked by,Marked at"; strings.Join(lines[0], " ") != strings.ReplaceAll(want, ",", " ") {
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
	p := boot(t)
	p.as(t, teacher).takes("Absent", 0)
	office := p.as(t, officeWorker)
	one := office.get(exportsPath+"/day.csv?"+of8B).want(t, http.StatusOK)
	lines := one.lines(t)
	first := lines[1]
	if len(lines) != 29 || first[0] != "19/11/2026" || first[2] != "Sean O'Neill" || first[3] == "" || first[4] != "Absent" ||
		first[6] != "Recorded" || first[7] != "Anna Lindqvist" || !strings.HasPrefix(first[8], "19/11/2026 08:3") {
		t.Errorf("%d lines, the first of them %q", len(lines), first)
	}
	if lines[2][4] != "" || lines[2][6] != "No mark yet" {
		t.Errorf("who has no mark has the line %q", lines[2])
	}
	_, names, err := mime.ParseMediaType(one.header.Get("Content-Disposition"))
	if err != nil || !strings.HasSuffix(names["filename"], " 8B 2026-11-19.csv") || one.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the file is %q, kept by %q", names["filename"], one.header.Get("Cache-Control"))
	}
	if book := office.get(exportsPath+"/day.xlsx?"+of8B).want(t, http.StatusOK).workbookLines(t); len(book) != 29 || book[1][2] != first[2] || book[1][0] != "19/11/2026" {
		t.Errorf("the workbook has %d lines, the second is %q", len(book), book[1])
	}
}

func TestAFileNeverCallsRecordedWhatWasOnlyChosen(t *testing.T) {
	t.Parallel()
	p := boot(t)
	anna := p.as(t, teacher)
	page := anna.get(eightB)
	p.silence()
	anna.post(rollPath, page.press(t, "Late", page.enrolments(t, 0)...)).want(t, http.StatusSeeOther)
	line := p.as(t, officeWorker).get(exportsPath+"/day.csv?"+of8B).want(t, http.StatusOK).lines(t)[1]
	if line[4] != "" || line[6] != "Late, on its way" {
		t.Errorf("the line is %q", line)
	}
}

func TestADayThatCannotBeIsSaidInOneSentence(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	student := office.get(eightB).enrolments(t, 0)[0]
	marks := "/schools/harbour/students/" + student + "/marks.csv?from="
	for path, want := range map[string]struct {
		code int
		says string
	}{
		exportsPath + "?date=19/11/2026":                  {http.StatusBadRequest, "That date does not exist."},
		exportsPath + "/day.csv?date=2026-02-30":          {http.StatusBadRequest, "That date does not exist."},
		exportsPath + "/day.xlsx?date=2026-11-20":         {http.StatusUnprocessableEntity, "That day has not come yet."},
		exportsPath + "/print?date=2027-01-01":            {http.StatusUnprocessableEntity, "That day has not come yet."},
		exportsPath + "/paper":                            {http.StatusUnprocessableEntity, "Choose a class first"},
		marks + "2026-11-19&to=2026-11-18":                {http.StatusUnprocessableEntity, "The first day is after the last."},
		marks + "2025-11-18&to=2026-11-19":                {http.StatusUnprocessableEntity, "That is more than 366 days."},
		marks + "0001-01-01&to=2026-11-19":                {http.StatusUnprocessableEntity, "That is more than 366 days."},
		marks + "x&to=2026-11-19":                         {http.StatusBadRequest, "That date does not exist."},
		marks + "&to=":                                    {http.StatusBadRequest, "That date does not exist."},
		marks + "2026-11-18&to=2026-11-20":                {http.StatusUnprocessableEntity, "That day has not come yet."},
		exportsPath + "?date=" + strings.Repeat("9", 500): {http.StatusBadRequest, "That date does not exist."},
	} {
		a := office.get(path).want(t, want.code)
		if says := a.text("main [role=alert]"); !strings.HasPrefix(says, want.says) {
			t.Errorf("%s says %q", path, says)
		}
	}
	for _, path := range []string{"?class=nobody", "/day.csv?class=nobody", "/print?period=999", "/paper?class=" + strings.Repeat("x", 500)} {
		office.get(exportsPath+path).want(t, http.StatusNotFound)
	}
	office.get(exportsPath+"?date="+today+"&date="+today).want(t, http.StatusBadRequest)
}

func TestOnlyTheOfficeOfTheSchoolTakesAnythingAway(t *testing.T) {
	t.Parallel()
	p := boot(t)
	anna, luc := p.as(t, teacher), p.as(t, frenchTeacher)
	student := anna.get(eightB).enrolments(t, 0)[0]
	for _, path := range []string{
		exportsPath, exportsPath + "/day.csv", exportsPath + "/day.xlsx", exportsPath + "/print", exportsPath + "/paper?class=8B",
		"/schools/harbour/students/" + student + "/month", "/schools/harbour/students/" + student + "/marks.csv",
	} {
		anna.get(path).want(t, http.StatusForbidden)
		luc.get(path).want(t, http.StatusNotFound)
	}
	if anna.get("/schools/harbour").page.Find("a[href*=exports]").Length() != 0 {
		t.Error("a teacher is offered to take the day away")
	}
	theirs := luc.get("/schools/tilleuls/roll?class=4e+B").enrolments(t, 1)[0]
	p.as(t, officeWorker).get("/schools/harbour/students/"+theirs+"/month").want(t, http.StatusNotFound)
}

func TestAStudentsMarksAreTakenAwayDayByDay(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	office.takes("Late", 0)
	page := office.get(eightB + "&date=" + yesterday)
	form := page.press(t, "Absent", page.enrolments(t, 0)...)
	form.Set("reason", "a note from home")
	office.post(rollPath, form).want(t, http.StatusSeeOther)
	student := page.enrolments(t, 0)[0]
	month := office.get(office.get(historyPath+student+"/history").address("main a[href*=month]")).want(t, http.StatusOK)
	asked := month.form("main form")
	if asked.Get("from") != "2026-11-01" || asked.Get("to") != today {
		t.Errorf("the page offers %v", asked)
	}
	lines := office.get(month.page.Find("main form").AttrOr("action", "")+"?"+asked.Encode()).want(t, http.StatusOK).lines(t)
	if len(lines) != 3 || lines[1][0] != "18/11/2026" || lines[1][4] != "Absent" || lines[2][0] != "19/11/2026" || lines[2][4] != "Late" || lines[2][5] != "08:30" {
		t.Errorf("the lines are %q", lines)
	}
	book := office.get(historyPath+student+"/marks.xlsx?"+asked.Encode()).want(t, http.StatusOK).workbookLines(t)
	if len(book) != 3 || book[1][4] != "Absent" {
		t.Errorf("the workbook has %q", book)
	}
}

func TestTheDayIsPrintedClassByClassAndAPaperRollIsEmpty(t *testing.T) {
	t.Parallel()
	p := boot(t)
	p.as(t, teacher).takes("Absent", 0)
	office := p.as(t, officeWorker)
	printed := office.get(exportsPath+"/print?date="+today).want(t, http.StatusOK)
	if leaves := printed.page.Find(".leaf"); leaves.Length() < 3 || !strings.Contains(leaves.Text(), "1 of 28 recorded") {
		t.Errorf("%d sheets: %s", leaves.Length(), printed.text("main"))
	}
	if mark := printed.text(".leaf .mark"); mark != "Absent" {
		t.Errorf("the marks are %q", mark)
	}
	paper := office.get(exportsPath+"/paper?"+of8B).want(t, http.StatusOK)
	if rows := paper.page.Find("tbody tr"); rows.Length() != 28 || rows.First().Find(".box").Length() < 3 || strings.Contains(rows.Text(), "Absent") {
		t.Errorf("the paper roll is %s", paper.text("main"))
	}
}

// enrols puts so many students into the school year that the office works in, and one more
// in a class with a long name, whose own a spreadsheet would reckon out.
func (p *program) enrols(t testing.TB, v *visitor, count int) (longClass string) {
	t.Helper()
	period, longClass := roll.PeriodID(periodOffered(v)), strings.Repeat("x", 500)
	students := make([]roll.Enrolment, count, count+1)
	for i := range students {
		class := fmt.Sprint("class ", i/30)
		students[i] = roll.Enrolment{
			ID: roll.EnrolmentID(700_001 + i), Student: roll.StudentID(800_001 + i), Class: roll.ClassID(class), ClassName: class,
			Given: "Kim", Family: fmt.Sprintf("Lund the %dth, of a family with a long name", i),
		}
	}
	students = append(students, roll.Enrolment{ID: 600_001, Student: 600_002, Family: `=HYPERLINK("http://evil.example")`, Class: roll.ClassID(longClass), ClassName: longClass})
	must(t, p.app.Store.PutStudents(t.Context(), harbour, period, store.FromFile, students))
	must(t, p.app.Rosters.Forget(t.Context(), harbour))
	return longClass
}

func TestASchoolOfTenThousandIsTakenAway(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	longClass := p.enrols(t, office, 10_000)
	lines := office.get(exportsPath+"/day.csv").want(t, http.StatusOK).lines(t)
	if len(lines) != 10_002 {
		t.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		if strings.HasPrefix(line[2], "=") {
			t.Errorf("a formula leaves: %q", line)
		}
	}
	if book := office.get(exportsPath+"/day.xlsx").want(t, http.StatusOK).workbookLines(t); len(book) != 10_002 {
		t.Errorf("the workbook has %d lines", len(book))
	}
	if printed := office.get(exportsPath+"/print").want(t, http.StatusOK).page.Find("tbody tr"); printed.Length() != 10_001 {
		t.Errorf("%d students are printed", printed.Length())
	}
	class := url.Values{"class": {longClass}}
	if one := office.get(exportsPath+"/day.xlsx?"+class.Encode()).want(t, http.StatusOK).workbookLines(t); len(one) != 2 {
		t.Errorf("the class with a long name has %d lines", len(one))
	}
}
