package examples

import (
	"slices"
	"time"

	"rollbook/views/entry"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Page returns the page that every example builds on: a teacher's, of Oak School.
func Page(b Base) layout.Page {
	return layout.Page{
		Words: b.Words, Paths: b.Paths, Assets: b.Assets, Address: "/schools/oak", Guard: "guard-token",
		Person: &layout.Person{ID: "p1", Name: "J. Rivera", SingleKeys: true, HasAccount: true},
		School: &layout.School{ID: "oak", Name: "Oak School", Zone: time.UTC},
	}
}

// at returns an instant in November 2025.
func at(day, hour, minute int) time.Time {
	return time.Date(2025, 11, day, hour, minute, 0, 0, time.UTC)
}

// Stranger returns a page for a reader who is not signed in.
func Stranger(b Base) layout.Page {
	p := Page(b)
	p.Person, p.School, p.Address = nil, nil, "/sign-in"
	return p
}

// As returns a page of a person with the role.
func As(b Base, role roll.Role) layout.Page {
	p := Page(b)
	p.Person.Name, p.Connects = "K. Osei", role.Includes(roll.Admin)
	if role.Corrects() {
		p.Links = []string{layout.NavDay, layout.NavConnection, layout.NavSettings}
	}
	p.Light = &part.Light{State: part.Answering, Clock: "08:31", Office: true}
	p.Finder = role != roll.Teacher
	p.Office = p.Finder
	return p
}

// inSettings makes a page one of the settings' room, and adds the list of all rooms.
func inSettings(p layout.Page, room string) layout.Page {
	p.Nav, p.Address = layout.NavSettings, p.Paths.To(paths.Settings, p.School.ID, room)
	rolls := layout.RoomGroup{Name: "roll", Rooms: []string{"day", "statuses", "groups", "teachers", "calendar", "codes"}}
	p.Rooms = []layout.RoomGroup{
		rolls, {Name: "people", Rooms: []string{"people", "sso", "tablets", "audit", "school", "retention"}},
		{Name: "system", Rooms: []string{"connection", "keys", "webhooks", "students", "times"}},
	}
	if !p.Connects {
		p.Rooms = []layout.RoomGroup{rolls, {Name: "people", Rooms: []string{"tablets"}},
			{Name: "system", Rooms: []string{"students"}}}
	}
	return p
}

// year is the school year of the examples.
var year = roll.Period{ID: "7", Name: "2025/26"}

// SignIn returns the sign-in page, with the reason of the last failure.
func SignIn(b Base, problem entry.SignInProblem) *entry.SignInView {
	v := &entry.SignInView{Page: Stranger(b), Next: "/schools/oak/roll?class=8B", Problem: problem, Wait: 90 * time.Second}
	if problem != "" {
		v.Email = "j.rivera@oak.example"
	}
	return v
}

// DemoDoor returns the first page of the demonstration.
func DemoDoor(b Base) *entry.DemoView {
	return &entry.DemoView{Page: Stranger(b), Teacher: "J. Rivera", Choices: []entry.DemoChoice{
		{Email: "teacher@oak.example", Role: roll.Teacher, Class: "8B"},
		{Email: "office@oak.example", Role: roll.Office},
		{Email: "admin@oak.example", Role: roll.Admin},
	}}
}

// Gallery returns the gallery with a few states.
func Gallery(b Base) *entry.GalleryView {
	return &entry.GalleryView{Page: Stranger(b), Width: 360, Look: "light",
		Rooms: entry.GalleryRooms([]string{"day", "help-keys", "roll-saved", "roll-ticked"})}
}

// Schools returns the choice of a school, for a person with several schools or none.
func Schools(b Base, several bool) *entry.SchoolsView {
	v := &entry.SchoolsView{Page: Page(b)}
	v.School = nil
	if several {
		v.Schools = []entry.SchoolChoice{
			{Address: b.Paths.To(paths.School, "oak"),
				Membership: roll.Membership{SchoolName: "Oak School", Role: roll.Teacher}},
			{Membership: roll.Membership{SchoolName: "مدرسة الدردار", Role: roll.Office}, Address: b.Paths.To(paths.Day, "elm")},
		}
	}
	return v
}

// longClass is the name of a class that is hard to fit.
const longClass = "Vorbereitungsklasse der Sekundarstufe <II> nachmittags"

// Class returns a class with that many students.
func Class(name string, students int) roll.Class {
	return roll.Class{ID: roll.ClassID(name), Name: name, Students: students, Period: "7"}
}

func classDay(name string, students, marked, underWay, need int) roll.ClassDay {
	return roll.ClassDay{Class: Class(name, students), Marked: marked, UnderWay: underWay, Need: need}
}

// Home returns the classes of a school on a morning.
func Home(b Base) *taking.HomeView {
	v := &taking.HomeView{
		Page: Page(b), Date: "2025-11-20", ListClock: "07:10",
		Period: year.Name,
		Classes: []part.ClassToday{
			{ClassDay: classDay("8B", 28, 0, 0, 0), Mine: true},
			{ClassDay: classDay("9 c/d", 30, 12, 0, 0), Last: "08:41, P. Lang"},
			{ClassDay: classDay("10A", 26, 26, 3, 0), Last: "08:38, J. Rivera",
				Absent: []part.AbsentStudent{{ID: 1, Name: "Zoë Björk"}, {ID: 2, Name: "محمد الأحمد"}}},
			{ClassDay: classDay("7A", 27, 27, 0, 2), Last: "08:35, J. Rivera"},
			{ClassDay: classDay("6D", 24, 24, 0, 0), Last: "08:33, J. Rivera · 1 changed 09:25, K. Osei (office)",
				Absent: []part.AbsentStudent{{ID: 3, Name: "Mary-Jane Fotheringham-Smythe"}}},
			{ClassDay: classDay("Advanced Mathematics and Philosophy, upper group", 1, 0, 0, 0)},
		},
	}
	v.Nav = layout.NavClasses
	v.Lead, v.Due = part.Leads(v.Classes), &taking.Due{Clock: "08:40", Minutes: 9}
	return v
}

// homeOwn is the page of a teacher who took two of the classes on the last days.
func homeOwn(v *taking.HomeView) {
	v.Classes, v.OtherClasses = []part.ClassToday{v.Classes[0], v.Classes[4]},
		slices.Concat(v.Classes[1:4], v.Classes[5:6])
	v.Lead = part.Leads(v.Classes)
}

// HomeEmpty returns the page without classes, with the reason.
func HomeEmpty(b Base, role roll.Role, reason taking.HomeEmpty) *taking.HomeView {
	v := &taking.HomeView{Page: As(b, role), Date: "2025-11-20", Empty: reason}
	v.Light = &part.Light{State: part.Silent, Clock: "08:31", Waiting: 42, Office: role != roll.Teacher}
	v.Nav = layout.NavClasses
	return v
}

// DemoHome returns the classes of the demonstration.
func DemoHome(b Base) *taking.HomeView {
	v := Home(b)
	v.Demo = &layout.Demo{Faults: true, Active: part.FaultSlow, Sent: "#sent", People: []layout.DemoPerson{
		{Email: "office@oak.example", Name: "K. Osei", SchoolName: "Oak School", Role: "office"},
		{Email: "admin@oak.example", Name: "M. Lund", SchoolName: "Oak School", Role: "admin"},
	}}
	v.Light = &part.Light{State: part.Slow, Clock: "08:31", Waiting: 3}
	return v
}
