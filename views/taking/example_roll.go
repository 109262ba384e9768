package taking

import (
	"cmp"

	"rollbook/static"
	"rollbook/views/layout"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// ExampleBase holds the words, addresses and files of every example; all fields are required.
type ExampleBase struct {
	Words  *language.Words
	Paths  paths.Paths
	Assets *static.Assets
}

// RollExamples returns the roll in each of its states, by the state's name, for the demonstration's gallery
// and for tests.
func RollExamples(b ExampleBase) map[string]*RollView {
	views := make(map[string]*RollView)
	for name, state := range exampleStates() {
		views[name] = state(b)
		// Each state has its own drafts.
		views[name].Class.ID = roll.ClassID(name)
	}
	return views
}

// exampleNames is the example class of 28 students.
var exampleNames = [][2]string{
	{"Aisha", "Ahmed"}, {"Noah", "Andersson"}, {"Lily", "Bianchi"}, {"Oluwaseun", "Balogun"}, {"Chloe", "Carter"},
	{"Diego", "Castillo"}, {"Mei", "Chen"}, {"Emma", "Dubois"}, {"Finn", "Eriksen"}, {"Yara", "Farouk"},
	{"Grace", "Fitzgerald"}, {"Mateo", "García López"}, {"Ivy", "Hughes"}, {"Rahul", "Iyer"}, {"Zofia", "Jankowska"},
	{"Owen", "Jones"}, {"Sara", "Kowalczyk"}, {"Leo", "Lindqvist"}, {"Amara", "Mensah"}, {"Hugo", "Moreau"},
	{"Mia", "Okafor"}, {"Ravi", "Patel"}, {"Isla", "Reid"}, {"Theo", "Schneider"}, {"Nour", "El-Sayed"},
	{"Max", "van den Berg"}, {"Poppy", "Walsh"}, {"Jun", "Yamamoto"},
}

// exampleStrips holds, by the student's number, the strips that are not all present.
var exampleStrips = map[int]string{
	2: "PPAAPPPPPP", 4: "PPPPPPPPLP", 6: "PLPPPPLPPL", 7: "PPPPEPPPPP", 10: "PPPPPPPPPA", 12: "PPPPPLPPPP",
	15: "AAPPPPPPAP", 18: "PPPPPPP?PP", 21: "PPPPPPAAAA", 24: "PPPLPPPPPP", 25: "EEPPPPPPPP", 27: "PPPPPPPPPL",
}

var exampleFamilies = map[rune]roll.Family{
	'P': roll.Present, 'A': roll.Absent, 'L': roll.Late, 'E': roll.Excused, '?': "",
}

func exampleStatuses() []roll.Status {
	return []roll.Status{
		{ID: 1, Name: "Present", Letter: "P", Family: roll.Present},
		{ID: 2, Name: "Absent", Letter: "A", Family: roll.Absent},
		{ID: 3, Name: "Late", Letter: "L", Family: roll.Late, CarriesTime: true},
		{ID: 4, Name: "Excused", Letter: "E", Family: roll.Excused},
		{ID: 5, Name: "Left early", Letter: "X", Family: roll.LeftEarly, CarriesTime: true},
		{ID: 6, Name: "Remote", Letter: "R", Family: roll.Remote},
	}
}

func exampleRows() []part.Row {
	rows := make([]part.Row, len(exampleNames))
	for i, name := range exampleNames {
		id := roll.EnrolmentID(481_001 + i)
		text := cmp.Or(exampleStrips[i+1], "PPPPPPPPPP")
		strip := make([]roll.Family, 0, len(text))
		for _, letter := range text {
			strip = append(strip, exampleFamilies[letter])
		}
		rows[i] = part.Row{
			Enrolment: id, Student: roll.StudentID(90_201 + 7*i), Number: i + 1, Given: name[0], Family: name[1],
			Strip: strip, Cell: part.Cell{Enrolment: id, Outcome: roll.None},
		}
	}
	return rows
}

// examplePage is a page of a signed-in teacher.
func examplePage(b ExampleBase, title string) layout.Page {
	return layout.Page{
		Words: b.Words, Paths: b.Paths, Assets: b.Assets, Title: title, Address: "/schools/hillside",
		Person: &layout.Person{ID: "p1", Name: "J. Rivera", SingleKeys: true, HasAccount: true},
		School: &layout.School{ID: "hillside", Name: "Hillside School"},
		Nav:    layout.NavClasses, Roll: true,
		Light: &part.Light{State: part.Answering, Clock: "08:31"},
	}
}

// exampleRoll is class 8B without marks.
func exampleRoll(b ExampleBase) *RollView {
	statuses := exampleStatuses()
	return &RollView{
		Page:   examplePage(b, "8B"),
		Class:  roll.Class{ID: "8B", Name: "8B", Students: 28},
		Period: roll.Period{ID: "2025", Name: "2025/26"},
		Date:   "2025-11-20", Today: "2025-11-20", Now: "08:30",
		Rows: exampleRows(), Unread: true, Unlisted: "#",
		Picker: Picker{
			Classes: []roll.Class{{ID: "7A", Name: "7A"}, {ID: "7B", Name: "7B"}, {ID: "8A", Name: "8A"},
				{ID: "8B", Name: "8B"}},
			Latest: "2025-11-20",
		},
		Bar: part.StatusBar{
			Statuses: statuses, OthersStatus: &statuses[0],
			Save: "Zq3vJx0d9sVb2mQ1", OthersSave: "pL8wYt5rKc4nHf7g",
		},
	}
}

// mark gives a row an outcome.
func mark(v *RollView, number int, cell part.Cell) {
	row := &v.Rows[number-1]
	cell.Enrolment = row.Enrolment
	row.Cell, row.Seen = cell, 1
}

func saved(status roll.Status) part.Cell {
	return part.Cell{Outcome: roll.Saved, Status: status.Name, Family: status.Family, Letter: status.Letter, At: "08:32"}
}
