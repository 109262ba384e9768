package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"rollbook/web"
)

// benchmarkClients is how many people are at it at once.
const benchmarkClients = 16

// BenchmarkRollPage measures the processor time of a roll of 28 from a warm cache,
// session, queries, rendering and compression included, as cpu-ms/op.
func BenchmarkRollPage(b *testing.B) {
	p := boot(b)
	v := p.as(b, teacher)
	v.get(eightB).want(b, http.StatusOK)
	cookies := v.cookies()
	measure(b, func(int) {
		answer := p.serve(cookies, http.MethodGet, eightB, nil)
		if answer.Code != http.StatusOK || answer.Header().Get("Content-Encoding") != "gzip" {
			b.Errorf("the roll page answered %d", answer.Code)
		}
	})
}

func (v *visitor) cookies() []*http.Cookie {
	address, err := url.Parse(v.address)
	must(v.t, err)
	return v.client.Jar.Cookies(address)
}

// measure runs the work by 16 clients and reports the processor time of the process.
func measure(b *testing.B, work func(client int)) {
	b.Helper()
	for client := range benchmarkClients {
		work(client)
	}
	// The program looks every few seconds how much is in use.
	runtime.GC()
	web.CollectSeldom(os.LookupEnv)
	var turns atomic.Int64
	var clients sync.WaitGroup
	before := processorTime(b)
	b.ResetTimer()
	for client := range benchmarkClients {
		clients.Go(func() {
			for turns.Add(1) <= int64(b.N) {
				work(client)
			}
		})
	}
	clients.Wait()
	b.StopTimer()
	spent := processorTime(b) - before
	b.ReportMetric(float64(spent.Microseconds())/1000/float64(b.N), "cpu-ms/op")
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// serve answers a request without a network between.
func (p *program) serve(cookies []*http.Cookie, method, address string, form url.Values) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, address, strings.NewReader(form.Encode()))
	request.Host = "localhost"
	request.Header.Set("Accept-Encoding", "gzip")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("HX-Request", "true")
	}
	for _, cookie := range cookies {
		request.AddCookie(cookie)
	}
	answer := httptest.NewRecorder()
	p.app.Handler().ServeHTTP(answer, request)
	return answer
}
