package handlers_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/web/roll"
)

// badImports are lists of students that are wrong, hostile or sent in an odd way.
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

// periodOffered is the school year that the page offers first.
func periodOffered(v *visitor) string {
	return v.get(studentsPath).form("form[enctype]").Get("period")
}

// imported brings a list and stores it.
func imported(v *visitor, content string) answer {
	v.t.Helper()
	return v.follow(v.confirm(v.follow(v.bring("list.csv", content)).want(v.t, http.StatusOK))).want(v.t, http.StatusOK)
}

func manyTinyRows(t *testing.T, p *program) {
	v := p.as(t, officeWorker)
	got := v.bring("list.csv", strings.Repeat("1\n", 1_000_000)).want(t, http.StatusUnprocessableEntity)
	if !strings.Contains(got.text("[role=alert]"), "too many lines") {
		t.Errorf("it says %s", got.text("main"))
	}
}

func importedTwice(t *testing.T, p *program) {
	v := p.as(t, officeWorker)
	form := v.follow(v.bring("list.csv", threeStudents)).form("form[action$='/file'][method=post]")
	period := periodOffered(v)
	var both sync.WaitGroup
	codes := make([]int, 2)
	for i := range codes {
		both.Go(func() { codes[i] = v.follow(v.post(filePath, form)).code })
	}
	both.Wait()
	if codes[0] != http.StatusOK || codes[1] != http.StatusOK || len(p.list(t, harbour, period)) != 3 {
		t.Errorf("answers %v, %d students", codes, len(p.list(t, harbour, period)))
	}
}

func hostileFileName(t *testing.T, p *program) {
	const name = "<img onerror=alert(1)>.csv"
	got := p.as(t, officeWorker)
	page := got.follow(got.bring(name, threeStudents)).want(t, http.StatusOK)
	if page.page.Find("main img, [onerror]").Length() != 0 || !strings.Contains(page.text("main"), name) {
		t.Errorf("the page is %s", page.text("main"))
	}
}

func roleColumn(t *testing.T, p *program) {
	imported(p.as(t, officeWorker), "enrolment,given,role,school,email\n7001,Kim,admin,tilleuls,"+teacher+"\n")
	p.as(t, teacher).get(studentsPath).want(t, http.StatusForbidden)
	_, memberships, err := p.app.Store.Person(t.Context(), roll.PersonID(teacher))
	must(t, err)
	if len(memberships) != 1 || memberships[0].Role != roll.Teacher {
		t.Errorf("the teacher is %+v", memberships)
	}
}

func tenMegabytes(t *testing.T, p *program) {
	v := p.as(t, officeWorker)
	v.bring("list.csv", strings.Repeat("x", 10<<20)).want(t, http.StatusRequestEntityTooLarge)
	p.as(t, officeWorker).send(http.MethodPost, filePath, strings.NewReader(strings.Repeat("a", 300<<10)), ofForm(nil)...).want(t, http.StatusRequestEntityTooLarge)
}

func headerInAnyOrder(t *testing.T, p *program) {
	v := p.as(t, officeWorker)
	period := periodOffered(v)
	for _, content := range []string{"ENROLMENT ID,Name,CLASS\n7001,Kim,8B\n", "class;name;enrolment_id\n8B;Kim;7001\n"} {
		imported(v, content)
		if list := p.list(t, harbour, period); len(list) != 1 || list[0].ID != 7001 || list[0].Name() != "Kim" || list[0].Class != "8B" {
			t.Errorf("%q becomes %+v", content, list)
		}
	}
	if page := v.follow(v.bring("list.csv", "ID,Name\n7001,Kim\n")).want(t, http.StatusOK); !strings.Contains(page.text("main"), "do not tell") {
		t.Errorf("an ID that may be anybody's is taken: %s", page.text("main"))
	}
}

func windowsNames(t *testing.T, p *program) {
	v := p.as(t, officeWorker)
	period := periodOffered(v)
	imported(v, "enrolment,given\n7001,Jos\xe9\n")
	if list := p.list(t, harbour, period); list[0].Given != "José" {
		t.Errorf("the name is %q", list[0].Given)
	}
	for name, content := range map[string]string{
		"a byte that no Windows text has": "enrolment,given\n7001,Ana\n7002,Jos\x81\n",
		"a broken character":              "enrolment,given\n7001,Zoë\n7002,Jos\xe9\n",
	} {
		got := v.bring("list.csv", content).want(t, http.StatusUnprocessableEntity)
		if !strings.Contains(got.text("[role=alert]"), "Line 3:") || got.page.Find("form[action$='/file'][method=post]").Length() != 0 {
			t.Errorf("%s: it says %s", name, got.text("main"))
		}
	}
}

func otherSchoolsIDs(t *testing.T, p *program) {
	school, err := p.app.Store.School(t.Context(), tilleuls)
	must(t, err)
	periods, _, err := p.app.Rosters.Periods(t.Context(), school)
	must(t, err)
	period := periods[len(periods)-1].ID
	_, _, err = p.app.Rosters.Students(t.Context(), school, period)
	must(t, err)
	theirs := p.list(t, tilleuls, string(period))
	v := p.as(t, officeWorker)
	imported(v, "enrolment,given,school\n"+theirs[0].ID.String()+",Mine,tilleuls\n")
	if now := p.list(t, tilleuls, string(period)); len(now) != len(theirs) || now[0] != theirs[0] {
		t.Error("the other school's list has changed")
	}
	v.sendFile("/schools/tilleuls/settings/students", "list.csv", threeStudents, url.Values{"period": {string(period)}}).want(t, http.StatusNotFound)
	for _, nonsense := range []string{"", "of-no-school", string(period) + "00"} {
		v.sendFile(studentsPath, "list.csv", threeStudents, url.Values{"period": {nonsense}}).want(t, http.StatusUnprocessableEntity)
	}
}

func mixedNewlines(t *testing.T, p *program) {
	v := p.as(t, officeWorker)
	imported(v, "enrolment,given\r7001,Kim\r\n7002,Ada\n7003,Bo\r")
	if list := p.list(t, harbour, periodOffered(v)); len(list) != 3 || list[2].Given != "Bo" {
		t.Errorf("the list is %+v", list)
	}
}

func unclosedQuote(t *testing.T, p *program) {
	got := p.as(t, officeWorker).bring("list.csv", "enrolment,given\n7001,Kim\n7002,\"abc\n7003,Bo\n").want(t, http.StatusUnprocessableEntity)
	if !strings.Contains(got.text("[role=alert]"), "line 3") {
		t.Errorf("it says %s", got.text("main"))
	}
}

func scriptInName(t *testing.T, p *program) {
	const name = "<script>alert(1)</script>"
	v := p.as(t, officeWorker)
	preview := v.follow(v.bring("list.csv", "enrolment,given,class\n7001,"+name+","+name+"\n"))
	v.confirm(preview)
	roll := v.get(rollPath+"?class="+url.QueryEscape(name)).want(t, http.StatusOK)
	home := v.get("/schools/harbour").want(t, http.StatusOK)
	for where, page := range map[string]answer{"preview": preview, "roll": roll, "home": home} {
		if page.page.Find("main script, .tile script").Length() != 0 || !strings.Contains(page.text("main"), name) {
			t.Errorf("%s: %s", where, page.text("main"))
		}
	}
}

// crashHalfWay has the program end while a list is being stored; the database's own
// promise for a process that is killed is tried elsewhere.
func crashHalfWay(t *testing.T, p *program) {
	v := p.as(t, officeWorker)
	period := periodOffered(v)
	imported(v, threeStudents)
	many := make([]roll.Enrolment, 5000)
	for i := range many {
		many[i] = roll.Enrolment{ID: roll.EnrolmentID(i + 1), Given: "Many"}
	}
	for _, after := range []time.Duration{0, time.Millisecond, 5 * time.Millisecond, 20 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		err := p.app.Store.PutStudents(ctx, harbour, roll.PeriodID(period), "file", many)
		cancel()
		if list := p.list(t, harbour, period); len(list) != 3 && len(list) != len(many) || err == nil && len(list) != len(many) {
			t.Fatalf("broken off after %v there are %d students, %v", after, len(list), err)
		}
	}
}

func formulaCells(t *testing.T, p *program) {
	const name = "=cmd|' /C calc'!A0"
	v := p.as(t, officeWorker)
	imported(v, "enrolment,given\n7001,\""+name+"\"\n")
	if list := p.list(t, harbour, periodOffered(v)); len(list) != 1 || list[0].Given != name {
		t.Errorf("the list is %+v", list)
	}
}
