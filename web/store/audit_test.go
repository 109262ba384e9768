package store

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store/audit"
	"rollbook/web/store/keeping"
)

func auditSentences() []sentence {
	return []sentence{
		{"the audit log is found by who acted, what happened and when, the newest first", auditIsFound},
		{"an event outside a school is in the audit log of the person's schools only", auditOfAPerson},
		{"an event of a removed school stays without one", auditOfARemovedSchool},
		{"events of the audit log are deleted after their time, some at once", auditIsForgotten},
		{"events of commands are logged once, also by several servers, the oldest first", commandEventsAreLoggedOnce},
	}
}

// auditDay is when the first event of a test happens.
func auditDay() time.Time { return time.Date(2026, 2, 3, 8, 30, 0, 0, time.UTC) }

// audited adds an event a second after another.
func (f *fixture) audited(events ...audit.Event) {
	f.t.Helper()
	for i := range events {
		events[i].At = auditDay().Add(time.Duration(i) * time.Second)
	}
	must(f.t, f.AddAudit(f.t.Context(), events))
}

// auditNames returns the names of the events that the search finds.
func (f *fixture) auditNames(school roll.SchoolID, search audit.Search) string {
	f.t.Helper()
	search.Most = max(search.Most, 1) * 10
	found, err := f.Audit(f.t.Context(), school, search)
	must(f.t, err)
	var names []string
	for _, event := range found {
		names = append(names, event.Name)
	}
	return strings.Join(names, " ")
}

func auditIsFound(f *fixture) {
	t := f.t
	f.staff(t)
	whole := audit.Event{
		School: north, Name: "role-changed", Refused: true, By: "tom", Person: "ada", Tablet: "a-tablet", From: "192.0.2.1",
		Reason: "last", Before: "office\x00", After: "\xffadmin", About: strings.Repeat("é", 400),
	}
	f.audited(whole, audit.Event{School: north, Name: "key-added", By: "ada"}, audit.Event{School: north, Name: "sign-in", Person: "tom"},
		audit.Event{School: "south", Name: "key-removed", By: "ada"}, audit.Event{School: north, Name: "times-changed", By: audit.Command})
	found, err := f.Audit(t.Context(), north, audit.Search{Most: 10})
	must(t, err)
	first := found[len(found)-1]
	whole.ID, whole.At, whole.Before, whole.After, whole.About = first.ID, auditDay(), "office?", "?admin", strings.Repeat("é", 250)+"..."
	whole.ByName, whole.PersonName = first.ByName, first.PersonName
	if first != whole || !strings.Contains(strings.ToLower(first.ByName), "tom") || !strings.Contains(strings.ToLower(first.PersonName), "ada") {
		t.Errorf("the first event is %+v", first)
	}
	for _, one := range []struct {
		search audit.Search
		want   string
	}{
		{audit.Search{}, "times-changed sign-in key-added role-changed"},
		{audit.Search{By: "tom"}, "sign-in role-changed"},
		{audit.Search{By: audit.Command}, "times-changed"},
		{audit.Search{Refused: true}, "role-changed"},
		{audit.Search{Names: []string{"sign-in", "key-added"}}, "sign-in key-added"},
		{audit.Search{From: auditDay().Add(time.Second), To: auditDay().Add(3 * time.Second)}, "sign-in key-added"},
		{audit.Search{Before: found[1].ID, By: "ada"}, "key-added role-changed"},
	} {
		if got := f.auditNames(north, one.search); got != one.want {
			t.Errorf("%+v finds %q, want %q", one.search, got, one.want)
		}
	}
	if found, err = f.Audit(t.Context(), north, audit.Search{Most: 1}); len(found) != 1 {
		t.Errorf("one is wanted, found are %d, %v", len(found), err)
	}
}

func auditOfAPerson(f *fixture) {
	f.staff(f.t)
	f.audited(audit.Event{Name: "sign-in", Person: "tom"}, audit.Event{Name: "sign-in-refused", Person: "ada"}, audit.Event{Name: "refused", By: "ada"},
		audit.Event{Name: "unknown", Person: "nobody"})
	if in, other := f.auditNames(north, audit.Search{}), f.auditNames("south", audit.Search{}); in != "refused sign-in-refused sign-in" || other != "sign-in" {
		f.t.Errorf("north sees %q, south %q", in, other)
	}
	if left := f.rows("audit"); left != 5 {
		f.t.Errorf("%d rows are stored", left)
	}
}

func auditOfARemovedSchool(f *fixture) {
	t := f.t
	f.staff(t)
	f.audited(audit.Event{School: north, Name: "times-changed", By: "ada"}, audit.Event{Name: "sign-in", Person: "tom"})
	f.export()
	_, err := f.RemoveSchool(t.Context(), north)
	must(t, err)
	f.audited(audit.Event{School: north, Name: "school-removed", By: audit.Command, About: "people 2"})
	var told []string
	must(t, f.TakeCommandEvents(t.Context(), func(event audit.Event) {
		told = append(told, fmt.Sprint(event.Name, ", ", event.School, ", ", event.About))
	}))
	if !slices.Equal(told, []string{"school-removed, , north people 2"}) || f.rows("audit") != 2 {
		t.Errorf("told are %q, %d rows are left", told, f.rows("audit"))
	}
	if south := f.auditNames("south", audit.Search{}); south != "sign-in" {
		t.Errorf("south sees %q", south)
	}
}

func auditIsForgotten(f *fixture) {
	many := make([]audit.Event, 1500)
	for i := range many {
		many[i] = audit.Event{School: north, Name: "old"}
	}
	f.audited(many...)
	f.sweep(keeping.Audit, auditDay().Add(1200*time.Second))
	if left := f.rows("audit"); left != 300 {
		f.t.Errorf("%d are left", left)
	}
}

func commandEventsAreLoggedOnce(f *fixture) {
	t := f.t
	f.audited(audit.Event{School: north, Name: "first", By: audit.Command}, audit.Event{School: north, Name: "of a page", By: "ada"})
	f.audited(audit.Event{School: north, Name: "second", By: audit.Command})
	var mu sync.Mutex
	var taken []string
	var servers sync.WaitGroup
	for range 4 {
		servers.Go(func() {
			err := f.TakeCommandEvents(t.Context(), func(event audit.Event) {
				mu.Lock()
				defer mu.Unlock()
				taken = append(taken, event.Name)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	servers.Wait()
	if slices.Sort(taken); !slices.Equal(taken, []string{"first", "second"}) {
		t.Errorf("taken are %q", taken)
	}
}

func TestOnlyTheErasureOfAStudentChangesAnEventOfTheAuditLog(t *testing.T) {
	t.Parallel()
	deletions := 0
	must(t, filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(path)
		if path != "audit/one_student.go" && regexp.MustCompile(`(?i)(UPDATE|REPLACE INTO)\s+audit\b`).Match(content) {
			t.Errorf("%s changes the audit log", path)
		}
		deletions += len(regexp.MustCompile(`DELETE FROM audit\b|Deletions\("audit"|table: "audit"`).FindAll(content, -1))
		return err
	}))
	// With the school, with its people, and by age.
	if deletions != 3 {
		t.Errorf("%d statements delete from the audit log", deletions)
	}
}
