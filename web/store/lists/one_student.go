package lists

import (
	"context"
	"encoding/json"
	"fmt"

	"rollbook/web/roll"
	"rollbook/web/store/engine"
	"rollbook/web/store/packed"
)

// Listing is a place in a list that names a student.
type Listing struct {
	roll.Enrolment
	Period roll.PeriodID
	// Since is the first day of the list, Until the day after its last, empty while it is in use. Both are empty where
	// Why says in place of them why the list does not count the student, as it stands in the list.
	Since, Until roll.Date
	Why          string
}

// Listings returns the places that name the student: in the lists of all days, in lists that wait for a decision or
// belong to an earlier connection, among those left out, and among those without a number.
func Listings(ctx context.Context, read engine.Reader, one roll.OneStudent) (found []Listing, err error) {
	all, err := engine.Rows[struct {
		Period       roll.PeriodID
		Class        roll.ClassID
		ClassName    string
		Since, Until roll.Date
		Students     []byte
	}](ctx, read, `SELECT period, class, class_name, since, until, students FROM class_versions WHERE school = $1
		ORDER BY since, period, position`, one.School)
	if err != nil {
		return nil, err
	}
	for _, version := range all {
		students, err := packed.ReadStudents(version.Students)
		if err != nil {
			return nil, err
		}
		for _, student := range only(students, one) {
			student.Class, student.ClassName = version.Class, version.ClassName
			found = append(found, Listing{student, version.Period, version.Since, version.Until, ""})
		}
	}
	others, err := otherListings(ctx, read, one)
	return append(found, others...), err
}

// otherListings returns the places in what is no list of a day.
func otherListings(ctx context.Context, read engine.Reader, one roll.OneStudent) (found []Listing, err error) {
	add := func(period roll.PeriodID, why string, students []roll.Enrolment) {
		for _, student := range only(students, one) {
			found = append(found, Listing{Enrolment: student, Period: period, Why: why})
		}
	}
	held, err := heldLists(ctx, read, one.School)
	if err != nil {
		return nil, err
	}
	for _, list := range held {
		add(list.Period, "held", list.Students)
		add(list.Period, "held, without a number", list.Unnumbered)
	}
	unnumbered, err := engine.Rows[struct {
		roll.Enrolment
		Period roll.PeriodID
	}](ctx, read, `SELECT period, student, given, family, class, class_name FROM unnumbered_students WHERE school = $1`,
		one.School)
	if err != nil {
		return nil, err
	}
	for _, student := range unnumbered {
		add(student.Period, "without a number", []roll.Enrolment{student.Enrolment})
	}
	named, err := engine.Rows[List](ctx, read, `SELECT name FROM lists WHERE school = $1 AND left_out <> '[]'`, one.School)
	if err != nil {
		return nil, err
	}
	for _, list := range named {
		left, err := leftOutOf(ctx, read, one.School, list)
		if err != nil {
			return nil, err
		}
		for _, student := range left {
			add(roll.PeriodID(list[len(StudentLists):]), student.Why, []roll.Enrolment{student.Enrolment})
		}
	}
	former, err := engine.Rows[string](ctx, read, `SELECT lists FROM former_lists WHERE school = $1`, one.School)
	for _, text := range former {
		var lists roll.Lists
		if err := json.Unmarshal([]byte(text), &lists); err != nil {
			return nil, fmt.Errorf("read the former lists of school %s: %w", one.School, err)
		}
		for period, students := range lists.Students {
			add(period, "an earlier connection", students)
		}
	}
	return found, err
}

// only returns those of the students who are the one.
func only(students []roll.Enrolment, one roll.OneStudent) (found []roll.Enrolment) {
	for _, student := range students {
		if len(withoutOne([]roll.Enrolment{student}, one)) == 0 {
			found = append(found, student)
		}
	}
	return found
}
