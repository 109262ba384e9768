package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
)

// badLists are bad answers of the school system.
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

// listed has the school system give this list of students for the school year that
// has passed, and is the roll of its class Z.
func listed(t *testing.T, students string) (*program, *visitor, answer) {
	t.Helper()
	p := boot(t)
	v := p.as(t, teacher)
	page := v.get(eightB).want(t, http.StatusOK)
	other := page.page.Find("select[name=period] option:not([selected])").First().AttrOr("value", "")
	body := "[" + students + "]"
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{Body: &body}))
	got := v.get(rollPath+"?class=Z&period="+other).want(t, http.StatusOK)
	p.sandbox.Heal(harbourCode)
	return p, v, got
}

// listedStudent is an item of the school system's list.
func listedStudent(enrolment, student, first, last string) string {
	return fmt.Sprintf(`{"studentSemesterInfoId":%s,"studentId":%s,"firstName":%q,"lastName":%q,"className":"Z"}`, enrolment, student, first, last)
}

func listedTwice(t *testing.T, _ *program) {
	kim := listedStudent("7001", "8001", "Kim", "Lund")
	_, _, page := listed(t, kim+","+kim+","+listedStudent("7002", "8002", "Bo", "Lund"))
	if rows := page.rows(t); len(rows) != 2 || rows[0].enrolment != "7001" {
		t.Errorf("the rows are %+v", rows)
	}
}

func exactIDs(t *testing.T, p *program) {
	rows := p.as(t, teacher).get(eightB).want(t, http.StatusOK).rows(t)
	found := map[string]string{}
	for _, row := range rows {
		found[row.enrolment] = row.student
	}
	if found["9007199254740993"] != "9007199254740992" || found["9007199254740992"] != "9007199254740993" {
		t.Errorf("the ids are %v", found)
	}
}

func idsAsText(t *testing.T, _ *program) {
	_, _, page := listed(t, listedStudent(`"7001"`, `"9007199254740993"`, "Kim", "Lund"))
	if rows := page.rows(t); len(rows) != 1 || rows[0].enrolment != "7001" || rows[0].student != "9007199254740993" {
		t.Errorf("the rows are %+v", rows)
	}
}

func hostileNames(t *testing.T, _ *program) {
	const name = `<b onmouseover=alert(1)>Kim</b>`
	_, _, page := listed(t, listedStudent("7001", "8001", name, "Lund"))
	if text := page.text("[data-enrolment]"); !strings.Contains(text, name) || page.page.Find("[onmouseover]").Length() > 0 {
		t.Errorf("the row says %s", text)
	}
}

func equalNames(t *testing.T, p *program) {
	v := p.as(t, teacher)
	page := v.get(eightB)
	var texts, ids []string
	for _, row := range page.page.Find("[data-enrolment]").EachIter() {
		if text := strings.Join(strings.Fields(row.Find("label").Text()), " "); strings.Contains(text, "Anna Kowalska") {
			texts, ids = append(texts, text), append(ids, row.AttrOr("data-enrolment", ""))
		}
	}
	if len(texts) != 2 || texts[0] == texts[1] {
		t.Fatalf("they are called %q", texts)
	}
	after := v.follow(v.post(rollPath, page.press(t, "Absent", ids[1])))
	for _, row := range after.rows(t) {
		if want := row.enrolment == ids[1]; (row.outcome == "saved") != want {
			t.Errorf("a row is %+v", row)
		}
	}
}

func twoThousand(t *testing.T, _ *program) {
	students := make([]string, 2000)
	for i := range students {
		students[i] = listedStudent(fmt.Sprint(700_001+i), fmt.Sprint(800_001+i), fmt.Sprint("Kim ", i), "Lund")
	}
	p, v, page := listed(t, strings.Join(students, ","))
	address := page.form("#roll")
	warm := v.get(rollPath+"?class=Z&period="+address.Get("period")).want(t, http.StatusOK)
	if len(warm.body) > 2<<20 {
		t.Errorf("%d KB", len(warm.body)>>10)
	}
	form := warm.press(t, "Present")
	for _, row := range warm.rows(t) {
		form.Add("enrolment", row.enrolment)
	}
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	token := v.post(rollPath, form).saved(t)
	if told := v.get(savesPath+token).want(t, http.StatusOK); told.page.Find(".list li").Length() != 2000 {
		t.Errorf("%d marks", told.page.Find(".list li").Length())
	}
	if calls := p.sandbox.Arrivals(harbourCode); len(calls) > 1 {
		t.Errorf("%d calls", len(calls))
	}
}

func echoedSecret(t *testing.T, _ *program) {
	p := boot(t)
	_, key, err := p.sandbox.CreateKey(t.Context(), harbourCode, "Another")
	must(t, err)
	must(t, p.app.ReplaceKey(t.Context(), harbour, apiclient.NewKey(key)))
	body := `{"message":"the key ` + key + ` broke"}` + strings.Repeat("x", 8<<10)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, Status: http.StatusInternalServerError, Body: &body}))
	v := p.as(t, administrator)
	token := v.takes("Absent", 0)
	for _, path := range []string{savesPath + token, savesPath + token + "/request", connectionPath, eightB} {
		page := v.get(path).want(t, http.StatusOK)
		if strings.Contains(string(page.body), key) {
			t.Errorf("%s shows the key", path)
		}
		if length := strings.Count(string(page.body), "x"); length > 4<<10 {
			t.Errorf("%s shows all of the answer", path)
		}
	}
	if sent := v.get(savesPath + token + "/request"); !strings.Contains(sent.text("pre"), "broke") {
		t.Errorf("it shows %s", sent.text("pre"))
	}
}

func serviceCookie(t *testing.T, _ *program) {
	p := boot(t)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{Headers: map[string]string{"Set-Cookie": "spy=1; Path=/"}}))
	v := p.as(t, teacher)
	page := v.get(eightB).want(t, http.StatusOK)
	saved := v.post(rollPath, page.press(t, "Absent", page.enrolments(t, 0)...)).want(t, http.StatusSeeOther)
	v.takes("Late", 1)
	for _, got := range []answer{page, saved} {
		if strings.Contains(strings.Join(got.header.Values("Set-Cookie"), " "), "spy") {
			t.Error("the cookie is passed on")
		}
	}
	for _, call := range p.sandbox.Arrivals(harbourCode) {
		if call.Header.Get("Cookie") != "" {
			t.Errorf("the cookie is sent back: %v", call.Header)
		}
	}
	address, err := url.Parse(v.address)
	must(t, err)
	for _, cookie := range v.client.Jar.Cookies(address) {
		if cookie.Name == "spy" {
			t.Error("the browser has it")
		}
	}
}
