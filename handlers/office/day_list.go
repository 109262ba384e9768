package office

import (
	"cmp"
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web/lists/rosters"
	"rollbook/web/roll"
)

// dayRequest is a requested day, with one class or all.
type dayRequest struct {
	date, today roll.Date
	// period is empty when the school has none.
	period  roll.Period
	periods []roll.Period
	class   roll.ClassID
}

// dayClass is a class with its students' marks on a date.
type dayClass struct {
	class roll.Class
	rows  []taking.DayRow
}

// DayLists reads days class by class. It is a value: every handler of an export has one.
type DayLists struct {
	rosters *rosters.Rosters
	days    taking.DayReader
}

// requested parses the requested day in the field date, by default today and all classes. With an error it returns the
// readable part.
func (d DayLists) requested(v *visit.Visit) (dayRequest, error) { return d.requestedIn(v, "date") }

func (d DayLists) requestedIn(v *visit.Visit, field string) (dayRequest, error) {
	requested := dayRequest{today: v.Today()}
	requested.date = requested.today
	form := v.Request().Form
	var err, wrong error
	if requested.periods, _, err = d.rosters.Periods(v.Ctx, v.School); err != nil {
		return requested, err
	}
	if date := form.Get(field); date != "" {
		requested.date, wrong = dateIn(date, requested.today)
		requested.date = cmp.Or(requested.date, requested.today)
	}
	if len(requested.periods) == 0 {
		return requested, wrong
	}
	if requested.period, err = periodOn(v, requested.periods, roll.PeriodID(form.Get("period")), requested.date); err != nil {
		return requested, err
	}
	requested.class = roll.ClassID(form.Get("class"))
	return requested, wrong
}

// dateIn parses a typed date, which may not be later than today.
func dateIn(text string, today roll.Date) (roll.Date, error) {
	date, err := roll.ParseDate(text)
	switch {
	case err != nil:
		return "", roll.Problem(roll.Malformed, "export.problem.date").Because(err)
	case date > today:
		return "", roll.Problem(roll.Meaningless, "export.problem.future")
	}
	return date, nil
}

// periodOn returns the requested period; without a request the last used if it contains the date, or the one
// that does.
func periodOn(v *visit.Visit, periods []roll.Period, requested roll.PeriodID, date roll.Date) (roll.Period, error) {
	last := v.Device.Visit(v.School.ID).Period
	at := slices.IndexFunc(periods, func(period roll.Period) bool { return period.ID == last && period.Current(date) })
	if requested == "" && at >= 0 {
		return periods[at], nil
	}
	if requested == "" {
		return roll.CurrentPeriod(periods, date)
	}
	return naming.PeriodOf(v, periods, requested, date)
}

// read reads the day, class by class in list order. Marks of students who are on no list any more form a last
// class without a name.
func (d DayLists) read(v *visit.Visit, requested dayRequest) ([]dayClass, error) {
	if requested.period.ID == "" {
		return nil, nil
	}
	marks, err := d.days.Marks(v, requested.period.ID, requested.date)
	if err != nil {
		return nil, err
	}
	if requested.class != "" {
		return d.readClass(v, requested, marks)
	}
	students, _, err := d.rosters.Students(v.Ctx, v.School, requested.period.ID)
	if err != nil {
		return nil, err
	}
	classes := byClass(v, students, marks)
	var gone []taking.DayRow
	for _, mark := range marks.Of {
		gone = append(gone, marks.RowOf(roll.Enrolment{ID: mark.Enrolment}, v.Words.Text("story.unnamed", "Number", mark.Enrolment)))
	}
	if len(gone) > 0 {
		slices.SortFunc(gone, func(a, b taking.DayRow) int { return int(a.Student.ID - b.Student.ID) })
		classes = append(classes, dayClass{rows: gone})
	}
	return classes, nil
}

func (d DayLists) readClass(v *visit.Visit, requested dayRequest, marks taking.DayMarks) ([]dayClass, error) {
	roster, err := d.rosters.Roster(v.Ctx, v.School, requested.period.ID, requested.class)
	if err != nil {
		return nil, err
	}
	if !roster.Class.VisibleTo(v.Person.ID) {
		return nil, roll.Problem(roll.NotFound, "problem.what.404")
	}
	class := dayClass{class: roster.Class}
	class.class.Name = naming.NameOf(v, roster.Class)
	for _, student := range roster.Rows {
		class.rows = append(class.rows, marks.Row(v.Words, student))
	}
	return []dayClass{class}, nil
}

// byClass groups the students with their marks by class, and removes those marks from the map.
func byClass(v *visit.Visit, students []roll.Enrolment, marks taking.DayMarks) []dayClass {
	var classes []dayClass
	position := make(map[roll.ClassID]int)
	listed := make([]roll.EnrolmentID, 0, len(students))
	for _, student := range students {
		at, known := position[student.Class]
		if !known {
			at = len(classes)
			position[student.Class] = at
			classes = append(classes, dayClass{class: roll.Class{ID: student.Class, Name: naming.ClassNameOf(v.Words, student)}})
		}
		classes[at].class.Students++
		classes[at].rows = append(classes[at].rows, marks.Row(v.Words, student))
		listed = append(listed, student.ID)
	}
	for _, id := range listed {
		delete(marks.Of, id)
	}
	return classes
}
