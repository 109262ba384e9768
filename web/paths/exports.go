package paths

// Exports is the page of what leaves Rollbook, of a date (YYYY-MM-DD) or, where date is
// empty, of today (GET).
func (p Paths) Exports(school, date string) string {
	return query(p.school(school, "exports"), "date", date)
}

// ExportsOf is that page with a class chosen (GET).
func (p Paths) ExportsOf(school string, q RollQuery) string { return q.on(p.school(school, "exports")) }

// ExportDay is a day as a file: csv or xlsx; of one class where one is named (GET).
func (p Paths) ExportDay(school, kind string, q RollQuery) string {
	return q.on(p.school(school, "exports", "day"+"."+kind))
}

// PrintDay is a day to be printed, of one class where one is named (GET).
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

// ExportStudent is where a student's marks are had as a file, csv or xlsx. The form that
// asks for it adds period, from and to (YYYY-MM-DD) (GET).
func (p Paths) ExportStudent(school, enrolment, kind string) string {
	return p.school(school, "students", enrolment, "marks"+"."+kind)
}
