package connecting_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
)

func TestTheOfficeConfirmsTheTeachersWhomTheSchoolSystemNames(t *testing.T) {
	t.Parallel()
	f := telling(t, func(n int) map[string]any {
		return but(map[string]any{
			"className":    []string{"8A", "8A", "8B", "8C"}[n],
			"classTeacher": []any{"LINDQVIST, Anna", "LINDQVIST, Anna", map[string]any{"firstName": "Jonas", "lastName": "Okafor"}, "T-4711"}[n],
		})(n)
	}, words())
	p := apptest.Misplaced(t)
	admin, office := p.As(t, apptest.Administrator), p.As(t, apptest.OfficeWorker)
	page := admin.ConnectsTo(f.Server.URL, apptest.ForeignTenant, apptest.ForeignCode, apptest.ForeignKey)
	for _, shown := range []string{"LINDQVIST, Anna", "Jonas Okafor"} {
		if seen := page.Text("#call-students .seen"); !strings.Contains(seen, shown) {
			t.Errorf("before the lists are used, %s is not among %s", shown, seen)
		}
	}
	// The teacher with a number looks like a mark of a leaver.
	page = answers(admin, page, "Keep them")
	admin.Follow(admin.Post(page.Address("form[action$='/use']"), page.Form("form[action$='/use']"))).Want(t, http.StatusOK)
	const path = apptest.SettingsPath + "/teachers"
	row := func(page apptest.Answer, class string) string {
		return strings.Join(strings.Fields(page.Page.Find("#taught > li:has([aria-label='Teacher of "+class+"'])").Text()), " ")
	}
	page = office.Get(path).Want(t, http.StatusOK)
	for class, says := range map[string]string{
		"8A": "The school system names Anna Lindqvist. Theirs? Yes", "8B": "The school system names Jonas Okafor. Nobody here has that name. Use this name",
		"8C": "No teacher known",
	} {
		if !strings.Contains(row(page, class), says) {
			t.Errorf("%s: it says %s", class, row(page, class))
		}
	}
	for _, pressed := range []url.Values{{"learned": {"all"}}, {"class": {"8B"}, "learned": {"Jonas Okafor"}}} {
		page = office.Follow(office.Post(path, pressed)).Want(t, http.StatusOK)
	}
	for class, says := range map[string]string{"8A": "Anna Lindqvist Remove", "8B": "Jonas Okafor no mail address Remove"} {
		if !strings.Contains(row(page, class), says) {
			t.Errorf("then %s says %s", class, row(page, class))
		}
	}
}
