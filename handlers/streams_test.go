package handlers_test

import (
	"bufio"
	"context"
	"database/sql"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/web/roll"
)

const rollEvents = rollPath + "/events?class=8B"

// listening is an open stream.
type listening struct {
	code   int
	header http.Header
	// events has each as it came; it is closed when the stream ends.
	events chan string
	// hangUp ends the stream as a browser does.
	hangUp func()
}

// listens opens a stream and reads all of it.
func (v *visitor) listens(path string) *listening {
	v.t.Helper()
	ctx, stop := context.WithCancel(v.t.Context())
	v.t.Cleanup(stop)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, v.address+path, nil)
	must(v.t, err)
	r.Header.Set("Accept", "text/event-stream")
	answer, err := v.client.Do(r)
	must(v.t, err)
	opened := &listening{code: answer.StatusCode, header: answer.Header, events: make(chan string, 1000), hangUp: stop}
	go func() {
		defer close(opened.events)
		defer func() { _ = answer.Body.Close() }()
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			opened.events <- lines.Text()
		}
	}()
	return opened
}

// begins waits until the page is told what there is on it.
func (l *listening) begins(t *testing.T) {
	t.Helper()
	if l.code != http.StatusOK {
		t.Fatalf("a stream is answered %d", l.code)
	}
	limit := time.NewTimer(20 * time.Second)
	defer limit.Stop()
	for {
		select {
		case line, more := <-l.events:
			if !more {
				t.Fatal("the stream ended before it began")
			}
			if strings.Contains(line, `id="recorded"`) || strings.Contains(line, "day-chart") {
				return
			}
		case <-limit.C:
			t.Fatal("the stream tells nothing")
		}
	}
}

// wantEnd wants the stream to end within ten seconds and to tell nothing until then; a beat
// may be on its way.
func (l *listening) wantEnd(t *testing.T) {
	t.Helper()
	limit := time.NewTimer(10 * time.Second)
	defer limit.Stop()
	for {
		select {
		case line, more := <-l.events:
			if !more {
				return
			}
			if line != "" && line != "event: beat" && line != "data: " {
				t.Errorf("it goes on with %q", line)
			}
		case <-limit.C:
			t.Fatal("after ten seconds it is still open")
		}
	}
}

// changedElsewhere changes the database in the folder as another process does.
func changedElsewhere(t *testing.T, folder string, statement string, args ...any) {
	t.Helper()
	database, err := sql.Open("sqlite", "file:"+filepath.Join(folder, "rollbook.db")+"?_pragma=busy_timeout(5000)")
	must(t, err)
	changed, err := database.ExecContext(t.Context(), statement, args...)
	must(t, err)
	rows, err := changed.RowsAffected()
	must(t, err)
	if rows == 0 {
		t.Errorf("%s changed nothing", statement)
	}
	must(t, database.Close())
}

func TestAStreamEndsForWhoMayNotFollowItAnyMore(t *testing.T) {
	t.Parallel()
	changes := map[string]string{
		"a person who is disabled":               `UPDATE people SET disabled = 1 WHERE id = $1`,
		"a person whose password is a new one":   `UPDATE people SET epoch = epoch + 1 WHERE id = $1`,
		"a person who belongs there no more":     `DELETE FROM memberships WHERE person = $1`,
		"a person who has another role there":    `UPDATE memberships SET role = 'admin' WHERE person = $1`,
		"a person who belongs to another school": `UPDATE memberships SET school = 'tilleuls' WHERE person = $1`,
	}
	for who, change := range changes {
		t.Run(who, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			p := bootIn(t, folder, clockFrom(bootHour()))
			office := p.as(t, officeWorker)
			streams := []*listening{office.listens(rollEvents), office.listens(dayPath + "/events")}
			for _, opened := range streams {
				opened.begins(t)
			}
			changedElsewhere(t, folder, change, officeWorker)
			// Something happens of which the pages would be told.
			p.as(t, teacher).takes("Absent", 3)
			for _, opened := range streams {
				opened.wantEnd(t)
			}
		})
	}
}

func TestAStreamEndsWithTheCoverOrTheSessionItWasOpenedFor(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]string{
		"the link is revoked": `UPDATE cover_links SET revoked_at = 1`, "the link is forgotten": `DELETE FROM covers`, "the session is ended": `DELETE FROM sessions`,
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			p := bootIn(t, folder, clockFrom(bootHour()))
			ines := p.covers(t, p.coverLink(t, "8B", "12:15"), "Ines Okoro")
			opened := ines.listens(rollPath + "/events")
			opened.begins(t)
			changedElsewhere(t, folder, change)
			p.as(t, teacher).takes("Absent", 3)
			opened.wantEnd(t)
		})
	}
}

func TestABoardOnWhichNothingHappensEndsToo(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := bootIn(t, folder, clockFrom(bootHour()))
	opened := p.as(t, officeWorker).listens(dayPath + "/events")
	opened.begins(t)
	changedElsewhere(t, folder, `UPDATE people SET disabled = 1 WHERE id = $1`, officeWorker)
	opened.wantEnd(t)
}

func TestAnAccountHasTwentyStreamsAndWorksWithoutMore(t *testing.T) {
	t.Parallel()
	p := boot(t)
	anna, again := p.as(t, teacher), p.as(t, teacher)
	opened := make([]*listening, 20)
	for i := range opened {
		// Signing in twice does not double them.
		opened[i] = []*visitor{anna, again}[i%2].listens(rollEvents)
		opened[i].begins(t)
	}
	for _, v := range []*visitor{anna, again} {
		refused := v.listens(rollEvents)
		if wait, err := strconv.Atoi(refused.header.Get("Retry-After")); refused.code != http.StatusTooManyRequests || err != nil || wait < 1 {
			t.Errorf("one more is answered %d, Retry-After %q", refused.code, refused.header.Get("Retry-After"))
		}
		v.get(strings.Replace(rollEvents, "events", "statuses", 1), byScript()...).want(t, http.StatusOK)
	}
	p.as(t, otherTeacher).listens(rollEvents).begins(t)
	opened[7].hangUp()
	limit := time.Now().Add(10 * time.Second)
	for last := again.listens(rollEvents); last.code != http.StatusOK; last = again.listens(rollEvents) {
		if time.Now().After(limit) {
			t.Fatal("its place is not given again")
		}
	}
}

func TestAllWhoUseACoverLinkShareItsStreams(t *testing.T) {
	t.Parallel()
	p := boot(t)
	link := p.coverLink(t, "8B", "12:15")
	refused := 0
	for _, name := range []string{"Ines Okoro", "Omar Haddad", "Ines Okoro"} {
		v := p.covers(t, link, name)
		for range 8 {
			if v.listens(rollPath+"/events").code == http.StatusTooManyRequests {
				refused++
			}
		}
	}
	if refused != 4 {
		t.Errorf("of 24 streams %d are refused", refused)
	}
}

func TestAStreamThatIsRefusedReadsNothing(t *testing.T) {
	t.Parallel()
	p := boot(t)
	office := p.as(t, officeWorker)
	for range 20 {
		office.listens(dayPath + "/events").begins(t)
	}
	// A school that is not there is told before, a date that cannot be read is not.
	if code := office.listens("/schools/tilleuls/day/events").code; code != http.StatusNotFound {
		t.Errorf("another school's is answered %d", code)
	}
	if code := office.listens(dayPath + "/events?date=nonsense").code; code != http.StatusTooManyRequests {
		t.Errorf("a date that cannot be read is answered %d", code)
	}
	must(t, p.app.Store.Join(t.Context(), officeWorker, tilleuls, roll.Office))
	if code := office.listens("/schools/tilleuls/day/events").code; code != http.StatusTooManyRequests {
		t.Errorf("that of a second school is answered %d", code)
	}
}
