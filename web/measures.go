package web

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/edge"
	"rollbook/web/edge/metrics"
	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/saves"
)

// Measures counts what this process does, for monitoring. No label ever names a person or a student.
type Measures struct {
	requests, saves, marks, calls *metrics.Counter
}

func newMeasures() *Measures {
	return &Measures{
		requests: metrics.NewCounter("rollbook_requests_total", "Requests answered, by route and class of status.", "route", "method", "status"),
		saves:    metrics.NewCounter("rollbook_saves_total", "Saves that came: kept, or held whole because somebody else marked meanwhile.", "outcome"),
		marks:    metrics.NewCounter("rollbook_marks_total", "Marks of students by what an answer of the school system, or none, made of them.", "outcome"),
		calls:    metrics.NewCounter("rollbook_service_calls_total", "Calls to the schools' systems by what became of them.", "school", "result"),
	}
}

// Called counts a call to the school's system.
func (m *Measures) Called(school roll.SchoolID, result string) {
	m.calls.Add(1, string(school), result)
}

// ForgetSchool drops the counts of the school.
func (m *Measures) ForgetSchool(school roll.SchoolID) { m.calls.Forget(string(school)) }

// CountRequests counts answers by route and class of status. Errors must be rendered inside it.
func (m *Measures) CountRequests(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		method := c.Request().Method
		if !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPost}, method) {
			// A client can invent a method.
			method = "other"
		}
		m.requests.Add(1, c.Path(), method, strconv.Itoa(c.Response().Status/100)+"xx")
		return err
	}
}

// Metrics returns the counts of the process and the backlog of all schools, in the text format of
// Prometheus.
func (a *App) Metrics(ctx context.Context) ([]byte, error) {
	backlog, err := a.Store.WholeBacklog(ctx)
	if err != nil {
		return nil, err
	}
	age := time.Duration(0)
	if backlog.Waiting > 0 {
		age = max(0, a.Clock().Sub(backlog.Oldest))
	}
	var text []byte
	for _, counter := range []*metrics.Counter{a.measures.requests, a.measures.saves, a.measures.marks, a.measures.calls} {
		text = counter.AppendTo(text)
	}
	text = metrics.AppendGauge(text, "rollbook_waiting_marks", "Marks of students that are not in their school's system yet, in the whole database.", float64(backlog.Waiting))
	text = metrics.AppendGauge(text, "rollbook_waiting_oldest_seconds", "Age of the oldest of them.", age.Seconds())
	return metrics.AppendGauge(text, "rollbook_stopped_marks", "Marks of students that wait for a person.", float64(backlog.Stopped)), nil
}

// MayReadMetrics reports whether the client's address is allowed. It returns false for a request through a proxy that
// is not trusted, or that names its client in another header only than the one from which addresses are read.
func (a *App) MayReadMetrics(c echo.Context) bool {
	r := c.Request()
	forwarded := slices.ContainsFunc([]string{echo.HeaderXForwardedFor, echo.HeaderXRealIP, "Forwarded"}, func(name string) bool { return r.Header.Get(name) != "" })
	if forwarded && (r.Header.Get(echo.HeaderXForwardedFor) == "" || !edge.FromTrusted(r, a.Config.TrustedProxies)) {
		return false
	}
	address, err := netip.ParseAddr(c.RealIP())
	return err == nil && slices.ContainsFunc(a.Config.MetricsAllow, func(allowed netip.Prefix) bool {
		return allowed.Contains(address.Unmap().WithZone(""))
	})
}

// countedStore is the sender's store with counts of the outcomes.
type countedStore struct {
	*store.Store
	measures *Measures
}

// AcceptAndClaim counts the new saves.
func (s countedStore) AcceptAndClaim(ctx context.Context, zone *time.Location, claiming saves.Claiming, saves ...roll.Save) ([]roll.Acceptance, []roll.Attempt, error) {
	accepted, attempts, err := s.Store.AcceptAndClaim(ctx, zone, claiming, saves...)
	for _, acceptance := range accepted {
		switch {
		case err != nil || acceptance.Repeated:
		case len(acceptance.Kept) == 0:
			s.measures.saves.Add(1, "held")
		default:
			s.measures.saves.Add(1, "kept")
		}
	}
	return accepted, attempts, err
}

// CloseAttempt counts the marks' outcomes.
func (s countedStore) CloseAttempt(ctx context.Context, attempt roll.Attempt, reply roll.Reply, closing saves.Closing) (bool, error) {
	became := outcomes{}
	moved, err := s.Store.CloseAttempt(ctx, attempt, reply, became.noting(closing))
	s.count(became, moved, err)
	return moved, err
}

// CloseAndClaim counts the marks' outcomes.
func (s countedStore) CloseAndClaim(ctx context.Context, attempt roll.Attempt, reply roll.Reply, closing saves.Closing, following saves.Following) (bool, roll.Attempt, error) {
	became := outcomes{}
	moved, next, err := s.Store.CloseAndClaim(ctx, attempt, reply, became.noting(closing), following)
	s.count(became, moved, err)
	return moved, next, err
}

func (s countedStore) count(became outcomes, moved bool, err error) {
	if err != nil || !moved {
		return
	}
	alike := make(map[roll.Outcome]uint64)
	for _, outcome := range became {
		alike[outcome]++
	}
	for outcome, marks := range alike {
		s.measures.marks.Add(marks, string(outcome))
	}
}

// outcomes are the outcomes of marks by enrolment, so that a repeated transaction counts once.
type outcomes map[roll.EnrolmentID]roll.Outcome

func (o outcomes) noting(closing saves.Closing) saves.Closing {
	return func(progress roll.Progress, by roll.Attempted) roll.Progress {
		next := closing(progress, by)
		o[next.Enrolment] = next.Outcome
		return next
	}
}
