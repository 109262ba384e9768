package handlers_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
)

// BenchmarkBoard measures the processor time of a board of 60 classes and 1,500 students,
// all with marks, as cpu-ms/op.
func BenchmarkBoard(b *testing.B) {
	p := bootBig(b, bigClasses, bigClassSize)
	p.takeAll(b, bigClasses, bigClassSize)
	v := p.as(b, officeWorker)
	v.get(bigDay).want(b, http.StatusOK)
	cookies := v.cookies()
	measure(b, func(int) {
		if answer := p.serve(cookies, http.MethodGet, bigDay, nil); answer.Code != http.StatusOK {
			b.Errorf("the board answered %d", answer.Code)
		}
	})
}

const (
	openBoards = 200
	boardsEach = 20
	openFor    = 30 * time.Second
)

// BenchmarkOpenBoards has 200 boards of a school be open for half a minute while nothing
// happens, and reports how much of a core that takes, as %-of-core: the program and its 200
// readers together.
//
// It is meant for -benchtime 1x.
func BenchmarkOpenBoards(b *testing.B) {
	p := bootBig(b, bigClasses, bigClassSize, func(school *roll.School) { school.RollsDue = "08:00" })
	p.takeAll(b, bigClasses-8, bigClassSize)
	readers := p.readers(b, bigSchool)
	for b.Loop() {
		measureOpen(b, readers, func(int) string { return bigDay + "/events" })
	}
}

// BenchmarkOpenBoardsOfManySchools is BenchmarkOpenBoards with each board that of another
// school of 60 classes and 1,500 students, all with marks.
func BenchmarkOpenBoardsOfManySchools(b *testing.B) {
	p := bootBig(b, bigClasses, bigClassSize)
	students := manyStudents(bigClasses, bigClassSize)
	schools := make([]roll.SchoolID, openBoards)
	for i := range schools {
		schools[i] = roll.SchoolID(fmt.Sprintf("big-%d", i))
		p.addBig(b, schools[i], p.address, students, func(school *roll.School) { school.RollsDue = "08:00" })
		p.tookAll(b, schools[i], students)
	}
	readers := p.readers(b, schools...)
	for b.Loop() {
		measureOpen(b, readers, func(i int) string { return "/schools/" + string(schools[i]) + "/day/events" })
	}
}

// readers are as many people of the schools' offices as 200 open boards need: one person
// has 20 at most.
func (p *program) readers(b *testing.B, schools ...roll.SchoolID) []*visitor {
	b.Helper()
	readers := make([]*visitor, openBoards/boardsEach)
	for i := range readers {
		email := fmt.Sprintf("reader-%d@harbour.example", i)
		must(b, p.app.Store.AddPerson(b.Context(), roll.Person{ID: roll.PersonID(email), Email: email, Name: "A reader"}, everyHash))
		for _, school := range schools {
			must(b, p.app.Store.Join(b.Context(), roll.PersonID(email), school, roll.Office))
		}
		readers[i] = p.as(b, email)
	}
	return readers
}

// tookAll has the rolls of the classes be taken and settled, without the school's system.
func (p *program) tookAll(b *testing.B, id roll.SchoolID, students []roll.Enrolment) {
	b.Helper()
	school, err := p.app.Store.School(b.Context(), id)
	must(b, err)
	var past []store.PastSave
	for first := 0; first < len(students); first += bigClassSize {
		save := roll.Save{
			Token: roll.Token(fmt.Sprintf("%s-%d", id, first)), School: id, Period: "1", Class: students[first].Class, Date: today,
			Status: roll.Status{ID: 1, Name: "Present", Family: roll.Present}, By: roll.Actor{Person: teacher, Name: "Anna Lindqvist", Role: roll.Teacher},
		}
		for _, student := range students[first : first+bigClassSize] {
			save.Rows = append(save.Rows, roll.Asked{Enrolment: student.ID, Student: student.Student})
		}
		past = append(past, store.PastSave{Save: save, AcceptedAt: p.app.Clock(), Took: time.Second, Reply: roll.Reply{State: roll.Answered}})
	}
	must(b, p.app.Store.RecordPast(b.Context(), school, past, func(roll.Reply) store.Closing {
		return func(progress roll.Progress, by roll.Attempted) roll.Progress {
			return progress.Confirm(by, "Present", true, school.Timing())
		}
	}))
}

// measureOpen has the streams be open, and reports what they cost.
func measureOpen(b *testing.B, by []*visitor, path func(i int) string) {
	b.Helper()
	ctx, stop := context.WithCancel(b.Context())
	var readers, opened sync.WaitGroup
	var events atomic.Int64
	for i := range openBoards {
		opened.Add(1)
		readers.Go(func() { by[i/boardsEach].readEvents(ctx, path(i), &events, sync.OnceFunc(opened.Done)) })
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

// readEvents reads a stream until the context ends; opened is called at its first event with
// cells.
func (v *visitor) readEvents(ctx context.Context, path string, events *atomic.Int64, opened func()) {
	defer opened()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, v.address+path, nil)
	must(v.t, err)
	r.Header.Set("Accept", "text/event-stream")
	answer, err := v.client.Do(r)
	if err != nil {
		v.t.Error(err)
		return
	}
	defer func() { _ = answer.Body.Close() }()
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if lines.Text() == "" {
			events.Add(1)
		}
		if strings.Contains(lines.Text(), "day-chart") {
			opened()
		}
	}
}
