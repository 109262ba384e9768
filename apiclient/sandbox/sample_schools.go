package sandbox

import "strings"

// OlderKey is the second sample school's older key, issued before keys had a prefix. It is part of the sample
// data and public.
const OlderKey = "q7Vd2mXw9LkTz4RbHs8NcYp3"

// shape describes the sample data of a school.
type shape struct {
	name     string
	home     string   // the language of every other name
	grades   []string // lowest first
	letters  []string
	join     string // between grade and letter in a class's name
	sizes    []int  // of the classes, grade by grade, letter by letter
	terms    int    // periods a school year: 1 or 2
	statuses []string
	hard     map[cohortPlace]person // by the cohort's entry year, relative to the first
	exactIDs map[cohortPlace][2]int64
}

// cohort is the students who entered the school in one year and stay together in one class.
type cohort struct {
	Entry  int // the year, relative to the one in which the data was made
	Letter string
}

type cohortPlace struct {
	cohort
	Place int
}

// harbourSchool is the first sample school: school years, six statuses.
func harbourSchool() School {
	return School{Name: "Harbour Street School", Tenant: "harbour-street", Code: "HSS-4471"}
}

// tilleulsSchool is the second sample school: terms, twenty-four statuses, and its own domain as tenant code.
func tilleulsSchool() School {
	return School{Name: "Collège des Tilleuls", Tenant: "ecole.tilleuls.example", Code: "0754021K"}
}

const (
	shapeHarbour  = "harbour"
	shapeTilleuls = "tilleuls"
)

// shapeOf returns the sample shape with the name. For every other name it returns the first school's without
// its difficult cases.
func shapeOf(name string) shape {
	switch name {
	case shapeHarbour:
		made := plainShape(name)
		made.hard, made.exactIDs = harbourNames(), harbourIDs()
		return made
	case shapeTilleuls:
		return tilleulsShape()
	}
	return plainShape(name)
}

// plainShape has school years as periods, and a class 8B of exactly 28.
func plainShape(name string) shape {
	return shape{
		name: name, home: "English", join: "", terms: 1,
		grades: []string{"5", "6", "7", "8", "9", "10"}, letters: []string{"A", "B"},
		sizes:    []int{24, 20, 26, 31, 22, 30, 25, 28, 32, 27, 23, 29},
		statuses: []string{"Present", "Absent", "Late", "Excused", "Left early", "Remote"},
	}
}

// tilleulsShape has two terms as periods, and more statuses than fit on a row.
func tilleulsShape() shape {
	return shape{
		name: shapeTilleuls, home: "French", join: " ", terms: 2,
		grades: []string{"6e", "5e", "4e", "3e"}, letters: []string{"A", "B", "C"},
		sizes: []int{28, 27, 25, 30, 21, 26, 24, 32, 29, 20, 23, 31},
		statuses: []string{"Present", "Absent", "Late", "Absent: unexplained", "Excused: medical", "Excused: family",
			"Excused: religious observance", "Excused: bereavement", "Excused: legal appointment", "Late: transport",
			"Late: excused", "Left early", "Left early: medical", "School nurse", "Counselling", "Field trip",
			"Sports fixture", "Work placement", "Examination", "Remote", "Dual registered elsewhere", "Suspended",
			"In-school suspension", "School closed"},
		hard: tilleulsNames(),
	}
}

// className returns the name of a class, such as "8B" or "4e B".
func (s shape) className(grade int, letter string) string { return s.grades[grade] + s.join + letter }

// hardClass places names in the class that has this grade and letter in the first year.
func hardClass(places map[cohortPlace]person, grade int, letter string, names ...person) {
	for place, name := range names {
		places[cohortPlace{cohort{-grade, letter}, place}] = name
	}
}

// harbourNames returns difficult names: in 8B those that occur in every school, in 9A those that break pages.
func harbourNames() map[cohortPlace]person {
	places := map[cohortPlace]person{}
	hardClass(places, 3, "B",
		person{"Sean", "O'Neill"}, person{"Anna", "Kowalska"}, person{"محمد", "الأحمد"}, person{"Zoe\u0308", "Bjo\u0308rk"},
		person{"Anna", "Kowalska"}, person{"נועה", "כהן"}, person{"Mary-Jane", "Fotheringham-Smythe"})
	hardClass(places, 4, "A",
		person{"<b>Max</b>", "Bold"}, person{"<script>alert(1)</script>", "Tags & Sons"}, person{`"Quote"`, `Back\slash`},
		person{"Lily 🌻", "Moss"}, person{"👩🏽‍🚀", "Star"}, person{"O", "E"}, person{"李", "王"}, person{"Suharto", ""},
		person{"Dina (דינה)", "al-Masri المصري"}, person{"Nguye\u0302\u0303n", "A\u0301nh"},
		person{longFirstName, longLastName()}, person{"Robert'); DROP TABLE students;--", "Tables"},
		person{"null", "undefined"}, person{"=1+1", "@SUM(A1)"})
	return places
}

// tilleulsNames: one class with names written from right to left beside names that are not.
func tilleulsNames() map[cohortPlace]person {
	places := map[cohortPlace]person{}
	hardClass(places, 2, "B",
		person{"فاطمة الزهراء", "بن عبد الله"}, person{"Jean-Baptiste", "d'Aubigné"}, person{"אליהו", "בן־גוריון"},
		person{"Inès", "L'Hôpital"}, person{"Ines", "L’Hôpital"}, person{"Noe\u0308l", "E\u0301veque"})
	return places
}

const longFirstName = "Maria Guadalupe Esperanza Concepción Inmaculada de los Ángeles Trinidad Remedios Encarnación"

// longLastName has no space at which it could be broken.
func longLastName() string { return strings.Repeat("Hinterobergrubenmüller", 16) + "-Wagner" }

// harbourIDs gives two students of 8B ids beyond 2^53, each the other's: read as floating-point numbers the two
// enrolments are one.
func harbourIDs() map[cohortPlace][2]int64 {
	eightB := cohort{-3, "B"}
	return map[cohortPlace][2]int64{
		{eightB, 26}: {9007199254740993, 9007199254740992},
		{eightB, 27}: {9007199254740992, 9007199254740993},
	}
}
