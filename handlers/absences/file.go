package absences

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollbook/handlers/naming"
	"rollbook/handlers/visit"
	"rollbook/web/lists/tables"
	"rollbook/web/office/absences"
	"rollbook/web/office/finder"
	"rollbook/web/roll"
)

// File keeps the absences of a file or of pasted lines. Where a line is in doubt it keeps none, and asks about each
// such line: a person corrects the lines and sends them again.
func (k *KnownAbsences) File(v *visit.Visit) error {
	content, err := visit.Uploaded(v)
	if err != nil {
		return err
	}
	press, err := v.Pressed()
	if err != nil {
		return err
	}
	read := k.read(v)
	var all []absences.Detailed
	lines, err := visit.TableLines(v, content, "known.problem.no_lines")
	if err = cmp.Or(v.Failed(), err); err == nil {
		all, err = k.readLines(v, read, press, lines)
	}
	if err == nil && len(read.doubts) == 0 {
		err = k.keep(v, read, all)
	}
	if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Kind == roll.Meaningless {
		read.doubts = []string{v.Words.Text(problem.Message, problem.Values...)}
	} else if err != nil {
		return err
	}
	if len(read.doubts) == 0 && !read.questions.Any() {
		return visit.After(v, nil, k.after(v, read, press), "", k.Get)
	}
	return k.answer(v, http.StatusUnprocessableEntity, k.view(v, read))
}

// readLines reads the absences, and collects what is in doubt.
func (k *KnownAbsences) readLines(v *visit.Visit, read *absenceRead, press roll.Token,
	lines []tables.Line) ([]absences.Detailed, error) {
	var all []absences.Detailed
	for _, line := range lines {
		read.lines = append(read.lines, strings.Join(line.Texts, "\t"))
	}
	rows, _ := tables.Rows(lines, columns(strings.Split(v.Words.Text("known.file_columns"), "\n")))
	for _, row := range rows {
		one, err := k.absenceIn(v, read, row)
		if problem, ok := errors.AsType[*roll.Error](err); ok && problem.Kind == roll.Meaningless {
			why := v.Words.Text(problem.Message, problem.Values...)
			read.doubts = append(read.doubts,
				v.Words.Text("known.problem.line", "Number", v.Words.Number(row.Number), "Why", why))
			continue
		}
		if err != nil {
			return nil, err
		}
		one.ID = roll.KnownID(string(press) + "." + one.Enrolment.String() + "." + strconv.Itoa(row.Number))
		all = append(all, one)
	}
	return all, nil
}

// columns returns the columns of a file in their order, with names in English and in the reader's language.
func columns(names []string) []tables.Column {
	columns := []tables.Column{
		{Key: "student", Names: []string{"student", "student number", "name", "number"}, Needed: true},
		{Key: "from", Names: []string{"from", "start", "first day"}, Needed: true},
		{Key: "to", Names: []string{"to", "until", "end", "last day"}},
		{Key: "status", Names: []string{"status"}},
		{Key: "reason", Names: []string{"reason"}},
		{Key: "told_by", Names: []string{"told by", "caller"}},
		{Key: "class", Names: []string{"class", "form"}},
	}
	for at := range columns {
		if at < len(names) {
			columns[at].Names = append(columns[at].Names, names[at])
		}
	}
	return columns
}

// absenceIn reads an absence from the cells of a line. It returns roll.Meaningless for one that is in doubt.
func (k *KnownAbsences) absenceIn(v *visit.Visit, read *absenceRead, row tables.Row) (one absences.Detailed,
	err error) {
	student, err := k.studentIn(v, read, strings.TrimSpace(row.Of("student")+" "+row.Of("class")))
	if err != nil {
		return one, err
	}
	from, fromOK := writtenDate(row.Of("from"), v.Words.Tag())
	until, untilOK := writtenDate(cmp.Or(row.Of("to"), row.Of("from")), v.Words.Tag())
	if !fromOK || !untilOK {
		return one, roll.Problem(roll.Meaningless, "known.problem.line_date")
	}
	named := row.Of("status")
	status := slices.IndexFunc(read.sheet.Statuses, func(status roll.Status) bool {
		return named == "" && status.ID == read.form.Status || named != "" && tables.Fold(status.Name) == tables.Fold(named)
	})
	if status < 0 {
		return one, roll.Problem(roll.Meaningless, "known.problem.line_status", "Status", named)
	}
	if written := row.Of("reason"); written != "" {
		reasons := read.reasons.All()
		at := slices.IndexFunc(reasons, func(reason string) bool { return tables.Fold(reason) == tables.Fold(written) })
		if at < 0 {
			return one, roll.Problem(roll.Meaningless, "known.problem.line_reason", "Reason", written)
		}
		one.Reason, one.Unauthorised = reasons[at], at >= len(read.reasons.Authorised)
	}
	one.KnownAbsence, one.ToldBy = read.absence(*student, from, until, read.sheet.Statuses[status]), row.Of("told_by")
	return one, one.Validate()
}

// studentIn returns the student of a name or a number. Several of one name are named with their classes and numbers.
func (k *KnownAbsences) studentIn(v *visit.Visit, read *absenceRead, text string) (*roll.Enrolment, error) {
	found, err := k.rosters.Find(v.Ctx, v.School, read.sheet.Today, text, finder.Candidates)
	if err != nil && roll.KindOf(err) != roll.Meaningless {
		return nil, err
	}
	if sure := found.Only(text); sure != nil {
		return sure, nil
	}
	if len(found.Students) == 0 {
		return nil, roll.Problem(roll.Meaningless, "known.problem.line_unfound", "Student", text)
	}
	var all []string
	for _, one := range found.Students {
		one.Namesake = roll.NoNamesake // The class and the number follow.
		all = append(all, naming.StudentName(v.Words, one)+" "+naming.ClassNameOf(v.Words, one)+" ("+one.Student.String()+")")
	}
	return nil, roll.Problem(roll.Meaningless, "known.problem.line_several", "Student", text, "Students",
		v.Words.List(all))
}

// writtenDate reads a date as YYYY-MM-DD, or with points, slashes or hyphens: the day is first, except in American
// English, where the month is. A year of two digits is of this century.
func writtenDate(text, tag string) (roll.Date, bool) {
	if date, err := roll.ParseDate(text); err == nil {
		return date, true
	}
	layouts := []string{"2.1.2006", "2-1-2006", "2/1/2006", "2.1.06", "2/1/06"}
	if tag == "en-US" {
		layouts = []string{"2.1.2006", "1-2-2006", "1/2/2006", "1/2/06"}
	}
	for _, layout := range layouts {
		if day, err := time.Parse(layout, text); err == nil {
			return roll.DateOf(day, time.UTC), true
		}
	}
	return "", false
}
