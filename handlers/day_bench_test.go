package handlers_test

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/web/roll"
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
	v := p.as(b, officeWorker)
	for b.Loop() {
		ctx, stop := context.WithCancel(b.Context())
		var readers, opened sync.WaitGroup
		var events atomic.Int64
		for range openBoards {
			opened.Add(1)
			readers.Go(func() { v.readEvents(ctx, bigDay+"/events", &events, sync.OnceFunc(opened.Done)) })
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
