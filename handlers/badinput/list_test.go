package badinput_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

// badLists are the trials of bad answers of the school system.
func badLists() map[string]trial {
	return map[string]trial{
		"roster duplicates":                      listedTwice,
		"id beyond 2^53":                         exactIDs,
		"id as string":                           idsAsText,
		"name HTML":                              hostileNames,
		"two identical names":                    equalNames,
		"roster 2,000":                           twoThousand,
		"upstream error body with secret echoed": echoedSecret,
		"upstream Set-Cookie":                    serviceCookie,
	}
}

// listed makes the school system return this list of students for the past school year, and returns the roll
// of its class Z.
func listed(t *testing.T, students string) (*apptest.Program, *apptest.Visitor, apptest.Answer) {
	t.Helper()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	v.Get(apptest.EightB).Want(t, http.StatusOK)
	other := otherPeriod(t, p)
	body := "[" + students + "]"
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{Body: &body}))
	got := v.Get(apptest.RollPath+"?class=Z&period="+other).Want(t, http.StatusOK)
	p.Sandbox.Heal(apptest.HarbourCode)
	return p, v, got
}

// listedStudent returns an item of the school system's list.
func listedStudent(enrolment, student, first, last string) string {
	return fmt.Sprintf(`{"studentSemesterInfoId":%s,"studentId":%s,"firstName":%q,"lastName":%q,"className":"Z"}`, enrolment, student, first, last)
}

func listedTwice(t *testing.T, _ *apptest.Program) {
	kim := listedStudent("7001", "8001", "Kim", "Lund")
	_, _, page := listed(t, kim+","+kim+","+listedStudent("7002", "8002", "Bo", "Lund"))
	if rows := page.Rows(t); len(rows) != 2 || rows[0].Enrolment != "7001" {
		t.Errorf("the rows are %+v", rows)
	}
}

func exactIDs(t *testing.T, p *apptest.Program) {
	rows := p.As(t, apptest.Teacher).Get(apptest.EightB).Want(t, http.StatusOK).Rows(t)
	found := map[string]string{}
	for _, row := range rows {
		found[row.Enrolment] = row.Student
	}
	if found["9007199254740993"] != "9007199254740992" || found["9007199254740992"] != "9007199254740993" {
		t.Errorf("the ids are %v", found)
	}
}

func idsAsText(t *testing.T, _ *apptest.Program) {
	_, _, page := listed(t, listedStudent(`"7001"`, `"9007199254740995"`, "Kim", "Lund"))
	if rows := page.Rows(t); len(rows) != 1 || rows[0].Enrolment != "7001" || rows[0].Student != "9007199254740995" {
		t.Errorf("the rows are %+v", rows)
	}
}

func hostileNames(t *testing.T, _ *apptest.Program) {
	const name = `<b onmouseover=alert(1)>Kim</b>`
	_, _, page := listed(t, listedStudent("7001", "8001", name, "Lund"))
	if text := page.Text("[data-enrolment]"); !strings.Contains(text, name) || page.Page.Find("[onmouseover]").Length() > 0 {
		t.Errorf("the row says %s", text)
	}
}

func equalNames(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB)
	var texts, ids []string
	for _, row := range page.Page.Find("[data-enrolment]").EachIter() {
		if text := strings.Join(strings.Fields(row.Find("label").Text()), " "); strings.Contains(text, "Anna Kowalska") {
			texts, ids = append(texts, text), append(ids, row.AttrOr("data-enrolment", ""))
		}
	}
	if len(texts) != 2 || texts[0] == texts[1] {
		t.Fatalf("they are called %q", texts)
	}
	after := v.Follow(v.Post(apptest.RollPath, page.Press(t, "Absent", ids[1])))
	for _, row := range after.Rows(t) {
		if want := row.Enrolment == ids[1]; (row.Outcome == "saved") != want {
			t.Errorf("a row is %+v", row)
		}
	}
}

func twoThousand(t *testing.T, _ *apptest.Program) {
	students := make([]string, 2000)
	for i := range students {
		students[i] = listedStudent(fmt.Sprint(700_001+i), fmt.Sprint(800_001+i), fmt.Sprint("Kim ", i), "Lund")
	}
	p, v, page := listed(t, strings.Join(students, ","))
	address := page.Form("#roll")
	warm := v.Get(apptest.RollPath+"?class=Z&period="+address.Get("period")).Want(t, http.StatusOK)
	if len(warm.Body) > 2<<20 {
		t.Errorf("%d KB", len(warm.Body)>>10)
	}
	form := warm.Press(t, "Present")
	for _, row := range warm.Rows(t) {
		form.Add("enrolment", row.Enrolment)
	}
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	token := v.Post(apptest.RollPath, form).Saved(t)
	if told := v.Get(apptest.SavesPath+token).Want(t, http.StatusOK); told.Page.Find(".list li").Length() != 2000 {
		t.Errorf("%d marks", told.Page.Find(".list li").Length())
	}
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) > 1 {
		t.Errorf("%d calls", len(calls))
	}
}

func echoedSecret(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	_, key, err := p.Sandbox.CreateKey(apptest.HarbourCode, "Another")
	apptest.Must(t, err)
	apptest.Must(t, p.App.Connecting.Keys.ReplaceKey(t.Context(), apptest.Harbour, apiclient.NewKey(key)))
	body := `{"message":"the key ` + key + ` broke"}` + strings.Repeat("x", 8<<10)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, Status: http.StatusInternalServerError, Body: &body}))
	v := p.As(t, apptest.Administrator)
	token := v.Takes("Absent", 0)
	for _, path := range []string{apptest.SavesPath + token, apptest.SavesPath + token + "/request", apptest.ConnectionPath, apptest.EightB} {
		page := v.Get(path).Want(t, http.StatusOK)
		if strings.Contains(string(page.Body), key) {
			t.Errorf("%s shows the key", path)
		}
		if length := strings.Count(string(page.Body), "x"); length > 4<<10 {
			t.Errorf("%s shows all of the answer", path)
		}
	}
	if sent := v.Get(apptest.SavesPath + token + "/request"); !strings.Contains(sent.Text("pre"), "broke") {
		t.Errorf("it shows %s", sent.Text("pre"))
	}
}

func serviceCookie(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{Headers: map[string]string{"Set-Cookie": "spy=1; Path=/"}}))
	v := p.As(t, apptest.Teacher)
	page := v.Get(apptest.EightB).Want(t, http.StatusOK)
	saved := v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	v.Takes("Late", 1)
	for _, got := range []apptest.Answer{page, saved} {
		if strings.Contains(strings.Join(got.Header.Values("Set-Cookie"), " "), "spy") {
			t.Error("the cookie is passed on")
		}
	}
	for _, call := range p.Sandbox.Arrivals(apptest.HarbourCode) {
		if call.Header.Get("Cookie") != "" {
			t.Errorf("the cookie is sent back: %v", call.Header)
		}
	}
	address, err := url.Parse(v.Address)
	apptest.Must(t, err)
	for _, cookie := range v.Client.Jar.Cookies(address) {
		if cookie.Name == "spy" {
			t.Error("the browser has it")
		}
	}
}
