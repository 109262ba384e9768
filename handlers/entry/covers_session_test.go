package entry_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// TestALinkOpensAfterASessionHasEnded keeps the link's secret out of every other address: in the
// address of the sign-in, histories and logs would contain it.
func TestALinkOpensAfterASessionHasEnded(t *testing.T) {
	t.Parallel()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p := apptest.BootAt(t, clock.Now)
	link := p.CoverLink(t, "8B", "12:15")
	anna := p.As(t, apptest.Teacher)
	apptest.Must(t, p.App.Identity.People.SetPassword(t.Context(), apptest.Teacher, apptest.EveryPassword))
	got := anna.Get(link).Want(t, http.StatusOK)
	if got.Page.Find("form[action='"+link+"'] [name=name]").Length() != 1 || strings.Contains(got.Text("main"), "Anna") {
		t.Errorf("the page says %q", got.Text("main"))
	}
	ines := p.Covers(t, p.CoverLink(t, "8B", "09:00"), "Ines Okoro")
	clock.Forward(31 * time.Minute)
	if got := ines.Get(link).Want(t, http.StatusOK); got.Page.Find("[name=name]").Length() != 1 {
		t.Errorf("to whom used another link that has ended the page says %q", got.Text("main"))
	}
}
