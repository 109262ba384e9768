package settings_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"rollbook/handlers/apptest"
	"rollbook/web/store/audit"
)

const auditPage = apptest.SettingsPath + "/audit"

// auditSays returns the texts of the events on the page, with who and from where.
func auditSays(t *testing.T, p *apptest.Program, v *apptest.Visitor, query string) string {
	t.Helper()
	apptest.Must(t, p.App.Trail.Flush(t.Context()))
	var says strings.Builder
	v.Get(auditPage+query).Want(t, http.StatusOK).Page.Find("#audit td:not(:has(*)), #audit bdi, #audit p").Each(func(_ int, part *goquery.Selection) {
		says.WriteString(strings.Join(strings.Fields(part.Text()), " ") + " ")
	})
	return says.String()
}

// wantAudit fails unless the page has the events wanted, and not the others.
func wantAudit(t *testing.T, says string, wanted []string, others ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(says, want) {
			t.Errorf("%q is not in %q", want, says)
		}
	}
	for _, other := range others {
		if strings.Contains(says, other) {
			t.Errorf("%q is in %q", other, says)
		}
	}
}

func TestAnAdminSeesSignInsAndChanges(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	p.Visit(t).SignsIn(apptest.OtherTeacher, "a wrong one, in full").Want(t, http.StatusUnprocessableEntity)
	p.Visit(t).SignsIn("a wrong one, in full", "x").Want(t, http.StatusUnprocessableEntity)
	french := p.As(t, apptest.FrenchTeacher)
	french.Get(apptest.SettingsPath).Want(t, http.StatusNotFound)
	anna, ada := p.As(t, apptest.Teacher), p.As(t, apptest.Administrator)
	anna.Get(apptest.DayPath).Want(t, http.StatusForbidden)
	setRole(ada, apptest.Teacher, "office").Want(t, http.StatusSeeOther)
	says := auditSays(t, p, ada, "")
	signIn := "Sign-in failed: Tom Baker wrong password Unknown 127.0.0.1"
	role, notAllowed := "Role changed: Anna Lindqvist teacher → office Ada Byron 127.0.0.1", "Request not allowed /schools/:school/day 403 Anna Lindqvist"
	wantAudit(t, says, []string{"Signed in Anna Lindqvist 127.0.0.1", signIn, role, notAllowed, "19/11/2026 08:3"}, "Luc Moreau", "in full", apptest.FrenchTeacher)
	if strings.Index(says, role) > strings.Index(says, signIn) {
		t.Errorf("the newest does not come first: %q", says)
	}
	for query, want := range map[string]string{
		"?by=" + url.QueryEscape(apptest.OtherTeacher): signIn, "?kind=people": role, "?kind=failed&day=2026-11-19": signIn, "?kind=others": notAllowed,
	} {
		wantAudit(t, auditSays(t, p, ada, query), []string{want}, "Signed in Ada")
	}
	for _, query := range []string{"?day=2026-11-18", "?by=command", "?by=nobody", "?kind=tablets"} {
		wantAudit(t, ada.Get(auditPage+query).Want(t, http.StatusOK).Text("main"), []string{"Nothing was found."})
	}
	wantAudit(t, ada.Get(auditPage+"?day=2026-02-30").Want(t, http.StatusBadRequest).Text("main"), []string{"There is no such day."})
}

func TestTheAuditLogIsForAdminsOfTheSchoolOnly(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	for _, path := range []string{auditPage, auditPage + ".csv"} {
		p.As(t, apptest.Teacher).Get(path).Want(t, http.StatusForbidden)
		p.As(t, apptest.OfficeWorker).Get(path).Want(t, http.StatusForbidden)
		p.As(t, apptest.FrenchTeacher).Get(path).Want(t, http.StatusNotFound)
		p.As(t, apptest.Administrator).Get(path).Want(t, http.StatusOK)
	}
}

func TestTheAuditLogHasPagesAndAFileOfAllEventsWithoutFormulas(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	ada := p.As(t, apptest.Administrator)
	many := make([]audit.Event, 1100)
	for i := range many {
		many[i] = audit.Event{At: apptest.BootHour().Add(-time.Hour), School: apptest.Harbour, Name: "group-made", By: apptest.Administrator, About: fmt.Sprintf("=%d", i)}
	}
	many[1] = audit.Event{At: many[1].At, School: apptest.Harbour, Name: "of a later version", By: "gone"}
	apptest.Must(t, p.App.Store.AddAudit(t.Context(), many))
	page := ada.Get(auditPage+"?day=2026-11-19&kind=settings").Want(t, http.StatusOK)
	next := ada.Get(page.Page.Find("main a:contains(Older)").AttrOr("href", "")).Want(t, http.StatusOK)
	if rows := page.Page.Find("[data-event]").Length(); rows != 50 || !strings.Contains(page.Text("#audit"), "=1050") || !strings.Contains(next.Text("#audit"), "=1049") {
		t.Errorf("the first page has %d events, the next %s", rows, next.Text("#audit"))
	}
	file := ada.Get(auditPage+".csv").Want(t, http.StatusOK)
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(file.Body), "\ufeff"))).ReadAll()
	apptest.Must(t, err)
	if last := strings.Join(lines[len(lines)-1], "|"); len(lines) < 1101 || last != "2026-11-19T07:30:00Z|Group made|Ada Byron||||'=0|group-made|"+apptest.Administrator {
		t.Errorf("the file has %d lines, the last %s", len(lines), last)
	}
	if second := strings.Join(lines[len(lines)-2], "|"); second != "2026-11-19T07:30:00Z|of a later version|gone|||||of a later version|gone" {
		t.Errorf("an unknown event is written as %s", second)
	}
	wantAudit(t, auditSays(t, p, ada, "?kind=exports"), []string{"Audit log exported csv Ada Byron"})
	ada.Get(auditPage+".csv?day=x").Want(t, http.StatusBadRequest)
}
