package sandbox

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// OlderKey is the second sample school's older key, issued before keys had a prefix. It is part of the sample
// data and public.
const OlderKey = "q7Vd2mXw9LkTz4RbHs8NcYp3"

// The names of the shapes. A plain school is like the first sample school without its difficult cases.
const (
	shapeHarbour  = "harbour"
	shapeTilleuls = "tilleuls"
	shapePlain    = "plain"
)

// sampleShapes are the shapes of the two sample schools. Harbour has school years as periods, and a class 8B of
// exactly 28; tilleuls has terms, and more statuses than fit on a row.
//
//go:embed sample_schools.json
var sampleShapes []byte

// shape describes the data of a school.
type shape struct {
	Home     string   // the language of every other name
	Grades   []string // lowest first
	Letters  []string
	Join     string // between grade and letter in a class's name
	Sizes    []int  // of the classes, grade by grade, letter by letter
	Terms    int    // periods a school year: 1 or 2
	Statuses []string
	// Hard are difficult names of the classes in the first year: in 8B and 4e B those that occur in every school,
	// or are written from right to left, in 9A those that break pages, one without a space to break at.
	Hard map[string][]person
	// ExactIDs are the student's and the enrolment's id by class and place. Two students of 8B have ids beyond
	// 2^53, each the other's: read as floating-point numbers the two enrolments are one.
	ExactIDs map[string]map[int][2]int64
}

// harbourSchool is the first sample school.
func harbourSchool() School {
	return School{Name: "Harbour Street School", Tenant: "harbour-street", Code: "HSS-4471"}
}

// tilleulsSchool is the second sample school. Its own domain is its tenant code.
func tilleulsSchool() School {
	return School{Name: "Collège des Tilleuls", Tenant: "ecole.tilleuls.example", Code: "0754021K"}
}

// shapeOf returns the shape with the name.
func shapeOf(name string) (shape, error) {
	var shapes map[string]shape
	if err := json.Unmarshal(sampleShapes, &shapes); err != nil {
		return shape{}, fmt.Errorf("read the sample schools: %w", err)
	}
	made, known := shapes[name]
	if !known {
		made = shapes[shapeHarbour]
		made.Hard, made.ExactIDs = nil, nil
	}
	return made, nil
}

// class returns the name of a class, such as "8B" or "4e B", and "" for a grade that the school does not have.
func (s shape) class(grade int, letter string) string {
	if grade < 0 || grade >= len(s.Grades) {
		return ""
	}
	return s.Grades[grade] + s.Join + letter
}

//go:embed names.txt
var nameText string

// person is a first and a last name.
type person [2]string

type language struct {
	name          string
	given, family []string
}

// readLanguages parses names.txt: one language a line, "language; given, ...; family, ...".
func readLanguages() []language {
	var languages []language
	for line := range strings.Lines(nameText) {
		parts := strings.Split(strings.TrimSpace(line), "; ")
		if len(parts) == 3 {
			languages = append(languages, language{parts[0], strings.Split(parts[1], ", "), strings.Split(parts[2], ", ")})
		}
	}
	return languages
}

// drawNames draws names at random, none twice. Every other name is in the home language.
func drawNames(languages []language, home string, random *rand.Rand, count int) []person {
	own := languages[slices.IndexFunc(languages, func(one language) bool { return one.name == home })]
	var all []person
	for len(all) < count {
		from := own
		if random.IntN(2) == 0 {
			from = languages[random.IntN(len(languages))]
		}
		drawn := person{from.given[random.IntN(len(from.given))], from.family[random.IntN(len(from.family))]}
		if !slices.Contains(all, drawn) {
			all = append(all, drawn)
		}
	}
	return all
}
