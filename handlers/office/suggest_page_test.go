package office_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
)

// suggests returns the suggestions for the text, with the addresses that they open in front.
func suggests(v *apptest.Visitor, text string, more ...string) (all []string) {
	v.T.Helper()
	query := url.Values{"q": {text}}
	for i := 0; i+1 < len(more); i += 2 {
		query.Add(more[i], more[i+1])
	}
	answer := v.Post(apptest.FindPath+"/suggested", query).Want(v.T, http.StatusOK)
	answer.Page.Find("[role=option]").Each(func(_ int, one *goquery.Selection) {
		address := strings.TrimPrefix(one.AttrOr("data-address", ""), "/schools/harbour")
		all = append(all, strings.TrimSpace(address+" "+strings.Join(strings.Fields(one.Text()), " ")))
	})
	return all
}

func wantSuggested(t *testing.T, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("suggested are\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTheFinderSuggestsStudentsClassesAndDays(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	wantSuggested(t, suggests(office, "dvo"), "Vojtěch Dvořák 8B")
	wantSuggested(t, suggests(office, "8b dv"), "Vojtěch Dvořák 8B")
	if all := suggests(office, "8B"); len(all) != 8 || !strings.HasPrefix(all[0], "/roll?") || !strings.HasSuffix(all[0], "8B roll") || all[7] != "See all 28" {
		t.Errorf("for a class it suggests %q", all)
	}
	number := office.Finds("Dvo").Rows(t)[0].Enrolment[:1]
	if all := suggests(office, number); !strings.HasSuffix(all[0], " roll") {
		t.Errorf("for a digit it suggests %q", all)
	}
	if all := suggests(office, "kowalska"); len(all) != 2 || all[0] == all[1] || !strings.HasPrefix(all[0], "Anna Kowalska (no. ") {
		t.Errorf("two students of one name are %q", all)
	}
	student := office.Finds("Dvo").Rows(t)[0].Enrolment
	wantSuggested(t, suggests(office, "dvo", "tray", student), "Vojtěch Dvořák 8B on the list")
	wantSuggested(t, suggests(office, ""))
	wantSuggested(t, suggests(office, "!!!"))
	past := "/students?date=2026-11-17&open=" + student + " Vojtěch Dvořák 8B Tue 17 Nov"
	for _, text := range []string{"tue dvo", "Tuesday, Dvořák", "17/11 dvo", "17.11.2026 dvo", "17 nov dvo", "2026-11-17 dvo"} {
		wantSuggested(t, suggests(office, text), past)
	}
	wantSuggested(t, suggests(office, "tuesd"), "/day?date=2026-11-17 Tue 17 Nov")
	wantSuggested(t, suggests(office, "thurs"), "/day?date=2026-11-12 Thu 12 Nov")
	wantSuggested(t, suggests(office, "20/11"))
	office.Post(apptest.FindPath+"/suggested", url.Values{"q": {"a"}, "date": {"2026-12-01"}}).Want(t, http.StatusNotFound)
	office.Post(apptest.FindPath+"/suggested", url.Values{"q": {"a"}, "tray": {"x"}}).Want(t, http.StatusBadRequest)
	p.As(t, apptest.Teacher).Post(apptest.FindPath+"/suggested", url.Values{"q": {"a"}}).Want(t, http.StatusForbidden)
}
