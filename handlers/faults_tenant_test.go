package handlers_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

// The sizes of the crowd that must not be mixed up.
const (
	tenants = 60
	pages   = 200
)

// tenant is a school that can be told from all others by any of its words.
type tenant struct {
	id   roll.SchoolID
	code string
	// number is the school's in the school system: its ids begin with it.
	number int64
}

// tenantsAreNotMixedUp: 200 pages of 60 schools are used at once, and no byte of another
// school comes to any of them, nor an id of another school's into any call.
func tenantsAreNotMixedUp(t *testing.T) {
	p := bootIn(t, folderInMemory(t), clockFrom(bootHour()))
	schools := p.addTenants(t, tenants)
	members := make([][]*http.Cookie, len(schools))
	for i, own := range schools {
		members[i] = p.member(t, own)
		// The lists are read one after the other: this is not about who waits for them.
		p.opens(t, own, members[i], "/schools/"+string(own.id)+"/roll?class=8B")
	}
	all := make([]func(), pages)
	for i := range pages {
		own := i % len(schools)
		all[i] = func() { p.works(t, schools[own], members[own]) }
	}
	together(all...)
	for _, call := range p.sandbox.Arrivals("") {
		at := slices.IndexFunc(schools, func(school tenant) bool { return school.code == call.SchoolCode })
		// A call that took too long was left without an answer.
		if at < 0 || call.Code >= http.StatusBadRequest || call.Header.Get("Tenant") != string(schools[at].id) {
			t.Errorf("a call of %s for %s was answered %d", call.SchoolCode, call.Header.Get("Tenant"), call.Code)
			continue
		}
		for _, id := range call.Enrolments {
			if id/idStride != schools[at].number {
				t.Errorf("%d was sent for %s", id, schools[at].id)
			}
		}
	}
	if refused := p.sandbox.Calls()[""]; len(refused) > 0 {
		t.Errorf("calls were refused: %v", refused)
	}
}

// idStride keeps the ids of the school system's schools apart.
const idStride = 100_000

// addTenants adds so many schools to the school system and to the program.
func (p *program) addTenants(t testing.TB, count int, changes ...func(*roll.School)) []tenant {
	t.Helper()
	before, err := p.sandbox.Schools(t.Context())
	must(t, err)
	schools := make([]tenant, count)
	for i := range schools {
		one := tenant{id: roll.SchoolID(fmt.Sprintf("canary-%02d", i)), code: fmt.Sprintf("CANARY%02d", i), number: int64(len(before) + i + 1)}
		name := fmt.Sprintf("School of canary %02d", i)
		must(t, p.sandbox.AddSchool(t.Context(), sandbox.School{Name: name, Tenant: string(one.id), Code: one.code}))
		school := roll.School{
			ID: one.id, Name: name, Zone: time.UTC, BaseURL: p.service.URL, Tenant: string(one.id), Code: one.code,
			Call: 15 * time.Second, Apply: 60 * time.Second, PastDays: 30,
		}
		for _, change := range changes {
			change(&school)
		}
		must(t, p.app.AddSchool(t.Context(), school, p.newKey(t, one.code)))
		schools[i] = one
	}
	return schools
}

// member is the session of a new teacher of the school.
func (p *program) member(t testing.TB, school tenant) []*http.Cookie {
	t.Helper()
	email := fmt.Sprintf("teacher@%s.example", school.id)
	person := roll.Person{ID: roll.PersonID(email), Email: email, Name: "Teacher of " + string(school.id)}
	must(t, p.app.Store.AddPerson(t.Context(), person, everyHash))
	must(t, p.app.Store.Join(t.Context(), person.ID, school.id, roll.Teacher))
	return p.as(t, email).cookies()
}

// works opens pages, takes a roll and reads what became of it, as one person of the
// school, and looks through every answer.
func (p *program) works(t *testing.T, own tenant, cookies []*http.Cookie) {
	base := "/schools/" + string(own.id)
	p.reads(t, own, cookies, base)
	page := p.opens(t, own, cookies, base+"/roll?class=8B")
	form := page.press(t, "Absent", page.enrolments(t, 1, 5, 9)...)
	p.answered(t, own, cookies, http.MethodPost, base+"/roll", form)
	p.reads(t, own, cookies, base+"/roll/statuses?class=8B")
	p.reads(t, own, cookies, base+"/saves/"+form.Get("save"))
}

// opens asks for a roll until its students are there: a page does not wait for long when
// all schools' lists are read at once.
func (p *program) opens(t *testing.T, own tenant, cookies []*http.Cookie, path string) answer {
	t.Helper()
	var page answer
	eventually(t, 3*time.Minute, "the roll of "+string(own.id)+" can be opened", func() bool {
		page = p.answered(t, own, cookies, http.MethodGet, path, nil)
		return page.code == http.StatusOK && len(page.rows(t)) > 0
	})
	return page
}

// reads asks for a page and looks through it.
func (p *program) reads(t *testing.T, own tenant, cookies []*http.Cookie, path string) {
	t.Helper()
	if read := p.answered(t, own, cookies, http.MethodGet, path, nil); read.code != http.StatusOK {
		t.Errorf("%s answers %d", path, read.code)
	}
}

// answered asks again while the program says that it has too much to do, as a person
// would: two hundred at once are much for a slow machine. Every answer is looked through.
func (p *program) answered(t *testing.T, own tenant, cookies []*http.Cookie, method, path string, form url.Values) answer {
	t.Helper()
	var got answer
	eventually(t, 3*time.Minute, path+" is answered", func() bool {
		got = answerOf(t, p.serve(cookies, method, path, form))
		wantOnly(t, own, path, string(got.body))
		return got.code != http.StatusServiceUnavailable
	})
	return got
}

// answerOf reads a recorded answer as a browser does.
func answerOf(t *testing.T, got *httptest.ResponseRecorder) answer {
	t.Helper()
	content := got.Body.Bytes()
	if got.Header().Get("Content-Encoding") == "gzip" {
		body, err := gzip.NewReader(got.Body)
		must(t, err)
		content, err = io.ReadAll(body)
		must(t, err)
	}
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(content))
	must(t, err)
	return answer{code: got.Code, header: got.Header(), body: content, page: page}
}

// wantOnly looks for words and ids of other schools.
func wantOnly(t *testing.T, own tenant, where, body string) {
	t.Helper()
	words := regexp.MustCompile(`(?i)canary[- ]?(\d\d)|\b(\d{6,7})\b|Harbour Street|Tilleuls`)
	for _, found := range words.FindAllStringSubmatch(body, -1) {
		name, id := found[1], found[2]
		if name != "" && strings.HasSuffix(string(own.id), name) {
			continue
		}
		if number, err := strconv.ParseInt(id, 10, 64); err == nil && number/idStride == own.number {
			continue
		}
		t.Errorf("%s of %s has %q", where, own.id, found[0])
		return
	}
}
