package setup

import (
	"context"
	"slices"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/mapping"
)

// enrols reports whether the list has a number that may be the enrolment id.
func enrols(found discovery.Found) bool {
	return found.Works() && found.Guess.Warning != discovery.NoEnrolment
}

// byClass searches for the students class by class if no list of all students has a number that may be the enrolment
// id: for the classes of the period, and for the students of the first class.
func (s *seeker) byClass(ctx context.Context, without discovery.Found) discovery.Found {
	if enrols(without) {
		return without
	}
	// The result explains why a search gave up, so the error is not needed.
	classes, _ := s.search.Find(ctx, mapping.Classes, s.place(), "")
	if !classes.Works() {
		return without
	}
	s.take(ctx, mapping.Classes, classes)
	students, _ := s.search.FindPerClass(ctx, s.place())
	students.Tried = slices.Concat(without.Tried, students.Tried)
	if !enrols(students) && without.Works() {
		students = without
	}
	return students
}

// takeStudents puts a list of students into the draft. Where a list of all students gives only the ids of classes, a
// list of classes names them.
func (s *seeker) takeStudents(ctx context.Context, found discovery.Found) {
	fields, isByClass := found.Reading.Fields, mapping.IsByClass(mapping.Students, found.Reading)
	if !isByClass {
		delete(s.draft.Trials, mapping.Classes)
		s.draft.Mapping = s.draft.Mapping.With(mapping.Classes, Reading{Absent: true})
	}
	s.put(ctx, mapping.Students, found)
	if isByClass || fields[mapping.ClassID] == "" || fields[mapping.ClassName] != "" {
		return
	}
	// Without a list of classes, the page asks about classes that are called by ids.
	if classes, _ := s.search.Find(ctx, mapping.Classes, s.place(), ""); classes.Works() {
		s.put(ctx, mapping.Classes, classes)
		s.again(ctx, mapping.Students)
	}
}

// completeStudents guesses what a person's reading of the students leaves open: the candidates for an undecided
// enrolment id, and the field that names a student's school period, so that students of other periods are noticed.
func (s *seeker) completeStudents(found *discovery.Found) {
	reading, names := found.Reading, []string(nil)
	if reading.Fields[mapping.EnrolmentID] == "" {
		guess := guessIn(mapping.Students, *found, reading)
		found.Guess.Candidates = guess.Candidates
		if path := guess.Fields[mapping.EnrolmentID]; path != "" {
			found.Guess.Candidates = []map[string]string{{mapping.EnrolmentID: path}}
		}
	}
	for _, period := range s.draft.Periods {
		names = append(names, period.Name)
	}
	if reading.Fields[mapping.SchoolPeriod] != "" || len(names) == 0 {
		return
	}
	if path := discovery.PeriodField(itemsOf(*found, reading), periodIDs(s.draft), names, reading.Unrelated); path != "" {
		reading.Fields[mapping.SchoolPeriod] = path
	}
}
