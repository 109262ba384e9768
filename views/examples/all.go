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
		"-busy": entry.SignInBusy,
	} {
		all["sign-in"+name] = example(entry.SignIn, SignIn(b, problem))
	}
	all["demo"] = example(entry.DemoDoor, DemoDoor(b))
	all["gallery"] = example(entry.Gallery, Gallery(b))
	add(all, entry.Schools, map[string]*entry.SchoolsView{"schools": Schools(b, true), "schools-none": Schools(b, false)})
	all["school-keys"] = example(settings.SchoolKeys, SchoolKeys(b))
	add(all, settings.Webhooks,
		map[string]*settings.WebhooksView{"webhooks": Webhooks(b, true), "webhooks-own": Webhooks(b, false)})
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
	addAbsences(b, all)
	addTablets(b, all)
	addPeople(b, all)
	addAudit(b, all)
	addSchoolEnd(b, all)
	addAccounts(b, all)
	addFirstStart(b, all)
	addFactors(b, all)
	addOpened(all)
	return all
}

func addHomes(b Base, all map[string]Example) {
	add(all, taking.Home, map[string]*taking.HomeView{
		"home": Home(b), "home-demo": DemoHome(b),
		"home-own": with(Home(b), homeOwn),
		// of a teacher who has taken no roll before
		"home-new": with(Home(b), func(v *taking.HomeView) { v.Classes[0].Mine, v.Learns = false, true }),
		"home-compared": with(Home(b), func(v *taking.HomeView) {
			v.Person = As(b, roll.Office).Person
			v.Compared = compared(3)
		}),
		"home-closed": with(Home(b), func(v *taking.HomeView) {
			v.Closed, v.TakesAway = "The school is closed on Thursday 20 November: Autumn holiday.", true
		}),
		"home-taken":         with(Home(b), func(v *taking.HomeView) { v.Classes, v.Lead = v.Classes[4:5], nil }),
		"home-empty-teacher": HomeEmpty(b, roll.Teacher, taking.HomeNotRead),
		"home-empty-admin":   HomeEmpty(b, roll.Admin, taking.HomeNotConnected),
		"home-no-classes":    HomeEmpty(b, roll.Office, taking.HomeNoClasses),
		"home-no-period":     HomeEmpty(b, roll.Admin, taking.HomeNoPeriod),
	})
}

// addTroubles adds the first page of each role, with each trouble of the school system.
func addTroubles(b Base, all map[string]Example) {
	for _, role := range []roll.Role{roll.Teacher, roll.Office, roll.Admin} {
		for _, state := range []part.LightState{part.NotChecked, part.Slow, part.Silent, part.KeyRefused, part.CopyPaused,
			part.OthersNamed, part.Unproven} {
			v := Home(b)
			page := As(b, role)
			page.Nav, v.Page = layout.NavClasses, page
			v.Light = &part.Light{
				State: state, Clock: "08:31", Waiting: 42, Office: role != roll.Teacher, Admin: role == roll.Admin,
				KeyAddress: "#key", Address: "#address",
			}
			if state == part.OthersNamed {
				v.Light.Held = part.HeldOtherStudents
			}
			all[fmt.Sprintf("trouble-%s-%s", state, role)] = example(taking.Home, v)
		}
	}
}

func addSaves(b Base, all map[string]Example) {
	for _, role := range []roll.Role{roll.Teacher, roll.Office} {
		all["save-"+string(role)] = example(taking.Save, Save(b, role))
	}
	all["save-moved"] = example(taking.Save, with(Save(b, roll.Office), func(v *taking.SaveView) { v.Moved = 1 }))
	all["save-back"], all["save-back-late"] = example(taking.TakeBack, TakeBack(b, roll.Office)),
		example(taking.TakeBack, TakeBack(b, roll.Teacher))
	add(all, taking.Request, map[string]*taking.RequestView{"request": Request(b, true),
		"request-unanswered": Request(b, false)})
	add(all, connecting.Connection, map[string]*connecting.ConnectionView{
		"connection": Connection(b, true), "connection-well": Connection(b, false),
	})
	all["waiting"] = example(connecting.Waiting, Waiting(b))
	add(all, office.History, map[string]*office.HistoryView{"history": History(b, true),
		"history-none": History(b, false)})
	add(all, taking.Comparison, map[string]*taking.ComparisonView{
		"comparison": comparison(b, true), "comparison-not-yet": comparison(b, false),
	})
}

func addTexts(b Base, all map[string]Example) {
	for _, code := range []int{400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 500, 503} {
		all[fmt.Sprintf("problem-%d", code)] = example(layout.Problem, Problem(b, code))
	}
	for _, topic := range []string{"", "roll", "keys", "marks", "office", "lists", "connect", "running", "people",
		"tablets"} {
		all["help-"+topic] = example(entry.Help, Help(b, topic))
	}
	addSettings(b, all)
	all["preferences"] = example(entry.Preferences,
		&entry.PreferencesView{Page: done(As(b, roll.Admin), b.Words.Text("preferences.kept")), Email: "k.osei@oak.example"})
}
