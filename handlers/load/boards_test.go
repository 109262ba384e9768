package load_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// The number of open boards, the boards of one person, and the time that they stay open.
const (
	openBoards = 200
	boardsEach = 20
	openFor    = 30 * time.Second
)

// boardReaders signs in enough people of the schools' offices for 200 open boards: one person may have 20.
func boardReaders(b *testing.B, p *apptest.Program, schools ...roll.SchoolID) []*apptest.Visitor {
	b.Helper()
	readers := make([]*apptest.Visitor, openBoards/boardsEach)
	for i := range readers {
		email := fmt.Sprintf("reader-%d@harbour.example", i)
		apptest.Must(b, p.App.Store.AddPerson(b.Context(), roll.Person{ID: roll.PersonID(email), Email: email, Name: "A reader"}, apptest.EveryHash))
		for _, school := range schools {
			apptest.Must(b, p.App.Store.Join(b.Context(), roll.PersonID(email), school, roll.Office))
		}
		readers[i] = p.As(b, email)
	}
	return readers
}

// readEvents reads a stream until the context ends. It calls opened at the first event.
func readEvents(ctx context.Context, v *apptest.Visitor, path string, events *atomic.Int64, opened func()) {
	defer opened()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, v.Address+path, nil)
	apptest.Must(v.T, err)
	r.Header.Set("Accept", "text/event-stream")
	answer, err := v.Client.Do(r)
	if err != nil {
		v.T.Error(err)
		return
	}
	defer func() { _ = answer.Body.Close() }()
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if lines.Text() == "" {
			events.Add(1)
			opened()
		}
	}
}

// serveHanging answers at the address until the benchmark is over.
func serveHanging(b *testing.B, s *hangingService) (address string) {
	b.Helper()
	server := httptest.NewServer(s)
	b.Cleanup(server.Close)
	return server.URL
}
