package office

import (
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web/office/exports"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// exportRequest is a range of days of the school, of a class or a group, or of a student.
type exportRequest struct {
	// dayRequest has the last day as its date.
	dayRequest
	from roll.Date
	// student is 0 for all students.
	student roll.EnrolmentID
	// chosen are the students of the class or the student, all her rows; name is the name of either. Both are empty for
	// the whole school.
	chosen []roll.Enrolment
	name   string
}

// whole reports whether the request is about the whole school.
func (e *exportRequest) whole() bool { return e.class == "" && e.student == 0 }

// mostExportDays limits the days of an export.
const mostExportDays = 366

// requestedRange parses a range, by default today, and who is exported, by default the whole school. With an error it
// returns the readable part, of the whole school.
func (d DayLists) requestedRange(v *visit.Visit) (requested exportRequest, err error) {
	requested.dayRequest, err = d.requestedIn(v, "to")
	requested.from = requested.date
	if text := v.Request().Form.Get("from"); text != "" && err == nil {
		requested.from, err = dateIn(text, requested.today)
	}
	switch days := requested.from.DaysUntil(requested.date); {
	case err != nil:
	case days < 0:
		err = roll.Problem(roll.Meaningless, "export.problem.reversed")
	case days >= mostExportDays:
		err = roll.Problem(roll.Meaningless, "export.problem.too_long", "Days", v.Words.Number(mostExportDays))
	}
	if err != nil {
		requested.from, requested.class = requested.date, ""
		return requested, err
	}
	return requested, d.choose(v, &requested)
}

// choose reads the class or the student of the request. It returns roll.NotFound for another school's.
func (d DayLists) choose(v *visit.Visit, requested *exportRequest) error {
	student := v.Request().Form.Get("student")
	switch {
	case requested.period.ID == "":
		return nil
	case student != "":
		return d.chooseStudent(v, requested, student)
	case requested.class == "":
		return nil
	}
	classes, err := d.readClass(v, requested.dayRequest, taking.DayMarks{})
	if err != nil {
		return err
	}
	requested.name = classes[0].class.Name
	for _, row := range classes[0].rows {
		requested.chosen = append(requested.chosen, row.Student)
	}
	return nil
}

func (d DayLists) chooseStudent(v *visit.Visit, requested *exportRequest, text string) error {
	requested.class = ""
	id, err := roll.ParseEnrolmentID(text)
	if err != nil {
		return roll.Problem(roll.NotFound, "problem.what.404").Because(err)
	}
	students, _, err := d.rosters.Students(v.Ctx, v.School, requested.period.ID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(students, func(student roll.Enrolment) bool { return student.ID == id })
	if at < 0 {
		return roll.Problem(roll.NotFound, "problem.what.404")
	}
	requested.student, requested.name = id, naming.StudentName(v.Words, students[at])
	requested.chosen = students[at : at+1]
	return nil
}

// exported returns the request with its students: those of its period, and of each other that its days touch.
func (d DayLists) exported(v *visit.Visit, requested exportRequest) (exports.Request, error) {
	whole := requested.whole()
	all := exports.Request{School: v.School, From: requested.from, To: requested.date, Whole: whole, Class: requested.class}
	if requested.period.ID == "" {
		return all, nil
	}
	var err error
	if all.Statuses, _, err = d.rosters.Statuses(v.Ctx, v.School, requested.period.ID); err != nil {
		return all, err
	}
	asked := requested.asks()
	for _, period := range requested.touched() {
		students, _, err := d.rosters.Students(v.Ctx, v.School, period.ID)
		if err != nil {
			return all, err
		}
		for _, student := range students {
			if !asked(student) {
				continue
			}
			student.ClassName, student.Given, student.Family = naming.ClassNameOf(v.Words, student), naming.StudentName(v.Words, student), ""
			all.Students = append(all.Students, student)
		}
	}
	all.Elsewhere = d.elsewhere(v, requested)
	return all, nil
}

// touched returns the request's period, and the others with some of its days.
func (e *exportRequest) touched() []roll.Period {
	periods := []roll.Period{e.period}
	for _, other := range e.periods {
		within := (other.Starts == "" || other.Starts <= e.date) && (other.Ends == "" || e.from <= other.Ends)
		if other.ID != e.period.ID && within && (other.Starts != "" || other.Ends != "") {
			periods = append(periods, other)
		}
	}
	return periods
}

// asks returns whether a student is among those of the request. In another period a class is the one with the same id,
// and a member of a group the same student.
func (e *exportRequest) asks() func(roll.Enrolment) bool {
	_, group := e.class.Group()
	rows, people := make(map[roll.EnrolmentID]bool), make(map[roll.StudentID]bool)
	for _, one := range e.chosen {
		rows[one.ID], people[one.Student] = true, group || e.student != 0
	}
	people[0] = false
	return func(one roll.Enrolment) bool {
		return e.whole() || rows[one.ID] || people[one.Student] || e.class != "" && one.Class == e.class
	}
}

// elsewhere returns the marks that were made in the school system, if the request is one day that was read.
func (d DayLists) elsewhere(v *visit.Visit, requested exportRequest) (made []roll.ExportedMark) {
	if requested.from != requested.date {
		return nil
	}
	latest := d.days.Latest(v, requested.period.ID, requested.date)
	for enrolment, status := range latest.Elsewhere {
		mark := roll.MadeElsewhere(status, latest.ReadAt)
		mark.Enrolment = enrolment
		made = append(made, roll.ExportedMark{Date: requested.date, Mark: mark})
	}
	return made
}

// exportQuery returns the request as a query for addresses.
func exportQuery(requested exportRequest) paths.ExportQuery {
	query := paths.ExportQuery{
		Period: string(requested.period.ID), Class: string(requested.class), From: string(requested.from), To: string(requested.date),
	}
	if requested.student != 0 {
		query.Student = requested.student.String()
	}
	return query
}
