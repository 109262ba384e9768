package entry_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
)

// schoolPath is the address of the school.
const schoolPath = "/schools/harbour"

// spoken returns the language of a page in a browser of the language.
func spoken(t *testing.T, v *apptest.Visitor, path, browser string) string {
	t.Helper()
	return v.Get(path, "Accept-Language", browser).Page.Find("html").AttrOr("lang", "")
}

func TestAPersonsLanguageComesBeforeTheSchoolsAndTheSchoolsBeforeTheBrowsers(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	admin, teacher := p.As(t, apptest.Administrator), p.As(t, apptest.Teacher)
	if got := spoken(t, teacher, apptest.EightB, "ar-EG,ar;q=0.9"); got != "ar" {
		t.Errorf("with nothing chosen the page is in %q", got)
	}
	form := admin.Get(schoolPath + "/settings/school").Form("main form")
	form.Set("language", "fr")
	admin.Post(schoolPath+"/settings/school", form).Want(t, http.StatusSeeOther)
	for _, path := range []string{apptest.EightB, schoolPath, apptest.RollPath + "?class=nothing", "/preferences", "/help/words"} {
		if got := spoken(t, teacher, path, "ar"); got != "fr" {
			t.Errorf("in a French school %s is in %q", path, got)
		}
	}
	teacher.Post("/preferences", url.Values{"language": {"en-GB"}}).Want(t, http.StatusSeeOther)
	for _, path := range []string{apptest.EightB, "/preferences", "/help", "/nothing", schoolPath + "/nothing"} {
		if got := spoken(t, teacher, path, "ar"); got != "en-GB" {
			t.Errorf("of a person who chose British English %s is in %q", path, got)
		}
	}
	if got := spoken(t, p.Visit(t), "/sign-in", "de, fr;q=0.5"); got != "fr" {
		t.Errorf("for a stranger it is in %q", got)
	}
}

func TestATabletHasALanguageOfItsOwn(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	tablet, admin := p.Tablet(t, "Door 12", "8B"), p.As(t, apptest.Administrator)
	path := admin.Get(apptest.TabletsPath).Page.Find("#tablets li:contains('Door 12') a.button").AttrOr("href", "")
	form := admin.Get(path).Form("main form")
	form.Set("language", "ar")
	admin.Post(path, form).Want(t, http.StatusSeeOther)
	page := tablet.Get("/door", "Accept-Language", "en").Want(t, http.StatusOK).Page
	if html := page.Find("html"); html.AttrOr("lang", "") != "ar" || html.AttrOr("dir", "") != "rtl" {
		t.Errorf("the tablet is in %q, %q", html.AttrOr("lang", ""), html.AttrOr("dir", ""))
	}
}

func TestALanguageThatNoPageHasIsRefused(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, admin := p.As(t, apptest.Teacher), p.As(t, apptest.Administrator)
	for _, form := range []url.Values{{"language": {"tlh"}}, {"class_order": {"height"}}, {"surname_first": {"perhaps"}}} {
		v.Post("/preferences", form).Want(t, http.StatusUnprocessableEntity)
	}
	school := admin.Get(schoolPath + "/settings/school").Form("main form")
	school.Set("language", "tlh")
	admin.Post(schoolPath+"/settings/school", school).Want(t, http.StatusUnprocessableEntity)
}

// The school system gets the same in every language.
func TestARollFollowsTheNamesTheOrderAndTheLanguageThatAPersonChose(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v, other := p.As(t, apptest.Teacher), p.As(t, apptest.Administrator)
	listed := v.Get(apptest.EightB).Enrolments(t, 0, 1)
	v.Post("/preferences", url.Values{"surname_first": {"on"}, "class_order": {"given"}, "language": {"ar"}}).Want(t, http.StatusSeeOther)
	page := v.Get(apptest.EightB)
	names := page.Page.Find("[data-enrolment] bdi:first-of-type").Map(func(_ int, name *goquery.Selection) string { return name.Text() })
	if want := []string{"Öhman Aino", "Núñez Álvaro", "Kowalska Anna رقم 100180"}; !slices.Equal(names[:3], want) {
		t.Errorf("the class begins with %q, not %q", names[:3], want)
	}
	form := page.Press(t, "Absent", listed...)
	v.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
	p.WantOneCall(t, page.Status(t, "Absent"), listed...)
	if others := other.Get(apptest.EightB).Enrolments(t, 0, 1); !slices.Equal(others, listed) {
		t.Error("another person's order has changed")
	}
}

func TestAnAmericanReadsEveryTimeWithTheHalfOfTheDay(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	v.Post("/preferences", url.Values{"language": {"en-US"}}).Want(t, http.StatusSeeOther)
	page := v.Get(apptest.EightB)
	form := page.Press(t, "Late", page.Enrolments(t, 0)...)
	form.Set("time", "08:12")
	v.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther)
	if cell := v.Get(apptest.EightB).Text("[data-enrolment]:contains('Late')"); !strings.Contains(cell, "8:12 AM") {
		t.Errorf("the late student has %q", cell)
	}
}
