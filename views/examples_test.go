package views_test

import (
	"testing"
	"time"

	"rollbook/static"
	"rollbook/views"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// page is what every example page has: a teacher of Oak School.
func page(t testing.TB) views.Page {
	t.Helper()
	catalogue, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	assets, err := static.New("")
	if err != nil {
		t.Fatal(err)
	}
	return views.Page{
		Words: catalogue.English(), Paths: paths.New(""), Assets: assets, Address: "/schools/oak", Guard: "guard-token",
		Person: &views.Person{ID: "p1", Name: "J. Rivera", Role: roll.Teacher, SingleKeys: true},
		School: &views.School{ID: "oak", Name: "Oak School"},
	}
}

// stranger is a page that nobody is signed in on.
func stranger(t testing.TB) views.Page {
	t.Helper()
	p := page(t)
	p.Person, p.School, p.Address = nil, nil, "/sign-in"
	return p
}

// as is a page of somebody with the role.
func as(t testing.TB, role roll.Role) views.Page {
	t.Helper()
	p := page(t)
	p.Person.Name, p.Person.Role = "K. Osei", role
	if role.Corrects() {
		p.Links = []string{views.NavDay, views.NavConnection, views.NavSettings}
	}
	p.Light = &part.Light{State: part.Answering, Clock: "08:31", Office: true}
	p.Finder = role != roll.Teacher
	p.Office = p.Finder
	return p
}

func signIn(t testing.TB, problem views.SignInProblem) *views.SignInView {
	v := &views.SignInView{Page: stranger(t), Next: "/schools/oak/roll?class=8B", Problem: problem, Wait: 90 * time.Second}
	if problem != "" {
		v.Email = "j.rivera@oak.example"
	}
	return v
}

func demoDoor(t testing.TB) *views.DemoView {
	return &views.DemoView{Page: stranger(t), Choices: []views.DemoChoice{
		{Email: "teacher@oak.example", Name: "J. Rivera", Role: roll.Teacher, School: "Oak School", Class: "8B"},
		{Email: "office@oak.example", Name: "K. Osei", Role: roll.Office, School: "Oak School"},
		{Email: "admin@oak.example", Name: "M. Lund", Role: roll.Admin, School: "Oak School"},
	}}
}

func schools(t testing.TB, several bool) *views.SchoolsView {
	v := &views.SchoolsView{Page: page(t)}
	v.School = nil
	if several {
		v.Schools = []roll.Membership{{School: "oak", SchoolName: "Oak School", Role: roll.Teacher}, {School: "elm", SchoolName: "مدرسة الدردار", Role: roll.Office}}
	}
	return v
}

func class(name string, students int) roll.Class {
	return roll.Class{ID: roll.ClassID(name), Name: name, Students: students}
}

func home(t testing.TB) *views.HomeView {
	v := &views.HomeView{
		Page: page(t), Date: "2025-11-20", ListClock: "07:10",
		Period:  roll.Period{ID: "7", Name: "2025/26"},
		Periods: []roll.Period{{ID: "7", Name: "2025/26"}, {ID: "8", Name: "Autumn term 2025"}},
		Classes: []part.ClassToday{
			{Class: class("8B", 28), Period: "7"},
			{Class: class("9 c/d", 30), Period: "7", Recorded: 12, By: "P. Lang", Clock: "08:41"},
			{Class: class("10A", 26), Period: "7", Recorded: 23, UnderWay: 3, By: "J. Rivera", Clock: "08:38"},
			{Class: class("7A", 27), Period: "7", Recorded: 25, Need: 2, By: "J. Rivera", Clock: "08:35"},
			{Class: class("6D", 24), Period: "7", Recorded: 24, By: "J. Rivera", Clock: "08:33"},
			{Class: class("Advanced Mathematics and Philosophy, upper group", 1), Period: "7"},
		},
	}
	v.Nav = views.NavClasses
	return v
}

func homeCompared(t testing.TB) *views.HomeView {
	v := home(t)
	v.Person = as(t, roll.Office).Person
	v.Compared = &views.ComparisonSummary{Clock: "09:15", Same: 1482, Differ: 3}
	return v
}

func homeEmpty(t testing.TB, role roll.Role, reason views.HomeEmpty) *views.HomeView {
	v := &views.HomeView{Page: as(t, role), Date: "2025-11-20", Empty: reason}
	v.Light = &part.Light{State: part.Silent, Clock: "08:31", Waiting: 42, Office: role != roll.Teacher}
	v.Nav = views.NavClasses
	return v
}

func demoHome(t testing.TB) *views.HomeView {
	v := home(t)
	v.Demo = &views.Demo{Faults: true, Active: part.FaultSlow, Sent: "#sent", People: []views.DemoPerson{
		{Email: "office@oak.example", Name: "K. Osei", SchoolName: "Oak School", Role: "office"},
		{Email: "admin@oak.example", Name: "M. Lund", SchoolName: "Oak School", Role: "admin"},
	}}
	v.Light = &part.Light{State: part.Slow, Clock: "08:31", Waiting: 3}
	return v
}

// office is a page as as is, with the office's stylesheet.
func office(t testing.TB, role roll.Role) views.Page {
	t.Helper()
	p := as(t, role)
	p.Office = true
	return p
}
