package load_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/edge/settings"
	"rollbook/web/roll"
	"rollbook/web/store/postgrestest"
	"rollbook/web/store/saves"
	"rollbook/web/vault"
)

// database is a database to measure the program on.
type database struct {
	location string
	// server is nil for SQLite, which has no process of its own.
	server *postgrestest.Server
}

// onBothEngines measures on SQLite, and on PostgreSQL if it is installed.
func onBothEngines(b *testing.B, measure func(b *testing.B, on database)) {
	b.Helper()
	b.Run("SQLite", func(b *testing.B) {
		measure(b, database{}.another(b))
	})
	b.Run("PostgreSQL", func(b *testing.B) { onPostgreSQL(b, measure) })
}

func onPostgreSQL(b *testing.B, measure func(b *testing.B, on database)) {
	b.Helper()
	if server, ok := postgrestest.Start(b); ok {
		measure(b, database{server.NewDatabase(b), server})
	}
}

// another returns a new database of the same kind.
func (d database) another(b *testing.B) database {
	b.Helper()
	if d.server == nil {
		return database{location: "sqlite:" + filepath.Join(b.TempDir(), "rollbook.db")}
	}
	return database{d.server.NewDatabase(b), d.server}
}

// learn updates PostgreSQL's statistics of its tables, which it does by itself within a minute.
func (d database) learn(b *testing.B) {
	b.Helper()
	if d.server == nil {
		return
	}
	connected, err := sql.Open("pgx", d.location)
	apptest.Must(b, err)
	defer func() { apptest.Must(b, connected.Close()) }()
	_, err = connected.ExecContext(b.Context(), `ANALYZE`)
	apptest.Must(b, err)
}

// usual is a school on a usual morning: 16 people, each with a class that has marks of thirty days and of today.
// The program is built and runs in processes of its own, and the clients are connected by TCP.
type usual struct {
	*apptest.Deployment
	on        database
	service   *hangingService
	system    system
	processes []*apptest.Process
	people    []*person
}

// system sets the time that the school's system takes for a call, and the most calls that it takes at once: it refuses
// further ones with 429. 0 is no limit.
type system struct {
	delay time.Duration
	most  int64
}

// before answers as the system before the service does.
func (s system) before(service http.Handler) http.Handler {
	var underWay atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer underWay.Add(-1)
		if underWay.Add(1) > s.most && s.most > 0 {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		<-time.After(s.delay)
		service.ServeHTTP(w, r)
	})
}

// person takes the roll of one class.
type person struct {
	*apptest.Visitor
	class *markedClass
}

// BenchmarkUsualSaveOfSixteen makes 16 people save at the same time, again and again. It reports how long they wait for
// the answer, in the middle and 95 of 100: where the school's system takes 300 ms for a call, and where it takes 50 ms and
// refuses a fifth call beside four with 429. The first round is that of a program that does not know the system yet.
func BenchmarkUsualSaveOfSixteen(b *testing.B) {
	for _, one := range []struct {
		name   string
		system system
	}{{"slow", system{delay: 300 * time.Millisecond}}, {"refuses above four", system{50 * time.Millisecond, 4}}} {
		b.Run(one.name, func(b *testing.B) {
			binary, err := apptest.BuildProgram(b)
			apptest.Must(b, err)
			for i, build := range builds(binary) {
				u := newUsual(b, database{}.another(b), build, 1, usualClass, one.system)
				var waits []time.Duration
				for range b.N {
					waits = append(waits, u.saveAtOnce(b)...)
				}
				unit := []string{"", "against-"}[i]
				b.ReportMetric(percentile(waits, 50), unit+"middle-ms")
				b.ReportMetric(percentile(waits, 95), unit+"95-of-100-ms")
			}
		})
	}
}

// saveAtOnce makes all people save at the same time, and returns their waits.
func (u *usual) saveAtOnce(b *testing.B) (waits []time.Duration) {
	b.Helper()
	waits = make([]time.Duration, benchmarkClients)
	var people sync.WaitGroup
	for client := range benchmarkClients {
		people.Go(func() {
			begun := time.Now()
			u.save(b, client)
			waits[client] = time.Since(begun)
		})
	}
	people.Wait()
	return waits
}

// newUsuals starts that many processes on the database, with 16 classes of size students. The other build gets a
// database of its own.
func newUsuals(b *testing.B, on database, processes, size int) (all []*usual) {
	b.Helper()
	binary, err := apptest.BuildProgram(b)
	apptest.Must(b, err)
	for _, build := range builds(binary) {
		all = append(all, newUsual(b, on, build, processes, size, system{}))
		on = on.another(b)
	}
	return all
}

// newUsual starts that many processes of the binary on the database.
func newUsual(b *testing.B, on database, binary string, processes, size int, answers system) *usual {
	b.Helper()
	u := &usual{on: on, system: answers, service: newHangingService(), Deployment: &apptest.Deployment{Binary: binary, Key: vault.RandomMasterKey()}}
	school := u.prepare(b, size)
	if binary == *against {
		fitTables(b, on.location, binary)
	}
	for range processes {
		u.processes = append(u.processes, u.Start(b, apptest.NewPort(b)))
	}
	for i := range benchmarkClients {
		u.Address = u.processes[i%processes].Address
		u.people = append(u.people, &person{u.As(b, teacherNumber(i)), classNumber(i, size, school.Zone)})
	}
	for i := range u.people {
		u.save(b, i)
	}
	on.learn(b)
	return u
}

func teacherNumber(i int) string { return fmt.Sprintf("teacher-%d@big.example", i) }

// prepare fills the database.
func (u *usual) prepare(b *testing.B, size int) (school roll.School) {
	b.Helper()
	system := httptest.NewServer(u.system.before(u.service))
	b.Cleanup(system.Close)
	u.Program = &apptest.Program{App: apptest.NewApp(b, apptest.Options{Clock: time.Now, Database: u.on.location, Config: func(c *settings.Config) {
		c.MasterKeys = []vault.MasterKey{u.Key}
	}})}
	apptest.Must(b, u.App.Store.AddPerson(b.Context(), roll.Person{ID: apptest.OfficeWorker, Email: apptest.OfficeWorker, Name: "Kofi Osei"}, apptest.EveryHash))
	addBig(b, u.Program, bigSchool, system.URL, apptest.ManyStudents(benchmarkClients, size), func(s *roll.School) { s.Zone, school = apptest.ZoneOfNoon(b), *s })
	for i := range benchmarkClients {
		one := teacherNumber(i)
		apptest.Must(b, u.App.Store.AddPerson(b.Context(), roll.Person{ID: roll.PersonID(one), Email: one, Name: fmt.Sprint("Teacher ", i)}, apptest.EveryHash))
		apptest.Must(b, u.App.Store.Join(b.Context(), roll.PersonID(one), school.ID, roll.Teacher))
	}
	u.recordDays(b, school, size, 30)
	apptest.Must(b, u.App.Close())
	return school
}

// recordDays records the rolls of that many previous days as taken and settled.
func (u *usual) recordDays(b *testing.B, school roll.School, size, days int) {
	b.Helper()
	for day := range days {
		var past []saves.PastSave
		for i := range benchmarkClients {
			past = append(past, u.taken(i, size, roll.DateOf(time.Now(), school.Zone).AddDays(-1-day)))
		}
		apptest.Must(b, u.App.Store.RecordPast(b.Context(), school, past, func(roll.Reply) saves.Closing {
			return func(progress roll.Progress, by roll.Attempted) roll.Progress {
				return progress.Confirm(by, "Present", true, school.Timing())
			}
		}))
	}
}

// taken returns the roll of a class on a date, with all students Present.
func (u *usual) taken(class, size int, date roll.Date) saves.PastSave {
	save := roll.Save{
		Token: roll.Token(fmt.Sprintf("%s-%d", date, class)), School: bigSchool, Period: "1", Class: classID(class), Date: date,
		Intent:     roll.Intent{Status: roll.Status{ID: 1, Name: "Present", Family: roll.Present}},
		By:         roll.Actor{Person: roll.PersonID(teacherNumber(class)), Name: "A teacher", Role: roll.Teacher},
		Generation: 1,
	}
	for i := range size {
		save.Rows = append(save.Rows, roll.SaveRow{Enrolment: roll.EnrolmentID(class*size + i + 1)})
	}
	return saves.PastSave{Save: save, AcceptedAt: time.Now(), Took: time.Second, Reply: roll.Reply{State: roll.Answered}}
}

func classID(i int) roll.ClassID { return roll.ClassID(fmt.Sprintf("class-%d", i)) }

func classNumber(i, size int, zone *time.Location) *markedClass {
	class := &markedClass{
		person: roll.PersonID(teacherNumber(i)), statuses: [2]string{"1", "2"}, seen: make([]int, size),
		form: url.Values{"period": {"1"}, "class": {string(classID(i))}, "date": {roll.DateOf(time.Now(), zone).String()}},
	}
	for student := range size {
		class.enrolments = append(class.enrolments, roll.EnrolmentID(i*size+student+1).String())
	}
	return class
}

const usualRoll = "/schools/" + string(bigSchool) + "/roll"

// save presses Save for the whole class of a person.
func (u *usual) save(b *testing.B, client int) {
	b.Helper()
	one := u.people[client]
	answer := one.Post(usualRoll, one.class.press(u.App.Identity.Tokens, everybody), apptest.ByScript()...)
	if answer.Code != http.StatusOK {
		b.Fatalf("the save answered %d: %s", answer.Code, answer.Text("main"))
	}
}

func everybody(_, students int) (from, to int) { return 0, students }

// read opens the roll of a person.
func (u *usual) read(b *testing.B, client int) {
	b.Helper()
	one := u.people[client]
	answer := one.Get(usualRoll+"?class="+one.class.form.Get("class")+"&period=1", "Accept-Encoding", "gzip")
	if answer.Code != http.StatusOK || answer.Header.Get("Content-Encoding") != "gzip" {
		b.Fatalf("the roll page answered %d", answer.Code)
	}
}

// spent returns the processor time of the program and its database.
func (u *usual) spent(b *testing.B) time.Duration {
	b.Helper()
	var spent time.Duration
	for _, process := range u.processes {
		spent += timeOfProcess(b, process.Command.Process.Pid)
	}
	if u.on.server != nil {
		spent += serverTime(b, u.on.server)
	}
	return spent
}

// report measures the work of count clients at once, on each build in turns.
func report(b *testing.B, all []*usual, count int, work func(u *usual, b *testing.B, client int)) {
	b.Helper()
	turns := 1
	if len(all) > 1 {
		turns = 4
	}
	each := (b.N + turns - 1) / turns
	costs := make([]float64, len(all))
	for _, u := range all {
		for client := range count {
			work(u, b, client)
		}
	}
	runtime.GC()
	b.StartTimer()
	b.ResetTimer()
	for range turns {
		for i, u := range all {
			spent := costOf(count, each, func() time.Duration { return u.spent(b) }, func(client int) { work(u, b, client) })
			costs[i] += spent / float64(turns*each)
		}
	}
	b.StopTimer()
	wantNoMore(b, "cpu-ms/op", costs...)
}

// usualClass is the number of students in a class.
const usualClass = 30

// BenchmarkUsualRollPage measures the roll page of a school on a usual morning, from outside the program: with
// marks that the school's system has, and with marks that wait for it.
func BenchmarkUsualRollPage(b *testing.B) {
	onBothEngines(b, func(b *testing.B, on database) {
		all := newUsuals(b, on, 1, usualClass)
		b.Run("saved", func(b *testing.B) { report(b, all, benchmarkClients, (*usual).read) })
		for _, u := range all {
			heal := hang(u.service)
			defer heal()
			for i := range u.people {
				u.save(b, i)
			}
		}
		b.Run("waiting", func(b *testing.B) { report(b, all, benchmarkClients, (*usual).read) })
	})
}

// BenchmarkUsualSave measures a save of a whole class on a usual morning, from outside the program: by 16
// people at once, by one alone, and of a class of 200 students.
//
// Alone, a save is two commits, and therefore two waits for the disk. The first stores the press with its
// lease: only then does the person get an answer, and only then may a call be sent, since an unrecorded call
// could overwrite a newer mark. The second stores the answer: without it, after a loss of power, Rollbook
// would ask again for a mark that a person read as saved, or stop. Simultaneous saves share both.
func BenchmarkUsualSave(b *testing.B) {
	for _, one := range []struct {
		name          string
		clients, size int
	}{{"in company", benchmarkClients, usualClass}, {"alone", 1, usualClass}, {"class of 200", benchmarkClients, 200}} {
		b.Run(one.name, func(b *testing.B) {
			onBothEngines(b, func(b *testing.B, on database) {
				report(b, newUsuals(b, on, 1, one.size), one.clients, (*usual).save)
			})
		})
	}
	b.Run("on two servers", func(b *testing.B) {
		onPostgreSQL(b, func(b *testing.B, on database) {
			report(b, newUsuals(b, on, 2, usualClass), benchmarkClients, (*usual).save)
		})
	})
}
