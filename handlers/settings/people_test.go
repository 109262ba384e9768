package settings_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

func setRole(v *apptest.Visitor, person, role string) apptest.Answer {
	v.T.Helper()
	return v.Post(apptest.PeoplePath+"/"+person+"/role", url.Values{"role": {role}})
}

func TestAnAdminSeesThePeopleOfTheSchool(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.FrenchTeacher, apptest.Harbour, roll.Teacher))
	v := p.As(t, apptest.Administrator)
	if v.Get(apptest.SettingsPath).Page.Find("a[href='"+apptest.PeoplePath+"']").Length() != 1 {
		t.Error("the settings do not lead there")
	}
	page := v.Get(apptest.PeoplePath).Want(t, http.StatusOK)
	for person, wants := range map[string][]string{
		apptest.Teacher:       {"Anna Lindqvist", apptest.Teacher, "Teacher", "Last sign-in Thu 19 Nov 08:3"},
		apptest.OtherTeacher:  {"Tom Baker", "Last sign-in Never"},
		apptest.Administrator: {"Ada Byron", "Admin", "You"},
		apptest.FrenchTeacher: {"Luc Moreau", "Also in another school"},
	} {
		line := page.Text("[data-person='" + person + "']")
		for _, want := range wants {
			if !strings.Contains(line, want) {
				t.Errorf("%s: %q is not in %q", person, want, line)
			}
		}
	}
	if page.Page.Find("[data-person]").Length() != 5 || page.Page.Find("[data-person='"+apptest.Administrator+"'] form").Length() != 0 {
		t.Error("others are listed too, or the admin may change herself")
	}
}

func TestANewRoleHoldsFromTheNextRequestOn(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna, ada := p.As(t, apptest.Teacher), p.As(t, apptest.Administrator)
	stream := streamOf(t, anna)
	anna.Get(apptest.DayPath).Want(t, http.StatusForbidden)
	after := ada.Follow(setRole(ada, apptest.Teacher, "office").Want(t, http.StatusSeeOther)).Want(t, http.StatusOK)
	if says := after.Text("[data-person='" + apptest.Teacher + "']"); !strings.Contains(after.Text("[role=status]"), "The role of Anna Lindqvist is changed.") || !strings.Contains(says, "Office") {
		t.Errorf("the list says %q", says)
	}
	anna.Get(apptest.DayPath).Want(t, http.StatusOK)
	stream()
	setRole(ada, apptest.Teacher, "teacher").Want(t, http.StatusSeeOther)
	anna.Get(apptest.DayPath).Want(t, http.StatusForbidden)
	for _, role := range []string{"", "cover", "Admin", "root"} {
		setRole(ada, apptest.Teacher, role).Want(t, http.StatusUnprocessableEntity)
	}
}

func TestADisabledPersonIsSignedOutAtOnce(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna, ada := p.As(t, apptest.Teacher), p.As(t, apptest.Administrator)
	stream := streamOf(t, anna)
	page := anna.Get(apptest.EightB)
	form := page.Press(t, "Absent", page.Enrolments(t, 3)...)
	after := ada.Follow(ada.DoesTo(apptest.Teacher, "disable").Want(t, http.StatusSeeOther))
	if says := after.Text("[data-person='" + apptest.Teacher + "']"); !strings.Contains(says, "Blocked") {
		t.Errorf("the list says %q", says)
	}
	if to := anna.Post(apptest.RollPath, form).Want(t, http.StatusSeeOther).Header.Get("Location"); !strings.HasPrefix(to, "/sign-in") {
		t.Errorf("her press leads to %s", to)
	}
	stream()
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 0 || anna.SignedIn() {
		t.Errorf("%d calls were made", len(calls))
	}
	p.Visit(t).SignsIn(apptest.Teacher, apptest.EveryPassword).Want(t, http.StatusUnprocessableEntity)
	ada.DoesTo(apptest.Teacher, "link").Want(t, http.StatusUnprocessableEntity)
	ada.DoesTo(apptest.Teacher, "enable").Want(t, http.StatusSeeOther)
	p.As(t, apptest.Teacher).Get("/schools/harbour").Want(t, http.StatusOK)
}

func TestAnAdminReachesTheOwnSchoolOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.Teacher, apptest.Tilleuls, roll.Admin))
	anna, ada := p.As(t, apptest.Teacher), p.As(t, apptest.Administrator)
	ada.DoesTo(apptest.Teacher, "disable").Want(t, http.StatusSeeOther)
	anna.Get("/schools/harbour").Want(t, http.StatusNotFound)
	anna.Get("/schools/tilleuls/settings/people").Want(t, http.StatusOK)
	ada.DoesTo(apptest.Teacher, "enable").Want(t, http.StatusSeeOther)
	setRole(ada, apptest.Teacher, "office").Want(t, http.StatusSeeOther)
	if p.RoleOf(t, apptest.Teacher, apptest.Tilleuls) != roll.Admin || p.RoleOf(t, apptest.Teacher, apptest.Harbour) != roll.Office {
		t.Error("the other school's role is another")
	}
	for _, action := range []string{"disable", "enable", "link"} {
		ada.DoesTo(apptest.FrenchTeacher, action).Want(t, http.StatusNotFound)
		anna.Post("/schools/tilleuls/settings/people/"+apptest.OtherTeacher+"/"+action, anna.Get("/schools/tilleuls/settings/people").Form("#people form.pair")).Want(t, http.StatusNotFound)
	}
	setRole(ada, apptest.FrenchTeacher, "admin").Want(t, http.StatusNotFound)
	ada.Get("/schools/tilleuls/settings/people").Want(t, http.StatusNotFound)
}

func TestNoAdminChangesTheirOwnRoleAndASchoolKeepsAnAdmin(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.OfficeWorker, apptest.Harbour, roll.Admin))
	ada, kofi := p.As(t, apptest.Administrator), p.As(t, apptest.OfficeWorker)
	for _, action := range []string{"disable", "enable"} {
		ada.DoesTo(apptest.Administrator, action).Want(t, http.StatusForbidden)
	}
	ada.DoesTo(apptest.Administrator, "link").Want(t, http.StatusUnprocessableEntity)
	for _, role := range []string{"teacher", "admin"} {
		setRole(ada, apptest.Administrator, role).Want(t, http.StatusForbidden)
	}
	setRole(ada, apptest.OfficeWorker, "office").Want(t, http.StatusSeeOther)
	setRole(kofi, apptest.OfficeWorker, "admin").Want(t, http.StatusForbidden)
	setRole(kofi, apptest.Administrator, "teacher").Want(t, http.StatusForbidden)
	if p.RoleOf(t, apptest.Administrator, apptest.Harbour) != roll.Admin || p.RoleOf(t, apptest.OfficeWorker, apptest.Harbour) != roll.Office {
		t.Error("the roles are others")
	}
}

func TestALinkIsShownOnceAndCanBeWithdrawn(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	form := v.InviteForm("Nia Obi", "nia@harbour.example", roll.Teacher)
	first := v.Post(apptest.PeoplePath+"/invite", form).Want(t, http.StatusOK)
	link := first.Text("code.address")
	if again := v.Post(apptest.PeoplePath+"/invite", form).Want(t, http.StatusConflict); strings.Contains(string(again.Body), link) ||
		!strings.Contains(again.Text("[role=alert]"), "shown already") || first.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("pressed twice it shows %s again: %q", link, again.Text("main"))
	}
	list := v.Get(apptest.PeoplePath)
	if lines := list.Page.Find("#invited tbody tr").Length(); lines != 1 || strings.Contains(string(list.Body), link[strings.LastIndex(link, "/")+1:]) {
		t.Errorf("%d invitations are listed, or the list tells the link", lines)
	}
	withdraw := list.Address("#invited form")
	v.Post(withdraw, list.Form("#invited form")).Want(t, http.StatusSeeOther)
	p.Visit(t).Get(strings.TrimPrefix(link, p.Address)).Want(t, http.StatusGone)
	v.Post(withdraw, nil).Want(t, http.StatusNotFound)
	v.Post(apptest.PeoplePath+"/invite", form).Want(t, http.StatusConflict)
	form.Set("press", "nonsense")
	v.Post(apptest.PeoplePath+"/invite", form).Want(t, http.StatusBadRequest)
}

func TestAnEmptyInvitationIsShownAgainWithTheReason(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	for why, form := range map[string]url.Values{
		"not an e-mail address": v.InviteForm("Nia", "Nia <nia@harbour.example>", roll.Teacher),
		"Write a name of":       v.InviteForm("\u202eNia", "nia@harbour.example", roll.Teacher),
		"Write teacher, office": v.InviteForm("Nia", "nia@harbour.example", roll.Covering),
		"is here already":       v.InviteForm("Anna", " ANNA@harbour.example", roll.Admin),
	} {
		got := v.Post(apptest.PeoplePath+"/invite", form).Want(t, http.StatusUnprocessableEntity)
		if says := got.Text("[role=alert]"); !strings.Contains(says, why) || got.Form("#invite").Get("email") != form.Get("email") {
			t.Errorf("it says %q, not %q", says, why)
		}
	}
	if v.Get(apptest.PeoplePath).Page.Find("#invited").Length() != 0 {
		t.Error("somebody is invited")
	}
}

func TestSeveralAreInvitedAfterAPreview(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	const file = "Role;E-mail;Name\nteacher;nia@harbour.example;Nia Obi\nOffice;omar@harbour.example;\"=cmd|'/C x'!A0\"\nboss;x@harbour.example;X\nteacher;NIA@harbour.example;Nia\nteacher;anna@harbour.example;Anna\n"
	preview := p.Nothing(t, func() apptest.Answer {
		return v.SendFile(apptest.PeoplePath+"/preview", "people.csv", file, v.Get(apptest.PeoplePath).Form("#several"))
	}).Want(t, http.StatusOK)
	if says := preview.Text("main"); !strings.Contains(says, "Invite 2 people") || !strings.Contains(says, "3 cannot be used") ||
		!strings.Contains(says, "Line 4: Write teacher") || !strings.Contains(says, "Line 5: This address stands above") || !strings.Contains(says, "Line 6: This person is here already") {
		t.Errorf("the preview says %q", says)
	}
	form := preview.Form("#import")
	made := v.Post(apptest.PeoplePath+"/import", form).Want(t, http.StatusOK)
	if links := made.Page.Find("#handed code.address"); links.Length() != 2 || links.First().Text() == links.Last().Text() {
		t.Errorf("made are %q", made.Text("main"))
	}
	list := v.Get(apptest.PeoplePath)
	if lines := list.Text("#invited"); list.Page.Find("#invited tbody tr").Length() != 2 || !strings.Contains(lines, "nia@harbour.example Nia ObiTeacher") || !strings.Contains(lines, "A0Office") {
		t.Errorf("invited are %q", lines)
	}
	apptest.Must(t, p.App.Store.AddPerson(t.Context(), roll.Person{ID: "n", Email: "nia@harbour.example", Name: "Nia"}, apptest.EveryHash))
	apptest.Must(t, p.App.Store.Join(t.Context(), "n", apptest.Harbour, roll.Teacher))
	v.Post(apptest.PeoplePath+"/import", form).Want(t, http.StatusUnprocessableEntity)
}

func TestLinesAreReadAsNameAddressAndRoleWhereNothingSaysOtherwise(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	v := p.As(t, apptest.Administrator)
	look := func(lines string) apptest.Answer {
		fields := v.Get(apptest.PeoplePath).Form("#several")
		fields.Set("lines", lines)
		return v.SendFile(apptest.PeoplePath+"/preview", "", "", fields)
	}
	sixty := make([]string, 60)
	for i := range sixty {
		sixty[i] = fmt.Sprintf("obi%d@harbour.example", i)
	}
	for _, line := range []string{"Nia Obi, nia@harbour.example, teacher\n", "nia@harbour.example, Nia Obi, teacher\n"} {
		says := look(line).Want(t, http.StatusOK).Text("main")
		if !strings.Contains(says, "Invite 1 person") || !strings.Contains(says, "nia@harbour.example Nia Obi Teacher") {
			t.Errorf("%q: it says %q", line, says)
		}
	}
	if says := look("Obi, obi@harbour.example, office\nnia@harbour.example\n").Text("main"); !strings.Contains(says, "Invite 2 people") || !strings.Contains(says, "nia@harbour.example Teacher") {
		t.Errorf("of an address alone it says %q", says)
	}
	if says := look(strings.Join(sixty, "\n")).Want(t, http.StatusOK).Text("main"); !strings.Contains(says, "Invite 60 people") {
		t.Errorf("of 60 addresses it says %q", says)
	}
	for why, lines := range map[string]string{
		"Write a line for each": " \n",
		"at most 300 people":    strings.Repeat("Nia, nia@harbour.example, teacher\n", 301),
		"cannot be read":        "Nia\x00,x",
		"Line 1: Write teacher": "Nia, nia@harbour.example\n",
		"Line 1: That is no":    "Nia, Obi, teacher\n",
		"office or admin":       "nia@harbour.example, Nia\n",
	} {
		if got := look(lines); !strings.Contains(got.Text("main"), why) && got.Code != http.StatusBadRequest || got.Page.Find("#import").Length() != 0 {
			t.Errorf("%.40q: %d %q", lines, got.Code, got.Text("main"))
		}
	}
}

func TestASchoolInvitesAtMost300PeopleIn24HoursAndReadsThatBeforeThePress(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	v := p.As(t, apptest.Administrator)
	look := func(first, last int) apptest.Answer {
		fields, lines := v.Get(apptest.PeoplePath).Form("#several"), ""
		for i := first; i < last; i++ {
			lines += fmt.Sprintf("Obi %d, obi%d@harbour.example, teacher\n", i, i)
		}
		fields.Set("lines", lines)
		return v.SendFile(apptest.PeoplePath+"/preview", "", "", fields)
	}
	form := look(0, 200).Want(t, http.StatusOK).Form("#import")
	for _, answer := range []int{http.StatusOK, http.StatusConflict} {
		v.Post(apptest.PeoplePath+"/import", form).Want(t, answer)
	}
	if says := v.Get(apptest.PeoplePath).Text("main"); !strings.Contains(says, "100 more can be invited today") {
		t.Errorf("after 200 it says %q", says)
	}
	if refused := look(200, 301).Want(t, http.StatusUnprocessableEntity); refused.Page.Find("#import").Length() != 0 {
		t.Error("101 more are offered")
	}
	last := look(200, 300).Want(t, http.StatusOK).Form("#import")
	v.Post(apptest.PeoplePath+"/import", last).Want(t, http.StatusOK)
	v.Post(apptest.PeoplePath+"/invite", v.InviteForm("Nia Obi", "nia@harbour.example", roll.Teacher)).Want(t, http.StatusUnprocessableEntity)
	clock.Forward(24*time.Hour + time.Minute)
	if says := p.As(t, apptest.Administrator).Get(apptest.PeoplePath).Text("main"); !strings.Contains(says, "300 more can be invited today") {
		t.Errorf("the next day it says %q", says)
	}
}

func TestAnAdminRemovesPINsOfMembersOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.SetPINs(t)
	apptest.Must(t, p.App.Identity.PINs.Set(t.Context(), apptest.FrenchTeacher, "5927"))
	has := func(person roll.PersonID) bool {
		at, err := p.App.Identity.PINs.SetAt(t.Context(), person)
		apptest.Must(t, err)
		return !at.IsZero()
	}
	ada := p.As(t, apptest.Administrator)
	button := "[data-person='" + apptest.Teacher + "'] [formaction$='/pin']"
	if list := ada.Get(apptest.PeoplePath); list.Page.Find("[formaction$='/pin']").Length() != 2 || list.Text(button) != "Remove the PIN of Anna Lindqvist" {
		t.Errorf("it offers %q", list.Text(button))
	}
	after := ada.Follow(ada.DoesTo(apptest.Teacher, "pin").Want(t, http.StatusSeeOther))
	if !strings.Contains(after.Text("[role=status]"), "The PIN is removed.") || after.Page.Find(button).Length() != 0 || has(apptest.Teacher) {
		t.Errorf("it says %q", after.Text("main"))
	}
	ada.DoesTo(apptest.FrenchTeacher, "pin").Want(t, http.StatusNotFound)
	ada.DoesTo(apptest.Administrator, "pin").Want(t, http.StatusForbidden)
	p.As(t, apptest.OfficeWorker).Post(apptest.PeoplePath+"/"+apptest.OfficeWorker+"/pin", nil).Want(t, http.StatusForbidden)
	if !has(apptest.FrenchTeacher) || !has(apptest.OfficeWorker) {
		t.Error("a PIN is gone that she may not remove")
	}
}
