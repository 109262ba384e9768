package handlers_test

import (
	"bytes"
	"errors"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
)

// misplaced is a program whose school has its system at an address where nothing is.
func misplaced(t *testing.T) *program {
	t.Helper()
	p := boot(t)
	school, err := p.app.Store.School(t.Context(), harbour)
	must(t, err)
	key, err := p.app.Store.KeyInUse(t.Context(), harbour)
	must(t, err)
	school.BaseURL, school.Tenant, school.Code = "https://127.0.0.1:9", "nobody", "NONE"
	must(t, p.app.Store.Connect(t.Context(), school, key))
	return p
}

// connects enters the four credentials of the sample school as an admin does.
func (p *program) connects(t testing.TB, v *visitor) answer {
	t.Helper()
	known, err := p.sandbox.Schools(t.Context())
	must(t, err)
	return v.connectsTo(p.service.URL, known[0].Tenant, harbourCode, p.newKey(t, harbourCode).Reveal())
}

func (v *visitor) connectsTo(address, tenant, code, key string) answer {
	v.t.Helper()
	return v.follow(v.enters(address, tenant, code, key)).want(v.t, http.StatusOK)
}

// enters presses the button below the credentials.
func (v *visitor) enters(address, tenant, code, key string) answer {
	v.t.Helper()
	form := v.get(connectPath).want(v.t, http.StatusOK).form("form.credentials")
	form.Set("address", address)
	form.Set("tenant", tenant)
	form.Set("code", code)
	form.Set("key", key)
	return v.post(connectPath, form)
}

// state is what the page says of a call.
func (a answer) callState(name string) string { return a.text("#call-" + name + " > summary > span") }

func TestAnAdminConnectsTheSandboxByItsCredentialsAlone(t *testing.T) {
	t.Parallel()
	p := misplaced(t)
	v := p.as(t, administrator)
	page := p.connects(t, v)
	for call, want := range map[string]string{
		"periods": "2 found", "students": "12 classes", "statuses": "6 found", "dailyAttendance": "lists nothing",
	} {
		if got := page.callState(call); !strings.Contains(got, want) {
			t.Errorf("of %s it says %q", call, got)
		}
	}
	if page.page.Find("#call-students .seen li").Length() < 10 || !strings.Contains(page.text("#call-students .seen"), "5A") {
		t.Errorf("the roster is %q", page.text("#call-students .seen"))
	}
	used := v.follow(v.post(page.address("form[action$='/use']"), page.form("form[action$='/use']"))).want(t, http.StatusOK)
	if text := used.text("#use"); !strings.Contains(text, "is read like this") || strings.Contains(text, "not") {
		t.Errorf("then it says %q", text)
	}
	rows := p.as(t, teacher).get(eightB).want(t, http.StatusOK).rows(t)
	if len(rows) < 20 {
		t.Errorf("the roll has %d rows", len(rows))
	}
}

func TestHowASchoolIsReadIsAFileThatCanBeTakenElsewhere(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	page := p.connects(t, v)
	v.post(page.address("form[action$='/use']"), nil).want(t, http.StatusSeeOther)
	file := v.get(connectPath+"/mapping.json").want(t, http.StatusOK)
	if !strings.Contains(file.header.Get("Content-Disposition"), "attachment") || !strings.Contains(string(file.body), `"statuses"`) {
		t.Errorf("the file is %s", file.body)
	}
	for _, secret := range []string{harbourCode, "service-secret-key", "live_", p.service.URL} {
		if strings.Contains(string(file.body), secret) {
			t.Errorf("the file holds %s", secret)
		}
	}
	changed := strings.Replace(string(file.body), `"$.className"`, `"$['className']"`, 1)
	after := v.follow(v.sendsMapping(changed)).want(t, http.StatusOK)
	if got := after.form("#call-students form").Get("field_className"); got != "$['className']" || !strings.Contains(after.callState("students"), "classes") {
		t.Errorf("the class is at %q, and it says %q", got, after.callState("students"))
	}
	v.post(connectPath+"/mapping.json", nil).want(t, http.StatusUnprocessableEntity)
	for _, bad := range []string{"", "{}", "no", strings.Replace(changed, `"version": 1`, `"version": 2`, 1)} {
		refused := v.sendsMapping(bad).want(t, http.StatusUnprocessableEntity)
		if refused.page.Find("[role=alert]").Length() != 1 {
			t.Errorf("%q: it says %q", bad, refused.text("main"))
		}
	}
}

// sendsMapping sends the text as a file.
func (v *visitor) sendsMapping(text string) answer {
	v.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("mapping", "mapping.json")
	must(v.t, err)
	_, err = file.Write([]byte(text))
	must(v.t, errors.Join(err, form.Close()))
	return v.send(http.MethodPost, connectPath+"/mapping.json", &body, "Content-Type", form.FormDataContentType(), "Sec-Fetch-Site", "same-origin")
}

func TestAnAdminMendsHowACallIsRead(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	page := p.connects(t, v)
	path := page.address("#call-students form")
	form := page.form("#call-students form")
	form.Set("field_className", "")
	without := v.follow(v.post(path, form)).want(t, http.StatusOK)
	if text := without.callState("students"); strings.Contains(text, "class") || !strings.Contains(text, "317 students.") {
		t.Errorf("without classes it says %q", text)
	}
	form.Set("field_className", "*")
	form.Set("field_className_own", "$.className")
	if with := v.follow(v.post(path, form)); !strings.Contains(with.callState("students"), "classes") || with.page.Find("#call-students[open]").Length() != 1 {
		t.Errorf("with classes it says %q", with.callState("students"))
	}
	inForm := func() string {
		form := v.get(connectPath).form("#call-students form")
		form.Del("guard")
		return form.Encode()
	}
	before := inForm()
	for name, value := range map[string]string{
		"path": "//evil.example/x", "list": "$[", "field_studentId": "$..[?@.a==$..b]", "paging": "page", "paging_first": "x",
	} {
		bad := page.form("#call-students form")
		bad.Set(name, "*")
		bad.Set(name+"_own", value)
		if strings.HasPrefix(name, "pa") {
			bad.Set(name, value)
		}
		if name == "paging_first" {
			bad.Set("paging", "page")
		}
		refused := v.post(path, bad).want(t, http.StatusUnprocessableEntity)
		if refused.page.Find("#call-students [role=alert]").Length() != 1 || refused.page.Find("#call-students [aria-invalid]").Length() != 1 {
			t.Errorf("%s: %d places are marked", name, refused.page.Find("#call-students [aria-invalid]").Length())
		}
	}
	if after := inForm(); after != before {
		t.Errorf("what was refused changed\n%s to\n%s", before, after)
	}
	v.post(connectPath+"/calls/nonsense", form).want(t, http.StatusNotFound)
}

func TestAMappingNeverHoldsTheKey(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	page := p.connects(t, v)
	key := p.newKey(t, harbourCode).Reveal()
	v.connectsTo(p.service.URL, page.form("form.credentials").Get("tenant"), harbourCode, key)
	form := page.form("#call-statuses form")
	form.Set("path", "/serviceapi/v1/students/attendance/statuses/list?key="+key)
	v.post(page.address("#call-statuses form"), form).want(t, http.StatusUnprocessableEntity)
	if text := string(v.get(connectPath).body); strings.Contains(text, key) {
		t.Error("the page shows the key")
	}
}

func TestOnlyAdminsConnect(t *testing.T) {
	t.Parallel()
	p := boot(t)
	for _, path := range []string{"", "/find", "/use", "/calls/students", "/mapping.json"} {
		for email, want := range map[string]int{teacher: http.StatusForbidden, officeWorker: http.StatusForbidden, frenchTeacher: http.StatusNotFound} {
			p.as(t, email).post(connectPath+path, nil).want(t, want)
		}
	}
	if arrivals := p.sandbox.Arrivals(""); len(arrivals) != 0 {
		t.Errorf("%d calls were made", len(arrivals))
	}
}

func TestAFailureThatMayPassTakesNothingAway(t *testing.T) {
	t.Parallel()
	p := boot(t)
	v := p.as(t, administrator)
	page := p.connects(t, v)
	v.post(page.address("form[action$='/use']"), nil).want(t, http.StatusSeeOther)
	before := string(v.get(connectPath + "/mapping.json").body)
	for _, fault := range []sandbox.Fault{{Status: http.StatusServiceUnavailable}, {RefuseKey: true}} {
		must(t, p.sandbox.SetFault(harbourCode, fault))
		found := v.follow(v.post(connectPath+"/find", nil)).want(t, http.StatusOK)
		if state := found.callState("students"); strings.Contains(state, "students") {
			t.Errorf("it says %q", state)
		}
		if found.page.Find("form[action$='/use']").Length() > 0 {
			t.Error("what failed can be put in force")
		}
		p.sandbox.Heal(harbourCode)
	}
	v.post(connectPath+"/use", nil).want(t, http.StatusSeeOther)
	if after := string(v.get(connectPath + "/mapping.json").body); after != before {
		t.Errorf("it became %s", after)
	}
}

func TestWithoutACallThePageLeadsToTheWayWithoutIt(t *testing.T) {
	t.Parallel()
	f := bareIDs(t)
	p := misplaced(t)
	v := p.as(t, administrator)
	page := v.connectsTo(f.server.URL, foreignTenant, foreignCode, foreignKey)
	link := page.page.Find("#call-statuses a.button")
	if link.Length() != 1 || !strings.Contains(page.text("#call-statuses"), "by hand") {
		t.Fatalf("of the statuses it says %q", page.text("#call-statuses"))
	}
	v.get(link.AttrOr("href", "")).want(t, http.StatusOK)
	page = v.choosesFirst(page)
	if !strings.Contains(page.text("#call-students"), "does not tell the id by which answers name a student") {
		t.Errorf("of the students it says %q", page.text("#call-students"))
	}
	without := v.follow(v.post(page.address("#call-students form"), url.Values{"do": {"without"}})).want(t, http.StatusOK)
	if got := without.callState("students"); got != "There is no such list." || without.page.Find("#call-students a.button").Length() != 1 {
		t.Errorf("then it says %q", got)
	}
	again := v.follow(v.post(page.address("#call-students form"), url.Values{"do": {"again"}})).want(t, http.StatusOK)
	if got := v.choosesFirst(again).callState("students"); got != "4 students." {
		t.Errorf("found again it says %q", got)
	}
	typed := again.form("#call-statuses form")
	typed.Set("path", "/serviceapi/v1/students/list?schoolPeriodId={period}")
	mended := v.follow(v.post(again.address("#call-statuses form"), typed)).want(t, http.StatusOK)
	if got := mended.callState("statuses"); got != "4 found." {
		t.Errorf("at a path that was typed it says %q", got)
	}
	typed.Set("path", "/serviceapi/v1/nothing/here")
	failed := v.follow(v.post(again.address("#call-statuses form"), typed)).want(t, http.StatusOK)
	if got := failed.callState("statuses"); got != "What answers there is something else." || failed.form("#call-statuses form").Get("path") != "/serviceapi/v1/nothing/here" {
		t.Errorf("at a path where nothing is it says %q", got)
	}
}

func TestCallsAtPlacesThatNobodyWouldGuessAreTyped(t *testing.T) {
	t.Parallel()
	f := foreignSystem(t, "odd", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			tells(w, []map[string]any{{"id": 7, "name": "2026/27"}})
		},
		"GET /x/groups-of/{period}": func(w http.ResponseWriter, _ *http.Request) {
			tells(w, []map[string]any{{"groupId": 4, "groupName": "4e A"}})
		},
		"GET /x/members": func(w http.ResponseWriter, r *http.Request) {
			if r.FormValue("of") != "4" {
				http.NotFound(w, r)
				return
			}
			tells(w, []map[string]any{{"enrolmentId": 41, "studentId": 51, "name": "Ada Byron"}, {"enrolmentId": 42, "studentId": 52, "name": "Bo Lund"}})
		},
	})
	p := misplaced(t)
	v := p.as(t, administrator)
	page := v.connectsTo(f.server.URL, foreignTenant, foreignCode, foreignKey)
	for _, one := range [][3]string{{"classes", "/x/groups-of/{period}", "1 found."}, {"students", "/x/members?of={class}", "2 students in the first class."}} {
		form := page.form("#call-" + one[0] + " form")
		form.Set("path", one[1])
		page = v.follow(v.post(page.address("#call-"+one[0]+" form"), form)).want(t, http.StatusOK)
		if got := page.callState(one[0]); got != one[2] {
			t.Fatalf("of %s it says %q", one[0], got)
		}
	}
	v.follow(v.post(page.address("form[action$='/use']"), nil)).want(t, http.StatusOK)
	rows := v.get("/schools/harbour/roll?class=4&period=7").want(t, http.StatusOK).rows(t)
	if len(rows) != 2 || rows[0].enrolment != "41" {
		t.Errorf("the roll has %+v", rows)
	}
}

func TestAMappingThatCannotBeReadIsMendedOnThePage(t *testing.T) {
	t.Parallel()
	p := boot(t)
	school, err := p.app.Store.School(t.Context(), harbour)
	must(t, err)
	school.Mapping = `{"version":1,"students":`
	must(t, p.app.Store.SetMapping(t.Context(), school, false))
	v := p.as(t, administrator)
	page := v.get(connectPath).want(t, http.StatusOK)
	if strings.Contains(page.text("#use"), "is read like this") {
		t.Error("it is said to be in force")
	}
	found := v.follow(v.post(connectPath+"/find", nil)).want(t, http.StatusOK)
	v.follow(v.post(found.address("form[action$='/use']"), nil)).want(t, http.StatusOK)
	if rows := p.as(t, teacher).get(eightB).want(t, http.StatusOK).rows(t); len(rows) < 20 {
		t.Errorf("the roll has %d rows", len(rows))
	}
}
