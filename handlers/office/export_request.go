package office

import (
	"cmp"
	"slices"

	"rollbook/handlers/naming"
	"rollbook/handlers/taking"
	"rollbook/handlers/visit"
	"rollbook/web/lists/rosters"
	"rollbook/web/office/comparing"
	"rollbook/web/office/exports"
	"rollbook/web/paths"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// Exports are the pages about many marks: the page that offers them, files, lists for paper, and months.
type Exports struct {
	pages     *visit.Pages
	store     *store.Store
	rosters   *rosters.Rosters
	comparing *comparing.Comparing
	files     Files
	read      *exports.Exports
}

// exportRequest is a range of days of the school, of a class or a group, or of a student.
type exportRequest struct {
	// from is the first day, and date the last.
	from, date, today roll.Date
	// period is chosen only for students who are on none of the lists of the day.
	period roll.PeriodID
	// of are the periods whose students these are: the chosen one or those of the last day. A school without any has none.
	of, periods []roll.Period
	students    []roll.Enrolment
	// class is in the period within.
	class  roll.ClassID
	within roll.PeriodID
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

// requested parses a range, by default today, and who is exported, by default the whole school. A page about one day
// names it in the field date. With an error it returns the readable part, of the whole school.
func (e *Exports) requested(v *visit.Visit) (wanted exportRequest, err error) {
	form := v.Request().Form
	wanted.today, wanted.periods = v.Today(), v.Periods()
	if err = v.Failed(); err != nil {
		return wanted, err
	}
	wanted.date, err = dateIn(cmp.Or(form.Get("to"), form.Get("date")), wanted.today, wanted.today)
	wanted.from = wanted.date
	if err == nil {
		wanted.from, err = dateIn(form.Get("from"), wanted.date, wanted.today)
	}
	switch days := wanted.from.DaysUntil(wanted.date); {
	case err != nil:
	case days < 0:
		err = roll.Problem(roll.Meaningless, "export.problem.reversed")
	case days >= mostExportDays:
		err = roll.Problem(roll.Meaningless, "export.problem.too_long", "Days", v.Words.Number(mostExportDays))
	}
	if err != nil {
		wanted.from = wanted.date
	}
	if len(wanted.periods) == 0 {
		return wanted, err
	}
	list := v.Listed(wanted.date)
	wanted.of, wanted.students = list.Periods, list.Students
	asked := roll.PeriodID(form.Get("period"))
	if asked != "" && !slices.ContainsFunc(list.Periods, is(asked)) {
		period, periodErr := naming.PeriodAbout(v, wanted.periods, asked, wanted.date)
		if periodErr != nil {
			return wanted, periodErr
		}
		wanted.period, wanted.of, wanted.students = asked, []roll.Period{period}, v.Students(asked)
	}
	if err = cmp.Or(v.Failed(), err); err != nil {
		return wanted, err
	}
	return wanted, e.choose(v, &wanted)
}

// classes returns the classes and groups from which the request chooses (visit.Check).
func (e *Exports) classes(v *visit.Visit, wanted exportRequest) []roll.Class {
	if wanted.period != "" {
		return visit.Checked(naming.Classes(v, e.rosters, wanted.period))(v)
	}
	return naming.ClassesOn(v, e.rosters, wanted.date)
}

func is(id roll.PeriodID) func(roll.Period) bool {
	return func(period roll.Period) bool { return period.ID == id }
}

// dateIn parses a typed date, which may not be later than today. Without one it returns the other.
func dateIn(text string, other, today roll.Date) (roll.Date, error) {
	if text == "" {
		return other, nil
	}
	date, err := roll.ParseDate(text)
	switch {
	case err != nil:
		return other, roll.Problem(roll.Malformed, "export.problem.date").Because(err)
	case date > today:
		return other, roll.Problem(roll.Meaningless, "export.problem.future")
	}
	return date, nil
}

// choose reads the class or the student of the request. It returns roll.NotFound for another school's.
func (e *Exports) choose(v *visit.Visit, wanted *exportRequest) error {
	form := v.Request().Form
	if text := form.Get("student"); text != "" {
		id, err := roll.ParseEnrolmentID(text)
		students := wanted.students
		at := slices.IndexFunc(students, func(student roll.Enrolment) bool { return student.ID == id })
		if period := roll.PeriodID(form.Get("period")); at < 0 && period != "" {
			// A shorter period lists her under another number.
			students = v.Students(period)
			at = slices.IndexFunc(students, func(student roll.Enrolment) bool { return student.ID == id })
		}
		if err != nil || at < 0 {
			return cmp.Or(v.Failed(), error(roll.Problem(roll.NotFound, "problem.what.404").Because(err)))
		}
		wanted.student, wanted.name, wanted.chosen = id, naming.StudentName(v.Words, students[at]), students[at:at+1]
		wanted.within = students[at].Period
		return nil
	}
	if form.Get("class") == "" {
		return nil
	}
	classes, class := e.classes(v, *wanted), roll.ClassKey{Period: wanted.of[0].ID, Class: roll.ClassID(form.Get("class"))}
	if at := naming.ClassAmong(classes, roll.PeriodID(form.Get("period")), form.Get("class")); at >= 0 {
		class = classes[at].Key()
	}
	roster, err := e.rosters.Roster(v.Ctx, v.School, class.Period, class.Class, wanted.date)
	if err == nil && !roster.Class.VisibleTo(v.Person.ID) {
		err = roll.Problem(roll.NotFound, "problem.what.404")
	}
	wanted.class, wanted.within = roster.Class.ID, class.Period
	wanted.name, wanted.chosen = naming.NameOf(v, roster.Class), roster.Rows
	return err
}

// exported returns the request with its students: those of its periods, and of each other that its days touch.
func (e *Exports) exported(v *visit.Visit, wanted exportRequest) (exports.Request, error) {
	all := exports.Request{
		School: v.School, From: wanted.from, To: wanted.date, Whole: wanted.whole(), Class: wanted.class,
		Others: make(map[roll.EnrolmentID]bool), Statuses: v.Statuses(wanted.of[0].ID),
	}
	isOf := func(id roll.PeriodID) bool { return slices.ContainsFunc(wanted.of, is(id)) }
	// In the period of another day a class is the one with the same id, and a member of a group the same student.
	_, group := wanted.class.Group()
	rows, people := make(map[roll.EnrolmentID]bool), make(map[roll.StudentID]bool)
	for _, one := range wanted.chosen {
		rows[one.ID], people[one.Student] = true, group || wanted.student != 0
	}
	people[0] = false
	asks := func(one roll.Enrolment) bool {
		return wanted.whole() || rows[one.ID] || people[one.Student] || wanted.class != "" && one.Class == wanted.class &&
			(one.Period == wanted.within || !isOf(one.Period))
	}
	listed := roll.Listed(wanted.students)
	for i, period := range wanted.touched() {
		all.Periods = append(all.Periods, period.ID)
		students := v.Students(period.ID)
		if i < len(wanted.of) {
			// Those whom a shorter period lists under another number have marks of this one, too.
			students = slices.DeleteFunc(slices.Clone(students), func(one roll.Enrolment) bool { return listed[one.ID] })
		}
		if i == 0 {
			students = append(students, wanted.students...)
		}
		for _, student := range students {
			all.Others[student.ID] = isOf(student.Period) && student.Period != wanted.within
			if asks(student) {
				student.ClassName, student.Given, student.Family = naming.ClassNameOf(v.Words, student),
					naming.NameInClass(v.Words, student), ""
				student.Namesake = roll.NoNamesake // The name tells it.
				all.Students = append(all.Students, student)
			}
		}
	}
	all.Elsewhere = e.elsewhere(v, wanted)
	return all, v.Failed()
}

// touched returns the request's periods, and then the others with some of its days.
func (e *exportRequest) touched() []roll.Period {
	periods := slices.Clone(e.of)
	for _, other := range e.periods {
		has := (other.Starts == "" || other.Starts <= e.date) && (other.Ends == "" || e.from <= other.Ends)
		if has && !other.Undated() && !slices.ContainsFunc(e.of, is(other.ID)) {
			periods = append(periods, other)
		}
	}
	return periods
}

// elsewhere returns the marks that were made in the school system, if the request is one day that was read.
func (e *Exports) elsewhere(v *visit.Visit, wanted exportRequest) (made []roll.ExportedMark) {
	if wanted.from != wanted.date {
		return nil
	}
	for _, period := range wanted.of {
		latest := taking.Latest(v, e.comparing, period.ID, wanted.date)
		for enrolment, status := range latest.Elsewhere {
			mark := roll.MadeElsewhere(status, latest.ReadAt)
			mark.Enrolment = enrolment
			made = append(made, roll.ExportedMark{Date: wanted.date, Mark: mark})
		}
	}
	return made
}

// query returns the request as a query for addresses.
func (e *exportRequest) query() paths.ExportQuery {
	query := paths.ExportQuery{Period: string(cmp.Or(e.within, e.period)), Class: string(e.class), From: string(e.from),
		To: string(e.date)}
	if e.student != 0 {
		query.Student = e.student.String()
	}
	return query
}
