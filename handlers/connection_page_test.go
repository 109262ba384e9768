package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
)

const connectionPath = "/schools/harbour/connection"

// stopped is a program in which marks of 8B have stopped: two Absent, one Late. The
// school system works again.
func stopped(t *testing.T) (p *program, absent, late string) {
	t.Helper()
	clock := newMovingClock(bootHour())
	p = bootAt(t, clock.now)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	v := p.as(t, teacher)
	absent, late = v.takes("Absent", 0, 1), v.takes("Late", 2)
	clock.forward(31 * time.Minute)
	_, err := p.app.Store.StopOverdue(t.Context())
	must(t, err)
	p.sandbox.Heal(harbourCode)
	must(t, p.app.Store.Resume(t.Context(), harbour))
	return p, absent, late
}

func TestTheConnectionPageListsWhatHasStopped(t *testing.T) {
	t.Parallel()
	p, absent, late := stopped(t)
	page := p.as(t, officeWorker).get(connectionPath).want(t, http.StatusOK)
	saves := page.page.Find(".list li")
	for i, want := range []string{absent, late} {
		if link, _ := saves.Eq(i).Find("a").Attr("href"); link != savesPath+want {
			t.Errorf("line %d leads to %s", i, link)
		}
	}
	if text := saves.First().Text(); !strings.Contains(text, "8B: 2 students as Absent") || !strings.Contains(text, "Anna Lindqvist") {
		t.Errorf("it says %s", text)
	}
	if page.page.Find("nav a[aria-current=page][href='"+connectionPath+"']").Length() != 1 {
		t.Error("the navigation does not show where one is")
	}
}

func TestOnlyTheOfficeSeesTheConnection(t *testing.T) {
	t.Parallel()
	p, token, _ := stopped(t)
	v := p.as(t, teacher)
	if v.get("/schools/harbour").page.Find("nav a[href='"+connectionPath+"']").Length() > 0 {
		t.Error("the navigation offers it to a teacher")
	}
	v.get(connectionPath).want(t, http.StatusForbidden)
	v.get(connectionPath+"/waiting").want(t, http.StatusForbidden)
	sent := len(p.sandbox.Arrivals(harbourCode))
	for _, path := range []string{connectionPath + "/send", savesPath + token + "/send", savesPath + token + "/by-hand"} {
		v.post(path, nil).want(t, http.StatusForbidden)
	}
	if calls := p.sandbox.Arrivals(harbourCode); len(calls) != sent {
		t.Errorf("a teacher's press made %d calls", len(calls)-sent)
	}
}

func TestTheOfficeSendsEverythingThatStopped(t *testing.T) {
	t.Parallel()
	p, absent, _ := stopped(t)
	sent := len(p.sandbox.Arrivals(harbourCode))
	v := p.as(t, officeWorker)
	page := v.get(connectionPath)
	form := page.form("main form:not(.pair)")
	path := page.address("main form:not(.pair)")
	v.post(path, form).want(t, http.StatusSeeOther)
	v.post(path, form).want(t, http.StatusSeeOther)
	p.quiet(t)
	if calls := p.sandbox.Arrivals(harbourCode); len(calls)-sent != 2 {
		t.Errorf("%d calls were made", len(calls)-sent)
	}
	rows := v.get(eightB).rows(t)
	if count(rows, "saved", "Absent") != 2 || count(rows, "saved", "Late") != 1 {
		t.Errorf("the roll shows %+v", rows[:3])
	}
	v.get(savesPath+absent).wantTold(t, "waited too long", "Kofi Osei (office) sent 2 marks from the office")
	if after := v.get(connectionPath); !strings.Contains(after.text("main"), "Nothing has stopped") {
		t.Errorf("the page says %s", after.text("main"))
	}
}

func TestTheOfficeSendsOneSaveThatStopped(t *testing.T) {
	t.Parallel()
	p, absent, late := stopped(t)
	v := p.as(t, officeWorker)
	if says := v.get(savesPath + absent).text(".notice"); !strings.Contains(says, "2 marks are not in the school system") {
		t.Errorf("the save's page says %s", says)
	}
	v.post(savesPath+late+"/send", nil).want(t, http.StatusSeeOther)
	p.quiet(t)
	rows := v.get(eightB).rows(t)
	if count(rows, "saved", "Late") != 1 || rows[0].outcome != "stopped" || rows[1].outcome != "stopped" {
		t.Errorf("the roll shows %+v", rows[:3])
	}
	if links := v.get(connectionPath).page.Find(".list a"); links.Length() != 1 || !strings.HasSuffix(links.AttrOr("href", ""), absent) {
		t.Errorf("%d saves are listed", links.Length())
	}
}

func TestMarksKeyedInByHandAreNeverSent(t *testing.T) {
	t.Parallel()
	p, absent, late := stopped(t)
	sent := len(p.sandbox.Arrivals(harbourCode))
	v := p.as(t, officeWorker)
	v.post(savesPath+absent+"/by-hand", nil).want(t, http.StatusSeeOther)
	v.post(savesPath+absent+"/by-hand", nil).want(t, http.StatusSeeOther)
	v.post(savesPath+absent+"/send", nil).want(t, http.StatusSeeOther)
	v.post(connectionPath+"/send", nil).want(t, http.StatusSeeOther)
	p.quiet(t)
	calls := p.sandbox.Arrivals(harbourCode)[sent:]
	if len(calls) != 1 || len(calls[0].Enrolments) != 1 {
		t.Errorf("sent %+v", calls)
	}
	if rows := v.get(eightB).rows(t); count(rows, "saved", "Late") != 1 || count(rows, "saved", "Absent") != 0 {
		t.Errorf("the roll shows %+v", rows[:3])
	}
	v.get(savesPath+absent).wantTold(t, "waited too long", "2 marks were keyed in by hand")
	if v.get(savesPath+late).page.Find("[formaction$='/send']").Length() > 0 {
		t.Error("what was sent is offered again")
	}
}

func TestASaveThatDoesNotExistCannotBeSent(t *testing.T) {
	t.Parallel()
	p, absent, _ := stopped(t)
	p.as(t, officeWorker).post(savesPath+"nonsense/send", nil).want(t, http.StatusNotFound)
	p.as(t, officeWorker).post(savesPath+"nonsense/by-hand", nil).want(t, http.StatusNotFound)
	p.as(t, frenchTeacher).post("/schools/harbour/saves/"+absent+"/send", nil).want(t, http.StatusNotFound)
}

func TestTheListForPaperNamesEveryMarkThatIsNotInTheSchoolSystem(t *testing.T) {
	t.Parallel()
	p, _, _ := stopped(t)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	p.as(t, teacher).takes("Absent", 3)
	page := p.as(t, officeWorker).get(connectionPath+"/waiting").want(t, http.StatusOK)
	lines := page.page.Find(".paper li")
	if lines.Length() != 4 || page.page.Find("section").Length() != 1 {
		t.Fatalf("it says %s", page.text("main"))
	}
	for i, want := range []string{"Sean O'Neill", "Anna Kowalska"} {
		if !strings.Contains(lines.Eq(i).Text(), want) || !strings.Contains(lines.Eq(i).Text(), "Absent") {
			t.Errorf("line %d says %s", i, lines.Eq(i).Text())
		}
	}
}

func TestTheOfficeReadsWhyNothingGoesThrough(t *testing.T) {
	t.Parallel()
	p := boot(t)
	must(t, p.sandbox.SetFault(harbourCode, sandbox.Fault{BulkOnly: true, RefuseKey: true}))
	p.as(t, teacher).takes("Absent", 3)
	page := p.as(t, officeWorker).get(connectionPath).want(t, http.StatusOK)
	if text := page.text("main"); !strings.Contains(text, "has not accepted the school's key since 08:30") || !strings.Contains(text, "1 mark waits") {
		t.Errorf("it says %s", text)
	}
	if why := page.text("main q"); why == "" || strings.Contains(why, "{") {
		t.Errorf("the school system said %q", why)
	}
}
