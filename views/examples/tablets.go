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
	for name, v := range map[string]*door.PairView{
		"pair": pair(b), "pair-wrong": pairWrong(b), "pair-unpaired": pairUnpaired(b), "pair-shown": pairShown(b), "pair-signed": pairSigned(b), "pair-left": pairLeft(b),
	} {
		all[name] = Example{&v.Page, door.Pair(v)}
	}
	for name, v := range map[string]*door.HomeView{"door": doorHome(b), "door-missing": doorMissing(b)} {
		all[name] = Example{&v.Page, door.Home(v)}
	}
	away := &door.AwayView{Page: Stranger(b)}
	all["door-away"] = Example{&away.Page, door.Away(away)}
	for name, v := range map[string]*door.LeaveView{"door-leave": doorLeave(b), "door-leave-wrong": doorLeaveWrong(b)} {
		all[name] = Example{&v.Page, door.Leave(v)}
	}
	for name, v := range map[string]*door.TapsView{"taps": taps(b), "taps-problem": tapsProblem(b)} {
		all[name] = Example{&v.Page, door.Taps(v)}
	}
	for name, v := range map[string]*door.StaffView{"door-staff": doorStaff(b), "door-pin": doorPIN(b)} {
		all[name] = Example{&v.Page, door.Staff(v)}
	}
	for name, v := range map[string]*settings.TabletsView{
		"tablets": tabletList(b), "tablets-locked": tabletsLocked(b), "tablets-none": tabletsNone(b),
		"tablets-no-classes": {Page: tabletsPage(b), Form: settings.TabletForm{Empty: taking.HomeNoClasses}},
	} {
		all[name] = Example{&v.Page, settings.Tablets(v)}
	}
	made := tabletMade(b)
	all["tablet-made"] = Example{&made.Page, settings.TabletMade(made)}
	for name, v := range map[string]*settings.TabletSheetView{"tablet-sheet": tabletSheet(b), "tablet-sheet-none": {Page: tabletsPage(b)}} {
		all[name] = Example{&v.Page, settings.TabletSheet(v)}
	}
	change := &settings.TabletChangeView{Page: tabletsPage(b), ID: "one", Form: tabletForm("Door 12", "8B")}
	all["tablet-change"] = Example{&change.Page, settings.TabletChange(change)}
	for name, problem := range map[string]string{"tablet-approve": "", "tablet-approve-wrong": b.Words.Text("tablets.problem.number")} {
		v := &settings.TabletApproveView{
			Page: tabletsPage(b), Press: "press", Code: "K7QM XW3T", Number: "48", From: "198.51.100.24", Form: tabletForm("", ""), Problem: problem,
		}
		all[name] = Example{&v.Page, settings.TabletApprove(v)}
	}
}

func pair(b Base) *door.PairView {
	v := &door.PairView{Page: Stranger(b)}
	v.Address = "/pair"
	return v
}

func pairWrong(b Base) *door.PairView {
	v := pair(b)
	v.Problem = v.Words.Text("pair.problem.wrong")
	return v
}

func pairUnpaired(b Base) *door.PairView {
	v := pair(b)
	v.Unpaired = true
	return v
}

func pairShown(b Base) *door.PairView {
	v := pair(b)
	v.Shown = &door.ShownCode{Code: "K7QM XW3T", Number: "48", Left: "9 minutes"}
	return v
}

func pairSigned(b Base) *door.PairView {
	v := pair(b)
	v.Signed = "Theodora Abara"
	return v
}

func pairLeft(b Base) *door.PairView {
	v := pair(b)
	v.Left = true
	return v
}

func doorLeave(b Base) *door.LeaveView {
	return &door.LeaveView{Page: doorPage(b), Signing: new(part.Signing)}
}

func doorLeaveWrong(b Base) *door.LeaveView {
	v := doorLeave(b)
	v.Signing.Name = "Kofi Osei"
	v.Signing.Problem = v.Words.Text("pins.paused", "Clock", "08:47")
	return v
}

// tabletsLocked is the list of tablets with a locked name.
func tabletsLocked(b Base) *settings.TabletsView {
	v := tabletList(b)
	v.Locked = []settings.LockedName{{ID: "anna", Name: "Anna Lindqvist", Since: "Thu 20 Nov 08:31"}}
	return v
}

// doorStaff is the page where staff open the roll.
func doorStaff(b Base) *door.StaffView {
	v := &door.StaffView{Page: doorPage(b), Class: "8B", Signing: new(part.Signing)}
	v.StaffOf("/door")
	return v
}

// doorPIN is the first page of a tablet where students do not tap.
func doorPIN(b Base) *door.StaffView {
	v := doorStaff(b)
	v.Name, v.Several = "8B", true
	return v
}

// doorPage is a page of a tablet.
func doorPage(b Base) layout.Page {
	p := Page(b)
	p.Person = &layout.Person{ID: "x", Name: "Door 12"}
	p.Alone, p.Door, p.Address = true, true, "/door"
	return p
}

func doorHome(b Base) *door.HomeView {
	return &door.HomeView{Page: doorPage(b), Date: "Thursday 20 November", Classes: []door.Class{
		{Name: "8B", Address: "#8b"}, {Name: "9A", Address: "#9a"}, {Name: "Vorbereitungsklasse der Sekundarstufe <II> nachmittags", Address: "#v"},
	}}
}

func doorMissing(b Base) *door.HomeView {
	return &door.HomeView{Page: doorPage(b), Date: "Thursday 20 November", Missing: "8B"}
}

// taps has tiles in all states, and names that are hard to fit.
func taps(b Base) *door.TapsView {
	v := &door.TapsView{
		Page: doorPage(b), Class: roll.Class{ID: "8B", Name: "8B"}, Period: "1", Date: "2025-11-20", Clock: "08:27", Zone: "Europe/Berlin",
		Now: time.Date(2025, 11, 20, 7, 27, 0, 0, time.UTC), Late: "08:40", Owner: "x", Tap: "AAAAAAAAAAAAAAAAAAAAAA",
		Fresh: "#fresh", Events: "#events", Staff: "#staff",
	}
	v.Light = nil
	in := map[int]string{1: "08:24", 2: "08:24", 5: "08:25", 6: "08:26", 8: "08:21", 9: "08:22", 11: "08:26", 13: "08:23", 14: "08:25", 16: "08:26", 18: "08:24", 20: "08:20", 22: "08:25", 25: "08:26", 27: "08:23"}
	for i, name := range []string{
		"Sean O.", "Anna K. 2", "محمد ا.", "Zoë B.", "Anna K. 5", "נועה כ.", "Mary-Jane F.", "Tabitha G.", "Edmund M.", "Álvaro N.", "Imogen J.", "ლევან ჯ.", "Beatrix C.", "Freya A.",
		"Þóra S.", "Vojtěch Ř.", "Edmund R.", "Çağrı Y.", "Ioana Ț.", "Aino Ö.", "Martha D.", "Harry C.", "Beatrix L.", "Raden S.", "Harry M.", "王美玲", "Vojtěch D.", "Wolfeschlegelsteinhausen B.",
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

func tapsProblem(b Base) *door.TapsView {
	v := taps(b)
	v.Problem, v.Choose = v.Words.Text("taps.problem.no_status"), "#choose"
	return v
}

func tabletsPage(b Base) layout.Page {
	return inSettings(staffPage(b, roll.Office))
}

func tabletForm(name, class string) settings.TabletForm {
	form := settings.TabletForm{Name: name, Mode: roll.TeacherMode}
	for _, one := range []string{"7A", "7B", "8A", "8B", "9A", "9 c/d", "Vorbereitungsklasse der Sekundarstufe <II> nachmittags"} {
		form.Classes = append(form.Classes, settings.ClassChoice{ID: one, Name: one, Chosen: one == class})
	}
	return form
}

func tabletsNone(b Base) *settings.TabletsView {
	return &settings.TabletsView{Page: tabletsPage(b), Press: "press", Form: tabletForm("", ""), Problem: b.Words.Text("tablets.problem.classes")}
}

func tabletList(b Base) *settings.TabletsView {
	v := tabletsNone(b)
	v.Problem, v.Done = "", "change"
	v.Tablets = []settings.TabletLine{
		{ID: "a", Name: "Door 12", Classes: []string{"8B"}, Mode: roll.TeacherMode, State: roll.TabletPaired, PairedBy: "K. Osei", Paired: "Mon 17 Nov 07:40", Seen: "Thu 20 Nov 08:31", NetworkCode: "482913",
			Waiting: 2, Rolls: []part.KeptRolls{{Count: 1, Day: "yesterday"}, {Count: 1}}},
		{ID: "b", Name: "Hall, upper floor", Classes: []string{"9A", "9 c/d", "Vorbereitungsklasse der Sekundarstufe <II> nachmittags"}, Mode: roll.TeacherMode, State: roll.TabletPaired,
			PairedBy: "R. McAllister", Paired: "Thu 20 Nov 07:58", Seen: "Thu 20 Nov 08:02", Tried: "Thu 20 Nov 07:59", TriedFrom: "203.0.113.5"},
		{ID: "c", Name: "باب 3", Classes: []string{"7A"}, Mode: roll.TeacherMode, State: roll.TabletNew},
		{ID: "d", Name: "Gym", Classes: []string{"7B"}, Mode: roll.TeacherMode, State: roll.TabletRevoked, PairedBy: "K. Osei", Paired: "Mon 17 Nov 07:41", Seen: "Wed 19 Nov 14:03", Revoked: "Wed 19 Nov 14:10"},
	}
	return v
}

// tabletMade shows a code with the length of a real one.
func tabletMade(b Base) *settings.TabletMadeView {
	const address = "https://rollbook.hillside-school.example/pair"
	return &settings.TabletMadeView{
		Page: tabletsPage(b), Name: "Door 12", Classes: []string{"8B"}, Letters: "K7QM XW3T", Address: address, Image: drawn(address + "#K7QMXW3T"), Until: "08:41",
	}
}

// tabletSheet shows the codes of three classes.
func tabletSheet(b Base) *settings.TabletSheetView {
	v := &settings.TabletSheetView{Page: tabletsPage(b), PairAt: "https://rollbook.hillside-school.example/pair", Until: "Thu 20 Nov 20:31"}
	for _, class := range []string{"8A", "8B", "9A"} {
		v.Codes = append(v.Codes, settings.SheetCode{Name: class, Classes: []string{class}, Letters: "K7QM XW3T", Image: drawn(v.PairAt + "#K7QMXW3T")})
	}
	return v
}
