package connecting_test

import (
	"bytes"
	"errors"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

func TestAnAdminConnectsTheSandboxByItsCredentialsAlone(t *testing.T) {
	t.Parallel()
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := connects(t, p, v)
	for call, want := range map[string]string{
		"periods": "2 found", "students": "12 classes", "statuses": "6 found", "dailyAttendance": "Empty.",
	} {
		if got := page.CallState(call); !strings.Contains(got, want) {
			t.Errorf("of %s it says %q", call, got)
		}
	}
	if page.Page.Find("#call-students .seen li").Length() < 10 || !strings.Contains(page.Text("#call-students .seen"), "5A") {
		t.Errorf("the roster is %q", page.Text("#call-students .seen"))
	}
	used := v.Follow(v.Post(page.Address("form[action$='/use']"), page.Form("form[action$='/use']"))).Want(t, http.StatusOK)
	if text := used.Text("#use"); !strings.Contains(text, "In use.") || strings.Contains(text, "not") {
		t.Errorf("then it says %q", text)
	}
	rows := p.As(t, apptest.Teacher).Get(apptest.EightB).Want(t, http.StatusOK).Rows(t)
	if len(rows) < 20 {
		t.Errorf("the roll has %d rows", len(rows))
	}
}

func TestHowASchoolIsReadIsAFileThatCanBeTakenElsewhere(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	page := connects(t, p, v)
	v.Post(page.Address("form[action$='/use']"), nil).Want(t, http.StatusSeeOther)
	file := v.Get(apptest.ConnectPath+"/mapping.json").Want(t, http.StatusOK)
	if !strings.Contains(file.Header.Get("Content-Disposition"), "attachment") || !strings.Contains(string(file.Body), `"statuses"`) {
		t.Errorf("the file is %s", file.Body)
	}
	for _, secret := range []string{apptest.HarbourCode, "service-secret-key", "live_", p.Service.URL} {
		if strings.Contains(string(file.Body), secret) {
			t.Errorf("the file holds %s", secret)
		}
	}
	changed := strings.Replace(string(file.Body), `"$.className"`, `"$['className']"`, 1)
	after := v.Agrees(v.Follow(sendsMapping(v, changed)).Want(t, http.StatusOK))
	if got := after.Form("#call-students form").Get("fields.className"); got != "$['className']" || !strings.Contains(after.CallState("students"), "classes") {
		t.Errorf("the class is at %q, and it says %q", got, after.CallState("students"))
	}
	v.Post(apptest.ConnectPath+"/mapping.json", nil).Want(t, http.StatusUnprocessableEntity)
	for _, bad := range []string{"", "{}", "no", strings.Replace(changed, `"version": 1`, `"version": 2`, 1)} {
		refused := sendsMapping(v, bad).Want(t, http.StatusUnprocessableEntity)
		if refused.Page.Find("[role=alert]").Length() != 1 {
			t.Errorf("%q: it says %q", bad, refused.Text("main"))
		}
	}
}

// sendsMapping sends the text as a file.
func sendsMapping(v *apptest.Visitor, text string) apptest.Answer {
	v.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("mapping", "mapping.json")
	apptest.Must(v.T, err)
	_, err = file.Write([]byte(text))
	apptest.Must(v.T, errors.Join(err, form.Close()))
	return v.Send(http.MethodPost, apptest.ConnectPath+"/mapping.json", &body, "Content-Type", form.FormDataContentType(), "Sec-Fetch-Site", "same-origin")
}

func TestAnAdminMendsHowACallIsRead(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	page := connects(t, p, v)
	path := page.Address("#call-students form")
	form := page.Form("#call-students form")
	form.Set("fields.className", "")
	without := v.Follow(v.Post(path, form)).Want(t, http.StatusOK)
	if text := without.CallState("students"); strings.Contains(text, "class") || !strings.Contains(text, "317 found.") {
		t.Errorf("without classes it says %q", text)
	}
	form.Set("fields.className", "$.className")
	if with := v.Follow(v.Post(path, form)); !strings.Contains(with.CallState("students"), "classes") || with.Page.Find("#call-students[open]").Length() != 1 {
		t.Errorf("with classes it says %q", with.CallState("students"))
	}
	inForm := func() string {
		form := v.Get(apptest.ConnectPath).Form("#call-students form")
		form.Del("guard")
		return form.Encode()
	}
	before := inForm()
	for name, value := range map[string]string{"path": "//evil.example/x", "list": "$[", "fields.studentId": "$..[?@.a==$..b]"} {
		bad := page.Form("#call-students form")
		bad.Set(name, value)
		refused := v.Post(path, bad).Want(t, http.StatusUnprocessableEntity)
		if refused.Page.Find("#call-students [role=alert]").Length() != 1 || refused.Page.Find("#call-students [aria-invalid]").Length() != 1 {
			t.Errorf("%s: %d places are marked", name, refused.Page.Find("#call-students [aria-invalid]").Length())
		}
	}
	if after := inForm(); after != before {
		t.Errorf("what was refused changed\n%s to\n%s", before, after)
	}
	v.Post(apptest.ConnectPath+"/calls/nonsense", form).Want(t, http.StatusNotFound)
}

func TestAMappingNeverHoldsTheKey(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	page := connects(t, p, v)
	key := p.NewKey(t, apptest.HarbourCode).Reveal()
	v.ConnectsTo(p.Service.URL, page.Form("form.credentials").Get("tenant"), apptest.HarbourCode, key)
	form := page.Form("#call-statuses form")
	form.Set("path", "/serviceapi/v1/students/attendance/statuses/list?key="+key)
	v.Post(page.Address("#call-statuses form"), form).Want(t, http.StatusUnprocessableEntity)
	if text := string(v.Get(apptest.ConnectPath).Body); strings.Contains(text, key) {
		t.Error("the page shows the key")
	}
}

func TestOnlyAdminsConnect(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for _, path := range []string{"", "/find", "/use", "/calls/students", "/mapping.json"} {
		for email, want := range map[string]int{apptest.Teacher: http.StatusForbidden, apptest.OfficeWorker: http.StatusForbidden, apptest.FrenchTeacher: http.StatusNotFound} {
			p.As(t, email).Post(apptest.ConnectPath+path, nil).Want(t, want)
		}
	}
	if arrivals := p.Sandbox.Arrivals(""); len(arrivals) != 0 {
		t.Errorf("%d calls were made", len(arrivals))
	}
}

func TestAFailureThatMayPassTakesNothingAway(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	page := connects(t, p, v)
	v.Post(page.Address("form[action$='/use']"), nil).Want(t, http.StatusSeeOther)
	before := string(v.Get(apptest.ConnectPath + "/mapping.json").Body)
	for _, fault := range []sandbox.Fault{{Status: http.StatusServiceUnavailable}, {RefuseKey: true}} {
		apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, fault))
		found := v.Follow(v.Post(apptest.ConnectPath+"/find", nil)).Want(t, http.StatusOK)
		if state := found.CallState("students"); strings.Contains(state, "students") {
			t.Errorf("it says %q", state)
		}
		if found.Page.Find("form[action$='/use']").Length() > 0 {
			t.Error("what failed can be put in force")
		}
		p.Sandbox.Heal(apptest.HarbourCode)
	}
	v.Post(apptest.ConnectPath+"/use", nil).Want(t, http.StatusSeeOther)
	if after := string(v.Get(apptest.ConnectPath + "/mapping.json").Body); after != before {
		t.Errorf("it became %s", after)
	}
}

func TestWithoutACallThePageLeadsToTheWayWithoutIt(t *testing.T) {
	t.Parallel()
	f := apptest.BareIDs(t)
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	link := page.Page.Find("#call-statuses a.button")
	if link.Length() != 1 || !strings.Contains(page.Text("#call-statuses"), "by hand") {
		t.Fatalf("of the statuses it says %q", page.Text("#call-statuses"))
	}
	v.Get(link.AttrOr("href", "")).Want(t, http.StatusOK)
	page = choosesFirst(v, page)
	if !strings.Contains(page.Text("#call-students"), "does not say which students it saved") {
		t.Errorf("of the students it says %q", page.Text("#call-students"))
	}
	without := v.Follow(v.Post(page.Address("#call-students form"), url.Values{"do": {"without"}})).Want(t, http.StatusOK)
	if got := without.CallState("students"); got != "Not read from the school system." || without.Page.Find("#call-students a.button").Length() != 1 {
		t.Errorf("then it says %q", got)
	}
	again := v.Follow(v.Post(page.Address("#call-students form"), url.Values{"do": {"again"}})).Want(t, http.StatusOK)
	if got := choosesFirst(v, again).CallState("students"); got != "4 found." {
		t.Errorf("found again it says %q", got)
	}
	typed := again.Form("#call-statuses form")
	typed.Set("path", "/serviceapi/v1/students/list?schoolPeriodId={period}")
	mended := v.Follow(v.Post(again.Address("#call-statuses form"), typed)).Want(t, http.StatusOK)
	if got := mended.CallState("statuses"); got != "4 found." {
		t.Errorf("at a path that was typed it says %q", got)
	}
	typed.Set("path", "/serviceapi/v1/nothing/here")
	failed := v.Follow(v.Post(again.Address("#call-statuses form"), typed)).Want(t, http.StatusOK)
	if got := failed.CallState("statuses"); got != "Something else answers." || failed.Form("#call-statuses form").Get("path") != "/serviceapi/v1/nothing/here" {
		t.Errorf("at a path where nothing is it says %q", got)
	}
}

func TestCallsAtPlacesThatNobodyWouldGuessAreTyped(t *testing.T) {
	t.Parallel()
	f := apptest.ForeignSystem(t, "odd", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"id": 7, "name": "2026/27"}})
		},
		"GET /x/groups-of/{period}": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"groupId": 4, "groupName": "4e A"}, {"groupId": 5, "groupName": "4e B"}})
		},
		"GET /x/members": func(w http.ResponseWriter, r *http.Request) {
			if r.FormValue("of") != "4" {
				apptest.WriteJSON(w, []map[string]any{{"enrolmentId": 43, "studentId": 53, "name": "Cy Moe"}})
				return
			}
			apptest.WriteJSON(w, []map[string]any{{"enrolmentId": 41, "studentId": 51, "name": "Ada Byron"}, {"enrolmentId": 42, "studentId": 52, "name": "Bo Lund"}})
		},
	})
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	for _, one := range [][3]string{{"classes", "/x/groups-of/{period}", "2 found."}, {"students", "/x/members?of={class}", "3 found, in 2 classes."}} {
		form := page.Form("#call-" + one[0] + " form")
		form.Set("path", one[1])
		page = v.Agrees(v.Follow(v.Post(page.Address("#call-"+one[0]+" form"), form)).Want(t, http.StatusOK))
		if got := page.CallState(one[0]); got != one[2] {
			t.Fatalf("of %s it says %q", one[0], got)
		}
	}
	if says := page.Text("#call-students"); strings.Contains(says, "Only the first class") || !strings.Contains(says, "Cy Moe") {
		t.Errorf("of the other class it says %q", says)
	}
	page = v.Follow(v.Post(page.Address("#call-statuses form"), url.Values{"do": {"without"}})).Want(t, http.StatusOK)
	v.Follow(v.Post(page.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	if rows := v.Get("/schools/harbour/roll?class=5&period=7").Want(t, http.StatusOK).Rows(t); len(rows) != 1 {
		t.Errorf("the roll of the other class has %+v", rows)
	}
	rows := v.Get("/schools/harbour/roll?class=4&period=7").Want(t, http.StatusOK).Rows(t)
	if len(rows) != 2 || rows[0].Enrolment != "41" {
		t.Errorf("the roll has %+v", rows)
	}
}

func TestAMappingThatCannotBeReadIsMendedOnThePage(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	school.Mapping = `{"version":1,"students":`
	apptest.Must(t, p.App.Store.SetMapping(t.Context(), school))
	v := p.As(t, apptest.Administrator)
	page := v.Get(apptest.ConnectPath).Want(t, http.StatusOK)
	if strings.Contains(page.Text("#use"), "In use.") {
		t.Error("it is said to be in force")
	}
	found := v.Agrees(v.Follow(v.Post(apptest.ConnectPath+"/find", nil)).Want(t, http.StatusOK))
	v.Follow(v.Post(found.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	if rows := p.As(t, apptest.Teacher).Get(apptest.EightB).Want(t, http.StatusOK).Rows(t); len(rows) < 20 {
		t.Errorf("the roll has %d rows", len(rows))
	}
}

func TestTheListOfTwoPeriodsIsSaidToBeTheSame(t *testing.T) {
	t.Parallel()
	pupil := map[string]any{"studentSemesterInfoId": 41, "studentId": 51, "firstName": "Ada", "lastName": "Byron", "className": "7A", "house": "Red", "locker": "12"}
	f := apptest.ForeignSystem(t, "deaf", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"id": 7, "name": "2026/27"}, {"id": 6, "name": "2025/26"}})
		},
		"GET /serviceapi/v1/students/list": func(w http.ResponseWriter, _ *http.Request) { apptest.WriteJSON(w, []any{pupil}) },
		"GET /serviceapi/v1/students/attendance/statuses/list": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"id": 1, "name": "Present"}, {"id": 2, "name": "Absent"}})
		},
	})
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	if says := page.Text("#list"); !strings.Contains(says, "have the same list. Check that these are the students of") {
		t.Errorf("of the students it says %q", says)
	}
	fields := page.Page.Find("#call-students form select")
	if folded := page.Page.Find("#call-students form details:not([open]) select"); fields.Length()-folded.Length() != 4 || folded.Length() == 0 {
		t.Errorf("of %d places to choose %d are folded", fields.Length(), folded.Length())
	}
	if page.Page.Find("[role=status]:contains('Checked again')").Length() > 0 {
		t.Error("before the press it says that it has checked again")
	}
	find := "form[action$='/find']"
	after := v.Follow(v.Post(page.Address(find), page.Form(find))).Want(t, http.StatusOK)
	if says := after.Text(".notice[role=status]"); !strings.HasPrefix(says, "Checked again.") || !strings.Contains(says, "Students: 1 found, in 1 class.") || !strings.Contains(says, "Attendance statuses: 2 found.") {
		t.Errorf("then it says %q", says)
	}
}
