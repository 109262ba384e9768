package faults_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// The sizes of the crowd whose data must not be mixed up.
const (
	tenants = 60
	pages   = 200
)

// tenantsAreNotMixedUp: 200 pages of 60 schools are used at once. None of them gets a byte of another school,
// and no call contains an id of another school.
func tenantsAreNotMixedUp(t *testing.T) {
	p := apptest.BootWith(t, apptest.Options{Database: apptest.NewDatabase(t, apptest.FolderInMemory(t))})
	schools := addTenants(t, p, tenants)
	members := make([][]*http.Cookie, len(schools))
	for i, own := range schools {
		members[i] = member(t, p, own)
		// The lists are read one after the other: this test is not about waiting for them.
		opens(t, p, own, members[i], "/schools/"+string(own.ID)+"/roll?class=8B")
	}
	all := make([]func(), pages)
	for i := range pages {
		own := i % len(schools)
		all[i] = func() { works(t, p, schools[own], members[own]) }
	}
	together(all...)
	for _, call := range p.Sandbox.Arrivals("") {
		at := slices.IndexFunc(schools, func(school tenant) bool { return school.Code == call.SchoolCode })
		// A call that took too long was left without an answer.
		if at < 0 || call.Code >= http.StatusBadRequest || call.Header.Get("Tenant") != string(schools[at].ID) {
			t.Errorf("a call of %s for %s was answered %d", call.SchoolCode, call.Header.Get("Tenant"), call.Code)
			continue
		}
		for _, id := range call.Enrolments {
			if id/idStride != schools[at].Number {
				t.Errorf("%d was sent for %s", id, schools[at].ID)
			}
		}
	}
	if refused := p.Sandbox.Calls()[""]; len(refused) > 0 {
		t.Errorf("calls were refused: %v", refused)
	}
}

// addTenants adds that many schools to the school system and to the program.
func addTenants(t testing.TB, p *apptest.Program, count int, changes ...func(*roll.School)) []tenant {
	t.Helper()
	before, err := p.Sandbox.Schools()
	apptest.Must(t, err)
	schools := make([]tenant, count)
	for i := range schools {
		one := tenant{ID: roll.SchoolID(fmt.Sprintf("canary-%02d", i)), Code: fmt.Sprintf("CANARY%02d", i), Number: int64(len(before) + i + 1)}
		name := fmt.Sprintf("School of canary %02d", i)
		apptest.Must(t, p.Sandbox.AddSchool(sandbox.School{Name: name, Tenant: string(one.ID), Code: one.Code}))
		school := roll.School{
			ID: one.ID, Name: name, Zone: time.UTC, BaseURL: p.Service.URL, Tenant: string(one.ID), Code: one.Code,
			Call: 15 * time.Second, Apply: 60 * time.Second, PastDays: 30,
		}
		for _, change := range changes {
			change(&school)
		}
		apptest.Must(t, p.App.Connecting.AddSchool(t.Context(), school, p.NewKey(t, one.Code)))
		schools[i] = one
	}
	return schools
}

// member returns the session of a new teacher of the school.
func member(t testing.TB, p *apptest.Program, school tenant) []*http.Cookie {
	t.Helper()
	email := fmt.Sprintf("teacher@%s.example", school.ID)
	person := roll.Person{ID: roll.PersonID(email), Email: email, Name: "Teacher of " + string(school.ID)}
	apptest.Must(t, p.App.Store.AddPerson(t.Context(), person, apptest.EveryHash))
	apptest.Must(t, p.App.Store.Join(t.Context(), person.ID, school.ID, roll.Teacher))
	return p.As(t, email).Cookies()
}

// works opens pages, takes a roll and reads its result as one person of the school, and checks every answer.
func works(t *testing.T, p *apptest.Program, own tenant, cookies []*http.Cookie) {
	base := "/schools/" + string(own.ID)
	readsOnly(t, p, own, cookies, base)
	page := opens(t, p, own, cookies, base+"/roll?class=8B")
	form := page.Press(t, "Absent", page.Enrolments(t, 1, 5, 9)...)
	answered(t, p, own, cookies, http.MethodPost, base+"/roll", form)
	readsOnly(t, p, own, cookies, base+"/roll/statuses?class=8B")
	readsOnly(t, p, own, cookies, base+"/saves/"+form.Get("save"))
}

// opens requests a roll until its students are there: a page does not wait long if the lists of all schools
// are read at once.
func opens(t *testing.T, p *apptest.Program, own tenant, cookies []*http.Cookie, path string) apptest.Answer {
	t.Helper()
	var page apptest.Answer
	apptest.Eventually(t, "the roll of "+string(own.ID)+" can be opened", func() bool {
		page = answered(t, p, own, cookies, http.MethodGet, path, nil)
		return page.Code == http.StatusOK && len(page.Rows(t)) > 0
	})
	return page
}
