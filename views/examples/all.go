package examples

import (
	"fmt"
	"net/url"

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
	add(all, Page(b), entry.Schools,
		map[string]*entry.SchoolsView{"schools": Schools(b, true), "schools-none": Schools(b, false)})
	all["school-keys"] = example(settings.SchoolKeys, SchoolKeys(b))
	add(all, Page(b), settings.Webhooks,
		map[string]*settings.WebhooksView{"webhooks": Webhooks(b, true), "webhooks-own": Webhooks(b, false)})
	for _, pages := range []func(Base, map[string]Example){
		addHomes, addTroubles, addSaves, addTexts, addLists, addEmpty, addConnecting, AddProving, addDay, addFind,
		addDateRange, addExports, addCovers, addAbsences, addTablets, addPeople, addAudit, addSchoolEnd, addAccounts,
		addFirstStart, addFactors,
	} {
		pages(b, all)
	}
	addOpened(all)
	return all
}

func addHomes(b Base, all map[string]Example) {
	add(all, Page(b), taking.Home, map[string]*taking.HomeView{
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
		"home-not-open":      HomeEmpty(b, roll.Teacher, taking.HomeNotOpen),
		"home-not-open-office": with(HomeEmpty(b, roll.Office, taking.HomeNotOpen), func(v *taking.HomeView) {
			v.NotOpen = yearNotOpen
		}),
		"home-opened": with(Home(b), func(v *taking.HomeView) { v.Opened = yearOpened }),
	})
}

// addTroubles adds the first page of each role, with each trouble of the school system.
func addTroubles(b Base, all map[string]Example) {
	for _, role := range []roll.Role{roll.Teacher, roll.Office, roll.Admin} {
		for _, state := range []part.LightState{part.NotChecked, part.Slow, part.Silent, part.Misread, part.Faulty,
			part.Declined, part.KeyRefused,
			part.CopyPaused,
			part.OthersNamed, part.Unproven} {
			v := Home(b)
			page := As(b, role)
			page.Nav, v.Page = layout.NavClasses, page
			v.Light = &part.Light{
				State: state, Clock: "08:31", Waiting: 42, Office: role != roll.Teacher, Admin: role == roll.Admin,
				KeyAddress: "#key", Address: "#address",
			}
			if state == part.Declined {
				v.Light.Said = "This key may read lists, but not save marks."
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
	page := As(b, roll.Office)
	all["save-moved"] = example(taking.Save, with(Save(b, roll.Office), func(v *taking.SaveView) { v.Moved = 1 }))
	add(all, page, taking.TakeBack, map[string]*taking.TakeBackView{"save-back": TakeBack(b, roll.Office),
		"save-back-late": TakeBack(b, roll.Teacher)})
	add(all, page, taking.Request, map[string]*taking.RequestView{"request": Request(b, true),
		"request-unanswered": Request(b, false)})
	add(all, page, connecting.Connection, map[string]*connecting.ConnectionView{
		"connection": Connection(b, true), "connection-well": Connection(b, false),
	})
	all["waiting"] = example(connecting.Waiting, Waiting(b))
	add(all, page, office.History, map[string]*office.HistoryView{"history": History(b, true),
		"history-none": History(b, false)})
	page.Nav = layout.NavClasses
	all["roll-unlisted"] = example(taking.Unlisted, &taking.UnlistedView{Page: As(b, roll.Teacher), Class: longClass,
		Action: "#", Back: "#", Told: []string{"Maya Kern: the office was told at 08:34."}})
	add(all, page, taking.Comparison, map[string]*taking.ComparisonView{
		"comparison": comparison(), "comparison-not-yet": {Date: "2025-11-20"},
	})
}

func addTexts(b Base, all map[string]Example) {
	for _, code := range []int{400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 500, 503} {
		all[fmt.Sprintf("problem-%d", code)] = example(layout.Problem, Problem(b, code))
	}
	unkept := Problem(b, 503)
	unkept.Press = &layout.UnkeptPress{Address: "/schools/oak/roll",
		Fields: url.Values{"save": {"x"}, "guard": {unkept.Guard}}}
	all["problem-unkept"] = example(layout.Problem, unkept)
	for _, topic := range []string{"", "roll", "keys", "marks", "office", "lists", "connect", "running", "people",
		"tablets"} {
		all["help-"+topic] = example(entry.Help, Help(b, topic))
	}
	addSettings(b, all)
	all["preferences"] = example(entry.Preferences, done(
		&entry.PreferencesView{Page: As(b, roll.Admin), Email: "k.osei@oak.example"}, b.Words.Text("preferences.kept")))
}
