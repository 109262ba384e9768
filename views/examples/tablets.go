package examples

import (
	"time"

	"rollbook/views/door"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/settings"
	"rollbook/views/taking"
	"rollbook/web/roll"
)

// addTablets adds the pages of tablets at classroom doors, and those where staff manage them.
func addTablets(b Base, all map[string]Example) {
	pairing, text := Stranger(b), b.Words.Text
	pairing.Address = "/pair"
	add(all, pairing, door.Pair, map[string]*door.PairView{
		"pair":          {},
		"pair-wrong":    {Problem: text("pair.problem.wrong")},
		"pair-unpaired": {Unpaired: true},
		"pair-left":     {Left: true},
		"pair-shown":    {Shown: &door.ShownCode{Code: "K7QM XW3T", Number: "48", Left: "9 minutes"}},
		"pair-signed":   {Signed: "Theodora Abara"},
	})
	add(all, doorPage(b), door.Home, map[string]*door.HomeView{"door": {Date: "Thursday 20 November",
		Classes: []door.Class{{Name: "8B", Address: "#8b"}, {Name: "9A", Address: "#9a"}, {Name: longClass, Address: "#v"}},
	}, "door-missing": {Date: "Thursday 20 November", Missing: "8B"},
		"door-not-open": {Date: "Thursday 20 November", NotOpen: true}})
	all["door-away"] = example(door.Away, &door.AwayView{Page: Stranger(b)})
	add(all, doorPage(b), door.Leave, map[string]*door.LeaveView{
		"door-leave": {Signing: new(part.Signing)},
		"door-leave-wrong": {Signing: &part.Signing{
			Name: "Kofi Osei", Problem: text("pins.paused", "Clock", "08:47"),
		}},
	})
	add(all, doorPage(b), door.Taps, map[string]*door.TapsView{"taps": taps(b), "taps-problem": with(taps(b),
		func(v *door.TapsView) { v.Problem, v.Choose = text("taps.problem.no_status"), "#choose" })})
	add(all, doorPage(b), door.Staff, map[string]*door.StaffView{
		"door-staff": doorStaff(b),
		// the first page of a tablet where students do not tap
		"door-pin": with(doorStaff(b), func(v *door.StaffView) { v.Name, v.Several = "8B", true }),
	})
	page := settingsPage(b, "tablets")
	add(all, page, settings.Tablets, map[string]*settings.TabletsView{
		"tablets":      done(tabletList(), text("tablets.said.change")),
		"tablets-none": refused(tabletsNone(), text("tablets.problem.classes")),
		"tablets-locked": done(with(tabletList(), func(v *settings.TabletsView) {
			v.Locked = []roll.PINLock{{Person: "anna", Name: "Anna Lindqvist", At: at(20, 8, 31)}}
		}), text("tablets.said.change")),
		"tablets-no-classes": {Form: settings.TabletForm{Empty: taking.HomeNoClasses}},
	})
	add(all, page, settings.TabletMade, map[string]*settings.TabletCodesView{"tablet-made": tabletCodes("8B")})
	add(all, page, settings.TabletSheet, map[string]*settings.TabletCodesView{
		"tablet-sheet": tabletCodes("8A", "8B", "9A"), "tablet-sheet-none": {}})
	add(all, page, settings.TabletChange,
		map[string]*settings.TabletChangeView{"tablet-change": {ID: "one", Form: tabletForm("Door 12", "8B")}})
	approve := settings.TabletApproveView{Press: "press", Code: "K7QM XW3T", Number: "48", From: "198.51.100.24",
		Form: tabletForm("", "")}
	wrong := approve
	add(all, page, settings.TabletApprove, map[string]*settings.TabletApproveView{
		"tablet-approve": &approve, "tablet-approve-wrong": refused(&wrong, text("tablets.problem.number"))})
}

// doorStaff is the page where staff open the roll.
func doorStaff(b Base) *door.StaffView {
	v := &door.StaffView{Page: doorPage(b), Class: "8B", Signing: new(part.Signing)}
	v.StaffOf("/door")
	return v
}

// doorPage is a page of a tablet.
func doorPage(b Base) layout.Page {
	p := Page(b)
	p.Person = &layout.Person{ID: "x", Name: "Door 12"}
	p.Alone, p.Door, p.Address = true, true, "/door"
	return p
}

// taps has tiles in all states, and names that are hard to fit.
func taps(b Base) *door.TapsView {
	v := &door.TapsView{
		Page: doorPage(b), Class: roll.Class{ID: "8B", Name: "8B"}, Period: "1", Date: "2025-11-20", Clock: "08:27",
		Zone: "Europe/Berlin", Now: time.Date(2025, 11, 20, 7, 27, 0, 0, time.UTC), Late: "08:40", Owner: "x",
		Tap: "AAAAAAAAAAAAAAAAAAAAAA", Fresh: "#fresh", Events: "#events", Staff: "#staff",
	}
	v.Light = nil
	in := map[int]string{1: "08:24", 2: "08:24", 5: "08:25", 6: "08:26", 8: "08:21", 9: "08:22", 11: "08:26", 13: "08:23",
		14: "08:25", 16: "08:26", 18: "08:24", 20: "08:20", 22: "08:25", 25: "08:26", 27: "08:23"}
	for i, name := range []string{
		"Sean O.", "Anna K. 2", "محمد ا.", "Zoë B.", "Anna K. 5", "נועה כ.", "Mary-Jane F.", "Tabitha G.", "Edmund M.",
		"Álvaro N.", "Imogen J.", "ლევან ჯ.", "Beatrix C.", "Freya A.",
		"Þóra S.", "Vojtěch Ř.", "Edmund R.", "Çağrı Y.", "Ioana Ț.", "Aino Ö.", "Martha D.", "Harry C.", "Beatrix L.",
		"Raden S.", "Harry M.", "王美玲", "Vojtěch D.", "Wolfeschlegelsteinhausen B.",
	} {
		tile := door.Tile{Enrolment: roll.EnrolmentID(i + 1), Name: name, State: door.Out}
		if clock, there := in[i]; there {
			tile.State, tile.Clock, tile.Seen = door.In, clock, 1
		}
		v.Tiles = append(v.Tiles, tile)
	}
	v.Tiles[19].State, v.Tiles[15].State = door.Kept, door.Undecided
	return v
}

func tabletForm(name, class string) settings.TabletForm {
	form := settings.TabletForm{Tablet: roll.Tablet{Name: name, Mode: roll.TeacherMode,
		Classes: []roll.TabletClass{{ID: roll.ClassID(class), Name: class}}}}
	for _, one := range []string{"7A", "7B", "8A", "8B", "9A", "9 c/d", longClass} {
		form.Offered = append(form.Offered, roll.Class{ID: roll.ClassID(one), Name: one})
	}
	return form
}

func tabletsNone() *settings.TabletsView {
	return &settings.TabletsView{Press: "press", Form: tabletForm("", "")}
}

func tabletList() *settings.TabletsView {
	v := tabletsNone()
	v.Tablets = []settings.TabletLine{
		{Tablet: tablet("Door 12", "K. Osei", at(17, 7, 40), at(20, 8, 31), "8B"), NetworkCode: "482913",
			Kept: []part.KeptRolls{{Count: 1, Taken: "9A 08:31", Day: "yesterday"}, {Count: 1, Taken: "9A 08:34"}}},
		{Tablet: tablet("Hall, upper floor", "R. McAllister", at(20, 7, 58), at(20, 8, 2), "9A", "9 c/d", longClass),
			TriedAt: at(20, 7, 59), TriedFrom: "203.0.113.5"},
		{Tablet: tablet("باب 3", "", time.Time{}, time.Time{}, "7A")},
		{Tablet: tablet("Gym", "K. Osei", at(17, 7, 41), at(19, 14, 3), "7B")},
	}
	v.Tablets[0].Waiting, v.Tablets[3].RevokedAt = 2, at(19, 14, 10)
	return v
}

// tablet returns a tablet that the person by has paired. An empty by makes a tablet without a device.
func tablet(name, by string, paired, seen time.Time, classes ...string) *roll.Tablet {
	made := &roll.Tablet{ID: roll.TabletID(name), Name: name, Mode: roll.TeacherMode, PairedBy: by, PairedAt: paired,
		SeenAt: seen}
	if by != "" {
		made.Version = 1
	}
	for _, class := range classes {
		made.Classes = append(made.Classes, roll.TabletClass{ID: roll.ClassID(class), Name: class})
	}
	return made
}

// tabletCodes shows a code of a real length for each class.
func tabletCodes(classes ...string) *settings.TabletCodesView {
	v := &settings.TabletCodesView{PairAt: "https://rollbook.hillside-school.example/pair", Ends: at(20, 20, 31)}
	for _, class := range classes {
		v.Codes = append(v.Codes, settings.TabletCode{
			Tablet: tablet("Door "+class, "", time.Time{}, time.Time{}, class), Letters: "K7QM XW3T",
			Image: drawn(v.PairAt + "#K7QMXW3T"),
		})
	}
	return v
}
