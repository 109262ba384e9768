package load_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/apiclient"
	"rollbook/handlers/apptest"
	"rollbook/web"
	"rollbook/web/roll"
	"rollbook/web/saving/sender"
	"rollbook/web/saving/submission"
	"rollbook/web/store/lists"
)

// The size of a hard morning: the school system hangs while rolls are taken.
const (
	loadSchools        = 60
	loadRollsPerSecond = 50
	loadSeconds        = 60
	loadClassSize      = 28
	loadAbsent         = 3
)

// BenchmarkMorningWhileTheSchoolSystemHangs takes 50 rolls a second for a minute, each a page and a press
// with two saves, while the school systems do not answer; then they answer again. It reports the time of a
// roll page, and of a press from its first byte to its commit, both at the 99th percentile in milliseconds;
// the maximum memory of the program, its clients and the school system together, in MiB; the number of saves
// that waited, and the seconds until the last of them had its valid answer.
//
// It is meant for -benchtime 1x.
func BenchmarkMorningWhileTheSchoolSystemHangs(b *testing.B) {
	for b.Loop() {
		service := newHangingService()
		m := newMorning(b, service)
		hanging := hang(service)
		m.takeRolls(b)
		waited := m.awaitAnswers(b, hanging)
		b.ReportMetric(percentile(m.pages, 99), "page-p99-ms")
		b.ReportMetric(percentile(m.commits, 99), "commit-p99-ms")
		b.ReportMetric(mostMemory(b), "MiB")
		b.ReportMetric(float64(m.kept.Load()), "saves")
		b.ReportMetric(waited.Seconds(), "s-until-answered")
	}
}

// morning is many schools on one program.
type morning struct {
	*apptest.Program
	service *hangingService
	kept    atomic.Int64

	mu      sync.Mutex
	begun   map[roll.Token]time.Time
	pages   []time.Duration
	commits []time.Duration
}

// newMorning starts the program with all schools, and one person who works in each.
func newMorning(b *testing.B, service *hangingService) *morning {
	b.Helper()
	m := &morning{Program: &apptest.Program{}, service: service, begun: make(map[roll.Token]time.Time)}
	m.App = apptest.NewApp(b, apptest.Options{Register: m.register})
	person := roll.Person{ID: apptest.Teacher, Email: apptest.Teacher, Name: "Anna Lindqvist"}
	apptest.Must(b, m.App.Store.AddPerson(b.Context(), person, apptest.EveryHash))
	address := serveHanging(b, service)
	for school := range loadSchools {
		m.addSchool(b, schoolNumber(school), address)
	}
	m.Run(b)
	return m
}

func schoolNumber(i int) roll.SchoolID { return roll.SchoolID(fmt.Sprintf("school-%d", i)) }

// register puts a clock between the presses and the sender.
func (m *morning) register(e *echo.Echo, pages *echo.Group, app *web.App) error {
	app.Saving.Submissions = submission.New(app.Lists.Rosters, app.Store, timedSender{app.Saving.Sender, m}, app.Live, app.Clock)
	return apptest.Register(e, pages, app)
}

// timedSender records the time when a press is committed.
type timedSender struct {
	*sender.Sender
	morning *morning
}

// Accept calls the sender's Accept, and records the time of the commit.
func (s timedSender) Accept(ctx context.Context, school roll.School, saves ...roll.Save) ([]roll.Acceptance, error) {
	accepted, err := s.Sender.Accept(ctx, school, saves...)
	if err == nil {
		s.morning.noteCommit(saves[0].Token, len(saves))
	}
	return accepted, err
}

func (m *morning) noteCommit(press roll.Token, saves int) {
	m.kept.Add(int64(saves))
	m.mu.Lock()
	defer m.mu.Unlock()
	m.commits = append(m.commits, time.Since(m.begun[press]))
}

func (m *morning) addSchool(b *testing.B, id roll.SchoolID, address string) {
	b.Helper()
	zone, err := time.LoadLocation("Europe/London")
	apptest.Must(b, err)
	apptest.Must(b, m.App.Connecting.AddSchool(b.Context(), roll.School{
		ID: id, Name: string(id), Zone: zone, BaseURL: address, Tenant: string(id), Code: string(id),
		Call: 15 * time.Second, Apply: 60 * time.Second, PastDays: 30,
	}, apiclient.NewKey("a-key-of-a-school")))
	apptest.Must(b, m.App.Store.Join(b.Context(), apptest.Teacher, id, roll.Teacher))
	apptest.Must(b, m.App.Store.PutPeriods(b.Context(), id, lists.Typed, []roll.Period{{ID: "1", Name: "This year"}}))
	apptest.Must(b, m.App.Store.PutStatuses(b.Context(), id, lists.Typed, []roll.Status{
		{ID: 1, Name: "Present", Letter: "P", Family: roll.Present}, {ID: 2, Name: "Absent", Letter: "A", Family: roll.Absent},
	}))
	var students []roll.Enrolment
	for class := range loadRollsPerSecond * loadSeconds / loadSchools {
		for i := range loadClassSize {
			number := class*loadClassSize + i + 1
			students = append(students, roll.Enrolment{
				ID: roll.EnrolmentID(number), Student: roll.StudentID(apptest.StudentOf(int64(number))), Given: fmt.Sprintf("Student %d", number),
				Family: "Lindqvist", Class: roll.ClassID(fmt.Sprintf("class-%d", class)), ClassName: fmt.Sprintf("class-%d", class),
			})
		}
	}
	apptest.Must(b, m.App.Store.PutStudents(b.Context(), id, "1", lists.FromFile, students))
}

// takeRolls starts that many rolls a second, whether earlier ones are done or not.
func (m *morning) takeRolls(b *testing.B) {
	b.Helper()
	v := m.As(b, apptest.Teacher)
	v.Client.Transport = &http.Transport{MaxIdleConnsPerHost: loadRollsPerSecond * 4}
	tick := time.NewTicker(time.Second / loadRollsPerSecond)
	defer tick.Stop()
	var people sync.WaitGroup
	for i := range loadRollsPerSecond * loadSeconds {
		<-tick.C
		people.Go(func() {
			if err := m.takeRoll(v, schoolNumber(i%loadSchools), fmt.Sprintf("class-%d", i/loadSchools)); err != nil {
				b.Error(err)
			}
		})
	}
	people.Wait()
}

// takeRoll opens a class and presses Save once for all students: three are absent, the others present.
func (m *morning) takeRoll(v *apptest.Visitor, school roll.SchoolID, class string) error {
	path := "/schools/" + string(school) + "/roll"
	asked := time.Now()
	page, err := v.Try(v.T.Context(), http.MethodGet, path+"?period=1&class="+class, nil)
	took := time.Since(asked)
	if err != nil || page.Code != http.StatusOK {
		return fmt.Errorf("the page of %s in %s answers %d: %w", class, school, page.Code, err)
	}
	form, press := m.wholeClass(page)
	m.mu.Lock()
	m.pages = append(m.pages, took)
	m.begun[press] = time.Now()
	m.mu.Unlock()
	answered, err := v.Try(v.T.Context(), http.MethodPost, path, apptest.FormBody(form), apptest.OfForm(apptest.ByScript())...)
	if err != nil || answered.Code != http.StatusOK {
		return fmt.Errorf("the press for %s in %s answers %d: %w", class, school, answered.Code, err)
	}
	return nil
}

func (m *morning) wholeClass(page apptest.Answer) (form url.Values, press roll.Token) {
	form = page.Form("#roll")
	enrolments := page.Values("input[name=enrolment]")
	form["enrolment"], form["other"] = enrolments[:loadAbsent], enrolments[loadAbsent:]
	form.Set("status", "2")
	form.Set("others", "1")
	return form, roll.Token(form.Get("save"))
}

// awaitAnswers lets the school system answer and returns the time until every save had a valid answer.
func (m *morning) awaitAnswers(b *testing.B, hanging func()) time.Duration {
	b.Helper()
	begun := time.Now()
	hanging()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	limit := time.After(5 * time.Minute)
	for !answeredAll(m.service, m.kept.Load()) {
		select {
		case <-look.C:
		case <-limit:
			b.Fatalf("%d of %d saves were answered", m.service.answered(), m.kept.Load())
		}
	}
	return time.Since(begun)
}

// percentile returns milliseconds.
func percentile(all []time.Duration, percent int) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	at := min(len(all)*percent/100, len(all)-1)
	return float64(all[at].Microseconds()) / 1000
}

// mostMemory returns the maximum memory of the process so far, in MiB.
func mostMemory(b *testing.B) float64 {
	b.Helper()
	for line := range strings.Lines(processStatus(b)) {
		if kilobytes, found := strings.CutPrefix(line, "VmHWM:"); found {
			var size float64
			_, err := fmt.Sscan(kilobytes, &size)
			apptest.Must(b, err)
			return size / 1024
		}
	}
	b.Fatal("the system does not tell how much memory was held")
	return 0
}
