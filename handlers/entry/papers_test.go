package entry_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"rollbook/handlers/apptest"
	"rollbook/web/identity/auth"
	"rollbook/web/identity/limits"
	"rollbook/web/identity/people"
	"rollbook/web/papers"
	"rollbook/web/store/keeping"
)

func TestTheHelpAboutSecurityHasTheFiguresOfTheProgram(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	page := p.Visit(t).Get("/help/security").Want(t, http.StatusOK)
	kept := page.Text("#kept")
	for _, rule := range keeping.Rules() {
		if rule.Days > 1 && !strings.Contains(strings.ReplaceAll(kept, ",", ""), fmt.Sprint(rule.Days)+" days") {
			t.Errorf("%s is kept %d days, and the page has %q", rule.Kind, rule.Days, kept)
		}
	}
	shown := page.Text("#limits")
	for _, limit := range []int{auth.MinPasswordLength, limits.Address.Limit().Free, people.MostInvitations} {
		if !strings.Contains(shown, fmt.Sprint(limit)) {
			t.Errorf("%d is missing in %q", limit, shown)
		}
	}
	all, err := papers.Requirements()
	apptest.Must(t, err)
	met, apply := 0, 0
	for _, one := range all {
		if one.State == papers.Met {
			met++
		}
		if one.State != papers.Apart {
			apply++
		}
	}
	if says := page.Text("#asvs"); !strings.Contains(says, fmt.Sprintf("Of %d requirements that apply, %d are met", apply, met)) {
		t.Errorf("it says %q", says)
	}
}
