package handlers_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// mostPages ends a walk that finds ever more of them.
const mostPages = 80

// walk visits every kind of page that links lead to from the first page and from
// starts, and tells each answer by its address. Two addresses are of a kind when they differ in ids only.
func (v *visitor) walk(starts ...string) map[string]answer {
	v.t.Helper()
	found := make(map[string]answer)
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
		a := v.follow(v.get(address))
		found[address] = a
		queue = append(queue, a.links()...)
	}
	if len(found) == mostPages {
		v.t.Errorf("the walk does not end: %v", slices.Collect(maps.Keys(found)))
	}
	return found
}

// links are where the page's links lead on this site.
func (a answer) links() []string {
	return a.page.Find("a[href^='/']:not([download])").Map(func(_ int, link *goquery.Selection) string { return link.AttrOr("href", "") })
}

// kindOf is an address without what differs among pages of a kind.
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

// catalogueKeys finds names of the catalogue's entries, which no page may show.
func catalogueKeys(t *testing.T) *regexp.Regexp {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "web", "language", "*.en.json"))
	must(t, err)
	first := make(map[string]bool)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		entries := make(map[string]json.RawMessage)
		must(t, json.Unmarshal(text, &entries))
		for key := range entries {
			name, _, _ := strings.Cut(key, ".")
			first[regexp.QuoteMeta(name)] = true
		}
	}
	if len(first) < 5 {
		t.Fatalf("the catalogue has %d parts", len(first))
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(slices.Collect(maps.Keys(first)), "|") + `)\.[a-z_]+(?:\.[a-z_]+)*\b`)
}

func TestEveryPageThatLinksLeadToIsThereAndSpeaks(t *testing.T) {
	t.Parallel()
	p := boot(t)
	keys := catalogueKeys(t)
	anna := p.as(t, teacher)
	page := anna.get(eightB)
	saved := anna.post(rollPath, page.press(t, "Absent", page.enrolments(t, 3, 4)...)).want(t, http.StatusSeeOther)
	starts := []string{saved.header.Get("Location"), savePageOf(t, saved), "/schools", "/preferences", eightB + "&date=" + yesterday}
	for _, email := range []string{teacher, officeWorker, administrator} {
		for address, a := range p.as(t, email).walk(starts...) {
			if a.code != http.StatusOK {
				t.Errorf("%s: %s answers %d", email, address, a.code)
			}
			if a.page.Find("h1").Length() != 1 {
				t.Errorf("%s: %s has %d main headings", email, address, a.page.Find("h1").Length())
			}
			if key := keys.FindString(a.page.Find("html").Text()); key != "" && !strings.HasSuffix(key, ".example") && !strings.HasSuffix(key, ".csv") {
				t.Errorf("%s: %s shows the key %q", email, address, key)
			}
			a.wantNoWordsMissing(t, address)
		}
	}
}

// savePageOf is the page of the save that an answer leads to.
func savePageOf(t *testing.T, saved answer) string {
	t.Helper()
	address, err := url.Parse(saved.header.Get("Location"))
	must(t, err)
	return "/schools/harbour/saves/" + address.Query().Get("save")
}

// wantNoWordsMissing looks for what a template leaves where something is missing.
func (a answer) wantNoWordsMissing(t *testing.T, address string) {
	t.Helper()
	for _, bad := range []string{"<no value>", "&lt;no value&gt;", "%!", "{{"} {
		if strings.Contains(string(a.body), bad) {
			t.Errorf("%s has %q", address, bad)
		}
	}
}

func TestPagesAreThereBeforeTheSchoolSystemEverAnswered(t *testing.T) {
	t.Parallel()
	p := boot(t)
	p.silence()
	for _, email := range []string{teacher, officeWorker, administrator} {
		for address, a := range p.as(t, email).walk() {
			if a.code >= http.StatusInternalServerError {
				t.Errorf("%s: %s answers %d", email, address, a.code)
			}
		}
	}
	anna := p.as(t, teacher)
	if text := anna.follow(anna.get("/")).text("main"); !strings.Contains(text, "have not arrived") {
		t.Errorf("the first page says %q", text)
	}
}
