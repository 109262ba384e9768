package office_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/live"
	"rollbook/web/roll"
)

// divided is a school of two divisions.
func divided(t *testing.T) *apptest.Program {
	t.Helper()
	p := apptest.Boot(t)
	p.Divide(t, apptest.Seconds())
	return p
}

func TestNoChildOfADivisionIsMissingFromTheEvacuationList(t *testing.T) {
	t.Parallel()
	p := divided(t)
	primary := len(p.List(t, apptest.Harbour, string(apptest.Primary)))
	page := p.As(t, apptest.OfficeWorker).Get(apptest.EvacuationPath).Want(t, http.StatusOK)
	text := page.Text("main")
	for _, name := range []string{"Zuleika Adeyemi", "Yorick Brandt", "Xanthe Cole", "8B (Secondary Autumn 2026)", "8B (Primary 2026/27)"} {
		if !strings.Contains(text, name) {
			t.Errorf("%s is not on the list", name)
		}
	}
	if all := fmt.Sprint(primary + 3); !strings.Contains(text, all) {
		t.Errorf("the list does not count %s students: %s", all, text[:min(len(text), 400)])
	}
}

func TestAChildOfBothListsIsOneStudentFromTheShorterPeriod(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	both := p.DivideSharing(t, "9A")
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	list, err := p.App.Lists.Rosters.Day(t.Context(), school, apptest.Today)
	apptest.Must(t, err)
	at := slices.IndexFunc(list.Students, func(one roll.Enrolment) bool { return one.ID == both.Shorter })
	if at < 0 || list.Students[at].Period != apptest.Secondary || roll.Listed(list.Students)[both.Longer] {
		t.Errorf("the list has her at %d", at)
	}
}

func TestTheBoardShowsTheClassesOfBothDivisions(t *testing.T) {
	t.Parallel()
	p := divided(t)
	office := p.As(t, apptest.OfficeWorker)
	page := office.Get(apptest.DayPath).Want(t, http.StatusOK)
	text := page.Text("main")
	for _, says := range []string{"Primary 2026/27", "Secondary Autumn 2026", "11C", "9A", "8B (Primary 2026/27)", "8B (Secondary Autumn 2026)"} {
		if !strings.Contains(text, says) {
			t.Errorf("the board lacks %q", says)
		}
	}
	opened := page.Page.Find("a[href*='class=11C']").First().AttrOr("href", "")
	if roll := office.Get(opened).Want(t, http.StatusOK); !strings.Contains(roll.Text("main"), "Yorick") {
		t.Errorf("11C leads to %s", opened)
	}
}

func TestTheFinderMarksStudentsOfTwoDivisionsInOnePress(t *testing.T) {
	t.Parallel()
	p := divided(t)
	office := p.As(t, apptest.OfficeWorker)
	if found := office.Finds("Yorick").Want(t, http.StatusOK); !strings.Contains(found.Text("main"), "Yorick Brandt") {
		t.Errorf("the finder shows %s", found.Text("main"))
	}
	primary := p.List(t, apptest.Harbour, string(apptest.Primary))[0].ID
	address := fmt.Sprintf("%s?tray=%d&tray=9000002", apptest.FindPath, primary)
	form := pressedAll(office.Get(address).Want(t, http.StatusOK), t, "Absent")
	shown := office.Follow(office.Post(trayPath, form).Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	marks, err := p.App.Store.Day(t.Context(), apptest.Harbour, apptest.Today)
	apptest.Must(t, err)
	for _, one := range []roll.EnrolmentID{primary, 9_000_002} {
		if marks[one].Status.Name != "Absent" {
			t.Errorf("%d is %+v: %s", one, marks[one], shown.Text("main"))
		}
	}
}

func TestTheHomeHasTheClassesOfBothDivisions(t *testing.T) {
	t.Parallel()
	p := divided(t)
	teacher := p.As(t, apptest.Teacher)
	home := teacher.Get("/schools/harbour").Want(t, http.StatusOK)
	for _, says := range []string{"Secondary Autumn 2026 · Primary 2026/27", "11C", "9A", "8B (Primary 2026/27)", "8B (Secondary Autumn 2026)"} {
		if text := home.Text("main"); !strings.Contains(text, says) {
			t.Errorf("home lacks %q: %s", says, text)
		}
	}
	for period, name := range map[roll.PeriodID]string{apptest.Secondary: "Xanthe", apptest.Primary: ""} {
		address := home.Page.Find(fmt.Sprintf("a[href*='period=%s'][href*='class=8B']", period)).First().AttrOr("href", "")
		page := teacher.Get(address).Want(t, http.StatusOK)
		if has := strings.Contains(page.Text("main"), "Xanthe"); has != (name != "") {
			t.Errorf("%s shows Xanthe: %v", address, has)
		}
	}
}

func TestTwoClassesOfOneNameKeepTheirOwnTeachersOpeningsAndReports(t *testing.T) {
	t.Parallel()
	p := divided(t)
	const ours, theirs = "8B (Secondary Autumn 2026)", "8B (Primary 2026/27)"
	const roll, teachers = apptest.RollPath + "?period=secondary&class=8B", apptest.SettingsPath + "/teachers"
	const unlisted = apptest.RollPath + "/unlisted?period=secondary&class=8B"
	office, anna := p.As(t, apptest.OfficeWorker), p.As(t, apptest.Teacher)
	form := office.Get(teachers).Want(t, http.StatusOK).Form("form.pair:has([aria-label='Teacher of " + ours + "'])")
	form.Set("teacher", "Tom Berg")
	office.Post(teachers, form).Want(t, http.StatusSeeOther)
	opened, stop := p.App.Live.Listen(live.DayOf(apptest.Harbour, apptest.Today))
	if head := anna.Get(roll).Want(t, http.StatusOK).Text("h1"); !strings.Contains(head, ours) {
		t.Errorf("the roll is headed %q", head)
	}
	<-opened
	stop()
	anna.Post(unlisted, anna.Filled(unlisted, "form.card", "name", "Maya Kern")).Want(t, http.StatusSeeOther)
	board := office.Get(apptest.DayPath).Want(t, http.StatusOK)
	if row := boardRow(board, ours); !strings.Contains(row, "Opened 08:3") {
		t.Errorf("the board says of the opened 8B %q", row)
	}
	if row := boardRow(board, theirs); strings.Contains(row, "Opened") {
		t.Errorf("the board says of the other 8B %q", row)
	}
	list := office.Get(apptest.RemindersPath).Want(t, http.StatusOK).Text("textarea")
	if !strings.Contains(list, ours+" (Tom Berg)") || strings.Contains(list, theirs+" (Tom Berg)") {
		t.Errorf("reminded are %s", list)
	}
	if says := anna.Get(unlisted).Text("main"); !strings.Contains(says, "Maya Kern") {
		t.Errorf("the roll says %q", says)
	}
	if says := anna.Get(strings.Replace(unlisted, "secondary", "primary", 1)).Text("main"); strings.Contains(says, "Maya Kern") {
		t.Errorf("the other roll says %q", says)
	}
}

func TestExportsHaveTheStudentsOfAllDivisions(t *testing.T) {
	t.Parallel()
	p := divided(t)
	office := p.As(t, apptest.OfficeWorker)
	for _, period := range []string{"primary", "secondary"} {
		office.TakesAll(apptest.RollPath + "?class=8B&period=" + period)
	}
	page := office.Get(apptest.ExportsPath).Want(t, http.StatusOK)
	classes := page.Values("[name=class] option")
	for _, class := range []string{"11C", "9A", "8B (Primary 2026/27)", "8B (Secondary Autumn 2026)"} {
		if !slices.Contains(classes, class) {
			t.Errorf("the page offers %q", classes)
		}
	}
	if page.Page.Find("[name=period]").Length() > 0 {
		t.Error("the page asks for a period")
	}
	for query, marks := range map[string]int{
		"": apptest.EightBSize + 1, "?class=8B&period=secondary": 1, "?class=8B+(Primary+2026/27)": apptest.EightBSize,
		"?class=8B&period=primary": apptest.EightBSize,
	} {
		lines := csvLines(t, office.Get(apptest.ExportsPath+"/marks.csv"+query).Want(t, http.StatusOK))
		if len(lines)-1 != marks {
			t.Errorf("%q has %d marks, not %d", query, len(lines)-1, marks)
		}
	}
	paper := office.Get(apptest.ExportsPath+"/print").Want(t, http.StatusOK).Text("main")
	for _, says := range []string{"11C", "9A", "8B (Primary 2026/27)", "8B (Secondary Autumn 2026)", "Yorick Brandt"} {
		if !strings.Contains(paper, says) {
			t.Errorf("the printed day lacks %s", says)
		}
	}
	month := office.Get("/schools/harbour/month?class=8B&period=secondary").Want(t, http.StatusOK).Text("main")
	if !strings.Contains(month, "Xanthe Cole") || strings.Contains(month, "Suharto") {
		t.Errorf("the month of 8B says %s", month)
	}
}
