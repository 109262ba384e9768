package exports

import (
	"context"
	"slices"

	"rollbook/web/roll"
)

// Summary is the attendance of a range of days.
type Summary struct {
	// Days counts the days of the range, and Closed those on which the school is closed. Of the open ones, Before counts
	// those before the school's first mark, and Empty those without any of the request's marks. Nothing is known of
	// these days.
	Days, Closed, Before, Empty int
	// OnClosed counts the marks of closed days, which are left out.
	OnClosed int
	// Lines are the classes, or the students of a class, a group, or a student. The name of the line of students who are
	// on no list any more is empty.
	Lines []Line
	Total Line
	// Unclear are the names of statuses whose meaning is not known. Their days count as not known.
	Unclear []string
}

// Line counts days of students: a student on a day is one.
type Line struct {
	Name     string
	Students int
	// Days are by what they count as. Those that count as nothing have no clear mark in the school system, although there
	// were marks on these days.
	Days map[roll.Counting]int
}

// Attended counts the days of students who were there, also late.
func (l Line) Attended() int { return l.Days[roll.CountsPresent] + l.Days[roll.CountsLate] }

// Possible counts the days that are known, without those on which a student could not be expected.
func (l Line) Possible() int {
	return l.Attended() + l.Days[roll.CountsAuthorised] + l.Days[roll.CountsUnauthorised]
}

// Summarise counts the marks of the request: of the whole school by class, otherwise by student.
func (e *Exports) Summarise(ctx context.Context, request Request) (Summary, error) {
	calendar, err := e.store.Calendar(ctx, request.School.ID)
	if err != nil {
		return Summary{}, err
	}
	first, err := e.store.FirstMarked(ctx, request.School.ID)
	if err != nil {
		return Summary{}, err
	}
	s := newSumming(request)
	for _, period := range request.Periods {
		if err := e.store.EachListed(ctx, request.School.ID, period, request.From, request.To, s.listed); err != nil {
			return Summary{}, err
		}
	}
	marked := make(map[roll.Date]bool)
	err = e.EachDay(ctx, request, func(marks []roll.ExportedMark) error {
		marks = slices.DeleteFunc(marks, func(one roll.ExportedMark) bool { return one.Mark.Version == 0 })
		if len(marks) == 0 {
			return nil
		}
		if date := marks[0].Date; calendar.Closes(date) {
			s.OnClosed += len(marks)
		} else {
			marked[date] = true
			s.day(marks)
		}
		return nil
	})
	for date := request.From; date <= request.To; date = date.AddDays(1) {
		s.Days++
		switch {
		case calendar.Closes(date):
			s.Closed++
		case first == "" || date < first:
			s.Before++
		case !marked[date]:
			s.Empty++
		}
	}
	return s.total(), err
}

// summing counts marks. A student with several rows in the lists is one person.
type summing struct {
	Summary
	people  map[person]int
	lines   map[string]int
	lineOf  []int
	who     []person
	persons map[roll.EnrolmentID]person
	spans   map[person][]span
}

// span is a range of days on which a list had a student; until is the day after the last, or empty.
type span struct{ since, until roll.Date }

// listed notes that a list had the student on these days.
func (s *summing) listed(student roll.Enrolment, since, until roll.Date) {
	who := personOf(student)
	s.spans[who] = append(s.spans[who], span{since, until})
}

// expected reports whether the student was on the date's list. It returns false before the first list.
func (s *summing) expected(who person, date roll.Date) bool {
	return slices.ContainsFunc(s.spans[who],
		func(on span) bool { return on.since <= date && (on.until == "" || date < on.until) })
}

// person is a student by her number, or else by that of the row.
type person struct {
	student roll.StudentID
	row     roll.EnrolmentID
}

func personOf(student roll.Enrolment) person {
	if student.Student != 0 {
		return person{student: student.Student}
	}
	return person{row: student.ID}
}

func newSumming(request Request) *summing {
	s := &summing{people: make(map[person]int), lines: make(map[string]int), persons: make(map[roll.EnrolmentID]person),
		spans: make(map[person][]span)}
	for _, student := range request.Students {
		who := personOf(student)
		s.persons[student.ID] = who
		if _, known := s.people[who]; known {
			continue
		}
		if request.Whole {
			s.add(who, s.line(student.ClassName))
			continue
		}
		line := s.line(student.ClassName + "\x00" + student.ID.String())
		s.Lines[line].Name = student.Name()
		s.add(who, line)
	}
	return s
}

// line returns the index of the line of a key.
func (s *summing) line(key string) int {
	at, known := s.lines[key]
	if !known {
		at = len(s.Lines)
		s.lines[key] = at
		s.Lines = append(s.Lines, Line{Name: key, Days: make(map[roll.Counting]int)})
	}
	return at
}

func (s *summing) add(who person, line int) {
	s.people[who] = len(s.lineOf)
	s.lineOf, s.who = append(s.lineOf, line), append(s.who, who)
	s.Lines[line].Students++
}

// day counts the marks of a day. Of several marks of a person the newest in the school system counts.
func (s *summing) day(marks []roll.ExportedMark) {
	newest := make(map[int]*roll.ExportedMark, len(marks))
	for i := range marks {
		one := &marks[i]
		who, listed := s.persons[one.Mark.Enrolment]
		if !listed || one.Former {
			who = personOf(one.Student)
			if _, known := s.people[who]; !known {
				s.add(who, s.line(""))
			}
		}
		at := s.people[who]
		before := newest[at]
		if one.Mark.Recorded() != "" && (before == nil || one.Mark.MarkedAt.After(before.Mark.MarkedAt)) {
			newest[at] = one
		}
	}
	gone, anyGone := s.lines[""]
	for at, line := range s.lineOf {
		one := newest[at]
		switch {
		case one != nil:
			s.Lines[line].Days[one.Counts]++
			if one.Counts == "" && !slices.Contains(s.Unclear, one.Mark.Returned) {
				s.Unclear = append(s.Unclear, one.Mark.Returned)
			}
		case (!anyGone || line != gone) && s.expected(s.who[at], marks[0].Date):
			s.Lines[line].Days[""]++
		}
	}
}

// total adds up the lines. That of students who are on no list any more is the last.
func (s *summing) total() Summary {
	if gone, some := s.lines[""]; some {
		last := s.Lines[gone]
		s.Lines = append(slices.Delete(s.Lines, gone, gone+1), last)
	}
	s.Total.Days = make(map[roll.Counting]int)
	for _, line := range s.Lines {
		s.Total.Students += line.Students
		for counts, days := range line.Days {
			s.Total.Days[counts] += days
		}
	}
	return s.Summary
}
