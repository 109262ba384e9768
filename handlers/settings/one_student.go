package settings

import (
	"bytes"
	"net/http"
	"strings"

	"rollbook/handlers/visit"
	"rollbook/views/settings"
	"rollbook/web/ending"
	"rollbook/web/lists/lines"
	"rollbook/web/paths"
	"rollbook/web/roll"
)

// OneStudentPage is the page of everything that is kept about one student, as a file, and of its erasure.
type OneStudentPage struct {
	base
	ending *ending.Ending
}

// Find goes to the page of the student with the number, of a list or the student's own.
func (p *OneStudentPage) Find(v *visit.Visit) error {
	number, err := roll.ParseEnrolmentID(strings.TrimSpace(v.QueryParam("number")))
	if err == nil {
		number, err = p.store.NumberOf(v.Ctx, v.School.ID, number)
	}
	if err != nil {
		return roll.Problem(roll.NotFound, "problem.what.404").Because(err)
	}
	return visit.GoTo(v, p.pages.Paths.To(paths.StudentData, v.School.ID, number))
}

// Get shows the data of the student.
func (p *OneStudentPage) Get(v *visit.Visit) error {
	enrolment, err := v.Enrolment()
	if err != nil {
		return err
	}
	one, parts, err := p.ending.OneStudent(v.Ctx, v.School.ID, enrolment)
	if err != nil {
		return err
	}
	named := roll.Enrolment{ID: enrolment, Student: one.Student, Given: one.Given, Family: one.Family}
	view := &settings.OneStudentView{
		Page: p.page(v), Student: lines.Student(v.Words, named), Number: enrolment.String(),
		File:  p.pages.Paths.To(paths.StudentFile, v.School.ID, enrolment),
		Erase: p.pages.Paths.To(paths.EraseStudent, v.School.ID, enrolment),
	}
	for _, part := range parts {
		view.Parts = append(view.Parts, settings.DataPart{Name: part.Name, Rows: len(part.Rows)})
	}
	return p.pages.Show(v, settings.OneStudent(view))
}

// File sends everything as a ZIP. It is a POST, because it takes a child's data away.
func (p *OneStudentPage) File(v *visit.Visit) error {
	enrolment, err := v.Enrolment()
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := p.ending.ExportStudent(v.Ctx, v.Person.ID, v.School.ID, enrolment, v.Words, &file); err != nil {
		return err
	}
	if err := visit.Download(v, "student-"+enrolment.String()+".zip", "application/zip"); err != nil {
		return err
	}
	return v.Blob(http.StatusOK, "application/zip", file.Bytes())
}

// EraseNow erases the student.
func (p *OneStudentPage) EraseNow(v *visit.Visit) error {
	enrolment, err := v.Enrolment()
	if err != nil {
		return err
	}
	marks, err := p.ending.EraseStudent(v.Ctx, v.Person.ID, v.School.ID, enrolment,
		strings.TrimSpace(v.Request().PostForm.Get("typed")))
	if v.Refuse(err) {
		return p.Get(v)
	}
	if err == nil {
		err = p.rosters.Forget(v.Ctx, v.School.ID)
	}
	if err != nil {
		return err
	}
	return p.pages.ShowAs(v, http.StatusOK,
		settings.StudentErased(&settings.StudentErasedView{Page: p.page(v), Marks: marks}))
}
