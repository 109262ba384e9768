package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// badSearches are bad questions about students, and old links to files of them.
func badSearches() map[string]trial {
	return map[string]trial{
		"search ReDoS/LIKE":              signsAreOnlySigns,
		"search XSS":                     aQuestionIsOnlyText,
		"export URL replay after logout": aLinkOpensNothingByItself,
		"page size huge":                 nobodyAsksForMore,
	}
}

// signsAreOnlySigns: what means something to a database or a pattern finds what its letters
// find, and never takes for ever; without letters it finds nobody.
func signsAreOnlySigns(t *testing.T, p *program) {
	office := p.as(t, officeWorker)
	found := func(question string) int {
		began := time.Now()
		got := office.finds(question)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%q took %v", question, took)
		}
		return got.page.Find("[data-enrolment]").Length()
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

// aQuestionIsOnlyText: it comes back in its field as it was asked.
func aQuestionIsOnlyText(t *testing.T, p *program) {
	office := p.as(t, officeWorker)
	const question = `"><svg onload=alert(1)>`
	for _, headers := range [][]string{nil, byScript()} {
		got := office.get(findPath+"?q="+url.QueryEscape(question), headers...).want(t, http.StatusOK)
		if found := got.page.Find("svg[onload]").Length(); found > 0 || strings.Contains(string(got.body), "<svg onload") {
			t.Errorf("the question became %d elements", found)
		}
		if headers == nil && got.page.Find("[name=q]").AttrOr("value", "") != question {
			t.Errorf("the field asks for %q", got.page.Find("[name=q]").AttrOr("value", ""))
		}
	}
}

func aLinkOpensNothingByItself(t *testing.T, p *program) {
	office := p.as(t, officeWorker)
	address := office.get(exportsPath).want(t, http.StatusOK).address("main a[download][href*='day.csv']")
	office.get(address).want(t, http.StatusOK)
	office.post("/sign-out", nil).want(t, http.StatusSeeOther)
	got := office.get(address).want(t, http.StatusSeeOther)
	if to := got.header.Get("Location"); !strings.HasPrefix(to, "/sign-in?") || strings.Contains(string(got.body), "O'Neill") {
		t.Errorf("it leads to %s", to)
	}
}

// nobodyAsksForMore: how many are shown is not for the address to say.
func nobodyAsksForMore(t *testing.T, p *program) {
	office := p.as(t, officeWorker)
	usual := office.finds("a").want(t, http.StatusOK).page.Find("[data-enrolment]").Length()
	for _, field := range []string{"limit", "size", "per_page", "page"} {
		got := office.get(findPath+"?q=a&"+field+"=1000000").want(t, http.StatusOK)
		if found := got.page.Find("[data-enrolment]").Length(); found != usual || usual == 0 {
			t.Errorf("%s shows %d students, not %d", field, found, usual)
		}
	}
}
