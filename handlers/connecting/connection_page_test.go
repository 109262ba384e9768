package connecting_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
)

// stopped starts a program with stopped marks in 8B: two Absent, one Late. The school system works again.
func stopped(t *testing.T) (p *apptest.Program, absent, late string) {
	t.Helper()
	clock := apptest.NewMovingClock(apptest.BootHour())
	p = apptest.BootAt(t, clock.Now)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	v := p.As(t, apptest.Teacher)
	absent, late = v.Takes("Absent", 0, 1), v.Takes("Late", 2)
	clock.Forward(31 * time.Minute)
	_, err := p.App.Store.StopOverdue(t.Context())
	apptest.Must(t, err)
	p.Sandbox.Heal(apptest.HarbourCode)
	apptest.Must(t, p.App.Store.Resume(t.Context(), apptest.Harbour))
	return p, absent, late
}

func TestTheConnectionPageListsWhatHasStopped(t *testing.T) {
	t.Parallel()
	p, absent, late := stopped(t)
	page := p.As(t, apptest.OfficeWorker).Get(apptest.ConnectionPath).Want(t, http.StatusOK)
	saves := page.Page.Find(".list li")
	for i, want := range []string{absent, late} {
		if link, _ := saves.Eq(i).Find("a").Attr("href"); link != apptest.SavesPath+want {
			t.Errorf("line %d leads to %s", i, link)
		}
	}
	if text := saves.First().Text(); !strings.Contains(text, "8B: 2 as Absent") || !strings.Contains(text, "Anna Lindqvist") {
		t.Errorf("it says %s", text)
	}
	if page.Page.Find("header > nav a[aria-current=page][href='"+apptest.ConnectionPath+"']").Length() != 1 {
		t.Error("the navigation does not show where one is")
	}
}

func TestOnlyTheOfficeSeesTheConnection(t *testing.T) {
	t.Parallel()
	p, token, _ := stopped(t)
	v := p.As(t, apptest.Teacher)
	if v.Get("/schools/harbour").Page.Find("nav a[href='"+apptest.ConnectionPath+"']").Length() > 0 {
		t.Error("the navigation offers it to a teacher")
	}
	v.Get(apptest.ConnectionPath).Want(t, http.StatusForbidden)
	v.Get(apptest.ConnectionPath+"/waiting").Want(t, http.StatusForbidden)
	sent := len(p.Sandbox.Arrivals(apptest.HarbourCode))
	for _, path := range []string{apptest.ConnectionPath + "/send", apptest.SavesPath + token + "/send", apptest.SavesPath + token + "/by-hand"} {
		v.Post(path, nil).Want(t, http.StatusForbidden)
	}
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != sent {
		t.Errorf("a teacher's press made %d calls", len(calls)-sent)
	}
}

func TestTheOfficeSendsEverythingThatStopped(t *testing.T) {
	t.Parallel()
	p, absent, _ := stopped(t)
	sent := len(p.Sandbox.Arrivals(apptest.HarbourCode))
	v := p.As(t, apptest.OfficeWorker)
	page := v.Get(apptest.ConnectionPath)
	form := page.Form("main form:not(.pair)")
	path := page.Address("main form:not(.pair)")
	v.Post(path, form).Want(t, http.StatusSeeOther)
	v.Post(path, form).Want(t, http.StatusSeeOther)
	p.Settled(t, apptest.Harbour)
	if calls := p.Sandbox.Arrivals(apptest.HarbourCode); len(calls)-sent != 2 {
		t.Errorf("%d calls were made", len(calls)-sent)
	}
	rows := v.Get(apptest.EightB).Rows(t)
	if apptest.Count(rows, "saved", "Absent") != 2 || apptest.Count(rows, "saved", "Late") != 1 {
		t.Errorf("the roll shows %+v", rows[:3])
	}
	v.Get(apptest.SavesPath+absent).WantEvents(t, "waited too long", "Kofi Osei (office) sent 2 from the office")
	if after := v.Get(apptest.ConnectionPath); !strings.Contains(after.Text("main"), "Nothing has stopped") {
		t.Errorf("the page says %s", after.Text("main"))
	}
}

func TestTheOfficeSendsOneSaveThatStopped(t *testing.T) {
	t.Parallel()
	p, absent, late := stopped(t)
	v := p.As(t, apptest.OfficeWorker)
	if says := v.Get(apptest.SavesPath + absent).Text(".notice"); !strings.Contains(says, "2 marks are not in the school system") {
		t.Errorf("the save's page says %s", says)
	}
	v.Post(apptest.SavesPath+late+"/send", nil).Want(t, http.StatusSeeOther)
	p.Settled(t, apptest.Harbour)
	rows := v.Get(apptest.EightB).Rows(t)
	if apptest.Count(rows, "saved", "Late") != 1 || rows[0].Outcome != "stopped" || rows[1].Outcome != "stopped" {
		t.Errorf("the roll shows %+v", rows[:3])
	}
	if links := v.Get(apptest.ConnectionPath).Page.Find(".list a"); links.Length() != 1 || !strings.HasSuffix(links.AttrOr("href", ""), absent) {
		t.Errorf("%d saves are listed", links.Length())
	}
}

func TestMarksKeyedInByHandAreNeverSent(t *testing.T) {
	t.Parallel()
	p, absent, late := stopped(t)
	sent := len(p.Sandbox.Arrivals(apptest.HarbourCode))
	v := p.As(t, apptest.OfficeWorker)
	v.Post(apptest.SavesPath+absent+"/by-hand", nil).Want(t, http.StatusSeeOther)
	v.Post(apptest.SavesPath+absent+"/by-hand", nil).Want(t, http.StatusSeeOther)
	v.Post(apptest.SavesPath+absent+"/send", nil).Want(t, http.StatusSeeOther)
	v.Post(apptest.ConnectionPath+"/send", nil).Want(t, http.StatusSeeOther)
	p.Settled(t, apptest.Harbour)
	calls := p.Sandbox.Arrivals(apptest.HarbourCode)[sent:]
	if len(calls) != 1 || len(calls[0].Enrolments) != 1 {
		t.Errorf("sent %+v", calls)
	}
	if rows := v.Get(apptest.EightB).Rows(t); apptest.Count(rows, "saved", "Late") != 1 || apptest.Count(rows, "saved", "Absent") != 0 {
		t.Errorf("the roll shows %+v", rows[:3])
	}
	v.Get(apptest.SavesPath+absent).WantEvents(t, "waited too long", "noted 2 as entered by hand")
	if v.Get(apptest.SavesPath+late).Page.Find("[formaction$='/send']").Length() > 0 {
		t.Error("what was sent is offered again")
	}
}

func TestASaveThatDoesNotExistCannotBeSent(t *testing.T) {
	t.Parallel()
	p, absent, _ := stopped(t)
	p.As(t, apptest.OfficeWorker).Post(apptest.SavesPath+"nonsense/send", nil).Want(t, http.StatusNotFound)
	p.As(t, apptest.OfficeWorker).Post(apptest.SavesPath+"nonsense/by-hand", nil).Want(t, http.StatusNotFound)
	p.As(t, apptest.FrenchTeacher).Post("/schools/harbour/saves/"+absent+"/send", nil).Want(t, http.StatusNotFound)
}

func TestTheListForPaperNamesEveryMarkThatIsNotInTheSchoolSystem(t *testing.T) {
	t.Parallel()
	p, _, _ := stopped(t)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	p.As(t, apptest.Teacher).Takes("Absent", 3)
	page := p.As(t, apptest.OfficeWorker).Get(apptest.ConnectionPath+"/waiting").Want(t, http.StatusOK)
	lines := page.Page.Find(".paper li")
	if lines.Length() != 4 || page.Page.Find("section").Length() != 1 {
		t.Fatalf("it says %s", page.Text("main"))
	}
	for i, want := range []string{"Sean O'Neill", "Anna Kowalska"} {
		if !strings.Contains(lines.Eq(i).Text(), want) || !strings.Contains(lines.Eq(i).Text(), "Absent") {
			t.Errorf("line %d says %s", i, lines.Eq(i).Text())
		}
	}
}

func TestTheOfficeReadsWhyNothingGoesThrough(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	apptest.Must(t, p.Sandbox.SetFault(apptest.HarbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	p.As(t, apptest.Teacher).Takes("Absent", 3)
	page := p.As(t, apptest.OfficeWorker).Get(apptest.ConnectionPath).Want(t, http.StatusOK)
	if text := page.Text("main"); !strings.Contains(text, "Key not accepted since 08:30") || !strings.Contains(text, "1 mark, since") {
		t.Errorf("it says %s", text)
	}
	if why := page.Text("main q"); why == "" || strings.Contains(why, "{") {
		t.Errorf("the school system said %q", why)
	}
}
