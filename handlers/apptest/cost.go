package apptest

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

// BenchmarkClients is the number of concurrent clients.
const BenchmarkClients = 16

// Cookies returns the cookies that the browser sends.
func (v *Visitor) Cookies() []*http.Cookie {
	address, err := url.Parse(v.Address)
	Must(v.T, err)
	return v.Client.Jar.Cookies(address)
}

// Measure runs the work in 16 clients and reports the processor time of the process.
func Measure(b *testing.B, work func(client int)) {
	b.Helper()
	b.ReportMetric(Cost(b, func() time.Duration { return ProcessorTime(b) }, work), "cpu-ms/op")
}

// Cost runs the work in 16 clients, b.N times, and returns the cost of one run in milliseconds.
func Cost(b *testing.B, spentSoFar func() time.Duration, work func(client int)) float64 {
	b.Helper()
	return CostOf(b, BenchmarkClients, spentSoFar, work)
}

// CostOf is Cost with count clients.
func CostOf(b *testing.B, count int, spentSoFar func() time.Duration, work func(client int)) float64 {
	b.Helper()
	for client := range count {
		work(client)
	}
	// The program regularly checks how much memory is in use.
	runtime.GC()
	web.CollectSeldom(os.LookupEnv)
	var turns atomic.Int64
	var clients sync.WaitGroup
	before := spentSoFar()
	// The number of runs follows from the time of the last measured cost.
	b.StartTimer()
	b.ResetTimer()
	for client := range count {
		clients.Go(func() {
			for turns.Add(1) <= int64(b.N) {
				work(client)
			}
		})
	}
	clients.Wait()
	b.StopTimer()
	spent := spentSoFar() - before
	return float64(spent.Microseconds()) / 1000 / float64(b.N)
}

// ProcessorTime returns the processor time of this process so far.
func ProcessorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	Must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// Serve answers a request without a network.
func (p *Program) Serve(cookies []*http.Cookie, method, address string, form url.Values) *httptest.ResponseRecorder {
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
	p.App.Handler().ServeHTTP(answer, request)
	return answer
}

// Bytes returns the bytes on the wire for an address.
func (v *Visitor) Bytes(address string) int {
	v.T.Helper()
	a := v.Get(address, "Accept-Encoding", "gzip")
	if a.Code != http.StatusOK || a.Header.Get("Content-Encoding") != "gzip" {
		v.T.Errorf("%s answers %d, encoded %q", address, a.Code, a.Header.Get("Content-Encoding"))
	}
	return len(a.Body)
}

// WantAtMost fails when the size is larger.
func WantAtMost(t *testing.T, what string, got, most int) {
	t.Helper()
	t.Logf("%s: %d of %d", what, got, most)
	if got > most {
		t.Errorf("%s: %d, more than %d", what, got, most)
	}
}
