package office_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

const trayPath = apptest.FindPath + "/tray"

// collects puts the first students of two classes into the tray, one class after the other.
func collects(v *apptest.Visitor) (page apptest.Answer, students []string) {
	v.T.Helper()
	page = v.Get(apptest.FindPath)
	for _, class := range []string{"8B", "9A"} {
		search := page.Form("form.finder")
		search.Set("q", class)
		page = v.Get(apptest.FindPath+"?"+search.Encode()).Want(v.T, http.StatusOK)
		form := page.Form("#collect")
		student := page.Page.Find("input[form=collect]").First().AttrOr("value", "")
		form.Add("tray", student)
		students = append(students, student)
		page = v.Get(apptest.FindPath+"?"+form.Encode()).Want(v.T, http.StatusOK)
	}
	return page, students
}

// pressedAll returns the form of the tray with the status of that name.
func pressedAll(a apptest.Answer, t testing.TB, status string) url.Values {
	t.Helper()
	form := a.Form("#tray form")
	for _, button := range a.Page.Find("#tray button[name=status]").EachIter() {
		if strings.HasSuffix(button.Text(), " "+status) {
			form.Set("status", button.AttrOr("value", ""))
		}
	}
	return form
}

func TestStudentsOfManyClassesAreMarkedInOneSave(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, students := collects(office)
	form := pressedAll(page, t, "Late")
	form.Set("time", "08:21")
	if !slices.Equal(form["enrolment"], students) {
		t.Fatalf("ticked are %v of %v", form["enrolment"], students)
	}
	answered := office.Post(trayPath, form).Want(t, http.StatusSeeOther)
	after := office.Follow(answered).Want(t, http.StatusOK)
	p.WantOneCall(t, form.Get("status"), students...)
	if says := after.Text("#tray"); !strings.Contains(says, "2 saved as Late at 08:30.") {
		t.Errorf("it says %s", says)
	}
	for _, row := range after.Page.Find("#tray [data-enrolment]").EachIter() {
		if row.AttrOr("data-outcome", "") != "saved" || row.Find("[data-status]").AttrOr("data-status", "") != "Late" || row.Find("[checked]").Length() != 0 {
			t.Error("a student is not shown as saved")
		}
	}
	save := office.Get("/schools/harbour/saves/"+savedToken(answered, t)).Want(t, http.StatusOK)
	if says := save.Text("h1"); says != "Several classes: 2 students as Late 08:21" {
		t.Errorf("the save's page says %q", says)
	}
	office.Get(save.Address("main p a")).Want(t, http.StatusOK)
	history := office.Get("/schools/harbour/students/"+students[0]+"/history").Want(t, http.StatusOK)
	office.Get(history.Address("main p a")).Want(t, http.StatusOK)
}

// savedToken returns the token of the save in the answer's address.
func savedToken(a apptest.Answer, t testing.TB) string {
	t.Helper()
	address, err := url.Parse(a.Header.Get("Location"))
	apptest.Must(t, err)
	return address.Query().Get("saved")
}

func TestATrayKeepsTheRulesOfARoll(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, students := collects(office)
	stale := pressedAll(page, t, "Late")
	anna := p.As(t, apptest.Teacher)
	anna.Post(apptest.RollPath, anna.Get(apptest.EightB).Press(t, "Absent", students[0])).Want(t, http.StatusSeeOther)
	mixed := office.Follow(office.Post(trayPath, stale).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if mixed.Page.Find("#tray [data-outcome=conflict]").Length() != 1 || mixed.Page.Find("#tray [data-outcome=saved]").Length() != 1 || mixed.Page.Find("#tray [checked]").Length() != 1 || !strings.Contains(mixed.Text("#tray"), "1 needs you.") {
		t.Errorf("it shows %s", mixed.Text("#tray"))
	}
	decide := mixed.Page.Find("#tray button[name=change]")
	form := mixed.Form("#decisions")
	form.Set("change", decide.AttrOr("value", ""))
	decided := office.Post(decide.AttrOr("formaction", ""), form).Want(t, http.StatusSeeOther)
	if says := office.Follow(decided).Want(t, http.StatusOK).Text("main"); !strings.Contains(says, "Late") {
		t.Errorf("after the decision it says %s", says)
	}
	for says, change := range map[string]func(url.Values){
		"nobody is ticked":      func(form url.Values) { form.Del("enrolment") },
		"no status is chosen":   func(form url.Values) { form.Del("status") },
		"not on this class's":   func(form url.Values) { form.Add("enrolment", "555555555") },
		"that time is in the f": func(form url.Values) { form.Set("time", "12:00") },
	} {
		page, _ := collects(office)
		form := pressedAll(page, t, "Late")
		change(form)
		if got := office.Post(trayPath, form).Want(t, http.StatusUnprocessableEntity); !strings.Contains(got.Text("[role=alert]"), says) || got.Page.Find("#tray [data-enrolment]").Length() != 2 {
			t.Errorf("instead of %q it says %s", says, got.Text("[role=alert]"))
		}
	}
	anna.Post(trayPath, stale).Want(t, http.StatusForbidden)
	for _, address := range []string{"/roll?class=classes:several", "/roll/events?class=classes:several", "/roll/statuses?class=classes:several"} {
		anna.Get("/schools/harbour"+address).Want(t, http.StatusNotFound)
	}
}

func TestATrayHoldsOnlySoMany(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.PutStudents(t, apptest.ManyStudents(20, 25))
	v := p.As(t, apptest.OfficeWorker)
	query := url.Values{}
	for _, student := range apptest.ManyStudents(20, 25) {
		query.Add("tray", student.ID.String())
	}
	page := v.Get("/schools/harbour/students?"+query.Encode()).Want(t, http.StatusUnprocessableEntity)
	if page.Page.Find("#tray [data-enrolment]").Length() != 300 || !strings.Contains(page.Text("main"), "The list is full with 300.") {
		t.Errorf("it says %.200s", page.Text("main"))
	}
	v.Get("/schools/harbour/students?tray=x").Want(t, http.StatusBadRequest)
	if stranger := v.Get("/schools/harbour/students?tray=999999").Want(t, http.StatusOK); stranger.Page.Find("#tray [data-enrolment]").Length() != 0 {
		t.Error("a student whom nobody knows is in the tray")
	}
}

func TestATrayWithMarksOfOthersAsksForAReasonAndKeepsItsTicksAndOrder(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	_, students := collects(office)
	p.As(t, apptest.Teacher).Takes("Absent", 0)
	page, _ := collects(office)
	if field := page.Page.Find("#tray [name=reason]"); field.Length() != 1 || field.Is("[required]") {
		t.Fatal("the reason is not offered, or always required")
	}
	form := pressedAll(page, t, "Excused")
	refused := p.Nothing(t, func() apptest.Answer { return office.Post(trayPath, form) }).Want(t, http.StatusUnprocessableEntity)
	if !strings.Contains(refused.Text("#tray [role=alert]"), "needs a reason") || refused.Page.Find("#tray [name=reason][autofocus]").Length() != 1 {
		t.Errorf("it says %s", refused.Text("#tray"))
	}
	form = pressedAll(refused, t, "Excused")
	if !slices.Equal(form["enrolment"], students) {
		t.Errorf("ticked are %v of %v", form["enrolment"], students)
	}
	form.Set("reason", "The bus broke down")
	office.Post(trayPath, form).Want(t, http.StatusSeeOther)
	if offered := office.Get(apptest.FindPath+"?date="+apptest.Yesterday+"&q=8B").Page.Find("#reasons option").AttrOr("value", ""); offered != "The bus broke down" {
		t.Errorf("offered is %q", offered)
	}
}

func TestCollectedStudentsAreKeptAsAGroupThatTheFinderFinds(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, students := collects(office)
	form := page.Form("#tray form")
	form.Set("name", "Bus 12")
	made := office.Follow(office.Post("/schools/harbour/settings/groups", form)).Want(t, http.StatusOK)
	if ticked := made.Page.Find("input[name=enrolment][checked]").Length(); ticked != len(students) {
		t.Errorf("the group has %d students", ticked)
	}
	found := office.Get(apptest.FindPath+"?q=bus").Want(t, http.StatusOK)
	if says := found.Text("#found .card"); !strings.Contains(says, "Bus 12 Group of 2: take its roll") {
		t.Errorf("it says %q", says)
	}
	sheet := office.Get(found.Address("#found .card a")).Want(t, http.StatusOK)
	if rows := sheet.Rows(t); len(rows) != len(students) {
		t.Errorf("its roll has %d students", len(rows))
	}
	form.Set("name", "Bus 12")
	office.Post("/schools/harbour/settings/groups", form).Want(t, http.StatusUnprocessableEntity)
}

func TestAPastedListIsCollectedAndItsDoubtfulLinesAreAsked(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page := office.Get(apptest.FindPath).Want(t, http.StatusOK)
	names := office.Get(apptest.EightB).Page.Find(".rows bdi")
	form := page.Form("#paste")
	number := office.Get(apptest.EightB).Page.Find(".rows [data-student]").Eq(5).AttrOr("data-student", "")
	form.Set("lines", strings.Join([]string{names.Eq(0).Text(), "  ", number, "Anna Kowalska", "Nobody Atall"}, "\n"))
	found := office.Post(page.Address("#paste"), form).Want(t, http.StatusOK)
	if count := found.Page.Find("#tray [data-enrolment]").Length(); count != 2 {
		t.Errorf("%d are collected", count)
	}
	if asked := found.Page.Find(".finding ol [data-enrolment]").Length(); asked != 2 {
		t.Errorf("the namesakes are %d to choose from", asked)
	}
	if says := found.Text("#found .notice"); says != "1 line names nobody: Nobody Atall" {
		t.Errorf("it says %q", says)
	}
}

// listed returns the page's students for the next search.
func listed(page apptest.Answer) []string { return page.Form("form.finder")["tray"] }

// opens shows the student alone, as a suggestion does, with the tray of the page before.
func opens(v *apptest.Visitor, student string, tray ...string) apptest.Answer {
	v.T.Helper()
	query := url.Values{"q": {""}, "open": {student}, "tray": tray}
	return v.Get(apptest.FindPath+"?"+query.Encode()).Want(v.T, http.StatusOK)
}

func TestAStudentWhoWasOnlyLookedAtIsInNoLaterPress(t *testing.T) {
	t.Parallel()
	for name, then := range map[string]func(t *testing.T, office *apptest.Visitor, page apptest.Answer) apptest.Answer{
		"only looked at": func(_ *testing.T, _ *apptest.Visitor, page apptest.Answer) apptest.Answer { return page },
		"known absence": func(t *testing.T, office *apptest.Visitor, page apptest.Answer) apptest.Answer {
			form := office.Get(page.Address("#open a[href*=absences]"))
			kept := office.Follow(office.Post(form.Address("#absence"), form.Form("#absence"))).Want(t, http.StatusOK)
			if kept.Page.Find("[data-known]").Length() != 1 {
				t.Fatalf("no absence is kept: %s", kept.Text("main"))
			}
			return kept
		},
		"out": func(t *testing.T, office *apptest.Visitor, page apptest.Answer) apptest.Answer {
			return office.Follow(moves(office, page, "out", nil)).Want(t, http.StatusOK)
		},
		"marked": func(t *testing.T, office *apptest.Visitor, page apptest.Answer) apptest.Answer {
			return office.Follow(office.Post(apptest.FindPath, pressedWith(t, page, "Excused"))).Want(t, http.StatusOK)
		},
		"another page": func(t *testing.T, office *apptest.Visitor, _ apptest.Answer) apptest.Answer {
			return office.Get(apptest.DayPath).Want(t, http.StatusOK)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := apptest.Boot(t)
			office := p.As(t, apptest.OfficeWorker)
			_, students := office.EightB()
			page := then(t, office, opens(office, students[0]))
			if tray := listed(page); len(tray) != 0 {
				t.Errorf("the next search takes along %v", tray)
			}
			next := opens(office, students[1], listed(page)...)
			form := pressedWith(t, next, "Late")
			office.Post(next.Address("#mark"), form).Want(t, http.StatusSeeOther)
			all := p.Sandbox.Arrivals(apptest.HarbourCode)
			if last := all[len(all)-1].Enrolments; len(last) != 1 || strconv.FormatInt(last[0], 10) != students[1] {
				t.Errorf("sent are %v", last)
			}
		})
	}
}

func TestACollectedListStaysWhileOthersAreOpenedAndItsNamesAreSaid(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page, students := collects(office)
	var names []string
	for _, name := range page.Page.Find("#tray .option bdi").EachIter() {
		names = append(names, name.Text())
	}
	if says := page.Text("#marked"); says != strings.Join(names, ", ") || page.Text("#tray [data-ready]") != "Save these as Late" {
		t.Errorf("beside the button stands %q", says)
	}
	_, of8B := office.EightB()
	opened := opens(office, of8B[9], students...)
	if says := opened.Text("#listed"); !strings.Contains(says, strings.Join(names, ", ")) || opened.Page.Find("#tray form").Length() != 0 {
		t.Errorf("beside the open student stands %q", says)
	}
	saved := office.Follow(office.Post(apptest.FindPath, pressedWith(t, opened, "Late"))).Want(t, http.StatusOK)
	p.WantOneCall(t, pressedWith(t, opened, "Late").Get("status"), of8B[9])
	if tray := listed(saved); !slices.Equal(tray, students) {
		t.Errorf("after the mark of another student the list has %v of %v", tray, students)
	}
	list := office.Get(saved.Address("#listed a")).Want(t, http.StatusOK)
	if tray := list.Form("#tray form")["enrolment"]; !slices.Equal(tray, students) {
		t.Errorf("the list has %v of %v", tray, students)
	}
	if found := office.Get(apptest.FindPath+"?q=8B&tray="+students[0]).Want(t, http.StatusOK).Text("ol.found"); strings.Count(found, "on the list") != 1 {
		t.Errorf("a search shows %q", found)
	}
	cleared := office.Get(saved.Page.Find("#listed a").Last().AttrOr("href", "")).Want(t, http.StatusOK)
	if tray, known := cleared.Page.Find("#found").Attr("data-tray"); tray != "" || !known {
		t.Errorf("a cleared list has %q", tray)
	}
}

func TestAStudentLeavesTheListByAPressForHerAlone(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	_, students := collects(office)
	out := office.Follow(moves(office, opens(office, students[0], students...), "out", nil)).Want(t, http.StatusOK)
	if tray := listed(out); !slices.Equal(tray, students[1:]) {
		t.Errorf("after Out the list has %v", tray)
	}
	form := office.Get("/schools/harbour/absences?student="+students[1]).Want(t, http.StatusOK)
	kept := office.Follow(office.Post(form.Address("#absence"), form.Form("#absence"))).Want(t, http.StatusOK)
	if told := kept.Page.Find("[data-told]").AttrOr("data-told", ""); told != students[1] {
		t.Errorf("the absence kept just now is of %q", told)
	}
	marked := office.Follow(office.Post(apptest.FindPath, pressedWith(t, opens(office, students[1], students[1]), "Late")))
	if tray, known := marked.Page.Find("#found").Attr("data-tray"); tray != "" || !known {
		t.Errorf("after the mark of the only student the list has %q", tray)
	}
}

func TestTheButtonOfAListOfOneNamesTheStudent(t *testing.T) {
	t.Parallel()
	office := apptest.Boot(t).As(t, apptest.OfficeWorker)
	page := office.Get(apptest.EightB)
	name, student := nameAt(page, 3), page.Enrolments(t, 3)[0]
	list := office.Get(opens(office, student).Address("#open a[href*=tray]")).Want(t, http.StatusOK)
	if says := list.Text("#tray [data-ready]"); says != "Save "+name+" as Late" {
		t.Errorf("the button says %q", says)
	}
}

func TestAPastedListOfOneStudentIsAList(t *testing.T) {
	t.Parallel()
	office := apptest.Boot(t).As(t, apptest.OfficeWorker)
	page, roll := office.Get(apptest.FindPath).Want(t, http.StatusOK), office.Get(apptest.EightB)
	form := page.Form("#paste")
	form.Set("lines", nameAt(roll, 3))
	pasted := office.Post(page.Address("#paste"), form).Want(t, http.StatusOK)
	if tray := listed(pasted); !slices.Equal(tray, roll.Enrolments(t, 3)) || pasted.Page.Find("#tray [checked]").Length() != 1 {
		t.Errorf("the list has %v", tray)
	}
	for lines, says := range map[string]string{"Nobody Atall": "1 line names nobody", "Anna Kowalska": "Anna Kowalska"} {
		form.Set("lines", lines)
		if got := office.Post(page.Address("#paste"), form).Want(t, http.StatusOK); !strings.Contains(got.Text("#found"), says) {
			t.Errorf("%s: it says %s", lines, got.Text("#found"))
		}
	}
}
