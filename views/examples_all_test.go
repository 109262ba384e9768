package views_test

import (
	"fmt"
	"testing"

	"github.com/a-h/templ"

	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web/roll"
)

// example is a page in one of its states.
type example struct {
	page *views.Page
	body templ.Component
}

// examples is every state of every page besides the roll's own.
func examples(t testing.TB) map[string]example {
	t.Helper()
	all := map[string]example{}
	for name, problem := range map[string]views.SignInProblem{
		"": "", "-wrong": views.SignInWrong, "-too-many": views.SignInTooMany, "-expired": views.SignInExpired,
		"-disabled": views.SignInDisabled, "-busy": views.SignInBusy,
	} {
		v := signIn(t, problem)
		all["sign-in"+name] = example{&v.Page, views.SignIn(v)}
	}
	door := demoDoor(t)
	all["demo"] = example{&door.Page, views.DemoDoor(door)}
	for name, several := range map[string]bool{"schools": true, "schools-none": false} {
		v := schools(t, several)
		all[name] = example{&v.Page, views.Schools(v)}
	}
	keys := schoolKeys(t)
	all["school-keys"] = example{&keys.Page, views.SchoolKeys(keys)}
	for name, standard := range map[string]bool{"webhooks": true, "webhooks-own": false} {
		v := webhooks(t, standard)
		all[name] = example{&v.Page, views.Webhooks(v)}
	}
	addHomes(t, all)
	addSaves(t, all)
	addTexts(t, all)
	addLists(t, all)
	addConnecting(t, all)
	addProving(t, all)
	addDay(t, all)
	addFind(t, all)
	addDateRange(t, all)
	addExports(t, all)
	addCovers(t, all)
	return all
}

func addHomes(t testing.TB, all map[string]example) {
	for name, v := range map[string]*views.HomeView{
		"home": home(t), "home-demo": demoHome(t),
		"home-compared":      homeCompared(t),
		"home-empty-teacher": homeEmpty(t, roll.Teacher, views.HomeNotRead),
		"home-empty-admin":   homeEmpty(t, roll.Admin, views.HomeNotConnected),
		"home-no-classes":    homeEmpty(t, roll.Office, views.HomeNoClasses),
		"home-no-period":     homeEmpty(t, roll.Admin, views.HomeNoPeriod),
	} {
		all[name] = example{&v.Page, views.Home(v)}
	}
}

func addSaves(t testing.TB, all map[string]example) {
	for _, role := range []roll.Role{roll.Teacher, roll.Office} {
		v := save(t, role)
		all["save-"+string(role)] = example{&v.Page, views.Save(v)}
	}
	for name, answered := range map[string]bool{"request": true, "request-unanswered": false} {
		v := request(t, answered)
		all[name] = example{&v.Page, views.Request(v)}
	}
	for name, stopped := range map[string]bool{"connection": true, "connection-well": false} {
		v := connection(t, stopped)
		all[name] = example{&v.Page, views.Connection(v)}
	}
	list := waiting(t)
	all["waiting"] = example{&list.Page, views.Waiting(list)}
	for name, entries := range map[string]bool{"history": true, "history-none": false} {
		v := history(t, entries)
		all[name] = example{&v.Page, views.History(v)}
	}
	for name, known := range map[string]bool{"comparison": true, "comparison-not-yet": false} {
		v := comparison(t, known)
		all[name] = example{&v.Page, views.Comparison(v)}
	}
}

func addTexts(t testing.TB, all map[string]example) {
	for _, code := range []int{400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 500, 503} {
		v := problem(t, code)
		all[fmt.Sprintf("problem-%d", code)] = example{&v.Page, views.Problem(v)}
	}
	for _, topic := range []string{"", "roll", "keys", "marks", "office", "lists", "connect", "running", "people"} {
		v := help(t, topic)
		all["help-"+topic] = example{&v.Page, views.Help(v)}
	}
	settings := &views.SettingsView{Page: as(t, roll.Admin), Rooms: []string{"connection"}}
	settings.Nav = views.NavSettings
	all["settings"] = example{&settings.Page, views.Settings(settings)}
	preferences := &views.PreferencesView{Page: as(t, roll.Admin), Email: "k.osei@oak.example", Kept: true}
	all["preferences"] = example{&preferences.Page, views.Preferences(preferences)}
}

func problem(t testing.TB, code int) *views.ProblemView {
	v := &views.ProblemView{Page: page(t), Code: code}
	if code == 500 {
		v.RequestID = "01JD4Z7Q"
	}
	if code == 401 {
		v.Page = stranger(t)
	}
	return v
}

func help(t testing.TB, topic string) *views.HelpView {
	v := &views.HelpView{Page: page(t), Topic: topic}
	v.Light = &part.Light{State: part.Silent, Clock: "08:31", Waiting: 1}
	v.Article, _ = v.Words.Article(topic)
	return v
}
