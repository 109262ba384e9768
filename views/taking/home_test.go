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
		"nothing|8B 1 28 students, no marks yet",
		"partly|9 c/d 2 12 of 30 recorded 08:41, P. Lang",
		"under_way|10A 3 3 marks on their way 08:38, J. Rivera",
		"need|7A 4 2 marks need you 08:35, J. Rivera",
		"done|6D 5 Done, all 24 08:33, J. Rivera",
		"nothing|Advanced Mathematics and Philosophy, upper group 6 1 student, no marks yet",
	}
	got := document.Find(".tile").Map(func(_ int, tile *goquery.Selection) string {
		return tile.AttrOr("data-state", "") + "|" + pagetest.Said(tile)
	})
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if !strings.Contains(pagetest.Said(document.Find("main")), "1 of 6 classes done") {
		t.Error("does not say how many are done")
	}
}

func TestAClassLeadsToTodaysRollWhicheverDayThatIs(t *testing.T) {
	t.Parallel()
	tiles := pagetest.Render(t, taking.Home(examples.Home(pagetest.Base(t)))).Find(".tile")
	if got := tiles.Eq(1).AttrOr("href", ""); got != "/schools/oak/roll?period=7&class=9+c%2Fd" {
		t.Errorf("leads to %s", got)
	}
}

func TestNineClassesHaveAKeyUnlessKeysAreOff(t *testing.T) {
	t.Parallel()
	v := examples.Home(pagetest.Base(t))
	v.Classes = nil
	for i := range 11 {
		v.Classes = append(v.Classes, part.ClassToday{Class: examples.Class(fmt.Sprint("7", i), 20)})
	}
	tiles := pagetest.Render(t, taking.Home(v)).Find(".tile")
	if keys := tiles.Filter("[data-key]"); keys.Length() != 9 || tiles.Eq(8).AttrOr("data-key", "") != "9" {
		t.Errorf("%d keys", keys.Length())
	}
	v.Person.SingleKeys = false
	if pagetest.Render(t, taking.Home(v)).Find("[data-key], [aria-keyshortcuts], kbd").Length() != 0 {
		t.Error("keys are named although they are off")
	}
}

func TestThePeriodIsChosenWithOnePress(t *testing.T) {
	t.Parallel()
	document := pagetest.Render(t, taking.Home(examples.Home(pagetest.Base(t))))
	buttons := document.Find(`form[action="/schools/oak/period"] button[name=period]`)
	if buttons.Length() != 2 || buttons.Filter("[aria-pressed=true]").AttrOr("value", "") != "7" {
		t.Errorf("%d periods", buttons.Length())
	}
	v := examples.Home(pagetest.Base(t))
	v.Periods = v.Periods[:1]
	if document = pagetest.Render(t, taking.Home(v)); document.Find("main form").Length() != 0 || !strings.Contains(pagetest.Said(document.Find("main")), "2025/26") {
		t.Error("a single period is offered as a choice, or not shown")
	}
}

func TestAnEmptyPageSaysWhyAndWhatToDo(t *testing.T) {
	t.Parallel()
	for _, reason := range []taking.HomeEmpty{taking.HomeNoClasses, taking.HomeNotRead, taking.HomeNoPeriod, taking.HomeNotConnected} {
		teacher := pagetest.Said(pagetest.Only(t, pagetest.Render(t, taking.Home(examples.HomeEmpty(pagetest.Base(t), roll.Teacher, reason))), ".notice"))
		admin := pagetest.Said(pagetest.Only(t, pagetest.Render(t, taking.Home(examples.HomeEmpty(pagetest.Base(t), roll.Admin, reason))), ".notice"))
		if teacher == admin || strings.Contains(teacher, "How to connect") || !strings.Contains(admin, "How to connect") {
			t.Errorf("%s: a teacher reads %q, an admin %q", reason, teacher, admin)
		}
	}
}

func TestTheAgeOfTheListsIsSaid(t *testing.T) {
	t.Parallel()
	v := examples.Home(pagetest.Base(t))
	if text := pagetest.Said(pagetest.Render(t, taking.Home(v)).Find("main")); !strings.HasSuffix(text, "Class lists from 07:10.") {
		t.Errorf("says %q", text)
	}
	v.ListStale = true
	if text := pagetest.Said(pagetest.Render(t, taking.Home(v)).Find("main")); !strings.HasSuffix(text, "gave no newer ones.") {
		t.Errorf("says %q", text)
	}
}

func TestTheNavigationLeadsOnlyToPagesThatExist(t *testing.T) {
	t.Parallel()
	v := examples.Home(pagetest.Base(t))
	v.Links = []string{layout.NavConnection, "nowhere", layout.NavClasses}
	links := pagetest.Render(t, taking.Home(v)).Find("header nav a").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("href", "") })
	if strings.Join(links, " ") != "/schools/oak /schools/oak/connection" {
		t.Errorf("leads to %v", links)
	}
	if current := pagetest.Render(t, taking.Home(v)).Find("header nav [aria-current=page]"); pagetest.Said(current) != "My classes" {
		t.Errorf("shows %q as the current page", pagetest.Said(current))
	}
}
