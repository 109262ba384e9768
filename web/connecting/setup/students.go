package setup

import (
	"context"
	"slices"

	"rollbook/apiclient/discovery"
	"rollbook/apiclient/document"
	"rollbook/apiclient/mapping"
	"rollbook/web/connecting/readings"
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
		s.read(ctx, mapping.Students)
	}
}

// completeStudents guesses what a person's reading of the students leaves open.
func (s *seeker) completeStudents(found *discovery.Found) {
	guessNumbers(found)
	s.findPeriod(found)
}

// guessNumbers guesses the candidates for an undecided enrolment id.
func guessNumbers(found *discovery.Found) {
	reading := found.Reading
	if reading.Fields[mapping.EnrolmentID] != "" {
		return
	}
	list := discovery.List{Path: reading.List, Items: itemsOf(*found, reading)}
	guess := discovery.ReadList(mapping.Students, list)
	found.Guess.Candidates = guess.Candidates
	if path := guess.Fields[mapping.EnrolmentID]; path != "" {
		found.Guess.Candidates = []map[string]string{{mapping.EnrolmentID: path}}
	}
}

// readable returns the draft's mapping. While the enrolment id is undecided, it uses a candidate, for display
// only.
func (s *seeker) readable() mapping.Mapping {
	students := s.draft.Mapping.Of(mapping.Students)
	if !s.draft.Asks(mapping.Students) {
		return s.draft.Mapping
	}
	number := students.Fields[mapping.StudentID]
	for _, choice := range s.draft.Trials[mapping.Students].Offers.Numbers {
		number = choice.Fields[mapping.EnrolmentID] // the last candidate distinguishes students best
	}
	students.Fields[mapping.EnrolmentID], students.Absent = number, number == ""
	return s.draft.Mapping.With(mapping.Students, students)
}

func (s *seeker) describeStudents(trial *readings.Trial, list mapping.List) {
	students := list.Items
	trial.Classes, s.unsaid = classesOf(students), nil
	for _, student := range students {
		if list.IsSilent {
			s.unsaid = append(s.unsaid, document.Fold(student.Text(mapping.ClassName)))
		}
	}
	if s.draft.Asks(mapping.Students) { // an item without a candidate number is still on the list
		trial.Items += trial.Unreadable + trial.Repeated
	}
	if !s.draft.Mapping.Of(mapping.People).Absent || !s.draft.Mapping.Of(mapping.Classes).Absent {
		trial.Offers.Students = s.sample(students)
	}
}

// compare compares the list with those of another school period and of the classes.
func (s *seeker) compare(ctx context.Context, found discovery.Found) {
	s.comparePeriods(ctx, found)
	s.compareClasses(ctx, found.Reading)
}

// comparePeriods requests the students of another school period once. A service that does not know the parameter
// sends the same list.
func (s *seeker) comparePeriods(ctx context.Context, found discovery.Found) {
	other := slices.IndexFunc(s.draft.Periods, func(period readings.Period) bool { return period.ID != s.draft.Period.ID })
	first := itemsOf(found, found.Reading)
	if other < 0 || len(first) == 0 || mapping.IsByClass(mapping.Students, found.Reading) {
		return
	}
	place := s.place()
	place.Period = s.draft.Periods[other].ID
	again := s.search.Look(ctx, mapping.Students, found.Reading.Path, place)
	again.Reading = found.Reading
	if trial := s.draft.Trials[mapping.Students]; document.Same(itemsOf(again, found.Reading), first) {
		trial.SameFor = s.draft.Periods[other].Name
		s.draft.Trials[mapping.Students] = trial
	}
}

// compareClasses looks for classes of the school system that have no students on the list, or fewer than they say,
// where nothing says that the list is whole. It requests them once. Without one class in common the names mean
// something else.
func (s *seeker) compareClasses(ctx context.Context, reading Reading) {
	if len(s.unsaid) == 0 || mapping.IsByClass(mapping.Students, reading) ||
		slices.Contains(reading.Unrelated, readings.EmptyClasses) {
		return
	}
	found, _ := s.search.Try(ctx, mapping.Classes, mapping.DefaultOf(mapping.Classes).Path, s.place())
	classes := itemsOf(found, found.Reading)
	trial := s.draft.Trials[mapping.Students]
	for _, class := range classes {
		name, counted := s.at(class, found.Reading.Fields[mapping.Name]), 0
		for _, one := range s.unsaid {
			if one == document.Fold(name) {
				counted++
			}
		}
		says, _ := document.CountsMembers(class)
		trial.Counted += int(says)
		trial.Short = trial.Short || int(says) > counted
		if counted == 0 {
			trial.Empty = append(trial.Empty, name)
		}
	}
	if len(trial.Empty) < len(classes) {
		trial.Objections = append(trial.Objections, lacksOfClasses(trial)...)
		s.draft.Trials[mapping.Students] = trial
	}
}

// findPeriod records the field that names a student's school period, so that students of other periods are
// noticed.
func (s *seeker) findPeriod(found *discovery.Found) {
	var names []string
	for _, period := range s.draft.Periods {
		names = append(names, period.Name)
	}
	if found.Reading.Fields[mapping.SchoolPeriod] == "" && len(names) > 0 {
		if path := discovery.PeriodField(itemsOf(*found, found.Reading), periodIDs(s.draft), names,
			found.Reading.Unrelated); path != "" {
			found.Reading.Fields[mapping.SchoolPeriod] = path
		}
	}
}
