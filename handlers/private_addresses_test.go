package handlers_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
	"rollbook/handlers"
	"rollbook/web"
	"rollbook/web/connection"
	"rollbook/web/roll"
	"rollbook/web/vault"
)

// bootAllowing starts the program where the operator allows private addresses by the list for
// all schools, and by change for each.
func bootAllowing(t *testing.T, list string, change func(*roll.School)) *program {
	t.Helper()
	clock := clockFrom(bootHour())
	service, err := sandbox.New(t.Context(), sandbox.Options{Now: clock, Sample: true})
	must(t, err)
	listening := httptest.NewServer(service)
	t.Cleanup(func() {
		must(t, service.Close())
		listening.Close()
	})
	allowed, err := apiclient.ParseAllowances(list)
	must(t, err)
	p := &program{sandbox: service, service: listening}
	p.app, err = web.New(t.Context(), web.Config{
		Database:        vault.NewSecret("sqlite:" + filepath.Join(t.TempDir(), "rollbook.db")),
		MasterKeys:      []vault.MasterKey{vault.RandomMasterKey()},
		PrivateServices: allowed,
	}, clock, slog.New(slog.DiscardHandler), nil, handlers.Register)
	must(t, err)
	p.addSchools(t, listening.URL, change)
	p.addPeople(t)
	p.run(t)
	return p
}

// reaches tells whether the school's system answers, as its settings stand now.
func (p *program) reaches(t *testing.T, id roll.SchoolID) (bool, error) {
	t.Helper()
	school, err := p.app.Store.School(t.Context(), id)
	must(t, err)
	_, err = p.app.Connections.Periods(t.Context(), school)
	return err == nil, err
}

func TestAPrivateAddressOfOneSchoolIsNoWayForAnother(t *testing.T) {
	t.Parallel()
	p := bootAllowing(t, "", func(school *roll.School) {
		if school.ID == harbour {
			school.AllowPrivate = "127.0.0.0/8"
		}
	})
	for range 2 {
		if ok, err := p.reaches(t, harbour); !ok {
			t.Errorf("the school that may is told %v", err)
		}
		if ok, err := p.reaches(t, tilleuls); ok || connection.Problem(err) != "forbidden_address" {
			t.Errorf("the school that may not is told %v", err)
		}
	}
	must(t, p.app.Store.SetAllowPrivate(t.Context(), harbour, ""))
	if ok, _ := p.reaches(t, harbour); ok {
		t.Error("what is allowed no more is reached")
	}
	must(t, p.app.Store.SetAllowPrivate(t.Context(), tilleuls, "127.0.0.1:1"))
	if ok, _ := p.reaches(t, tilleuls); ok {
		t.Error("another port is reached")
	}
	must(t, p.app.Store.SetAllowPrivate(t.Context(), tilleuls, p.service.Listener.Addr().String()))
	if ok, err := p.reaches(t, tilleuls); !ok {
		t.Errorf("on its port the school is told %v", err)
	}
}

func TestAnAdminEntersOnlyThePrivateAddressesOfHisSchool(t *testing.T) {
	t.Parallel()
	for allowed, want := range map[string]int{"": http.StatusUnprocessableEntity, "127.0.0.1": http.StatusSeeOther} {
		p := bootAllowing(t, "", func(school *roll.School) {
			school.BaseURL = "https://sms.example"
			if school.ID == harbour {
				school.AllowPrivate = allowed
			} else {
				school.AllowPrivate = "127.0.0.1"
			}
		})
		known, err := p.sandbox.Schools(t.Context())
		must(t, err)
		got := p.as(t, administrator).enters(p.service.URL, known[0].Tenant, known[0].Code, p.newKey(t, known[0].Code).Reveal())
		if got.code != want {
			t.Errorf("where %q is allowed the address is answered %d: %s", allowed, got.code, got.text("main"))
		}
	}
}

func TestTheGlobalListHoldsForEverySchool(t *testing.T) {
	t.Parallel()
	p := bootAllowing(t, "127.0.0.1", func(school *roll.School) { school.AllowPrivate = "10.0.0.0/8:8443" })
	for _, id := range []roll.SchoolID{harbour, tilleuls} {
		if ok, err := p.reaches(t, id); !ok {
			t.Errorf("%s is told %v", id, err)
		}
	}
}

func TestNoSchoolLivesWhereTheDashboardListens(t *testing.T) {
	t.Parallel()
	p := bootAllowing(t, "0.0.0.0/0,::/0", func(*roll.School) {})
	school, err := p.app.Store.School(t.Context(), harbour)
	must(t, err)
	for _, address := range []string{p.address, "http://localhost" + p.address[len("http://127.0.0.1"):]} {
		got := p.as(t, administrator).enters(address, school.Tenant, school.Code, p.newKey(t, school.Code).Reveal())
		if got.code != http.StatusUnprocessableEntity {
			t.Errorf("%s is answered %d", address, got.code)
		}
	}
	if ok, err := p.reaches(t, harbour); !ok {
		t.Errorf("the sandbox beside it is not reached: %v", err)
	}
}
