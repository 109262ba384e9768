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

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

const rollEvents = apptest.RollPath + "/events?class=8B"

// listening is an open stream.
type listening struct {
	code   int
	header http.Header
	// events receives each line; it is closed when the stream ends.
	events chan string
	// hangUp ends the stream as a browser does.
	hangUp func()
}

// listens opens a stream and reads all of it.
func listens(v *apptest.Visitor, path string) *listening {
	v.T.Helper()
	ctx, stop := context.WithCancel(v.T.Context())
	v.T.Cleanup(stop)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, v.Address+path, nil)
	apptest.Must(v.T, err)
	r.Header.Set("Accept", "text/event-stream")
	answer, err := v.Client.Do(r)
	apptest.Must(v.T, err)
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

// begins waits for the first event, which contains the whole page.
func (l *listening) begins(t *testing.T) {
	t.Helper()
	if l.code != http.StatusOK {
		t.Fatalf("a stream is answered %d", l.code)
	}
	limit := time.NewTimer(apptest.Patience)
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

// wantEnd expects the stream to end within ten seconds without another event; a beat may be on its way.
func (l *listening) wantEnd(t *testing.T) {
	t.Helper()
	limit := time.NewTimer(apptest.Patience)
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
	apptest.Must(t, err)
	changed, err := database.ExecContext(t.Context(), statement, args...)
	apptest.Must(t, err)
	rows, err := changed.RowsAffected()
	apptest.Must(t, err)
	if rows == 0 {
		t.Errorf("%s changed nothing", statement)
	}
	apptest.Must(t, database.Close())
}

func TestAStreamEndsWithTheRightToFollowIt(t *testing.T) {
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
			p := apptest.BootWith(t, apptest.Options{Database: apptest.NewDatabase(t, folder)})
			office := p.As(t, apptest.OfficeWorker)
			streams := []*listening{listens(office, rollEvents), listens(office, apptest.DayPath+"/events")}
			for _, opened := range streams {
				opened.begins(t)
			}
			changedElsewhere(t, folder, change, apptest.OfficeWorker)
			// A change that the pages would report.
			p.As(t, apptest.Teacher).Takes("Absent", 3)
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
			p := apptest.BootWith(t, apptest.Options{Database: apptest.NewDatabase(t, folder)})
			ines := p.Covers(t, p.CoverLink(t, "8B", "12:15"), "Ines Okoro")
			opened := listens(ines, apptest.RollPath+"/events")
			opened.begins(t)
			changedElsewhere(t, folder, change)
			p.As(t, apptest.Teacher).Takes("Absent", 3)
			opened.wantEnd(t)
		})
	}
}

func TestABoardOnWhichNothingHappensEndsToo(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := apptest.BootWith(t, apptest.Options{Database: apptest.NewDatabase(t, folder)})
	opened := listens(p.As(t, apptest.OfficeWorker), apptest.DayPath+"/events")
	opened.begins(t)
	changedElsewhere(t, folder, `UPDATE people SET disabled = 1 WHERE id = $1`, apptest.OfficeWorker)
	opened.wantEnd(t)
}

func TestAnAccountHasTwentyStreamsAndWorksWithoutMore(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	anna, again := p.As(t, apptest.Teacher), p.As(t, apptest.Teacher)
	opened := make([]*listening, 20)
	for i := range opened {
		// Signing in twice does not double them.
		opened[i] = listens([]*apptest.Visitor{anna, again}[i%2], rollEvents)
		opened[i].begins(t)
	}
	for _, v := range []*apptest.Visitor{anna, again} {
		refused := listens(v, rollEvents)
		if wait, err := strconv.Atoi(refused.header.Get("Retry-After")); refused.code != http.StatusTooManyRequests || err != nil || wait < 1 {
			t.Errorf("one more is answered %d, Retry-After %q", refused.code, refused.header.Get("Retry-After"))
		}
		v.Get(strings.Replace(rollEvents, "events", "statuses", 1), apptest.ByScript()...).Want(t, http.StatusOK)
	}
	listens(p.As(t, apptest.OtherTeacher), rollEvents).begins(t)
	opened[7].hangUp()
	apptest.Eventually(t, "its place is given again", func() bool { return listens(again, rollEvents).code == http.StatusOK })
}

func TestThePeopleOfACoverLinkShareItsStreams(t *testing.T) {
	t.Parallel()
	p := apptest.Boot(t)
	link := p.CoverLink(t, "8B", "12:15")
	refused := 0
	for _, name := range []string{"Ines Okoro", "Omar Haddad", "Ines Okoro"} {
		v := p.Covers(t, link, name)
		for range 8 {
			if listens(v, apptest.RollPath+"/events").code == http.StatusTooManyRequests {
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
	p := apptest.Boot(t)
	office := p.As(t, apptest.OfficeWorker)
	for range 20 {
		listens(office, apptest.DayPath+"/events").begins(t)
	}
	// A missing school is reported before the stream starts, an invalid date is not.
	if code := listens(office, "/schools/tilleuls/day/events").code; code != http.StatusNotFound {
		t.Errorf("another school's is answered %d", code)
	}
	if code := listens(office, apptest.DayPath+"/events?date=nonsense").code; code != http.StatusTooManyRequests {
		t.Errorf("a date that cannot be read is answered %d", code)
	}
	apptest.Must(t, p.App.Store.Join(t.Context(), apptest.OfficeWorker, apptest.Tilleuls, roll.Office))
	if code := listens(office, "/schools/tilleuls/day/events").code; code != http.StatusTooManyRequests {
		t.Errorf("that of a second school is answered %d", code)
	}
}
