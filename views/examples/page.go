package examples

import (
	"testing"
	"time"

	"rollbook/static"
	"rollbook/views/entry"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/views/taking"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// Page is what every example page has: a teacher of Oak School.
func Page(t testing.TB) layout.Page {
	t.Helper()
	catalogue, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	assets, err := static.New("")
	if err != nil {
		t.Fatal(err)
	}
	return layout.Page{
		Words: catalogue.English(), Paths: paths.New(""), Assets: assets, Address: "/schools/oak", Guard: "guard-token",
		Person: &layout.Person{ID: "p1", Name: "J. Rivera", Role: roll.Teacher, SingleKeys: true},
		School: &layout.School{ID: "oak", Name: "Oak School"},
	}
}

// Stranger is a page that nobody is signed in on.
func Stranger(t testing.TB) layout.Page {
	t.Helper()
	p := Page(t)
	p.Person, p.School, p.Address = nil, nil, "/sign-in"
	return p
}

// As is a page of somebody with the role.
func As(t testing.TB, role roll.Role) layout.Page {
	t.Helper()
	p := Page(t)
	p.Person.Name, p.Person.Role = "K. Osei", role
	switch role {
	case roll.Office:
		p.Links = []string{layout.NavDay, layout.NavConnection, layout.NavSettings}
	case roll.Admin:
		p.Links = []string{layout.NavDay, layout.NavConnection, layout.NavSettings}
	}
	p.Light = &part.Light{State: part.Answering, Clock: "08:31", Office: true}
	p.Finder = role != roll.Teacher
	p.Office = p.Finder
	return p
}

// SignIn returns the page of sign-in, with the reason why the last try failed.
func SignIn(t testing.TB, problem entry.SignInProblem) *entry.SignInView {
	v := &entry.SignInView{Page: Stranger(t), Next: "/schools/oak/roll?class=8B", Problem: problem, Wait: 90 * time.Second}
	if problem != "" {
		v.Email = "j.rivera@oak.example"
	}
	return v
}

// DemoDoor returns the first page of the demonstration.
func DemoDoor(t testing.TB) *entry.DemoView {
	return &entry.DemoView{Page: Stranger(t), Choices: []entry.DemoChoice{
		{Email: "teacher@oak.example", Name: "J. Rivera", Role: roll.Teacher, School: "Oak School", Class: "8B"},
		{Email: "office@oak.example", Name: "K. Osei", Role: roll.Office, School: "Oak School"},
		{Email: "admin@oak.example", Name: "M. Lund", Role: roll.Admin, School: "Oak School"},
	}}
}

// Schools returns the choice of a school, for somebody who has several or none.
func Schools(t testing.TB, several bool) *entry.SchoolsView {
	v := &entry.SchoolsView{Page: Page(t)}
	v.School = nil
	if several {
		v.Schools = []roll.Membership{{School: "oak", SchoolName: "Oak School", Role: roll.Teacher}, {School: "elm", SchoolName: "مدرسة الدردار", Role: roll.Office}}
	}
	return v
}

// Class returns a class with so many students.
func Class(name string, students int) roll.Class {
	return roll.Class{ID: roll.ClassID(name), Name: name, Students: students}
}

// Home returns the classes of a school on a morning.
func Home(t testing.TB) *taking.HomeView {
	v := &taking.HomeView{
		Page: Page(t), Date: "2025-11-20", ListClock: "07:10",
		Period:  roll.Period{ID: "7", Name: "2025/26"},
		Periods: []roll.Period{{ID: "7", Name: "2025/26"}, {ID: "8", Name: "Autumn term 2025"}},
		Classes: []part.ClassToday{
			{Class: Class("8B", 28), Period: "7", Mine: true},
			{Class: Class("9 c/d", 30), Period: "7", Recorded: 12, By: "P. Lang", Clock: "08:41"},
			{Class: Class("10A", 26), Period: "7", Recorded: 23, UnderWay: 3, By: "J. Rivera", Clock: "08:38"},
			{Class: Class("7A", 27), Period: "7", Recorded: 25, Need: 2, By: "J. Rivera", Clock: "08:35"},
			{Class: Class("6D", 24), Period: "7", Recorded: 24, By: "J. Rivera", Clock: "08:33"},
			{Class: Class("Advanced Mathematics and Philosophy, upper group", 1), Period: "7"},
		},
	}
	v.Nav = layout.NavClasses
	v.Lead, v.Due = part.Leads(v.Classes), &taking.Due{Clock: "08:40", Minutes: 9}
	return v
}

// homeTaken is the page when nothing is left to do.
func homeTaken(t testing.TB) *taking.HomeView {
	v := Home(t)
	v.Classes = v.Classes[4:5]
	v.Lead = nil
	return v
}

func homeCompared(t testing.TB) *taking.HomeView {
	v := Home(t)
	v.Person = As(t, roll.Office).Person
	v.Compared = &taking.ComparisonSummary{Clock: "09:15", Same: 1482, Differ: 3}
	return v
}

// HomeEmpty returns the page of classes without any, with the reason.
func HomeEmpty(t testing.TB, role roll.Role, reason taking.HomeEmpty) *taking.HomeView {
	v := &taking.HomeView{Page: As(t, role), Date: "2025-11-20", Empty: reason}
	v.Light = &part.Light{State: part.Silent, Clock: "08:31", Waiting: 42, Office: role != roll.Teacher}
	v.Nav = layout.NavClasses
	return v
}

// DemoHome returns the classes of the demonstration.
func DemoHome(t testing.TB) *taking.HomeView {
	v := Home(t)
	v.Demo = &layout.Demo{Faults: true, Active: part.FaultSlow, Sent: "#sent", People: []layout.DemoPerson{
		{Email: "office@oak.example", Name: "K. Osei", SchoolName: "Oak School", Role: "office"},
		{Email: "admin@oak.example", Name: "M. Lund", SchoolName: "Oak School", Role: "admin"},
	}}
	v.Light = &part.Light{State: part.Slow, Clock: "08:31", Waiting: 3}
	return v
}

// office is a page as as is, with the office's stylesheet.
func staffPage(t testing.TB, role roll.Role) layout.Page {
	t.Helper()
	p := As(t, role)
	p.Office = true
	return p
}
