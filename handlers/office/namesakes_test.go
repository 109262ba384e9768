package office_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
)

// TestTwoStudentsOfOneNameAreToldApartOnEveryPage marks the two Anna Kowalskas of 8B. A name is told apart by itself, or
// by the number of its row.
func TestTwoStudentsOfOneNameAreToldApartOnEveryPage(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	office.Takes("Absent", 1, 4)
	both := office.Get(apptest.EightB).Enrolments(t, 1, 4)
	var numbers []string
	office.Get(apptest.EightB).Page.Find("[data-enrolment] small").Each(func(_ int, one *goquery.Selection) {
		numbers = append(numbers, one.Text())
	})
	if len(numbers) != 2 || !strings.HasPrefix(numbers[0], "no. ") || numbers[0] == numbers[1] {
		t.Errorf("beside the names of the roll stand %q", numbers)
	}
	for _, file := range []string{"/marks.csv", "/summary.csv"} {
		lines := string(office.Get(apptest.ExportsPath+file+"?class=8B").Want(t, http.StatusOK).Body)
		if strings.Count(lines, "Anna Kowalska (no. ") < 2 || strings.Contains(lines, ") (no. ") {
			t.Errorf("%s has %s", file, lines)
		}
	}
	for _, address := range []string{
		"/schools/harbour", apptest.EightB, apptest.DayPath, apptest.EvacuationPath, apptest.FindPath + "?q=kowalska",
		apptest.FindPath + "?" + url.Values{"tray": both}.Encode(),
		apptest.ExportsPath + "?class=8B", apptest.ExportsPath + "/print", apptest.ExportsPath + "/paper?class=8B",
		"/schools/harbour/month?class=8B", "/schools/harbour/absences?" + url.Values{"student": both}.Encode(),
	} {
		page := office.Get(address)
		if page.Code != http.StatusOK {
			t.Errorf("%s answers %d", address, page.Code)
			continue
		}
		seen := map[string]bool{}
		page.Page.Find("bdi, option, td, th, b, [aria-label]").Each(func(_ int, one *goquery.Selection) {
			text := strings.Join(strings.Fields(one.Text()), " ")
			if label, given := one.Attr("aria-label"); given {
				text = label
			}
			if !strings.HasSuffix(text, "Anna Kowalska") || one.Is("b") && one.Parent().Is("bdi") {
				return
			}
			if beside := strings.Join(strings.Fields(one.Parent().Text()), " "); seen[text+beside] {
				t.Errorf("%s: %q stands twice in %q", address, text, beside)
			} else {
				seen[text+beside] = true
			}
		})
		if strings.Count(string(page.Body), "Kowalska") < 2 {
			t.Errorf("%s names only %d", address, strings.Count(string(page.Body), "Kowalska"))
		}
	}
}
