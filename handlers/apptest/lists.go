package apptest

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// SendFile sends a file with the fields, like the form of the page.
func (v *Visitor) SendFile(path, name, content string, fields url.Values, headers ...string) Answer {
	v.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, values := range fields {
		for _, value := range values {
			Must(v.T, form.WriteField(field, value))
		}
	}
	part, err := form.CreateFormFile("file", name)
	Must(v.T, err)
	_, err = part.Write([]byte(content))
	Must(v.T, err)
	Must(v.T, form.Close())
	return v.Send(http.MethodPost, path, &body,
		append([]string{"Content-Type", form.FormDataContentType(), "Sec-Fetch-Site", "same-origin"}, headers...)...)
}

// Bring sends a list of students for the school year that the page offers first.
func (v *Visitor) Bring(name, content string) Answer {
	v.T.Helper()
	return v.SendFile(StudentsPath, name, content, v.Filled(StudentsPath, "form[enctype]"))
}

// Confirm presses Store on a preview.
func (v *Visitor) Confirm(preview Answer) Answer {
	v.T.Helper()
	return v.Post(FilePath, preview.Form("form[action$='/file'][method=post]"))
}

// List returns the students of the period from the database.
func (p *Program) List(t testing.TB, school roll.SchoolID, period string) []roll.Enrolment {
	t.Helper()
	students, err := p.App.Store.Students(t.Context(), school, roll.PeriodID(period))
	Must(t, err)
	return students
}

// ThreeStudents is a file with a list.
const ThreeStudents = "Enrolment ID;Student ID;First name;Last " +
	"name;Class\n7001;8001;Kim;Lund;8B\n7002;8002;Zoë;O'Neill;8B\n7003;;Suharto;;8C\n"

// PeriodOffered returns the school year that the page offers first.
func PeriodOffered(v *Visitor) string {
	return v.Get(StudentsPath).Form("form[enctype]").Get("period")
}

// Closes adds closed days on the page of the calendar.
func (v *Visitor) Closes(name, first, last string) Answer {
	v.T.Helper()
	return v.Post(CalendarPath+"/days",
		v.Filled(CalendarPath, "form[action$='/days']", "name", name, "starts", first, "ends", last))
}

// PutStudents makes the students those of the first school, as from a file.
func (p *Program) PutStudents(t testing.TB, students []roll.Enrolment) {
	t.Helper()
	period := PeriodOffered(p.As(t, OfficeWorker))
	Must(t, p.App.Store.PutStudents(t.Context(), Harbour, roll.PeriodID(period), lists.FromFile, students))
	Must(t, p.App.Lists.Rosters.Forget(t.Context(), Harbour))
}

// The periods of Divide.
const (
	Primary   roll.PeriodID = "primary"
	Secondary roll.PeriodID = "secondary"
)

// Divide makes the first school one of two divisions: its own students are the primary school, all year, and the given
// ones the secondary school, until the end of the year.
func (p *Program) Divide(t testing.TB, secondary []roll.Enrolment) {
	t.Helper()
	primary := p.List(t, Harbour, PeriodOffered(p.As(t, OfficeWorker)))
	Must(t, p.App.Store.PutPeriods(t.Context(), Harbour, lists.FromFile, []roll.Period{
		{ID: Primary, Name: "Primary 2026/27", Starts: "2026-08-31", Ends: "2027-07-16"},
		{ID: Secondary, Name: "Secondary Autumn 2026", Starts: "2026-09-07", Ends: "2026-12-18"},
	}))
	for period, list := range map[roll.PeriodID][]roll.Enrolment{Primary: primary, Secondary: secondary} {
		Must(t, p.App.Store.PutStudents(t.Context(), Harbour, period, lists.FromFile, list))
	}
	Must(t, p.App.Lists.Rosters.Forget(t.Context(), Harbour))
}

// Follows lets a school year of the first school be followed by another, "this", that contains the days of the tests.
func (p *Program) Follows(t testing.TB, before roll.Period, then, now []roll.Enrolment) {
	t.Helper()
	this := roll.Period{ID: "this", Name: "2026/27", Starts: "2026-10-31", Ends: "2027-07-16"}
	Must(t, p.App.Store.PutPeriods(t.Context(), Harbour, lists.FromFile, []roll.Period{before, this}))
	Must(t, p.App.Store.PutStudents(t.Context(), Harbour, before.ID, lists.FromFile, then))
	Must(t, p.App.Store.PutStudents(t.Context(), Harbour, this.ID, lists.FromFile, now))
	Must(t, p.App.Lists.Rosters.Forget(t.Context(), Harbour))
}

// Shared are the numbers of a student whom the lists of two periods have.
type Shared struct{ Shorter, Longer roll.EnrolmentID }

// DivideSharing is Divide into lists that share one student: the first of the class in the primary school stands in 11C
// of the secondary school too.
func (p *Program) DivideSharing(t testing.TB, class roll.ClassID) Shared {
	t.Helper()
	all := p.List(t, Harbour, PeriodOffered(p.As(t, OfficeWorker)))
	both := all[slices.IndexFunc(all, func(one roll.Enrolment) bool { return one.Class == class })]
	of := Shared{Shorter: 9_000_009, Longer: both.ID}
	both.ID, both.Class, both.ClassName = of.Shorter, "11C", "11C"
	p.Divide(t, append(Seconds(), both))
	return of
}

// Seconds are students of a secondary school: two of a class 11C, and one of a class whose name and id another division
// has too.
func Seconds() []roll.Enrolment {
	return []roll.Enrolment{
		{ID: 9_000_001, Student: 9_100_001, Given: "Zuleika", Family: "Adeyemi", Class: "11C", ClassName: "11C"},
		{ID: 9_000_002, Student: 9_100_002, Given: "Yorick", Family: "Brandt", Class: "11C", ClassName: "11C"},
		{ID: 9_000_003, Student: 9_100_003, Given: "Xanthe", Family: "Cole", Class: "8B", ClassName: "8B"},
	}
}

// ManyStudents returns students whose names differ, but share parts as real names do.
func ManyStudents(classes, size int) []roll.Enrolment {
	given := []string{"Amélie", "Noah", "Łukasz", "Ayşe", "İpek", "Björn", "明", "محمد", "Oluwaseun", "Zoë"}
	family := []string{"Okafor", "Müller", "Strauß", "Özdemir", "O’Neill", "García López", "Nguyễn", "李", "Kovač",
		"van den Berg", "Smith"}
	var students []roll.Enrolment
	for class := range classes {
		for i := range size {
			number := class*size + i + 1
			students = append(students, roll.Enrolment{
				ID: roll.EnrolmentID(number), Student: roll.StudentID(StudentOf(int64(number))),
				Given: given[number%len(given)], Family: fmt.Sprintf("%s-%d", family[number%len(family)], number),
				Class: roll.ClassID(fmt.Sprintf("class-%d", class)), ClassName: fmt.Sprintf("%d%c", class/6+1, 'A'+class%6),
			})
		}
	}
	return students
}

// StudentOf returns the student's id of an enrolment there.
func StudentOf(enrolment int64) int64 { return enrolment + 1_000_000 }
