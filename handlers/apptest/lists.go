package apptest

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/url"
	"testing"

	"rollbook/web/roll"
)

// The page of the students, and the address for uploading a file.
const (
	StudentsPath = SettingsPath + "/students"
	FilePath     = StudentsPath + "/file"
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
