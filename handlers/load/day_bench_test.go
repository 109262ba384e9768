package load_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

// BenchmarkBoard measures the processor time of a board of 60 classes and 1,500 students,
// all with marks, as cpu-ms/op.
func BenchmarkBoard(b *testing.B) {
	p := bootBig(b, bigClasses, bigClassSize)
	takeAll(b, p, bigClasses, bigClassSize)
	v := p.As(b, apptest.OfficeWorker)
	v.Get(bigDay).Want(b, http.StatusOK)
	cookies := v.Cookies()
	measure(b, func(int) {
		if answer := p.Serve(cookies, http.MethodGet, bigDay, nil); answer.Code != http.StatusOK {
			b.Errorf("the board answered %d", answer.Code)
		}
	})
}

// BenchmarkOpenBoards keeps 200 boards of a school open for half a minute without a change, and reports the
// share of a core that this takes, as %-of-core: the program and its 200 readers together.
//
// It is meant for -benchtime 1x.
func BenchmarkOpenBoards(b *testing.B) {
	p := bootBig(b, bigClasses, bigClassSize, func(school *roll.School) { school.RollsDue = "08:00" })
	takeAll(b, p, bigClasses-8, bigClassSize)
	readers := boardReaders(b, p, bigSchool)
	for b.Loop() {
		measureOpen(b, openBoards, func(i int) (*apptest.Visitor, string) {
			return readers[i/boardsEach], bigDay + "/events"
		})
	}
}

// BenchmarkOpenBoardsOfManySchools is BenchmarkOpenBoards with each board of another
// school, of 60 classes and 1,500 students, all with marks.
func BenchmarkOpenBoardsOfManySchools(b *testing.B) {
	p := bootBig(b, bigClasses, bigClassSize)
	students := apptest.ManyStudents(bigClasses, bigClassSize)
	schools := make([]roll.SchoolID, openBoards)
	for i := range schools {
		schools[i] = roll.SchoolID(fmt.Sprintf("big-%d", i))
		addBig(b, p, schools[i], p.Address, students, func(school *roll.School) { school.RollsDue = "08:00" })
		tookAll(b, p, schools[i], students)
	}
	readers := boardReaders(b, p, schools...)
	for b.Loop() {
		measureOpen(b, openBoards, func(i int) (*apptest.Visitor, string) {
			return readers[i/boardsEach], "/schools/" + string(schools[i]) + "/day/events"
		})
	}
}

// tookAll records the rolls of the classes as taken and settled, without the school's system.
func tookAll(b *testing.B, p *apptest.Program, id roll.SchoolID, students []roll.Enrolment) {
	b.Helper()
	school, err := p.App.Store.School(b.Context(), id)
	apptest.Must(b, err)
	var past []saves.PastSave
	for first := 0; first < len(students); first += bigClassSize {
		save := roll.Save{
			Token: roll.Token(fmt.Sprintf("%s-%d", id, first)), School: id, Period: "1", Class: students[first].Class, Date: apptest.Today,
			Intent: roll.Intent{Status: roll.Status{ID: 1, Name: "Present", Family: roll.Present}}, By: roll.Actor{Person: apptest.Teacher, Name: "Anna Lindqvist", Role: roll.Teacher}, Generation: 1,
		}
		for _, student := range students[first : first+bigClassSize] {
			save.Rows = append(save.Rows, roll.SaveRow{Enrolment: student.ID, Student: student.Student})
		}
		past = append(past, saves.PastSave{Save: save, AcceptedAt: p.App.Clock(), Took: time.Second, Reply: roll.Reply{State: roll.Answered}})
	}
	apptest.Must(b, p.App.Store.RecordPast(b.Context(), school, past, func(roll.Reply) saves.Closing {
		return func(progress roll.Progress, by roll.Attempted) roll.Progress {
			return progress.Confirm(by, "Present", true, school.Timing())
		}
	}))
}

// measureOpen keeps that many streams open, each with its reader, and reports their cost.
func measureOpen(b *testing.B, open int, reader func(i int) (by *apptest.Visitor, path string)) {
	b.Helper()
	ctx, stop := context.WithCancel(b.Context())
	var readers, opened sync.WaitGroup
	var events atomic.Int64
	for i := range open {
		opened.Add(1)
		readers.Go(func() {
			by, path := reader(i)
			readEvents(ctx, by, path, &events, sync.OnceFunc(opened.Done))
		})
	}
	opened.Wait()
	before, first := processorTime(b), events.Load()
	<-time.After(openFor)
	spent := processorTime(b) - before
	b.ReportMetric(100*spent.Seconds()/openFor.Seconds(), "%-of-core")
	b.ReportMetric(float64(events.Load()-first)/openFor.Seconds(), "beats/s")
	stop()
	readers.Wait()
}

// BenchmarkFinder measures the processor time of an answer of the finder in a school of
// 2,000 students, all with marks, as cpu-ms/op.
func BenchmarkFinder(b *testing.B) {
	p := bootBig(b, 80, 25, func(school *roll.School) { school.RollsDue = "08:00" })
	takeAll(b, p, 80, 25)
	v := p.As(b, apptest.OfficeWorker)
	for name, text := range map[string]string{"one": "okafor 11", "fifty": "smith", "class": "7A"} {
		b.Run(name, func(b *testing.B) {
			cookies := v.Cookies()
			address := "/schools/big/students?q=" + url.QueryEscape(text)
			measure(b, func(int) {
				if answer := p.Serve(cookies, http.MethodGet, address, nil); answer.Code != http.StatusOK {
					b.Errorf("it answered %d", answer.Code)
				}
			})
		})
	}
}
