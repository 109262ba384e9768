package entry_test

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

const firstAdmin = "ines@oak.example"

// begins fills in the form of the first link.
func begins(v *apptest.Visitor, link, email string) apptest.Answer {
	v.T.Helper()
	form := v.Get(link).Want(v.T, http.StatusOK).Form("main form")
	form.Set("name", "Ines Ferreira")
	form.Set("email", email)
	form.Set("password", apptest.NewPassword)
	return v.Post(link, form)
}

// firstSchool returns the form of the first school, filled in with the sandbox's credentials.
func firstSchool(p *apptest.Program, v *apptest.Visitor) url.Values {
	v.T.Helper()
	known, err := p.Sandbox.Schools()
	apptest.Must(v.T, err)
	form := v.Follow(v.Get("/")).Want(v.T, http.StatusOK).Form("#first-school")
	for name, value := range map[string]string{
		"name": "Oak School", "slug": "oak", "zone": "Europe/London", "address": p.Service.URL,
		"tenant": known[0].Tenant, "code": known[0].Code, "key": p.NewKey(v.T, known[0].Code).Reveal(),
	} {
		if !form.Has(name) {
			v.T.Errorf("the form has no field %s", name)
		}
		form.Set(name, value)
	}
	return form
}

func TestFromAnEmptyDatabaseToATakenRollByClicks(t *testing.T) {
	t.Parallel()
	p, link := apptest.BootEmpty(t, nil)
	v := p.Visit(t)
	page := v.Follow(begins(v, link, " Ines@OAK.example ")).Want(t, http.StatusOK)
	if page.Text("h1") != "Add your school" {
		t.Fatalf("after the first step comes %q", page.Text("h1"))
	}
	form := firstSchool(p, v)
	found := v.Agrees(v.Follow(v.Post("/first-school", form)).Want(t, http.StatusOK))
	if state := found.CallState("students"); !strings.Contains(state, "found") {
		t.Errorf("of the students it says %q", state)
	}
	used := v.Follow(v.Post(found.Address("form[action$='/use']"), found.Form("form[action$='/use']"))).Want(t, http.StatusOK)
	next := used.Page.Find("main a.primary")
	if next.Length() != 1 || next.Text() != "Let your people in" {
		t.Fatalf("next is %q: %s", next.Text(), used.Text("main"))
	}
	people := v.Get(next.AttrOr("href", "")).Want(t, http.StatusOK)
	invite := people.Form("#invite")
	invite.Set("name", "Nia Obi")
	invite.Set("email", "nia@oak.example")
	invite.Set("role", string(roll.Teacher))
	handed := v.Post(people.Address("#invite"), invite).Want(t, http.StatusOK).Text("#handed code.address")
	nia := p.Visit(t)
	opensLink(nia, strings.TrimPrefix(handed, p.Address), "Nia Obi", "five foxes in the fog").Want(t, http.StatusSeeOther)
	takes(t, nia)
	if role := p.RoleOf(t, personOf(t, p, firstAdmin), "oak"); role != roll.Admin {
		t.Errorf("the first is %q", role)
	}
}

// takes takes the roll of 8B, and checks that the school system has confirmed it.
func takes(t *testing.T, v *apptest.Visitor) {
	t.Helper()
	const at = "/schools/oak/roll"
	classes := v.Follow(v.Get("/")).Want(t, http.StatusOK)
	address := classes.Page.Find("main a[href*='/roll'][href*='8B']").First().AttrOr("href", "none")
	page := v.Get(address).Want(t, http.StatusOK)
	saved := v.Post(at, page.Press(t, "Absent", page.Enrolments(t, 0, 1)...)).Want(t, http.StatusSeeOther)
	apptest.Eventually(t, "the marks are saved", func() bool {
		rows := v.Get(saved.Header.Get("Location")).Want(t, http.StatusOK).Rows(t)
		return rows[0].Outcome == "saved" && rows[1].Outcome == "saved"
	})
}

func personOf(t *testing.T, p *apptest.Program, email string) roll.PersonID {
	t.Helper()
	person, _, err := p.App.Store.PersonByEmail(t.Context(), email)
	apptest.Must(t, err)
	return person.ID
}

func TestNoOtherPageAnswersBeforeTheFirstAccount(t *testing.T) {
	t.Parallel()
	p, link := apptest.BootEmpty(t, nil)
	v := p.Visit(t)
	for _, path := range []string{"/", "/sign-in", "/help", "/forgotten", "/schools/oak", "/first-school", "/cover/x", "/nowhere", "/account", guess(link, 1), "/link/nonsense"} {
		page := v.Get(path).Want(t, http.StatusServiceUnavailable)
		if page.Text("h1") != "This Rollbook is not set up yet" || page.Text("main p") != "The program printed a link when it started. Restart it to get a new one." || page.Page.Find("form").Length() != 0 {
			t.Errorf("%s says %q", path, page.Text("main"))
		}
	}
	v.Post("/sign-in", url.Values{"email": {"a@b.example"}, "password": {apptest.NewPassword}}).Want(t, http.StatusServiceUnavailable)
	v.Post("/first-school", url.Values{}).Want(t, http.StatusServiceUnavailable)
	v.Get("/healthz").Want(t, http.StatusOK)
	v.Get("/readyz").Want(t, http.StatusOK)
	v.Get(v.Get("/").Page.Find("link[rel=stylesheet]").AttrOr("href", "")).Want(t, http.StatusOK)
	v.Send(http.MethodPost, "/hooks/oak", strings.NewReader("{}")).Want(t, http.StatusUnauthorized)
	front := v.Get(link).Want(t, http.StatusOK)
	for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "strict-origin", "X-Robots-Tag": "noindex, nofollow"} {
		if value := front.Header.Get(name); value != want {
			t.Errorf("%s: %q", name, value)
		}
	}
}

func TestRemovingTheLastSchoolShowsHowToStartAgain(t *testing.T) {
	t.Parallel()
	p, link := apptest.BootEmpty(t, nil)
	v := p.Visit(t)
	v.Follow(begins(v, link, firstAdmin)).Want(t, http.StatusOK)
	form := firstSchool(p, v)
	v.Follow(v.Post("/first-school", form)).Want(t, http.StatusOK)
	const school = "/schools/oak/settings/school"
	v.Post(school+"/marks.csv", nil).Want(t, http.StatusOK)
	v.Post(school+"/remove", url.Values{"typed": {form.Get("name")}}).Want(t, http.StatusOK)
	page := p.Visit(t).Get("/sign-in").Want(t, http.StatusServiceUnavailable)
	if page.Text("h1") != "This Rollbook is not set up yet" {
		t.Errorf("it says %q", page.Text("main"))
	}
}

func TestTheFirstLinkWorksOnce(t *testing.T) {
	t.Parallel()
	p, link := apptest.BootEmpty(t, nil)
	first, second := p.Visit(t), p.Visit(t)
	form := second.Get(link).Want(t, http.StatusOK).Form("main form")
	begins(first, link, firstAdmin).Want(t, http.StatusSeeOther)
	form.Set("name", "Eve")
	form.Set("email", "eve@oak.example")
	form.Set("password", "five foxes in the fog")
	second.Post(link, form).Want(t, http.StatusGone)
	for _, v := range []*apptest.Visitor{first, second} {
		if says := v.Get(link).Want(t, http.StatusGone).Text("main"); !strings.Contains(says, "worked once. Sign in") {
			t.Errorf("afterwards it says %q", says)
		}
	}
	second.SignsIn("eve@oak.example", "five foxes in the fog").Want(t, http.StatusUnprocessableEntity)
	second.Get("/first-school").Want(t, http.StatusSeeOther)
	again := p.Visit(t)
	again.SignsIn(firstAdmin, apptest.NewPassword).Want(t, http.StatusSeeOther)
	if page := again.Follow(again.Get("/")); page.Text("h1") != "Add your school" {
		t.Errorf("who signs in again goes on with %q", page.Text("h1"))
	}
}

func TestOneOfManyPeopleWhoUseTheFirstLinkAtOnceGetsAnAccount(t *testing.T) {
	t.Parallel()
	p, link := apptest.BootEmpty(t, nil)
	codes := make([]int, 4)
	begin := make(chan struct{})
	var all sync.WaitGroup
	for i := range codes {
		v := p.Visit(t)
		form := v.Get(link).Want(t, http.StatusOK).Form("main form")
		form.Set("name", "Ines")
		form.Set("email", "ines"+strconv.Itoa(i)+"@oak.example")
		form.Set("password", apptest.NewPassword)
		all.Go(func() {
			<-begin
			codes[i] = v.Post(link, form).Code
		})
	}
	close(begin)
	all.Wait()
	slices.Sort(codes)
	if !slices.Equal(codes, []int{http.StatusSeeOther, http.StatusGone, http.StatusGone, http.StatusGone}) {
		t.Errorf("they are answered %v", codes)
	}
	if people, err := p.App.Store.People(t.Context()); err != nil || len(people) != 1 {
		t.Errorf("%d people began, %v", len(people), err)
	}
}

func TestTheFirstLinkIsOverAfterHalfAnHourAndAfterANewerOne(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p, older := apptest.BootEmpty(t, clock.Now)
	link := p.FirstLink(t)
	clock.Forward(roll.FirstLinkLasts - time.Minute)
	p.Visit(t).Get(link).Want(t, http.StatusOK)
	v := p.Visit(t)
	form := v.Get(link).Form("main form")
	form.Set("name", "Ines")
	form.Set("email", firstAdmin)
	form.Set("password", apptest.NewPassword)
	clock.Forward(2 * time.Minute)
	for _, over := range []string{older, link} {
		if says := v.Get(over).Want(t, http.StatusGone).Text("main"); !strings.Contains(says, "Restart the program: it prints a new one") {
			t.Errorf("it says %q", says)
		}
		v.Post(over, form).Want(t, http.StatusGone)
	}
	v.Get("/sign-in").Want(t, http.StatusServiceUnavailable)
	begins(v, p.FirstLink(t), firstAdmin).Want(t, http.StatusSeeOther)
}

func TestInvalidInputOfTheFirstAdminIsRefusedWithAReason(t *testing.T) {
	t.Parallel()
	p, link := apptest.BootEmpty(t, nil)
	v := p.Visit(t)
	for field, values := range map[string][]string{"email": {"ines", ""}, "name": {"", "\u200b"}, "password": {"short", "passwordpassword", "Ines Ferreira Ines"}} {
		for _, value := range values {
			form := v.Get(link).Want(t, http.StatusOK).Form("main form")
			form.Set("name", "Ines Ferreira")
			form.Set("email", firstAdmin)
			form.Set("password", apptest.NewPassword)
			form.Set(field, value)
			refused := v.Post(link, form).Want(t, http.StatusUnprocessableEntity)
			if len(refused.Text("[role=alert]")) < 10 || field != "email" && refused.Form("main form").Get("email") != firstAdmin {
				t.Errorf("%s %q: %s", field, value, refused.Text("main"))
			}
		}
	}
	begins(v, link, firstAdmin).Want(t, http.StatusSeeOther)
	good := firstSchool(p, v)
	for field, value := range map[string]string{
		"name": "", "slug": "Oak School", "zone": "Nowhere/Land", "address": "http://nowhere.example", "tenant": "", "code": "live_key", "key": "live_wrong",
	} {
		form := maps.Clone(good)
		form.Set(field, value)
		refused := v.Post("/first-school", form).Want(t, http.StatusUnprocessableEntity)
		if alert := refused.Page.Find("[role=alert]"); alert.Length() != 1 || alert.AttrOr("id", "") != "wrong-"+field {
			t.Errorf("%s %q: %s", field, value, refused.Text("main"))
		}
		if strings.Contains(string(refused.Body), good.Get("key")) || field == "code" && strings.Contains(string(refused.Body), value) {
			t.Errorf("the page of a wrong %s repeats the key", field)
		}
	}
	if has, err := p.App.Store.HasSchools(t.Context()); has || err != nil {
		t.Errorf("a school was kept: %v, %v", has, err)
	}
}

func TestAShortNameThatIsLeftEmptyIsMadeFromTheName(t *testing.T) {
	t.Parallel()
	p, link := apptest.BootEmpty(t, nil)
	v := p.Visit(t)
	begins(v, link, firstAdmin)
	form := firstSchool(p, v)
	form.Set("name", "Collège Weißensee")
	form.Set("slug", "")
	if to := v.Post("/first-school", form).Want(t, http.StatusSeeOther).Header.Get("Location"); !strings.HasPrefix(to, "/schools/college-weissensee/") {
		t.Errorf("it leads to %s", to)
	}
}

func TestOnlyTheFirstAdminAddsTheFirstSchoolAndOnlyOnce(t *testing.T) {
	t.Parallel()
	p, link := apptest.BootEmpty(t, nil)
	v := p.Visit(t)
	begins(v, link, firstAdmin)
	form := firstSchool(p, v)
	p.Visit(t).Post("/first-school", form).Want(t, http.StatusSeeOther)
	v.Post("/first-school", form).Want(t, http.StatusSeeOther)
	form.Set("slug", "elm")
	if again := v.Post("/first-school", form).Want(t, http.StatusSeeOther); again.Header.Get("Location") != "/schools/oak" {
		t.Errorf("the second time it leads to %s", again.Header.Get("Location"))
	}
	schools, err := p.App.Store.Schools(t.Context())
	if err != nil || len(schools) != 1 || schools[0].ID != "oak" {
		t.Errorf("there are %d schools, %v", len(schools), err)
	}
	full := apptest.Boot(t)
	full.As(t, apptest.Administrator).Get("/first-school").Want(t, http.StatusSeeOther)
	if secret, made, err := full.App.Identity.People.FirstLink(t.Context()); made || secret != "" || err != nil {
		t.Errorf("a program in use makes a link: %v, %v", made, err)
	}
}
