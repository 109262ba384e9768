package apiclient

import (
	"bytes"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

func packed(t testing.TB, text string) string {
	t.Helper()
	var out bytes.Buffer
	writer := brotli.NewWriter(&out)
	if _, err := writer.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestAnAnswerIsReadInTheEncodingThatItDeclares(t *testing.T) {
	t.Parallel()
	const want = `[{"name":"Jörg Maß"}]`
	for name, one := range map[string]struct{ kind, encoding, body string }{
		"UTF-8":              {"application/json; charset=utf-8", "", want},
		"nothing declared":   {"application/json", "", want},
		"an unknown one":     {"application/json; charset=klingon", "", want},
		"Latin-1":            {"application/json; charset=ISO-8859-1", "", "[{\"name\":\"J\xf6rg Ma\xdf\"}]"},
		"Windows-1252":       {`application/json;charset="windows-1252"`, "", "[{\"name\":\"J\xf6rg Ma\xdf\"}]"},
		"brotli":             {"application/json", "br", packed(t, want)},
		"brotli and Latin-1": {"application/json; charset=latin1", "br", packed(t, "[{\"name\":\"J\xf6rg Ma\xdf\"}]")},
	} {
		client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", one.kind)
			if one.encoding != "" {
				w.Header().Set("Content-Encoding", one.encoding)
			}
			_, _ = w.Write([]byte(one.body))
		})
		reply, err := readStatuses(t, client)
		if err != nil || string(reply.Body) != want {
			t.Errorf("%s: %q, %v", name, reply.Body, err)
		}
	}
}

func TestAnAnswerThatGrowsWithoutEndWhenItIsUnpackedIsTooLarge(t *testing.T) {
	t.Parallel()
	bomb := packed(t, string(bytes.Repeat([]byte(" "), maxReadBytes+1)))
	var asked atomic.Int64
	client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Content-Encoding", "br")
		_, _ = w.Write([]byte(bomb))
	})
	if reply, err := readStatuses(t, client); err == nil || len(reply.Body) > maxReadBytes || asked.Load() != 1 {
		t.Errorf("%d bytes were read in %d calls, %v", len(reply.Body), asked.Load(), err)
	}
}

func TestAReadWaitsAsShortAsTheServiceAsksAndNoLonger(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		after        string
		refusals     int64
		asked        int64
		waits        time.Duration
		answeredWell bool
	}{
		{"2", 1, 2, 2 * time.Second, true}, {"3", 3, 4, 9 * time.Second, true}, {"1", 9, 4, 3 * time.Second, false}, {"11", 1, 1, 0, false}, {"", 1, 1, 0, false},
	} {
		var asked atomic.Int64
		service := &pipeService{handler: func(w http.ResponseWriter, _ *http.Request) {
			if asked.Add(1) > one.refusals {
				_, _ = w.Write([]byte("[]"))
				return
			}
			if one.after != "" {
				w.Header().Set("Retry-After", one.after)
			}
			w.WriteHeader(http.StatusTooManyRequests)
		}}
		service.run(t, func(t *testing.T, client *Client) {
			began := time.Now()
			_, err := readStatuses(t, client)
			if took := time.Since(began).Truncate(time.Second); (err == nil) != one.answeredWell || asked.Load() != one.asked || took != one.waits {
				t.Errorf("asked to wait %q s %d times: asked %d times in %s, %v", one.after, one.refusals, asked.Load(), took, err)
			}
		})
	}
}
