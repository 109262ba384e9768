package apptest

import (
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
	"rollbook/web/roll/constants"
	"rollbook/web/store/lists"
	"rollbook/web/store/schools"
)

// ConnectionPath is the address of the page of the connection.
const ConnectionPath = "/schools/harbour/connection"

// EvacuationPath is the address of the list for an evacuation.
const EvacuationPath = "/schools/harbour/evacuation"

// HistoryPath begins the addresses of a student's pages, such as the history of a day.
const HistoryPath = "/schools/harbour/students/"

// RemindersPath is the address of the reminders.
const RemindersPath = "/schools/harbour/reminders"

// KeysPage is the address of the page of the keys.
const KeysPage = "/schools/harbour/settings/keys"

// SettingsPath is the address of the settings.
const SettingsPath = "/schools/harbour/settings"

// StatusesPath is the address of the page of the statuses.
const StatusesPath = SettingsPath + "/statuses"

// TimesPath is the address of the page of the times.
const TimesPath = "/schools/harbour/settings/times"

// The pages of the school's groups and of one's own.
const (
	SchoolGroups = SettingsPath + "/groups"
	OwnGroups    = "/schools/harbour/groups"
)

// FindPath is the address of the finder.
const FindPath = "/schools/harbour/students"

// Finds searches for students by the text.
func (v *Visitor) Finds(text string) Answer {
	v.T.Helper()
	return v.Get(FindPath + "?q=" + url.QueryEscape(text))
}

// The address of the exports, and a class on the day of the tests.
const (
	ExportsPath = "/schools/harbour/exports"
	Of8B        = "class=8B&date=" + Today
)

// ComparisonPath is the address of the comparison with the school system.
const ComparisonPath = "/schools/harbour/comparison"

// SetElsewhere enters a mark in the school system itself.
func (s *Scene) SetElsewhere(t *testing.T, page Answer, status string, enrolments ...string) {
	t.Helper()
	for _, id := range Numbers(t, enrolments...) {
		Must(t, s.Sandbox.SetMark(HarbourCode, sandbox.Mark{EnrolmentID: id,
			StatusID: Numbers(t, page.Status(t, status))[0], Result: sandbox.Result{Date: Today}}))
	}
}

// Links returns the addresses on this site in the page's links.
func (a Answer) Links() []string {
	return a.Page.Find("a[href^='/']:not([download])").Map(func(_ int,
		link *goquery.Selection) string {
		return link.AttrOr("href", "")
	})
}

// CatalogueKeys returns a pattern for keys of the catalogue, which no page may show.
func CatalogueKeys(t *testing.T) *regexp.Regexp {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(constants.Root(t), "web", "language", "*.en.json"))
	Must(t, err)
	first := make(map[string]bool)
	for _, file := range files {
		text, err := os.ReadFile(file)
		Must(t, err)
		for _, key := range regexp.MustCompile(`(?m)^\s*"(\w+)\.`).FindAllSubmatch(text, -1) {
			first[string(key[1])] = true
		}
	}
	if len(first) < 5 {
		t.Fatalf("the catalogue has %d parts", len(first))
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(slices.Collect(maps.Keys(first)), "|") + `)\.[a-z_]+(?:\.[a-z_]+)*\b`)
}

// NamesOthers connects the school to another service, in whose list every number belongs to another student.
func (p *Program) NamesOthers(t testing.TB) {
	t.Helper()
	period := PeriodOffered(p.As(t, OfficeWorker))
	list := p.List(t, Harbour, period)
	for i := range list {
		list[i].Student, list[i].Given, list[i].Family = list[i].Student+100_000, "New", "Child"
	}
	periods, err := p.App.Store.Periods(t.Context(), Harbour)
	Must(t, err)
	school, err := p.App.Store.School(t.Context(), Harbour)
	Must(t, err)
	school.BaseURL += "/elsewhere"
	Must(t, p.App.Store.Connect(t.Context(), school, schools.Key{Sealed: []byte("k"), LastFour: "9999"}))
	Must(t, p.App.Store.PutPeriods(t.Context(), Harbour, lists.FromFile, periods))
	Must(t, p.App.Store.PutStudents(t.Context(), Harbour, roll.PeriodID(period), lists.FromFile, list))
}
