package taking_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/views/examples"
	"rollbook/views/layout"
	"rollbook/views/pagetest"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/roll"
)

func TestEachClassSaysHowFarItIs(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, taking.Home(examples.Home(pagetest.Base(t))))
	want := []string{
		"partly|9 c/d 2 12 of 30 marked 08:41, P. Lang",
		"need|7A 4 2 marks need you 08:35, J. Rivera",
		"untouched|Advanced Mathematics and Philosophy, upper group 6 1 student",
		"under_way|10A 3 3 marks not confirmed yet 08:38, J. Rivera",
		"done|6D 5 Done, all 24 08:33, J. Rivera · 1 changed 09:25, K. Osei (office)",
	}
	got := document.Find(".tile").Map(func(_ int, tile *goquery.Selection) string {
		return tile.AttrOr("data-state", "") + "|" + pagetest.Text(tile)
	})
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if says := pagetest.Text(pagetest.Only(t, document, ".lead")); says != "Due by 08:40, in 9 minutes 8B 28 students, no marks yet Take the roll 8B 1" {
		t.Errorf("what leads says %q", says)
	}
	if !strings.Contains(pagetest.Text(document.Find("main")), "1 of 6 rolls done") {
		t.Error("does not say how many are done")
	}
	if blocks := document.Find(".blocks [data-state]"); blocks.Length() != 6 || blocks.Filter("[data-state=done]").Length() != 1 {
		t.Errorf("%d blocks show the day", blocks.Length())
	}
	if done := pagetest.Text(document.Find("details:not([open]) > summary").Last()); done != "1 done 6D" {
		t.Errorf("the done ones are folded to %q", done)
	}
}

func TestTheClassThatIsDueLeads(t *testing.T) {
	t.Parallel()
	class := func(name string, recorded int, mine bool) part.ClassToday {
		return part.ClassToday{ClassDay: roll.ClassDay{Class: examples.Class(name, 20), Marked: recorded}, Mine: mine}
	}
	for want, classes := range map[string][]part.ClassToday{
		"own, begun":          {class("other, none", 0, false), class("own, none", 0, true), class("own, begun", 5, true)},
		"own, none":           {class("other, begun", 5, false), class("other, none", 0, false), class("own, done", 20, true), class("own, none", 0, true)},
		"first without":       {class("other, begun", 5, false), class("first without", 0, false), class("second", 0, false)},
		"other, begun":        {class("done", 20, false), class("other, begun", 5, false)},
		"own, needs a person": {class("own, none", 0, true), {ClassDay: roll.ClassDay{Class: examples.Class("own, needs a person", 20), Marked: 20, Need: 1}, Mine: true}},
	} {
		if lead := part.Leads(classes); lead == nil || lead.Class.Name != want {
			t.Errorf("instead of %s leads %+v", want, lead)
		}
	}
	underWay := part.ClassToday{ClassDay: roll.ClassDay{Class: examples.Class("kept", 20), Marked: 20, UnderWay: 20}, Mine: true}
	if lead := part.Leads([]part.ClassToday{class("done", 20, true), underWay}); lead != nil {
		t.Errorf("with nothing left to do %s leads", lead.Class.Name)
	}
}

func TestTheLeadSaysHowLateItIs(t *testing.T) {
	t.Parallel()
	v := examples.Home(pagetest.Base(t))
	for want, due := range map[string]*taking.Due{
		"Due by 08:40":                     {Clock: "08:40", Minutes: 90},
		"Due by 08:40, in 1 minute":        {Clock: "08:40", Minutes: 1},
		"Due now, 08:40":                   {Clock: "08:40"},
		"Due since 08:40, 22 minutes late": {Clock: "08:40", Minutes: -22},
		"Next":                             nil,
	} {
		v.Due = due
		if got := pagetest.Text(pagetest.Render(t, taking.Home(v)).Find(".lead .due")); got != want {
			t.Errorf("it says %q, not %q", got, want)
		}
	}
}

func TestWhenAllRollsAreTakenThatIsSaidAndNothingLeads(t *testing.T) {
	t.Parallel()
	v := examples.Home(pagetest.Base(t))
	v.Classes, v.Lead = v.Classes[4:5], nil
	document := pagetest.Render(t, taking.Home(v))
	if says := pagetest.Text(document.Find(".lead")); says != "The roll is done." || document.Find(".primary").Length() != 0 {
		t.Errorf("it says %q", says)
	}
}

func TestATeachersOwnClassesComeFirstAndTheOthersAreOneClickAway(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, examples.Examples(pagetest.Base(t))["home-own"].Body)
	if says := pagetest.Text(document.Find(".heading p").First()); says != "Oak School · 1 of your 2 rolls done" {
		t.Errorf("it says %q", says)
	}
	folded := document.Find("details.folded:not([open]) > summary").Map(func(_ int, summary *goquery.Selection) string { return pagetest.Text(summary) })
	if len(folded) != 2 || folded[1] != "4 other classes 9 c/d, 10A, 7A, Advanced Mathematics and Philosophy, upper group" {
		t.Errorf("folded are %q", folded)
	}
	keys := strings.Join(document.Find("main [data-key]").Map(func(_ int, link *goquery.Selection) string { return link.AttrOr("data-key", "") }), ",")
	if keys != "1 Enter,2,3,4,5,6" {
		t.Errorf("the keys are %s", keys)
	}
	v := examples.Home(pagetest.Base(t))
	v.Classes, v.OtherClasses, v.Lead = v.Classes[4:5], v.Classes[:4], nil
	if says := pagetest.Text(pagetest.Render(t, taking.Home(v)).Find(".lead")); says != "Your roll is done." {
		t.Errorf("when hers are done it says %q", says)
	}
	first := pagetest.Render(t, examples.Examples(pagetest.Base(t))["home-new"].Body)
	if !strings.Contains(pagetest.Text(first.Find("main")), "These are all classes of the school.") || first.Find(".tile, .lead").Length() != 6 {
		t.Error("who is new does not see all classes, or is not told so")
	}
}

func TestAClassLeadsToTodaysRollWhicheverDayThatIs(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, taking.Home(examples.Home(pagetest.Base(t))))
	if got := document.Find(".tile").First().AttrOr("href", ""); got != "/schools/oak/roll?period=7&class=9+c%2Fd" {
		t.Errorf("leads to %s", got)
	}
	if got := document.Find(".lead .primary").AttrOr("href", ""); got != "/schools/oak/roll?period=7&class=8B" {
		t.Errorf("the first leads to %s", got)
	}
}

func TestNineClassesKeepTheirKeyAllDayUnlessKeysAreOff(t *testing.T) {
	t.Parallel()
	v := examples.Home(pagetest.Base(t))
	v.Classes = nil
	for i := range 11 {
		v.Classes = append(v.Classes, part.ClassToday{ClassDay: roll.ClassDay{Class: examples.Class(fmt.Sprint("7", i), 20)}})
	}
	v.Lead = &v.Classes[0]
	keys := func() string {
		return strings.Join(pagetest.Render(t, taking.Home(v)).Find("[data-key]").Map(func(_ int, link *goquery.Selection) string {
			class, _, _ := strings.Cut(link.AttrOr("href", ""), "&date")
			return link.AttrOr("data-key", "") + class[strings.LastIndex(class, "="):]
		}), " ")
	}
	if got := keys(); got != "1 Enter=70 2=71 3=72 4=73 5=74 6=75 7=76 8=77 9=78" {
		t.Errorf("the keys are %s", got)
	}
	v.Classes[0].Marked, v.Classes[4].Marked, v.Lead = 20, 20, &v.Classes[1]
	if got := keys(); got != "2 Enter=71 3=72 4=73 6=75 7=76 8=77 9=78 1=70 5=74" {
		t.Errorf("when two are done the keys are %s", got)
	}
	v.Person.SingleKeys = false
	if pagetest.Render(t, taking.Home(v)).Find("[data-key], [aria-keyshortcuts], kbd").Length() != 0 {
		t.Error("keys are named although they are off")
	}
}

func TestTheHomeNamesTheSchoolYearsOfTodayAndOffersNoChoice(t *testing.T) {
	t.Parallel()
	v := examples.Home(pagetest.Base(t))
	v.Period = "Primary 2026/27 · Secondary Autumn 2026"
	document := pagetest.Render(t, taking.Home(v))
	if document.Find("main form").Length() != 0 || !strings.Contains(pagetest.Text(document.Find("main")), v.Period) {
		t.Error("the school years are not named, or are a choice")
	}
}

func TestAnEmptyPageSaysWhyAndWhatToDo(t *testing.T) {
	t.Parallel()
	for _, reason := range []taking.HomeEmpty{taking.HomeNoClasses, taking.HomeNotRead, taking.HomeNoPeriod, taking.HomeNotConnected} {
		teacher := pagetest.Text(pagetest.Only(t, pagetest.Render(t, taking.Home(examples.HomeEmpty(pagetest.Base(t), roll.Teacher, reason))), ".empty"))
		admin := pagetest.Text(pagetest.Only(t, pagetest.Render(t, taking.Home(examples.HomeEmpty(pagetest.Base(t), roll.Admin, reason))), ".empty"))
		if teacher == admin || !strings.HasSuffix(teacher, "Open this page again") || strings.Contains(admin, "Open this page again") {
			t.Errorf("%s: a teacher reads %q, an admin %q", reason, teacher, admin)
		}
	}
}

func TestTheAgeOfTheListsIsSaid(t *testing.T) {
	t.Parallel()
	v := examples.Home(pagetest.Base(t))
	if text := pagetest.Text(pagetest.Render(t, taking.Home(v)).Find("main")); !strings.HasSuffix(text, "Class lists from 07:10.") {
		t.Errorf("says %q", text)
	}
	v.ListStale = true
	if text := pagetest.Text(pagetest.Render(t, taking.Home(v)).Find("main")); !strings.HasSuffix(text, "Nothing newer is in use.") {
		t.Errorf("says %q", text)
	}
}

func TestTheNavigationLeadsOnlyToPagesThatExist(t *testing.T) {
	t.Parallel()
	v := examples.Home(pagetest.Base(t))
	v.Links = []string{layout.NavConnection, "nowhere", layout.NavClasses}
	links := pagetest.Render(t, taking.Home(v)).Find("header > nav a").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("href", "") })
	if strings.Join(links, " ") != "/schools/oak /schools/oak/connection" {
		t.Errorf("leads to %v", links)
	}
	if current := pagetest.Render(t, taking.Home(v)).Find("header > nav [aria-current=page]"); pagetest.Text(current) != "My classes" {
		t.Errorf("shows %q as the current page", pagetest.Text(current))
	}
}

func TestAnAbsentStudentOfAClassAndAGroupIsNamedOnce(t *testing.T) {
	t.Parallel()
	view := examples.Home(pagetest.Base(t))
	view.Classes = append(view.Classes, part.ClassToday{
		ClassDay: roll.ClassDay{Class: roll.Class{ID: "choir", Name: "Choir"}}, Own: true,
		Absent: []part.AbsentStudent{{ID: 3, Name: "Mary-Jane Fotheringham-Smythe"}, {ID: 9, Name: "Ada Lund"}},
	})
	says := pagetest.Text(pagetest.Only(t, pagetest.Render(t, taking.Home(view)), "#absent"))
	if says != "4 absent 10A Zoë Björk محمد الأحمد 6D Mary-Jane Fotheringham-Smythe Choir Ada Lund" {
		t.Errorf("it says %q", says)
	}
}
