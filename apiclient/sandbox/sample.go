package sandbox

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// addSample fills an empty data file with the two sample schools. It adds the current period to every school
// whose periods have all ended.
func (s *Sandbox) addSample() error {
	known, err := s.Schools()
	if err != nil || len(known) > 0 {
		return errors.Join(err, s.addCurrentPeriods(known))
	}
	if err := s.addSchool(harbourSchool(), shapeHarbour); err != nil {
		return err
	}
	second := tilleulsSchool()
	if err := s.addSchool(second, shapeTilleuls); err != nil {
		return err
	}
	_, err = s.addKey(second.Code, OlderKey, addedKey{Name: "Kiosk, before the new keys"})
	return err
}

// AddSchool adds a school like the first sample school, without its difficult names, for tests that need
// many: 12 classes in each of two periods, six statuses, ids of its own. CreateKey makes its keys. It returns
// KindTaken for a code that exists.
func (s *Sandbox) AddSchool(added School) error {
	if added.Name == "" || added.Tenant == "" || added.Code == "" {
		return invalid("a school has a name, a tenant and a code")
	}
	return s.addSchool(added, shapePlain)
}

// addSchool makes a school with its statuses and two periods, including the current one.
func (s *Sandbox) addSchool(added School, shapeName string) error {
	now := s.options.Now()
	return s.data.locked(func(state *state) error {
		if state.school(added.Code) != nil {
			return errorf(KindTaken, 0, "a school with the code %q exists", added.Code)
		}
		err := s.data.make(change{At: s.now(), Added: &addedSchool{added, shapeName, termOf(now, 1)}})
		if err != nil {
			return err
		}
		at := state.school(added.Code)
		current := at.sample.current(now)
		// The current period comes first, so that its enrolment ids overlap with the student ids.
		return errors.Join(
			s.make(added, change{Period: current}), s.make(added, change{Period: at.sample.other(current)}))
	})
}

func (s *Sandbox) addCurrentPeriods(known []School) error {
	for _, one := range known {
		_, err := of(s, one.Code, func(at *school) (any, error) {
			if slices.ContainsFunc(at.periods, func(period SchoolPeriod) bool { return period.EndDate >= s.today() }) {
				return nil, nil
			}
			return nil, s.make(at.School, change{Period: at.sample.current(s.options.Now())})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

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
