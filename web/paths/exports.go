package paths

import "strconv"

// ExportQuery is a range of dates (YYYY-MM-DD) and who is exported: a class, a student, or the whole school.
type ExportQuery struct{ Period, Class, Student, From, To string }

func (q ExportQuery) on(path string) string {
	return query(path, "period", q.Period, "class", q.Class, "student", q.Student, "from", q.From, "to", q.To)
}

// Exports is the page of exports, of a range or by default of today (GET).
func (p Paths) Exports(school string, q ExportQuery) string { return q.on(p.school(school, "exports")) }

// ExportMarks is the marks of a range as a csv or xlsx file (GET).
func (p Paths) ExportMarks(school, kind string, q ExportQuery) string {
	return q.on(p.school(school, "exports", "marks"+"."+kind))
}

// ExportSummary is the summary of a range: a page for an empty kind, otherwise a csv or xlsx file (GET).
func (p Paths) ExportSummary(school, kind string, q ExportQuery) string {
	if kind != "" {
		kind = "." + kind
	}
	return q.on(p.school(school, "exports", "summary"+kind))
}

// PrintDay is a day for printing, optionally of one class (GET).
func (p Paths) PrintDay(school string, q RollQuery) string {
	return q.on(p.school(school, "exports", "print"))
}

// PaperRoll is an empty roll of a class, to be filled in by hand (GET).
func (p Paths) PaperRoll(school string, q RollQuery) string {
	return q.on(p.school(school, "exports", "paper"))
}

// StudentMonth is a month (YYYY-MM) of a student in a school year or term (GET).
func (p Paths) StudentMonth(school, enrolment, period, month string) string {
	return query(p.school(school, "students", enrolment, "month"), "period", period, "month", month)
}

// CodesOf adopts the authority's codes from a source: england, or a file (POST).
func (p Paths) CodesOf(school, source string) string {
	return p.school(school, "settings", "codes", source)
}

// CalendarAdd adds a range of closed days (POST).
func (p Paths) CalendarAdd(school string) string {
	return p.school(school, "settings", "calendar", "days")
}

// CalendarRemove removes a range of closed days (POST).
func (p Paths) CalendarRemove(school, days string) string {
	return p.school(school, "settings", "calendar", "days", days, "remove")
}

// Reminders lists the people who have not taken today's roll (GET), and mails the list (POST).
func (p Paths) Reminders(school string) string { return p.school(school, "reminders") }

// RemindTeachers reminds teachers of today's missing rolls (POST).
func (p Paths) RemindTeachers(school string) string { return p.school(school, "reminders", "teachers") }

// Evacuation is the list of who is in the building. Copied is list for a copy of it, or none for the page of
// a device without a copy (GET).
func (p Paths) Evacuation(school, copied string) string {
	return query(p.school(school, "evacuation"), "copy", copied)
}

// EvacuationWorker is the script that shows the list without a network (GET).
func (p Paths) EvacuationWorker(school string) string {
	return p.school(school, "evacuation", "worker.js")
}

// ClassWeek is the n-th week, from 1, of a class's month (YYYY-MM). Wide windows show the month (GET).
func (p Paths) ClassWeek(school string, q RollQuery, month string, week int) string {
	return query(p.school(school, "month"), "period", q.Period, "class", q.Class, "month", month, "week",
		strconv.Itoa(week))
}

// ClassMonth is a month (YYYY-MM) of a class (GET).
func (p Paths) ClassMonth(school string, q RollQuery, month string) string {
	return query(p.school(school, "month"), "period", q.Period, "class", q.Class, "month", month)
}

// FindStudentData goes to StudentData of a number (GET).
func (p Paths) FindStudentData(school string) string { return p.school(school, "students", "data") }

// StudentData shows all data about a student (GET).
func (p Paths) StudentData(school, enrolment string) string {
	return p.school(school, "students", enrolment, "data")
}

// StudentFile is everything that is kept about a student, as a file (POST).
func (p Paths) StudentFile(school, enrolment string) string {
	return p.school(school, "students", enrolment, "data", "file")
}

// EraseStudent erases a student (POST).
func (p Paths) EraseStudent(school, enrolment string) string {
	return p.school(school, "students", enrolment, "data", "erase")
}
