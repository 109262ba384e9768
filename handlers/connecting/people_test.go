package connecting_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
)

// telling starts a school system with these statuses and four students, whom student returns.
func telling(t testing.TB, student func(n int) map[string]any, statuses any) *apptest.Foreign {
	t.Helper()
	var students []map[string]any
	for n := range 4 {
		one := student(n)
		if one["dcid"] == nil {
			one["studentSemesterInfoId"], one["studentId"] = 101+n, 5001+n
		}
		students = append(students, one)
	}
	return apptest.ForeignSystem(t, "telling", map[string]http.HandlerFunc{
		"GET /serviceapi/v1/curriculum/schoolperiods/list": func(w http.ResponseWriter, _ *http.Request) {
			apptest.WriteJSON(w, []map[string]any{{"id": 7, "name": "2026/27"}})
		},
		"GET /serviceapi/v1/students/list": func(w http.ResponseWriter, _ *http.Request) { apptest.WriteJSON(w, students) },
		"GET /serviceapi/v1/students/attendance/statuses/list": func(w http.ResponseWriter, _ *http.Request) {
			if statuses == nil {
				http.NotFound(w, nil)
				return
			}
			apptest.WriteJSON(w, statuses)
		},
	})
}

// words returns two statuses whose names are words.
func words() any { return []map[string]any{{"id": 1, "name": "Present"}, {"id": 2, "name": "Absent"}} }

// whole returns a student without a fault.
func whole(n int) map[string]any {
	return map[string]any{"firstName": []string{"Ada", "Bo", "Cy", "Di"}[n], "lastName": "Lund" + string(rune('a'+n)), "className": "8B"}
}

// but returns a student with other values; nil removes one.
func but(changes map[string]any) func(int) map[string]any {
	return func(n int) map[string]any {
		student := whole(n)
		for name, value := range changes {
			if student[name] = value; value == nil {
				delete(student, name)
			}
		}
		return student
	}
}

// unnumbered returns a student with two numbers whose names do not identify the one that saving needs.
func unnumbered(student func(int) map[string]any) func(int) map[string]any {
	return func(n int) map[string]any {
		one := student(n)
		one["dcid"], one["ref"] = 101+n, 5001+n
		return one
	}
}

func TestBeforeListsAreUsedWhatIsDoubtfulInThemIsSaid(t *testing.T) {
	t.Parallel()
	const none = ""
	leavers := func(field string, stays, left any) func(int) map[string]any {
		return func(n int) map[string]any {
			student := whole(n)
			if student[field] = stays; n == 1 {
				student[field] = left
			}
			return student
		}
	}
	for name, one := range map[string]struct {
		student  func(int) map[string]any
		statuses any
		says     string
	}{
		"nothing wrong":                                  {whole, words(), none},
		"statuses that are numbers":                      {whole, []map[string]any{{"id": 1}, {"id": 2}}, "A status is called by a number only"},
		"a status out of use":                            {whole, []map[string]any{{"id": 1, "name": "Present", "isActive": true}, {"id": 2, "name": "Ill", "isActive": false}}, "The status Ill seems to be out of use"},
		"before the number is chosen, a leaver":          {unnumbered(leavers("status", "active", "withdrawn")), words(), "Bo Lundb seems not to be a student here now"},
		"before the number is chosen, numbered statuses": {unnumbered(whole), []map[string]any{{"id": 1}, {"id": 2}}, "A status is called by a number only"},
		"before the number is chosen, nothing wrong":     {unnumbered(whole), words(), none},
		"a leaver by status":                             {leavers("status", "active", "withdrawn"), words(), "Bo Lundb seems not to be a student here now"},
		"a leaver by a date":                             {leavers("exitDate", nil, "2020-01-31"), words(), "Bo Lundb seems not to be a student here now"},
		"a leaver by a flag":                             {leavers("isActive", true, false), words(), "Bo Lundb seems not to be a student here now"},
		"a leaver who will be deleted":                   {leavers("tobedeleted", 0, 1), words(), "Bo Lundb seems not to be a student here now"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := telling(t, one.student, one.statuses)
			p := apptest.Misplaced(t)
			page := p.As(t, apptest.Administrator).ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
			notices := page.Text("#people .notice")
			if asked := page.Page.Find("#call-students form.question").Length() > 0; asked != strings.HasPrefix(name, "before the number") {
				t.Errorf("the number is asked for %t", asked)
			}
			if one.says == none && notices != "" || !strings.Contains(notices, one.says) {
				t.Errorf("it says %q", notices)
			}
			for _, question := range []string{"Are these names right?", "Are these their classes?", "Have any of them left?"} {
				if !strings.Contains(page.Text("#people"), question) {
					t.Errorf("it does not ask %q", question)
				}
			}
		})
	}
}

func TestThreeStudentsAreShownAsTheyWouldStandOnARoll(t *testing.T) {
	t.Parallel()
	f := telling(t, whole, words())
	p := apptest.Misplaced(t)
	page := p.As(t, apptest.Administrator).ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	rows := strings.Join(strings.Fields(page.Text("#people .list")), " ")
	if rows != "Ada Lunda 8BCy Lundc 8BDi Lundd 8B" {
		t.Errorf("they are %q", rows)
	}
}

// saysNo opens a question's "no" and presses the choice with the sample.
func saysNo(v *apptest.Visitor, ask, sample string) apptest.Answer {
	v.T.Helper()
	page := v.Get(apptest.ConnectPath+"?ask="+ask).Want(v.T, http.StatusOK)
	form := page.Form("#ask-" + ask)
	row := page.Page.Find("#ask-" + ask + " li:contains('" + sample + "') button").First()
	form.Set("choice", row.AttrOr("value", "nothing reads so"))
	return v.Follow(v.Post(page.Address("#ask-"+ask), form)).Want(v.T, http.StatusOK)
}

func TestANoLeadsToWhatElseTheListOffersUntilTheRollIsRight(t *testing.T) {
	t.Parallel()
	f := telling(t, func(n int) map[string]any {
		student := whole(n)
		student["guardian"] = map[string]any{"name": "Mother " + string(rune('A'+n))}
		student["name"], student["group"], student["className"] = "Login "+string(rune('A'+n)), "9"+string(rune('A'+n/2)), "Tower"
		student["visaState"] = map[string]any{"state": n / 3}
		delete(student, "firstName")
		delete(student, "lastName")
		student["rufname"], student["zuname"] = []string{"Ada", "Bo", "Cy", "Di"}[n], "Lund"+string(rune('a'+n))
		return student
	}, words())
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	saysNo(v, "names", "Ada Lunda · Cy Lundc · Di Lundd")
	saysNo(v, "classes", "9A · 9B · 9B")
	page := v.Agrees(saysNo(v, "left", "Di Lundd"))
	v.Follow(v.Post(page.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	text := v.Get("/schools/harbour/roll?class=9B&period=7").Want(t, http.StatusOK).Text("main")
	if !strings.Contains(text, "Cy Lundc") || strings.Contains(text, "Di Lundd") || strings.Contains(text, "Ada Lunda") {
		t.Errorf("the roll has %q", text)
	}
	if again := v.Get(apptest.ConnectPath + "?ask=left"); again.Page.Find("#people").Length() != 0 {
		t.Error("once it is in use it still asks")
	}
}

func TestANoIsNotAnsweredWithWhatIsShownAlready(t *testing.T) {
	t.Parallel()
	f := telling(t, func(n int) map[string]any {
		student := whole(n)
		delete(student, "firstName")
		return student
	}, words())
	v := apptest.Misplaced(t).As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	shown := strings.Join(page.Page.Find("#people .list b").Map(func(_ int, name *goquery.Selection) string { return name.Text() }), " · ")
	asked := v.Get(apptest.ConnectPath+"?ask=names").Want(t, http.StatusOK)
	if text := asked.Text("#ask-names"); shown == "" || strings.Contains(text, shown) || !strings.Contains(text, "This list offers nothing else.") {
		t.Errorf("%q is shown, and after a no it says %q", shown, text)
	}
}

func TestAnEmptyListIsNotSaidToBeUnread(t *testing.T) {
	t.Parallel()
	f := listing(t, []map[string]any{})
	v := apptest.Misplaced(t).As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	if text := page.Text("#use .notice"); !strings.Contains(text, "nobody is on the list") {
		t.Errorf("of students it says %q, and %q", page.CallState("students"), text)
	}
}

func TestAnEmptyListInsideAnAnswerHasNoStudent(t *testing.T) {
	t.Parallel()
	s := shape{answers: map[string]string{periodsPath: onePeriod, statusesPath: twoStatuses, "/own": `{"data":{"people":[]}}`}}
	f := apptest.ForeignSystem(t, "empty", map[string]http.HandlerFunc{"/": s.ServeHTTP})
	v := apptest.Misplaced(t).As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	form := page.Form("#call-students form.reading")
	form.Set("path", "GET /own")
	page = v.Follow(v.Post(page.Address("#call-students form.reading"), form)).Want(t, http.StatusOK)
	if got := page.CallState("students"); got != "Empty." {
		t.Errorf("it says %q", got)
	}
}

func TestAChoiceThatIsNotOfferedIsNotTaken(t *testing.T) {
	t.Parallel()
	f := telling(t, whole, words())
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	before := page.Text("#people")
	for _, choice := range []string{"", "$.anything", "$[?@.a]"} {
		v.Post(apptest.ConnectPath+"/calls/students", url.Values{"do": {"decide"}, "choice": {choice}}).Want(t, http.StatusConflict)
	}
	if after := v.Get(apptest.ConnectPath).Text("#people"); after != before {
		t.Errorf("it became %q", after)
	}
}

// answers presses the answer to the question about leavers on the page.
func answers(v *apptest.Visitor, page apptest.Answer, answer string) apptest.Answer {
	v.T.Helper()
	form := page.Form("#people .notice form")
	form.Set("choice", page.Page.Find("#people .notice button:contains('"+answer+"')").AttrOr("value", "no such answer"))
	return v.Follow(v.Post(page.Address("#people .notice form"), form)).Want(v.T, http.StatusOK)
}

func TestNoListIsUsedWhileAQuestionAboutItIsOpenAndTheAnswerCanBeChanged(t *testing.T) {
	t.Parallel()
	f := telling(t, func(n int) map[string]any {
		student := whole(n)
		student["isActive"] = n != 1
		return student
	}, words())
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	leaver := page.Text("#people .notice bdi")
	if says := page.Text("#use"); page.Page.Find("form[action$='/use']").Length() != 0 || !strings.Contains(says, "First answer the question above.") {
		t.Errorf("while it asks about %q it says %q", leaver, says)
	}
	v.Post(apptest.ConnectPath+"/use", url.Values{}).Want(t, http.StatusConflict)
	found := func(page apptest.Answer, count string) {
		t.Helper()
		if got := page.CallState("students"); !strings.Contains(got, count+" found") {
			t.Errorf("it says %q, want %s", got, count)
		}
		if page.Page.Find("#people .notice form").Length() == 0 && page.Page.Find("form[action$='/use']").Length() != 1 {
			t.Error("the answered list cannot be used")
		}
	}
	fewer := answers(v, page, "Leave them out")
	found(fewer, "3")
	if left := v.Get(apptest.ConnectPath + "?ask=left").Text("#ask-left"); !strings.Contains(left, "Left out now: Bo Lundb") {
		t.Errorf("of who is left out it says %q", left)
	}
	again := saysNo(v, "left", "Left out now: ")
	found(again, "4")
	found(answers(v, again, "Keep them"), "4")
	last := v.Agrees(saysNo(v, "left", "Bo Lundb"))
	found(last, "3")
	used := v.Follow(v.Post(last.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	if left := used.Text("#ask-left"); !strings.Contains(left, "Left out now: Bo Lundb") {
		t.Errorf("of who is left out of the lists in use it says %q", left)
	}
	form := used.Form("#ask-left")
	form.Set("choice", used.Page.Find("#ask-left button").AttrOr("value", ""))
	found(v.Follow(v.Post(used.Address("#ask-left"), form)).Want(t, http.StatusOK), "4")
}

func TestNamesakesWhoAreLeftOutAreToldApart(t *testing.T) {
	t.Parallel()
	f := telling(t, func(n int) map[string]any {
		student := whole(n)
		student["isActive"] = n < 2
		if n > 1 {
			student["firstName"], student["lastName"] = "Ella", "Khan"
		}
		return student
	}, words())
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	answers(v, v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey), "Leave them out")
	left := v.Get(apptest.ConnectPath + "?ask=left").Text("#ask-left")
	if strings.Count(left, "Ella Khan · 10") != 2 {
		t.Errorf("two namesakes are %q", left)
	}
}

func TestListsAreUsedOnlyWhenARollCanBeTakenWithThem(t *testing.T) {
	t.Parallel()
	f := telling(t, whole, nil)
	p := apptest.Misplaced(t)
	v := p.As(t, apptest.Administrator)
	page := v.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	if text := page.Text("#use .notice"); page.Page.Find("form[action$='/use']").Length() != 0 || !strings.Contains(text, "A roll needs statuses") {
		t.Errorf("without statuses it says %q", text)
	}
	if letter := page.Text("#letter"); !strings.Contains(letter, "attStatus") || !strings.Contains(letter, "Harbour") {
		t.Errorf("the letter is %q", letter)
	}
	v.Post(apptest.ConnectPath+"/use", nil).Want(t, http.StatusConflict)
	without := v.Follow(v.Post(page.Address("#call-statuses form"), url.Values{"do": {"without"}})).Want(t, http.StatusOK)
	if without.Page.Find("form[action$='/use']").Length() != 1 || without.Page.Find("#letter").Length() != 0 {
		t.Errorf("once there are none it says %q", without.Text("#use"))
	}
	const still = "A roll then still needs statuses entered by hand."
	used := v.Follow(v.Post(without.Address("form[action$='/use']"), nil)).Want(t, http.StatusOK)
	for _, page := range []apptest.Answer{without, used} {
		if text := page.Text("#use .notice"); !strings.Contains(text, still) {
			t.Errorf("what is still needed is %q", text)
		}
	}
	v.Post(apptest.StatusesPath, pasted(v, "1 Present").Want(t, http.StatusOK).Form("form:has(input[name=typed])")).Want(t, http.StatusSeeOther)
	if text := v.Get(apptest.ConnectPath).Text("#use .notice"); text != "" {
		t.Errorf("once statuses are there it says %q", text)
	}
}
