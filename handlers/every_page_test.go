package handlers_test

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
)

// mostPages limits the pages of a walk.
const mostPages = 80

// walk visits every kind of page that can be reached by links from the first page and from starts, and
// returns each answer by its address. Two addresses are of one kind if they differ only in ids.
func walk(v *apptest.Visitor, starts ...string) map[string]apptest.Answer {
	v.T.Helper()
	found := make(map[string]apptest.Answer)
	seen := make(map[string]bool)
	queue := append([]string{"/"}, starts...)
	for len(queue) > 0 && len(found) < mostPages {
		address := queue[0]
		queue = queue[1:]
		kind := kindOf(address)
		if seen[kind] {
			continue
		}
		seen[kind] = true
		a := v.Follow(v.Get(address))
		found[address] = a
		queue = append(queue, a.Links()...)
	}
	if len(found) == mostPages {
		v.T.Errorf("the walk does not end: %v", slices.Collect(maps.Keys(found)))
	}
	return found
}

// kindOf returns an address without its ids.
func kindOf(address string) string {
	target, err := url.Parse(address)
	if err != nil {
		return address
	}
	names := make([]string, 0, len(target.Query()))
	for name := range target.Query() {
		names = append(names, name)
	}
	slices.Sort(names)
	ids := regexp.MustCompile(`/(?:\d+|[\w-]{40,})(/|$)`)
	return ids.ReplaceAllString(target.Path, "/*$1") + "?" + strings.Join(names, "&")
}

// textsOf returns the texts of a page, with a space between those of two elements.
func textsOf(a apptest.Answer) string {
	texts := a.Page.Find("html *").Contents().FilterFunction(func(_ int, one *goquery.Selection) bool {
		return goquery.NodeName(one) == "#text"
	})
	return strings.Join(texts.Map(func(_ int, one *goquery.Selection) string { return one.Text() }), " ")
}

func TestEveryPageThatLinksLeadToIsThereAndSpeaks(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	keys := apptest.CatalogueKeys(t)
	anna := p.As(t, apptest.Teacher)
	page := anna.Get(apptest.EightB)
	saved := anna.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 3, 4)...)).Want(t, http.StatusSeeOther)
	starts := []string{saved.Header.Get("Location"), apptest.SavesPath + saved.Saved(t), "/schools", "/preferences", apptest.EightB + "&date=" + apptest.Yesterday}
	for _, email := range []string{apptest.Teacher, apptest.OfficeWorker, apptest.Administrator} {
		for address, a := range walk(p.As(t, email), starts...) {
			if a.Code != http.StatusOK {
				t.Errorf("%s: %s answers %d", email, address, a.Code)
			}
			if a.Page.Find("h1").Length() != 1 {
				t.Errorf("%s: %s has %d main headings", email, address, a.Page.Find("h1").Length())
			}
			if key := keys.FindString(textsOf(a)); key != "" && !strings.HasSuffix(key, ".example") && !strings.HasSuffix(key, ".csv") && !strings.HasSuffix(key, ".js") {
				t.Errorf("%s: %s shows the key %q", email, address, key)
			}
			wantNoWordsMissing(a, t, address)
		}
	}
}

// wantNoWordsMissing searches for the traces of missing values in a template.
func wantNoWordsMissing(a apptest.Answer, t *testing.T, address string) {
	t.Helper()
	for _, bad := range []string{"<no value>", "&lt;no value&gt;", "%!", "{{"} {
		if strings.Contains(string(a.Body), bad) {
			t.Errorf("%s has %q", address, bad)
		}
	}
}

func TestPagesAreThereBeforeTheSchoolSystemEverAnswered(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.Silence()
	for _, email := range []string{apptest.Teacher, apptest.OfficeWorker, apptest.Administrator} {
		for address, a := range walk(p.As(t, email)) {
			if a.Code != http.StatusOK && a.Code != http.StatusForbidden {
				t.Errorf("%s: %s answers %d", email, address, a.Code)
			}
		}
	}
	anna := p.As(t, apptest.Teacher)
	if text := anna.Follow(anna.Get("/")).Text("main"); !strings.Contains(text, "have not arrived") {
		t.Errorf("the first page says %q", text)
	}
	for _, page := range []string{apptest.FindPath, "/schools/harbour/absences"} {
		if says := p.As(t, apptest.OfficeWorker).Get(page).Text("main"); !strings.Contains(says, "have not arrived") {
			t.Errorf("%s says %q", page, says)
		}
	}
	for path, says := range map[string]string{
		"/reminders/teachers": "have not arrived", "/students/movements": "Nothing was lost", "/students/pasted": "Nothing was lost",
	} {
		form := url.Values{"note": {"all"}, "movement": {"in"}, "names": {"Anna"}, "date": {apptest.Today}}
		got := p.As(t, apptest.OfficeWorker).Post("/schools/harbour"+path, form).Want(t, http.StatusServiceUnavailable)
		if !strings.Contains(got.Text("main"), says) {
			t.Errorf("POST %s: %s", path, got.Text("main"))
		}
	}
}
