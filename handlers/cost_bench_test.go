package handlers_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"rollbook/web/roll"
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

// BenchmarkSave measures the processor time of a whole save of a class: the request,
// its commits, the call and what the school system does with it, the answer.
func BenchmarkSave(b *testing.B) {
	p := boot(b)
	v := p.as(b, teacher)
	cookies := v.cookies()
	presses := p.pressesOfClasses(b, v)
	measure(b, func(client int) {
		answer := p.serve(cookies, http.MethodPost, "/schools/harbour/roll", presses[client].next(p))
		if answer.Code != http.StatusOK {
			b.Errorf("the save answered %d: %s", answer.Code, answer.Body)
		}
	})
}

// presses are the saves of one client, who marks one class again and again.
type presses struct {
	form       url.Values
	enrolments []string
	statuses   [2]string
	count      int
}

// next is another status than the last for everybody, by somebody who has seen it.
func (c *presses) next(p *program) url.Values {
	c.form.Set("save", string(p.app.Tokens.New(roll.PersonID(teacher))))
	c.form.Set("status", c.statuses[c.count%2])
	c.form["seen"] = c.form["seen"][:0]
	for _, enrolment := range c.enrolments {
		c.form.Add("seen", fmt.Sprintf("%s:%d", enrolment, c.count))
	}
	c.count++
	return c.form
}

// pressesOfClasses are the presses of as many clients, each with a class of its own.
func (p *program) pressesOfClasses(b *testing.B, v *visitor) []*presses {
	b.Helper()
	var all []*presses
	for _, period := range v.get(eightB).values("select[name=period] option") {
		for _, class := range v.get("/schools/harbour/roll?class=8B&period=" + period).values("select[name=class] option") {
			page := v.get("/schools/harbour/roll?period=" + url.QueryEscape(period) + "&class=" + url.QueryEscape(class))
			enrolments := page.values("input[name=enrolment]")
			statuses := page.values("input[name=status]")
			all = append(all, &presses{enrolments: enrolments, statuses: [2]string{statuses[0], statuses[1]}, form: url.Values{
				"period": {period}, "class": {class}, "date": {today}, "enrolment": enrolments,
			}})
		}
	}
	if len(all) < benchmarkClients {
		b.Fatalf("%d classes for %d clients", len(all), benchmarkClients)
	}
	return all
}

// values are those of the elements that the selector finds.
func (a answer) values(selector string) []string {
	return a.page.Find(selector).Map(func(_ int, element *goquery.Selection) string { return element.AttrOr("value", "") })
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
