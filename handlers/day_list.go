package handlers

import (
	"slices"

	"rollbook/web"
	"rollbook/web/roll"
)

// dayListAsked is what of a day is asked for: a class, or all of them.
type dayListAsked struct {
	date, today roll.Date
	// period is empty where the school has none.
	period  roll.Period
	periods []roll.Period
	class   roll.ClassID
}

// query names the day as addresses do.
func (d *dayListAsked) query() query {
	return query{period: d.period.ID, class: d.class, date: d.date}
}

// dayClass is a class on a date.
type dayClass struct {
	class roll.Class
	rows  []dayRow
}

// dayLists reads days class by class.
type dayLists struct {
	*shell
	dayReader
	rosters ClassRosters
}

// asked reads which day is meant; today, and all classes, where the address says nothing.
// An error comes with what could be read.
func (d *dayLists) asked(v *visit) (dayListAsked, error) {
	asked := dayListAsked{today: v.school.Today(d.clock())}
	asked.date = asked.today
	fields := make(map[string]string)
	for _, name := range []string{"period", "class", "date"} {
		var err error
		if fields[name], err = web.Single(v.Request().Form, name); err != nil {
			return asked, err
		}
	}
	var err error
	if asked.periods, _, err = d.rosters.Periods(v.ctx, v.school); err != nil {
		return asked, err
	}
	wrong := asked.setDate(fields["date"])
	if len(asked.periods) == 0 {
		return asked, wrong
	}
	if asked.period, err = periodOn(v, asked.periods, roll.PeriodID(fields["period"]), asked.date); err != nil {
		return asked, err
	}
	asked.class = roll.ClassID(fields["class"])
	return asked, wrong
}

func (d *dayListAsked) setDate(text string) error {
	if text == "" {
		return nil
	}
	date, err := dateIn(text, d.today)
	if err == nil {
		d.date = date
	}
	return err
}

// dateIn reads a date that a person gave, which may not be later than today.
func dateIn(text string, today roll.Date) (roll.Date, error) {
	date, err := roll.ParseDate(text)
	switch {
	case err != nil:
		return "", roll.Problem(roll.Malformed, "take_away.problem.date").Because(err)
	case date > today:
		return "", roll.Problem(roll.Meaningless, "take_away.problem.future")
	}
	return date, nil
}

// periodOn is the period asked for; without one the last used if the date lies in it, else
// the one that the date lies in.
func periodOn(v *visit, periods []roll.Period, asked roll.PeriodID, date roll.Date) (roll.Period, error) {
	last := v.device.Visit(v.school.ID).Period
	at := slices.IndexFunc(periods, func(period roll.Period) bool { return period.ID == last && period.Current(date) })
	if asked == "" && at >= 0 {
		return periods[at], nil
	}
	if asked == "" {
		return currentPeriod(periods, date)
	}
	return periodOf(v, periods, asked, date)
}

// read is the day, class by class in the order of the school's list. Marks of students who
// are on no list any more stand in a last class without a name.
func (d *dayLists) read(v *visit, asked dayListAsked) ([]dayClass, error) {
	if asked.period.ID == "" {
		return nil, nil
	}
	marks, err := d.marks(v, asked.period.ID, asked.date)
	if err != nil {
		return nil, err
	}
	if asked.class != "" {
		return d.readClass(v, asked, marks)
	}
	students, _, err := d.rosters.Students(v.ctx, v.school, asked.period.ID)
	if err != nil {
		return nil, err
	}
	classes := byClass(v, students, marks)
	var gone []dayRow
	for _, mark := range marks.of {
		gone = append(gone, dayRow{student: roll.Enrolment{ID: mark.Enrolment}, name: v.words.Text("story.unnamed", "Number", mark.Enrolment), mark: mark})
	}
	if len(gone) > 0 {
		slices.SortFunc(gone, func(a, b dayRow) int { return int(a.student.ID - b.student.ID) })
		classes = append(classes, dayClass{rows: gone})
	}
	return classes, nil
}

func (d *dayLists) readClass(v *visit, asked dayListAsked, marks dayMarks) ([]dayClass, error) {
	roster, err := d.rosters.Roster(v.ctx, v.school, asked.period.ID, asked.class)
	if err != nil {
		return nil, err
	}
	if !roster.Class.VisibleTo(v.person.ID) {
		return nil, roll.Problem(roll.NotFound, "problem.what.404")
	}
	class := dayClass{class: roster.Class}
	class.class.Name = nameOf(v, roster.Class)
	for _, student := range roster.Rows {
		class.rows = append(class.rows, marks.row(v.words, student))
	}
	return []dayClass{class}, nil
}

// byClass puts the students with their marks into their classes, and takes those marks away.
func byClass(v *visit, students []roll.Enrolment, marks dayMarks) []dayClass {
	var classes []dayClass
	position := make(map[roll.ClassID]int)
	listed := make([]roll.EnrolmentID, 0, len(students))
	for _, student := range students {
		at, known := position[student.Class]
		if !known {
			at = len(classes)
			position[student.Class] = at
			classes = append(classes, dayClass{class: roll.Class{ID: student.Class, Name: classNameOf(v.words, student)}})
		}
		classes[at].class.Students++
		classes[at].rows = append(classes[at].rows, marks.row(v.words, student))
		listed = append(listed, student.ID)
	}
	for _, id := range listed {
		delete(marks.of, id)
	}
	return classes
}
