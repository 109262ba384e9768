package badinput_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// badSearches are the trials of bad searches for students, and of old links to files with them.
func badSearches() map[string]trial {
	return map[string]trial{
		"search ReDoS/LIKE":              signsAreOnlySigns,
		"search XSS":                     aQuestionIsOnlyText,
		"export URL replay after logout": aLinkOpensNothingByItself,
		"page size huge":                 nothingAsksForMore,
	}
}

// signsAreOnlySigns: characters with a meaning for a database or a pattern do not change the results of the
// letters, and do not make the search slow; without letters there are no results.
func signsAreOnlySigns(t *testing.T, p *apptest.Program) {
	office := p.As(t, apptest.OfficeWorker)
	found := func(question string) int {
		began := time.Now()
		got := office.Finds(question)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%q took %v", question, took)
		}
		return got.Page.Find("[data-enrolment]").Length()
	}
	for question, letters := range map[string]string{"%%%%_(a+)+$": "a", "a%": "a", "(a+)+$" + strings.Repeat("a", 100): strings.Repeat("a", 101), "carte_": "carte"} {
		if signs, plain := found(question), found(letters); signs != plain {
			t.Errorf("%q finds %d students, %q %d", question, signs, letters, plain)
		}
	}
	for _, question := range []string{"%", "_", "____", "*", "[%]", `\`, "'"} {
		if n := found(question); n > 0 {
			t.Errorf("%q finds %d students", question, n)
		}
	}
}

// aQuestionIsOnlyText: the search's text is shown unchanged in its field.
func aQuestionIsOnlyText(t *testing.T, p *apptest.Program) {
	office := p.As(t, apptest.OfficeWorker)
	const question = `"><svg onload=alert(1)>`
	for _, headers := range [][]string{nil, apptest.ByScript()} {
		got := office.Get(apptest.FindPath+"?q="+url.QueryEscape(question), headers...).Want(t, http.StatusOK)
		if found := got.Page.Find("svg[onload]").Length(); found > 0 || strings.Contains(string(got.Body), "<svg onload") {
			t.Errorf("the question became %d elements", found)
		}
		if headers == nil && got.Page.Find("[name=q]").AttrOr("value", "") != question {
			t.Errorf("the field asks for %q", got.Page.Find("[name=q]").AttrOr("value", ""))
		}
	}
}

func aLinkOpensNothingByItself(t *testing.T, p *apptest.Program) {
	office := p.As(t, apptest.OfficeWorker)
	address := office.Get(apptest.ExportsPath).Want(t, http.StatusOK).Address("main a[download][href*='marks.csv']")
	office.Get(address).Want(t, http.StatusOK)
	office.Post("/sign-out", nil).Want(t, http.StatusSeeOther)
	got := office.Get(address).Want(t, http.StatusSeeOther)
	if to := got.Header.Get("Location"); !strings.HasPrefix(to, "/sign-in?") || strings.Contains(string(got.Body), "O'Neill") {
		t.Errorf("it leads to %s", to)
	}
}

// nothingAsksForMore: no address can ask for more students than the page shows.
func nothingAsksForMore(t *testing.T, p *apptest.Program) {
	office := p.As(t, apptest.OfficeWorker)
	usual := office.Finds("a").Want(t, http.StatusOK).Page.Find("[data-enrolment]").Length()
	for _, field := range []string{"limit", "size", "per_page", "page"} {
		got := office.Get(apptest.FindPath+"?q=a&"+field+"=1000000").Want(t, http.StatusOK)
		if found := got.Page.Find("[data-enrolment]").Length(); found != usual || usual == 0 {
			t.Errorf("%s shows %d students, not %d", field, found, usual)
		}
	}
}
