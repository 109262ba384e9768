package settings_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/store/audit"
)

// parts returns the files of a ZIP by their names.
func parts(t *testing.T, content []byte) map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	apptest.Must(t, err)
	files := make(map[string]string)
	for _, file := range archive.File {
		opened, err := file.Open()
		apptest.Must(t, err)
		text, err := io.ReadAll(opened)
		apptest.Must(t, err)
		files[file.Name] = string(text)
	}
	return files
}

func TestAnAdminExportsAndErasesTheDataOfOneStudent(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.As(t, apptest.Teacher).Takes("Absent", 3)
	number := p.As(t, apptest.Teacher).Get(apptest.EightB).Enrolments(t, 3)[0]
	admin := p.As(t, apptest.Administrator)
	const school = "/schools/harbour"
	found := admin.Follow(admin.Get(school+"/students/data?number="+number)).Want(t, http.StatusOK)
	name := found.Text("h1")
	address := school + "/students/" + number + "/data"
	if link := admin.Get(school + "/students/" + number + "/history").Address("a[href$='/data']"); link != address {
		t.Errorf("the history links to %q", link)
	}
	if kept := found.Text("#parts"); !strings.Contains(kept, "Saves1") || !strings.Contains(kept, "Requests to the school system1") {
		t.Errorf("kept is %q", kept)
	}
	file := parts(t, admin.Post(address+"/file", url.Values{}).Want(t, http.StatusOK).Body)
	if !strings.Contains(file["student.json"], `"status_name": "Absent"`) || !strings.Contains(file["marks.csv"], number) || !strings.Contains(file["names.csv"], strings.Fields(name)[0]) {
		t.Errorf("the file has %v", file)
	}
	if refused := admin.Post(address+"/erase", url.Values{"typed": {"1"}}).Want(t, http.StatusUnprocessableEntity); !strings.Contains(refused.Text("#problem"), "type the number") {
		t.Errorf("it says %q", refused.Text("#problem"))
	}
	apptest.Must(t, p.App.Trail.Flush(t.Context()))
	gone := admin.Post(address+"/erase", url.Values{"typed": {" " + number}}).Want(t, http.StatusOK)
	if says := gone.Text("[role=status]"); says != "1 mark stays without a name." {
		t.Errorf("it says %q", says)
	}
	admin.Get(address).Want(t, http.StatusNotFound)
	if roll := p.As(t, apptest.Teacher).Get(apptest.EightB); strings.Contains(string(roll.Body), name) {
		t.Error("the roll still names the student")
	}
	export := string(admin.Get(school + "/exports/marks.csv").Body)
	if strings.Contains(export, name) || !strings.Contains(export, "Erased student") {
		t.Errorf("the export is %s", export)
	}
	apptest.Must(t, p.App.Trail.Flush(t.Context()))
	entries, err := p.App.Store.Audit(t.Context(), apptest.Harbour, audit.Search{Most: 5})
	apptest.Must(t, err)
	var told []string
	for _, entry := range entries {
		told = append(told, entry.Name+" "+entry.About)
	}
	if all := strings.Join(told, ", "); !strings.Contains(all, "student-erased marks 1") || !strings.Contains(all, "student-exported student -") {
		t.Errorf("told are %s", all)
	}
	p.As(t, apptest.OfficeWorker).Get(school+"/students/1/data").Want(t, http.StatusForbidden)
}
