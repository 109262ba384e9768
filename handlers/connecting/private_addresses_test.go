package connecting_test

import (
	"net/http"
	"testing"

	"rollbook/apiclient"
	"rollbook/handlers/apptest"
	"rollbook/web/connecting/services"
	"rollbook/web/edge/settings"
	"rollbook/web/roll"
)

// bootAllowing starts the program with the operator's lists of private addresses: list for all schools,
// change for each.
func bootAllowing(t *testing.T, list string, change func(*roll.School)) *apptest.Program {
	t.Helper()
	allowed, err := apiclient.ParseAllowances(list)
	apptest.Must(t, err)
	return apptest.BootWith(t, apptest.Options{
		Config:  func(c *settings.Config) { c.PrivateServices = allowed },
		Schools: []func(*roll.School){change},
	})
}

// reaches reports whether the school's system answers with the present settings.
func reaches(t *testing.T, p *apptest.Program, id roll.SchoolID) (bool, error) {
	t.Helper()
	school, err := p.App.Store.School(t.Context(), id)
	apptest.Must(t, err)
	_, err = p.App.Connecting.Services.Periods(t.Context(), school)
	return err == nil, err
}

func TestAPrivateAddressOfOneSchoolIsNoWayForAnother(t *testing.T) {
	t.Parallel()
	p := bootAllowing(t, "", func(school *roll.School) {
		if school.ID == apptest.Harbour {
			school.AllowPrivate = "127.0.0.0/8"
		}
	})
	for range 2 {
		if ok, err := reaches(t, p, apptest.Harbour); !ok {
			t.Errorf("the school that may is told %v", err)
		}
		if ok, err := reaches(t, p, apptest.Tilleuls); ok || services.Problem(err) != "forbidden_address" {
			t.Errorf("the school that may not is told %v", err)
		}
	}
	apptest.Must(t, p.App.Store.SetAllowPrivate(t.Context(), apptest.Harbour, ""))
	if ok, _ := reaches(t, p, apptest.Harbour); ok {
		t.Error("what is allowed no more is reached")
	}
	apptest.Must(t, p.App.Store.SetAllowPrivate(t.Context(), apptest.Tilleuls, "127.0.0.1:1"))
	if ok, _ := reaches(t, p, apptest.Tilleuls); ok {
		t.Error("another port is reached")
	}
	apptest.Must(t, p.App.Store.SetAllowPrivate(t.Context(), apptest.Tilleuls, p.Service.Listener.Addr().String()))
	if ok, err := reaches(t, p, apptest.Tilleuls); !ok {
		t.Errorf("on its port the school is told %v", err)
	}
}

func TestAnAdminEntersOnlyThePrivateAddressesOfHisSchool(t *testing.T) {
	t.Parallel()
	for allowed, want := range map[string]int{"": http.StatusUnprocessableEntity, "127.0.0.1": http.StatusSeeOther} {
		p := bootAllowing(t, "", func(school *roll.School) {
			school.BaseURL = "https://sms.example"
			if school.ID == apptest.Harbour {
				school.AllowPrivate = allowed
			} else {
				school.AllowPrivate = "127.0.0.1"
			}
		})
		known, err := p.Sandbox.Schools()
		apptest.Must(t, err)
		got := p.As(t, apptest.Administrator).Enters(p.Service.URL, known[0].Tenant, known[0].Code, p.NewKey(t, known[0].Code).Reveal())
		if got.Code != want {
			t.Errorf("where %q is allowed the address is answered %d: %s", allowed, got.Code, got.Text("main"))
		}
	}
}

func TestTheGlobalListHoldsForEverySchool(t *testing.T) {
	t.Parallel()
	p := bootAllowing(t, "127.0.0.1", func(school *roll.School) { school.AllowPrivate = "10.0.0.0/8:8443" })
	for _, id := range []roll.SchoolID{apptest.Harbour, apptest.Tilleuls} {
		if ok, err := reaches(t, p, id); !ok {
			t.Errorf("%s is told %v", id, err)
		}
	}
}

func TestNoSchoolLivesWhereTheDashboardListens(t *testing.T) {
	t.Parallel()
	p := bootAllowing(t, "0.0.0.0/0,::/0", func(*roll.School) {})
	school, err := p.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	for _, address := range []string{p.Address, "http://localhost" + p.Address[len("http://127.0.0.1"):]} {
		got := p.As(t, apptest.Administrator).Enters(address, school.Tenant, school.Code, p.NewKey(t, school.Code).Reveal())
		if got.Code != http.StatusUnprocessableEntity {
			t.Errorf("%s is answered %d", address, got.Code)
		}
	}
	if ok, err := reaches(t, p, apptest.Harbour); !ok {
		t.Errorf("the sandbox beside it is not reached: %v", err)
	}
}
