package web

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"rollbook/web/edge"
	"rollbook/web/events"
	"rollbook/web/roll"
)

// Measures counts and times what this process does, for monitoring. No label ever names a person or a student.
type Measures struct {
	registry                                *prometheus.Registry
	requests, saves, marks, calls, refusals *prometheus.CounterVec
	requestTimes, callTimes                 *prometheus.HistogramVec
	unmailed, unaudited                     prometheus.Counter
}

// newMeasures makes the measures of a program of the version, without the database's.
func newMeasures(version string) *Measures {
	m := &Measures{registry: prometheus.NewRegistry()}
	made := promauto.With(m.registry)
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return made.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	times := func(name, help, label string) *prometheus.HistogramVec {
		return made.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: prometheus.DefBuckets},
			[]string{label})
	}
	m.requests = counter("rollbook_requests_total", "Requests answered, by route and class of status.", "route", "method",
		"status")
	m.requestTimes = times("rollbook_request_duration_seconds",
		"Request duration by route, without event streams.", "route")
	m.saves = counter("rollbook_saves_total",
		"Saves received, by outcome (kept, or held as a conflict).", "outcome")
	m.marks = counter("rollbook_marks_total",
		"Marks of students, by outcome.", "outcome")
	m.calls = counter("rollbook_service_calls_total", "Calls to school systems, by result.", "school",
		"result")
	m.callTimes = times("rollbook_service_call_duration_seconds",
		"Duration of calls to school systems, by call.", "call")
	m.refusals = counter("rollbook_refusals_total",
		"Refusals, by event name in the log, such as sign-in-refused.", "event")
	m.unmailed = made.NewCounter(prometheus.CounterOpts{Name: "rollbook_mails_failed_total",
		Help: "Messages rejected by the mail server."})
	m.unaudited = made.NewCounter(prometheus.CounterOpts{Name: "rollbook_audit_lost_total",
		Help: "Events missing from the audit log."})
	made.NewGauge(prometheus.GaugeOpts{Name: "rollbook_build_info", Help: "Build information; always 1.",
		ConstLabels: prometheus.Labels{"version": version}}).Set(1)
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Gauge adds a value that is read for each answer of the metrics.
func (m *Measures) Gauge(name, help string, value func() float64) {
	promauto.With(m.registry).NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
}

// Called counts and times a call to the school's system.
func (m *Measures) Called(school roll.SchoolID, call, result string, took time.Duration) {
	m.calls.WithLabelValues(string(school), result).Inc()
	m.callTimes.WithLabelValues(call).Observe(took.Seconds())
}

// ForgetSchool drops the counts of the school.
func (m *Measures) ForgetSchool(school roll.SchoolID) {
	m.calls.DeletePartialMatch(prometheus.Labels{"school": string(school)})
}

// refused counts a refusal.
func (m *Measures) refused(event events.Name) { m.refusals.WithLabelValues(string(event)).Inc() }

// CountRequests counts and times answers by route and class of status. Errors must be rendered inside it.
func (m *Measures) CountRequests(next echo.HandlerFunc) echo.HandlerFunc {
	classes := []string{"0xx", "1xx", "2xx", "3xx", "4xx", "5xx"}
	return func(c echo.Context) error {
		began := time.Now()
		err := next(c)
		method := c.Request().Method
		if !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPost}, method) {
			// A client can invent a method.
			method = "other"
		}
		m.requests.WithLabelValues(c.Path(), method, classes[edge.Answer(c).Status/100]).Inc()
		if c.Response().Header().Get(echo.HeaderContentType) != "text/event-stream" {
			m.requestTimes.WithLabelValues(c.Path()).Observe(time.Since(began).Seconds())
		}
		return err
	}
}

// Metrics answers with the measures, in the formats of Prometheus.
func (a *App) Metrics() http.Handler {
	return promhttp.HandlerFor(a.Measures.registry, promhttp.HandlerOpts{})
}

// databaseMeasures collect the database's state of all schools.
type databaseMeasures struct{ *App }

// Describe leaves the metrics open until they are collected, since schools come and go.
func (databaseMeasures) Describe(chan<- *prometheus.Desc) {}

// collectLimit limits the questions to the database.
const collectLimit = 5 * time.Second

// Collect reads the backlog and the ages of the keys.
func (s databaseMeasures) Collect(into chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), collectLimit)
	defer cancel()
	gauge := func(value float64, name, help string, labels ...string) {
		of := prometheus.NewDesc(name, help, []string{"school"}[:len(labels)], nil)
		into <- prometheus.MustNewConstMetric(of, prometheus.GaugeValue, value, labels...)
	}
	backlog, err := s.Store.WholeBacklog(ctx)
	if err != nil {
		into <- prometheus.NewInvalidMetric(prometheus.NewInvalidDesc(err), err)
		return
	}
	keys, err := s.Store.KeysInUse(ctx)
	if err != nil {
		into <- prometheus.NewInvalidMetric(prometheus.NewInvalidDesc(err), err)
		return
	}
	age := func(since time.Time) float64 { return max(0, s.Clock().Sub(since)).Seconds() }
	oldest := 0.0
	if backlog.Waiting > 0 {
		oldest = age(backlog.Oldest)
	}
	gauge(float64(backlog.Waiting), "rollbook_waiting_marks",
		"Marks not yet confirmed by a school system, in the whole database.")
	gauge(oldest, "rollbook_waiting_oldest_seconds", "Age of the oldest unconfirmed mark.")
	gauge(float64(backlog.Stopped), "rollbook_stopped_marks", "Marks that need a person's decision.")
	for school, added := range keys {
		gauge(age(added), "rollbook_key_age_seconds", "Age of the key for the school's system.", string(school))
	}
}

// MayReadMetrics reports whether the client's address is allowed. It returns false for a request through a proxy that
// is not trusted, or that names its client in another header only than the one from which addresses are read.
func (a *App) MayReadMetrics(c echo.Context) bool {
	r := c.Request()
	forwarded := slices.ContainsFunc([]string{echo.HeaderXForwardedFor, echo.HeaderXRealIP, "Forwarded"},
		func(name string) bool { return r.Header.Get(name) != "" })
	if forwarded && (r.Header.Get(echo.HeaderXForwardedFor) == "" || !edge.FromTrusted(r, a.Config.TrustedProxies)) {
		return false
	}
	address, err := netip.ParseAddr(c.RealIP())
	return err == nil && slices.ContainsFunc(a.Config.MetricsAllow, func(allowed netip.Prefix) bool {
		return allowed.Contains(address.Unmap().WithZone(""))
	})
}

// Accepted counts the new saves.
func (m *Measures) Accepted(accepted []roll.Acceptance) {
	for _, acceptance := range accepted {
		switch {
		case acceptance.Repeated:
		case len(acceptance.Kept) == 0:
			m.saves.WithLabelValues("held").Inc()
		default:
			m.saves.WithLabelValues("kept").Inc()
		}
	}
}

// Became counts a mark's outcome.
func (m *Measures) Became(outcome roll.Outcome) { m.marks.WithLabelValues(string(outcome)).Inc() }
