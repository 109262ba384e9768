package load_test

import (
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"

	"rollbook/handlers/apptest"
	"rollbook/web"
	"rollbook/web/edge"
	"rollbook/web/roll"
	"rollbook/web/store/postgrestest"
	"rollbook/web/store/saves"
)

// engine is a database to measure.
type engine struct {
	location string
	// spent is the processor time of the database and of this process.
	spent func() time.Duration
	// size is the query for the bytes of the database.
	driver, source, size string
	// known is the statement that updates the database's statistics of its tables, which it does by itself
	// within a minute; it may be empty.
	known string
}

// onBothEngines measures on SQLite, and on PostgreSQL if it is installed.
func onBothEngines(b *testing.B, measure func(b *testing.B, on engine)) {
	b.Helper()
	b.Run("SQLite", func(b *testing.B) {
		file := filepath.Join(b.TempDir(), "rollbook.db")
		measure(b, engine{
			location: "sqlite:" + file, spent: func() time.Duration { return processorTime(b) },
			driver: "sqlite", source: "file:" + file + "?_pragma=busy_timeout(10000)", size: `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`,
		})
	})
	b.Run("PostgreSQL", func(b *testing.B) { onPostgreSQL(b, measure) })
}

func onPostgreSQL(b *testing.B, measure func(b *testing.B, on engine)) {
	b.Helper()
	server, ok := postgrestest.Start(b)
	if !ok {
		return
	}
	location := server.NewDatabase(b)
	measure(b, engine{
		location: location, spent: func() time.Duration { return processorTime(b) + serverTime(b, server) },
		driver: "pgx", source: location, size: `SELECT pg_database_size(current_database())`, known: `ANALYZE`,
	})
}

// bytes returns the size of the database.
func (e engine) bytes(b *testing.B) float64 {
	b.Helper()
	database, err := sql.Open(e.driver, e.source)
	apptest.Must(b, err)
	defer func() { apptest.Must(b, database.Close()) }()
	var size float64
	apptest.Must(b, database.QueryRowContext(b.Context(), e.size).Scan(&size))
	return size
}

// learn updates the database's statistics of its tables.
func (e engine) learn(b *testing.B) {
	b.Helper()
	if e.known == "" {
		return
	}
	database, err := sql.Open(e.driver, e.source)
	apptest.Must(b, err)
	defer func() { apptest.Must(b, database.Close()) }()
	_, err = database.ExecContext(b.Context(), e.known)
	apptest.Must(b, err)
}

// usual is a school on a usual morning: every class has marks of thirty days and of today.
type usual struct {
	*apptest.Program
	classes []*markedClass
	cookies []*http.Cookie
}

func newUsual(b *testing.B, on engine) *usual {
	b.Helper()
	p, school := bootBeside(b, on.location, startService(b)[0])
	v := p.As(b, apptest.Teacher)
	v.Get(apptest.EightB).Want(b, http.StatusOK)
	u := &usual{Program: p, classes: classesToMark(b, v)}
	// The measured roll is the one opened last.
	v.Get(apptest.EightB).Want(b, http.StatusOK)
	u.cookies = v.Cookies()
	u.recordDays(b, school, 30)
	for _, class := range u.classes {
		u.save(b, class, everybody)
	}
	on.learn(b)
	return u
}

// recordDays records the rolls of that many previous days as taken and settled.
func (u *usual) recordDays(b *testing.B, school roll.School, days int) {
	b.Helper()
	for day := range days {
		var past []saves.PastSave
		for i, class := range u.classes {
			past = append(past, u.taken(b, class, i, roll.Date(apptest.Today).AddDays(-1-day)))
		}
		apptest.Must(b, u.App.Store.RecordPast(b.Context(), school, past, func(roll.Reply) saves.Closing {
			return func(progress roll.Progress, by roll.Attempted) roll.Progress {
				return progress.Confirm(by, "Present", true, school.Timing())
			}
		}))
	}
}

// taken returns the roll of a class on a date, with all students Present.
func (u *usual) taken(b *testing.B, class *markedClass, place int, date roll.Date) saves.PastSave {
	b.Helper()
	save := roll.Save{
		Token: roll.Token(fmt.Sprintf("%s-%d", date, place)), School: apptest.Harbour,
		Period: roll.PeriodID(class.form.Get("period")), Class: roll.ClassID(class.form.Get("class")), Date: date,
		Status: roll.Status{ID: 1, Name: "Present", Family: roll.Present}, By: roll.Actor{Person: apptest.Teacher, Name: "Anna Lindqvist", Role: roll.Teacher}, Generation: 1,
	}
	for _, text := range class.enrolments {
		enrolment, err := roll.ParseEnrolmentID(text)
		apptest.Must(b, err)
		save.Rows = append(save.Rows, roll.SaveRow{Enrolment: enrolment})
	}
	return saves.PastSave{Save: save, AcceptedAt: u.App.Clock(), Took: time.Second, Reply: roll.Reply{State: roll.Answered}}
}

// save presses the next save of the class.
func (u *usual) save(b *testing.B, class *markedClass, share func(turn, students int) (from, to int)) {
	b.Helper()
	if answer := u.Serve(u.cookies, http.MethodPost, apptest.RollPath, class.press(u.Program, share)); answer.Code != http.StatusOK {
		b.Errorf("the save answered %d: %s", answer.Code, answer.Body)
	}
}

func everybody(_, students int) (from, to int) { return 0, students }

// BenchmarkUsualRollPage is BenchmarkRollPage with marks in the rows and thirty previous days. It also
// reports the cost as a multiple of echo compressing the same bytes.
func BenchmarkUsualRollPage(b *testing.B) {
	onBothEngines(b, func(b *testing.B, on engine) {
		u := newUsual(b, on)
		answer := u.Serve(u.cookies, http.MethodGet, apptest.EightB, nil)
		unpacked, err := gzip.NewReader(answer.Body)
		apptest.Must(b, err)
		body, err := io.ReadAll(unpacked)
		apptest.Must(b, err)
		alone := compressing(b, string(body))
		page := meanCost(b, on.spent, func(int) {
			answer := u.Serve(u.cookies, http.MethodGet, apptest.EightB, nil)
			if answer.Code != http.StatusOK || answer.Header().Get("Content-Encoding") != "gzip" {
				b.Errorf("the roll page answered %d", answer.Code)
			}
		})
		b.ReportMetric(page, "cpu-ms/op")
		b.ReportMetric(page/alone, "times-compressing")
	})
}

// compressing measures the cost of a handler that only answers with the page.
func compressing(b *testing.B, page string) float64 {
	b.Helper()
	compress, err := edge.Compress()
	apptest.Must(b, err)
	e := echo.New()
	e.Use(compress)
	e.GET("/", func(c echo.Context) error { return c.HTML(http.StatusOK, page) })
	return meanCost(b, func() time.Duration { return processorTime(b) }, func(int) {
		request := httptest.NewRequest(http.MethodGet, "/", strings.NewReader(""))
		request.Header.Set("Accept-Encoding", "gzip")
		e.ServeHTTP(httptest.NewRecorder(), request)
	})
}

// BenchmarkUsualSave is BenchmarkSave of whole classes with marks in the rows and thirty previous days, by 16
// people at once and by one alone. It also reports how much the database grows with each save; on PostgreSQL
// most of that is earlier versions of marks, whose space it reuses.
//
// Alone, a save is two commits, and therefore two waits for the disk. The first stores the press with its
// lease: only then does the person get an answer, and only then may a call be sent, since an unrecorded call
// could overwrite a newer mark. The second stores the answer: without it, after a loss of power, Rollbook
// would ask again for a mark that a person read as saved, or stop. Simultaneous saves share both.
func BenchmarkUsualSave(b *testing.B) {
	for name, clients := range map[string]int{"in company": benchmarkClients, "alone": 1} {
		b.Run(name, func(b *testing.B) {
			onBothEngines(b, func(b *testing.B, on engine) {
				u := newUsual(b, on)
				before := on.bytes(b)
				cost := meanCostOf(b, clients, on.spent, func(client int) { u.save(b, u.classes[client], everybody) })
				b.ReportMetric(cost, "cpu-ms/op")
				b.ReportMetric((on.bytes(b)-before)/float64(b.N+clients), "bytes-grown/op")
			})
		})
	}
}

// BenchmarkUsualSaveOnTwoServers is BenchmarkUsualSave with many people on PostgreSQL, with one server and
// with two that share the database, each with half of the people. The figure includes the work of both.
func BenchmarkUsualSaveOnTwoServers(b *testing.B) {
	for name, servers := range map[string]int{"one": 1, "two": 2} {
		b.Run(name, func(b *testing.B) {
			onPostgreSQL(b, func(b *testing.B, on engine) {
				u := newUsual(b, on)
				all := []*usual{u}
				for range servers - 1 {
					all = append(all, u.another(b))
				}
				cost := meanCost(b, on.spent, func(client int) { all[client%servers].save(b, u.classes[client], everybody) })
				b.ReportMetric(cost, "cpu-ms/op")
			})
		})
	}
}

// another starts one more server on the same database.
func (u *usual) another(b *testing.B) *usual {
	b.Helper()
	app, err := web.New(b.Context(), u.App.Config, u.App.Clock, slog.New(slog.DiscardHandler), nil, apptest.Register)
	apptest.Must(b, err)
	second := *u
	second.Program = &apptest.Program{App: app}
	second.Run(b)
	return &second
}
