package badinput_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// badImports are the trials of lists of students that are wrong, hostile or sent in an unusual way.
func badImports() map[string]trial {
	return map[string]trial{
		"1,000,000 tiny rows":         manyTinyRows,
		"import twice (double click)": importedTwice,
		"file name XSS":               hostileFileName,
		"role column escalation":      roleColumn,
		"10 MB file":                  tenMegabytes,
		"header case/order":           headerInAnyOrder,
		"Windows-1252 names":          windowsNames,
		"other school's ids":          otherSchoolsIDs,
		"bare CR / mixed newlines":    mixedNewlines,
		"unclosed quote":              unclosedQuote,
		"script in name":              scriptInName,
		"import crash half way":       crashHalfWay,
		"formula cells":               formulaCells,
	}
}

// imported uploads a list and stores it.
func imported(v *apptest.Visitor, content string) apptest.Answer {
	v.T.Helper()
	return v.Follow(v.Confirm(v.Follow(v.Bring("list.csv", content)).Want(v.T, http.StatusOK))).Want(v.T, http.StatusOK)
}

func manyTinyRows(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.OfficeWorker)
	got := v.Bring("list.csv", strings.Repeat("1\n", 1_000_000)).Want(t, http.StatusUnprocessableEntity)
	if !strings.Contains(got.Text("[role=alert]"), "Too many lines") {
		t.Errorf("it says %s", got.Text("main"))
	}
}

func importedTwice(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.OfficeWorker)
	form := v.Follow(v.Bring("list.csv", apptest.ThreeStudents)).Form("form[action$='/file'][method=post]")
	period := apptest.PeriodOffered(v)
	var both sync.WaitGroup
	codes := make([]int, 2)
	for i := range codes {
		both.Go(func() { codes[i] = v.Follow(v.Post(apptest.FilePath, form)).Code })
	}
	both.Wait()
	if codes[0] != http.StatusOK || codes[1] != http.StatusOK || len(p.List(t, apptest.Harbour, period)) != 3 {
		t.Errorf("answers %v, %d students", codes, len(p.List(t, apptest.Harbour, period)))
	}
}

func hostileFileName(t *testing.T, p *apptest.Program) {
	const name = "<img onerror=alert(1)>.csv"
	got := p.As(t, apptest.OfficeWorker)
	page := got.Follow(got.Bring(name, apptest.ThreeStudents)).Want(t, http.StatusOK)
	if page.Page.Find("main img, [onerror]").Length() != 0 || !strings.Contains(page.Text("main"), name) {
		t.Errorf("the page is %s", page.Text("main"))
	}
}

func roleColumn(t *testing.T, p *apptest.Program) {
	imported(p.As(t, apptest.OfficeWorker), "enrolment,given,role,school,email\n7001,Kim,admin,tilleuls,"+apptest.Teacher+"\n")
	p.As(t, apptest.Teacher).Get(apptest.StudentsPath).Want(t, http.StatusForbidden)
	_, memberships, err := p.App.Store.Person(t.Context(), roll.PersonID(apptest.Teacher))
	apptest.Must(t, err)
	if len(memberships) != 1 || memberships[0].Role != roll.Teacher {
		t.Errorf("the teacher is %+v", memberships)
	}
}

func tenMegabytes(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.OfficeWorker)
	v.Bring("list.csv", strings.Repeat("x", 10<<20)).Want(t, http.StatusRequestEntityTooLarge)
	p.As(t, apptest.OfficeWorker).Send(http.MethodPost, apptest.FilePath, strings.NewReader(strings.Repeat("a", 300<<10)), apptest.OfForm(nil)...).Want(t, http.StatusRequestEntityTooLarge)
}

func headerInAnyOrder(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.OfficeWorker)
	period := apptest.PeriodOffered(v)
	for _, content := range []string{"ENROLMENT ID,Name,CLASS\n7001,Kim,8B\n", "class;name;enrolment_id\n8B;Kim;7001\n"} {
		imported(v, content)
		if list := p.List(t, apptest.Harbour, period); len(list) != 1 || list[0].ID != 7001 || list[0].Name() != "Kim" || list[0].Class != "8B" {
			t.Errorf("%q becomes %+v", content, list)
		}
	}
	if page := v.Follow(v.Bring("list.csv", "ID,Name\n7001,Kim\n")).Want(t, http.StatusOK); !strings.Contains(page.Text("main"), "Choose the column with the number") {
		t.Errorf("an ID that may be anybody's is taken: %s", page.Text("main"))
	}
}

func windowsNames(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.OfficeWorker)
	period := apptest.PeriodOffered(v)
	imported(v, "enrolment,given\n7001,Jos\xe9\n")
	if list := p.List(t, apptest.Harbour, period); list[0].Given != "José" {
		t.Errorf("the name is %q", list[0].Given)
	}
	for name, content := range map[string]string{
		"a byte that no Windows text has": "enrolment,given\n7001,Ana\n7002,Jos\x81\n",
		"a broken character":              "enrolment,given\n7001,Zoë\n7002,Jos\xe9\n",
	} {
		got := v.Bring("list.csv", content).Want(t, http.StatusUnprocessableEntity)
		if !strings.Contains(got.Text("[role=alert]"), "line 3:") || got.Page.Find("form[action$='/file'][method=post]").Length() != 0 {
			t.Errorf("%s: it says %s", name, got.Text("main"))
		}
	}
}

func otherSchoolsIDs(t *testing.T, p *apptest.Program) {
	school, err := p.App.Store.School(t.Context(), apptest.Tilleuls)
	apptest.Must(t, err)
	periods, _, err := p.App.Lists.Rosters.Periods(t.Context(), school)
	apptest.Must(t, err)
	period := periods[len(periods)-1].ID
	_, _, err = p.App.Lists.Rosters.Students(t.Context(), school, period)
	apptest.Must(t, err)
	theirs := p.List(t, apptest.Tilleuls, string(period))
	v := p.As(t, apptest.OfficeWorker)
	imported(v, "enrolment,given,school\n"+theirs[0].ID.String()+",Mine,tilleuls\n")
	if now := p.List(t, apptest.Tilleuls, string(period)); len(now) != len(theirs) || now[0] != theirs[0] {
		t.Error("the other school's list has changed")
	}
	v.SendFile("/schools/tilleuls/settings/students", "list.csv", apptest.ThreeStudents, url.Values{"period": {string(period)}}).Want(t, http.StatusNotFound)
	for _, nonsense := range []string{"", "of-no-school", string(period) + "00"} {
		v.SendFile(apptest.StudentsPath, "list.csv", apptest.ThreeStudents, url.Values{"period": {nonsense}}).Want(t, http.StatusUnprocessableEntity)
	}
}

func mixedNewlines(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.OfficeWorker)
	imported(v, "enrolment,given\r7001,Kim\r\n7002,Ada\n7003,Bo\r")
	if list := p.List(t, apptest.Harbour, apptest.PeriodOffered(v)); len(list) != 3 || list[2].Given != "Bo" {
		t.Errorf("the list is %+v", list)
	}
}

func unclosedQuote(t *testing.T, p *apptest.Program) {
	got := p.As(t, apptest.OfficeWorker).Bring("list.csv", "enrolment,given\n7001,Kim\n7002,\"abc\n7003,Bo\n").Want(t, http.StatusUnprocessableEntity)
	if !strings.Contains(got.Text("[role=alert]"), "line 3") {
		t.Errorf("it says %s", got.Text("main"))
	}
}

func scriptInName(t *testing.T, p *apptest.Program) {
	const name = "<script>alert(1)</script>"
	v := p.As(t, apptest.OfficeWorker)
	preview := v.Follow(v.Bring("list.csv", "enrolment,given,class\n7001,"+name+","+name+"\n"))
	v.Confirm(preview)
	roll := v.Get(apptest.RollPath+"?class="+url.QueryEscape(name)).Want(t, http.StatusOK)
	home := v.Get("/schools/harbour").Want(t, http.StatusOK)
	for where, page := range map[string]apptest.Answer{"preview": preview, "roll": roll, "home": home} {
		if page.Page.Find("main script, .tile script").Length() != 0 || !strings.Contains(page.Text("main"), name) {
			t.Errorf("%s: %s", where, page.Text("main"))
		}
	}
}

// crashHalfWay ends the program while it stores a list; other tests cover the database's own guarantee for a
// killed process.
func crashHalfWay(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.OfficeWorker)
	period := apptest.PeriodOffered(v)
	imported(v, apptest.ThreeStudents)
	many := make([]roll.Enrolment, 5000)
	for i := range many {
		many[i] = roll.Enrolment{ID: roll.EnrolmentID(i + 1), Given: "Many"}
	}
	for _, after := range []time.Duration{0, time.Millisecond, 5 * time.Millisecond, 20 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		err := p.App.Store.PutStudents(ctx, apptest.Harbour, roll.PeriodID(period), "file", many)
		cancel()
		if list := p.List(t, apptest.Harbour, period); len(list) != 3 && len(list) != len(many) || err == nil && len(list) != len(many) {
			t.Fatalf("broken off after %v there are %d students, %v", after, len(list), err)
		}
	}
}

func formulaCells(t *testing.T, p *apptest.Program) {
	const name = "=cmd|' /C calc'!A0"
	v := p.As(t, apptest.OfficeWorker)
	imported(v, "enrolment,given\n7001,\""+name+"\"\n")
	if list := p.List(t, apptest.Harbour, apptest.PeriodOffered(v)); len(list) != 1 || list[0].Given != name {
		t.Errorf("the list is %+v", list)
	}
}
