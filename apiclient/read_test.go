package apiclient

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func readStatuses(t testing.TB, client *Client) (Reply, error) {
	t.Helper()
	return client.Read(context.Background(), "statuses", "/serviceapi/v1/students/attendance/statuses/list")
}

func TestReadsAreRepeatedOnlyWhereThatMayHelp(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]int64{500: 3, 503: 3, 401: 1, 404: 1, 429: 1, 400: 1} {
		var asked atomic.Int64
		service := &pipeService{handler: func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			w.WriteHeader(status)
		}}
		service.run(t, func(t *testing.T, client *Client) {
			_, err := readStatuses(t, client)
			failure, ok := errors.AsType[*Error](err)
			if !ok || failure.Status != status || asked.Load() != want {
				t.Errorf("%d: asked %d times, %v", status, asked.Load(), err)
			}
		})
	}
}

func TestAReadWithARequestedWaitIsNotRepeated(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	_, err := readStatuses(t, client)
	if failure, ok := errors.AsType[*Error](err); !ok || failure.RetryAfter != 30*time.Second || asked.Load() != 1 {
		t.Errorf("asked %d times, %v", asked.Load(), err)
	}
}

func TestAfterFiveFailuresReadsPauseForHalfAMinute(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	var healthy atomic.Bool
	service := &pipeService{handler: func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		if !healthy.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
		_, _ = io.WriteString(w, "[]")
	}}
	service.run(t, func(t *testing.T, client *Client) {
		_, _ = readStatuses(t, client)
		_, _ = readStatuses(t, client)
		_, err := readStatuses(t, client)
		failure, ok := errors.AsType[*Error](err)
		if !ok || failure.Kind != NotSent || failure.Reason != ReasonPaused || asked.Load() != 5 {
			t.Errorf("asked %d times, then %v", asked.Load(), err)
		}
		healthy.Store(true)
		time.Sleep(31 * time.Second)
		if _, err := readStatuses(t, client); err != nil {
			t.Errorf("after the pause: %v", err)
		}
	})
}

func TestAReadThatIsNotAnsweredEndsAfterFifteenSeconds(t *testing.T) {
	t.Parallel()
	service := &pipeService{handler: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }}
	service.run(t, func(t *testing.T, client *Client) {
		began := time.Now()
		_, err := client.readOnce(context.Background(), "statuses", "/x")
		failure, ok := errors.AsType[*Error](err)
		if !ok || failure.Kind != Unknown || time.Since(began) != readDeadline {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		synctest.Wait()
	})
}

func TestAnEndlessListIsNotReadToItsEnd(t *testing.T) {
	t.Parallel()
	chunk := strings.Repeat(" ", 1<<20)
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		for range 1000 {
			if _, err := io.WriteString(w, chunk); err != nil {
				return
			}
		}
		t.Error("it was read to its end")
	})
	_, err := readStatuses(t, client)
	if !errors.Is(err, errTooLarge) {
		t.Errorf("reading ended as %v", err)
	}
}
