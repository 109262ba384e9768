package office_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

// summaryOf returns a summary as a file: the row of a name as texts by its columns.
func summaryOf(t *testing.T, office *apptest.Visitor, query, name string) map[string]string {
	t.Helper()
	lines := csvLines(t, office.Get(apptest.ExportsPath+"/summary.csv?"+query).Want(t, http.StatusOK))
	row := make(map[string]string)
	for _, line := range lines[1:] {
		for i, cell := range line {
			if line[0] == name {
				row[lines[0][i]] = cell
			}
		}
	}
	return row
}

// wantRow compares some columns of a row.
func wantRow(t *testing.T, row map[string]string, want string) {
	t.Helper()
	for _, pair := range strings.Split(want, "; ") {
		column, value, _ := strings.Cut(pair, ": ")
		if row[column] != value {
			t.Errorf("%s is %q, not %q, in %v", column, row[column], value, row)
		}
	}
}

func TestASummaryCountsDaysOfStudentsAndNoUnknownOnes(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.TakesOn(apptest.Yesterday, "Present", 0, 1, 2, 3)
	office.Takes("Absent", 0)
	office.Takes("Late", 1)
	office.Takes("Excused", 2)
	// From Saturday 14th: two closed days, two before the first mark, and two with marks.
	p.As(t, apptest.Administrator).Post(apptest.SettingsPath+"/calendar", url.Values{"weekday": {"0", "6"}}).Want(t, http.StatusSeeOther)
	// Who belonged to the class yesterday, before the first list, is not known: only today's others are missing.
	row := summaryOf(t, office, "from=2026-11-14&to="+apptest.Today, "8B")
	wantRow(t, row, "Students: 28; Days possible: 7; Attended: 5; Attended, %: 71.4%; Authorised absence: 1; Unauthorised absence: 1; "+
		"Late: 1; Late, %: 14.3%; Not known: 25; Days closed: 2; Days before the first mark: 2; Days with no marks: 0")
	if other := summaryOf(t, office, "from=2026-11-14&to="+apptest.Today, "9A"); other["Days possible"] != "0" || other["Attended, %"] != "" || other["Not known"] == "0" {
		t.Errorf("a class without a roll has %v", other)
	}
	student := office.Get(apptest.EightB).Enrolments(t, 1)[0]
	name := strings.TrimSpace(office.Get(apptest.ExportsPath + "?student=" + student).Text("main section h2 bdi"))
	wantRow(t, summaryOf(t, office, "from=2026-11-14&to="+apptest.Today+"&student="+student, name), "Days possible: 2; Attended: 2; Late: 1; Not known: 0")
	page := office.Get(apptest.ExportsPath+"/summary?from=2026-11-14&to="+apptest.Today).Want(t, http.StatusOK)
	const says = "2 of 6 days counted. Not counted: 2 on which the school is closed, 2 before its first mark in Rollbook, 0 with no marks."
	if text := page.Text("main"); !strings.Contains(text, says) || !strings.Contains(text, "71.4%") {
		t.Errorf("the page says %s", text)
	}
}

func TestMarksThatAreNotInTheSchoolSystemAreNotKnown(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna := p.As(t, apptest.Teacher)
	page := anna.Get(apptest.EightB)
	p.Silence()
	anna.Post(apptest.RollPath, page.Press(t, "Present", page.Enrolments(t, 0)...)).Want(t, http.StatusSeeOther)
	wantRow(t, summaryOf(t, p.As(t, apptest.OfficeWorker), "to="+apptest.Today, "8B"), "Days possible: 0; Attended: 0; Not known: 28")
}

func TestASummaryOfStudentsHasALineForEachAndNoneForTheirClass(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	page := office.Get(apptest.EightB)
	form := office.Get("/schools/harbour/settings/groups").Form("form.fields")
	form.Set("name", "Bus 12")
	form["enrolment"] = page.Enrolments(t, 3, 4)
	office.Post("/schools/harbour/settings/groups", form).Want(t, http.StatusSeeOther)
	roll, err := url.Parse(office.Finds("bus").Address("#found .card a"))
	apptest.Must(t, err)
	for of, want := range map[string]int{
		"class=8B": 28, "student=" + page.Enrolments(t, 3)[0]: 1, url.Values{"class": {roll.Query().Get("class")}}.Encode(): 2,
	} {
		query := "from=" + apptest.Yesterday + "&to=" + apptest.Today + "&" + of
		lines := csvLines(t, office.Get(apptest.ExportsPath+"/summary.csv?"+query).Want(t, http.StatusOK))
		if len(lines) != 1+want {
			t.Errorf("the file of %s has %d lines", of, len(lines))
		}
		for _, line := range lines[1:] {
			if line[1] != "1" {
				t.Errorf("the file of %s has %v", of, line)
			}
		}
		rows := office.Get(apptest.ExportsPath+"/summary?"+query).Want(t, http.StatusOK).Page.Find("main table tbody tr")
		if rows.Length() != want+1 || strings.HasPrefix(strings.TrimSpace(rows.First().Text()), "8B") {
			t.Errorf("the page of %s has %d rows, the first is %q", of, rows.Length(), rows.First().Text())
		}
	}
}
