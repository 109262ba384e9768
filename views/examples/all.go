package examples

import (
	"fmt"

	"rollbook/views/connecting"
	"rollbook/views/entry"
	"rollbook/views/layout"
	"rollbook/views/office"
	"rollbook/views/part"
	"rollbook/views/settings"
	"rollbook/views/taking"
	"rollbook/web/roll"
)

// Examples returns every state of every page, without those of the roll.
func Examples(b Base) map[string]Example {
	all := map[string]Example{}
	for name, problem := range map[string]entry.SignInProblem{
		"": "", "-wrong": entry.SignInWrong, "-too-many": entry.SignInTooMany, "-expired": entry.SignInExpired,
		"-disabled": entry.SignInDisabled, "-busy": entry.SignInBusy,
	} {
		v := SignIn(b, problem)
		all["sign-in"+name] = Example{&v.Page, entry.SignIn(v)}
	}
	door := DemoDoor(b)
	all["demo"] = Example{&door.Page, entry.DemoDoor(door)}
	pictures := Gallery(b)
	all["gallery"] = Example{&pictures.Page, entry.Gallery(pictures)}
	for name, several := range map[string]bool{"schools": true, "schools-none": false} {
		v := Schools(b, several)
		all[name] = Example{&v.Page, entry.Schools(v)}
	}
	keys := SchoolKeys(b)
	all["school-keys"] = Example{&keys.Page, settings.SchoolKeys(keys)}
	for name, standard := range map[string]bool{"webhooks": true, "webhooks-own": false} {
		v := Webhooks(b, standard)
		all[name] = Example{&v.Page, settings.Webhooks(v)}
	}
	addHomes(b, all)
	addTroubles(b, all)
	addSaves(b, all)
	addTexts(b, all)
	addLists(b, all)
	addEmpty(b, all)
	addConnecting(b, all)
	AddProving(b, all)
	addDay(b, all)
	addFind(b, all)
	addDateRange(b, all)
	addExports(b, all)
	addCovers(b, all)
	addTablets(b, all)
	addPeople(b, all)
	addSchoolEnd(b, all)
	addAccounts(b, all)
	addFirstStart(b, all)
	addOpened(all)
	addRooms(all)
	return all
}

func addHomes(b Base, all map[string]Example) {
	for name, v := range map[string]*taking.HomeView{
		"home": Home(b), "home-demo": DemoHome(b),
		"home-own": homeOwn(b), "home-new": homeNew(b), "home-compared": homeCompared(b), "home-taken": homeTaken(b),
		"home-empty-teacher": HomeEmpty(b, roll.Teacher, taking.HomeNotRead),
		"home-empty-admin":   HomeEmpty(b, roll.Admin, taking.HomeNotConnected),
		"home-no-classes":    HomeEmpty(b, roll.Office, taking.HomeNoClasses),
		"home-no-period":     HomeEmpty(b, roll.Admin, taking.HomeNoPeriod),
	} {
		all[name] = Example{&v.Page, taking.Home(v)}
	}
}

// addTroubles adds the first page of each role, with each trouble of the school system.
func addTroubles(b Base, all map[string]Example) {
	for _, role := range []roll.Role{roll.Teacher, roll.Office, roll.Admin} {
		for _, state := range []part.LightState{part.NotChecked, part.Slow, part.Silent, part.KeyRefused, part.CopyPaused, part.OthersNamed, part.Unproven} {
			v := Home(b)
			page := As(b, role)
			page.Nav, v.Page = layout.NavClasses, page
			v.Light = &part.Light{
				State: state, Clock: "08:31", Waiting: 42, Office: role != roll.Teacher, Admin: role == roll.Admin, KeyAddress: "#key", Address: "#address",
			}
			if state == part.OthersNamed {
				v.Light.Held = part.HeldOtherStudents
			}
			all[fmt.Sprintf("trouble-%s-%s", state, role)] = Example{&v.Page, taking.Home(v)}
		}
	}
}

func addSaves(b Base, all map[string]Example) {
	for _, role := range []roll.Role{roll.Teacher, roll.Office} {
		v := Save(b, role)
		all["save-"+string(role)] = Example{&v.Page, taking.Save(v)}
	}
	before := Save(b, roll.Office)
	before.Moved = 1
	all["save-moved"] = Example{&before.Page, taking.Save(before)}
	for name, answered := range map[string]bool{"request": true, "request-unanswered": false} {
		v := Request(b, answered)
		all[name] = Example{&v.Page, taking.Request(v)}
	}
	for name, stopped := range map[string]bool{"connection": true, "connection-well": false} {
		v := Connection(b, stopped)
		all[name] = Example{&v.Page, connecting.Connection(v)}
	}
	list := Waiting(b)
	all["waiting"] = Example{&list.Page, connecting.Waiting(list)}
	for name, entries := range map[string]bool{"history": true, "history-none": false} {
		v := History(b, entries)
		all[name] = Example{&v.Page, office.History(v)}
	}
	for name, known := range map[string]bool{"comparison": true, "comparison-not-yet": false} {
		v := comparison(b, known)
		all[name] = Example{&v.Page, taking.Comparison(v)}
	}
}

func addTexts(b Base, all map[string]Example) {
	for _, code := range []int{400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 500, 503} {
		v := Problem(b, code)
		all[fmt.Sprintf("problem-%d", code)] = Example{&v.Page, layout.Problem(v)}
	}
	for _, topic := range []string{"", "roll", "keys", "marks", "office", "lists", "connect", "running", "people", "tablets"} {
		v := Help(b, topic)
		all["help-"+topic] = Example{&v.Page, entry.Help(v)}
	}
	addSettings(b, all)
	preferences := &entry.PreferencesView{Page: As(b, roll.Admin), Email: "k.osei@oak.example", Kept: true}
	all["preferences"] = Example{&preferences.Page, entry.Preferences(preferences)}
}
