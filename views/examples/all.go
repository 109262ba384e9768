package examples

import (
	"fmt"
	"testing"

	"github.com/a-h/templ"

	"rollbook/views/connecting"
	"rollbook/views/entry"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/views/settings"
	"rollbook/views/taking"
	"rollbook/web/roll"
)

// Example is a page in one of its states.
type Example struct {
	Page *layout.Page
	Body templ.Component
}

// Examples is every state of every page besides the roll's own.
func Examples(t testing.TB) map[string]Example {
	t.Helper()
	all := map[string]Example{}
	for name, problem := range map[string]entry.SignInProblem{
		"": "", "-wrong": entry.SignInWrong, "-too-many": entry.SignInTooMany, "-expired": entry.SignInExpired,
		"-disabled": entry.SignInDisabled, "-busy": entry.SignInBusy,
	} {
		v := SignIn(t, problem)
		all["sign-in"+name] = Example{&v.Page, entry.SignIn(v)}
	}
	door := DemoDoor(t)
	all["demo"] = Example{&door.Page, entry.DemoDoor(door)}
	for name, several := range map[string]bool{"schools": true, "schools-none": false} {
		v := Schools(t, several)
		all[name] = Example{&v.Page, entry.Schools(v)}
	}
	keys := SchoolKeys(t)
	all["school-keys"] = Example{&keys.Page, settings.SchoolKeys(keys)}
	for name, standard := range map[string]bool{"webhooks": true, "webhooks-own": false} {
		v := Webhooks(t, standard)
		all[name] = Example{&v.Page, settings.Webhooks(v)}
	}
	addHomes(t, all)
	addSaves(t, all)
	addTexts(t, all)
	addLists(t, all)
	addConnecting(t, all)
	AddProving(t, all)
	addDay(t, all)
	addFind(t, all)
	addDateRange(t, all)
	addExports(t, all)
	addCovers(t, all)
	addPeople(t, all)
	addAccounts(t, all)
	return all
}

func addHomes(t testing.TB, all map[string]Example) {
	for name, v := range map[string]*taking.HomeView{
		"home": Home(t), "home-demo": DemoHome(t),
		"home-compared":      homeCompared(t),
		"home-empty-teacher": HomeEmpty(t, roll.Teacher, taking.HomeNotRead),
		"home-empty-admin":   HomeEmpty(t, roll.Admin, taking.HomeNotConnected),
		"home-no-classes":    HomeEmpty(t, roll.Office, taking.HomeNoClasses),
		"home-no-period":     HomeEmpty(t, roll.Admin, taking.HomeNoPeriod),
	} {
		all[name] = Example{&v.Page, taking.Home(v)}
	}
}

func addSaves(t testing.TB, all map[string]Example) {
	for _, role := range []roll.Role{roll.Teacher, roll.Office} {
		v := Save(t, role)
		all["save-"+string(role)] = Example{&v.Page, taking.Save(v)}
	}
	for name, answered := range map[string]bool{"request": true, "request-unanswered": false} {
		v := Request(t, answered)
		all[name] = Example{&v.Page, taking.Request(v)}
	}
	for name, stopped := range map[string]bool{"connection": true, "connection-well": false} {
		v := Connection(t, stopped)
		all[name] = Example{&v.Page, connecting.Connection(v)}
	}
	list := Waiting(t)
	all["waiting"] = Example{&list.Page, connecting.Waiting(list)}
	for name, entries := range map[string]bool{"history": true, "history-none": false} {
		v := History(t, entries)
		all[name] = Example{&v.Page, office.History(v)}
	}
	for name, known := range map[string]bool{"comparison": true, "comparison-not-yet": false} {
		v := comparison(t, known)
		all[name] = Example{&v.Page, taking.Comparison(v)}
	}
}

func addTexts(t testing.TB, all map[string]Example) {
	for _, code := range []int{400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 500, 503} {
		v := Problem(t, code)
		all[fmt.Sprintf("problem-%d", code)] = Example{&v.Page, layout.Problem(v)}
	}
	for _, topic := range []string{"", "roll", "keys", "marks", "office", "lists", "connect", "running", "people"} {
		v := Help(t, topic)
		all["help-"+topic] = Example{&v.Page, entry.Help(v)}
	}
	hub := &settings.IndexView{Page: As(t, roll.Admin), Rooms: []string{"connection"}}
	hub.Nav = layout.NavSettings
	all["settings"] = Example{&hub.Page, settings.Index(hub)}
	preferences := &entry.PreferencesView{Page: As(t, roll.Admin), Email: "k.osei@oak.example", Kept: true}
	all["preferences"] = Example{&preferences.Page, entry.Preferences(preferences)}
}

// Problem returns the page of a refused request with the status code.
func Problem(t testing.TB, code int) *layout.ProblemView {
	v := &layout.ProblemView{Page: Page(t), Code: code}
	if code == 500 {
		v.RequestID = "01JD4Z7Q"
	}
	if code == 401 {
		v.Page = Stranger(t)
	}
	return v
}

// Help returns a page of the help; an empty topic is its first.
func Help(t testing.TB, topic string) *entry.HelpView {
	v := &entry.HelpView{Page: Page(t), Topic: topic}
	v.Light = &part.Light{State: part.Silent, Clock: "08:31", Waiting: 1}
	v.Article, _ = v.Words.Article(topic)
	return v
}
