package rosters

import (
	"context"
	"slices"

	"github.com/maypok86/otter/v2"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// pastInMemory limits the lists of past days in memory.
const pastInMemory = 32

// pastKey identifies the list of a past day as today's list makes it.
type pastKey struct {
	listKey
	date       roll.Date
	today      *students
	generation int64
}

// RosterOn is Roster from the date's own lists, with the numbers and names of today. A class that the date's list did
// not have is empty.
func (r *Rosters) RosterOn(ctx context.Context, school roll.School, period roll.PeriodID, class roll.ClassID,
	date roll.Date) (roll.Roster, error) {
	roster, err := r.rosterOf(ctx, school, period, class, date, date)
	if roll.KindOf(err) != roll.NotFound || err == nil {
		return roster, err
	}
	today, err := r.Roster(ctx, school, period, class, date)
	return today.Emptied(), err
}

// Leaver returns a student of an earlier list of the period who is on none today, as the last one had her. It returns
// roll.NotFound for any other number.
func (r *Rosters) Leaver(ctx context.Context, school roll.School, period roll.PeriodID,
	number roll.EnrolmentID) (roll.Enrolment, error) {
	var last roll.Enrolment
	var until roll.Date
	err := r.store.EachListed(ctx, school.ID, period, "", school.Today(r.clock()),
		func(student roll.Enrolment, _, ended roll.Date) {
			if student.ID == number && ended > until {
				last, until = student, ended
			}
		})
	if err == nil && until == "" {
		err = roll.Problem(roll.NotFound, "problem.what.404")
	}
	last.Left = true
	return last, err
}

// LeftBetween returns the students of a class on days from from to to who are on the period's list no more.
func (r *Rosters) LeftBetween(ctx context.Context, school roll.School, period roll.PeriodID, class roll.ClassID, from,
	to roll.Date) ([]roll.Enrolment, error) {
	today, _, err := r.Students(ctx, school, period)
	if err != nil {
		return nil, err
	}
	var listed []roll.ListedEnrolment
	err = r.store.EachListed(ctx, school.ID, period, from, to, func(student roll.Enrolment, _, ended roll.Date) {
		if student.Class == class && ended != "" {
			listed = append(listed, roll.ListedEnrolment{Enrolment: student})
		}
	})
	// The marks of a number that another student has today are that student's.
	numbers := roll.Listed(today)
	return slices.DeleteFunc(roll.AsToday(listed, today),
		func(one roll.Enrolment) bool { return !one.Left || numbers[one.ID] }), err
}

// on returns the period's list at the end of the date, with the numbers and names of today. From today on it is
// today's. So it is for a date before the first list: who belonged to the school then is not known.
func (r *Rosters) on(ctx context.Context, school roll.School, period roll.PeriodID,
	date roll.Date) (on *students, known bool, age roll.Age, err error) {
	today, err := r.get(ctx, school, ofPeriod(school.ID, period))
	age = ageOf(today.state)
	if err != nil || date >= school.Today(r.clock()) {
		return today.students, true, age, err
	}
	key := pastKey{ofPeriod(school.ID, period), date, today.students, school.Generation}
	on, err = r.past.Get(ctx, key, otter.LoaderFunc[pastKey, *students](r.loadPast))
	if err != nil {
		return empty().students, true, age, err
	}
	if on == nil {
		return today.students, false, age, nil
	}
	return on, true, age, nil
}

// loadPast returns nil for a date before the period's first list.
func (r *Rosters) loadPast(ctx context.Context, key pastKey) (*students, error) {
	listed, known, err := r.store.StudentsOn(ctx, key.school, key.period, key.date)
	if err != nil || !known {
		return nil, err
	}
	all := roll.AsToday(listed, key.today.all)
	since, older := make(map[roll.EnrolmentID]int64, len(listed)), false
	for _, one := range listed {
		since[one.ID], older = one.Generation, older || one.Generation < key.generation
	}
	if older {
		renumbered, err := r.store.Renumbered(ctx, key.school)
		if err != nil {
			return nil, err
		}
		for i := range all {
			student := &all[i]
			changes := renumbered[student.ID]
			after := func(one lists.Renumbering) bool { return one.Past > since[student.ID] }
			if at := slices.IndexFunc(changes, after); student.Left && at >= 0 {
				student.Past = changes[at].Place
			}
		}
	}
	return arrange(all, key.period), nil
}
