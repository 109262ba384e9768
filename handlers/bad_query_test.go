package handlers_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// badQueries are bad addresses of the roll page.
func badQueries() map[string]trial {
	return map[string]trial{
		"date far past":            answeredAs(http.StatusNotFound, eightB+"&date=1999-09-01"),
		"date formats":             answeredAs(http.StatusBadRequest, eightB+"&date=01/02/2026", eightB+"&date=2026-2-1", eightB+"&date=20260201", eightB+"&date=2026-W05", eightB+"&date=%D9%A2026-02-01"),
		"date impossible":          answeredAs(http.StatusBadRequest, eightB+"&date=2026-02-30"),
		"date list":                answeredAs(http.StatusBadRequest, eightB+"&date=a&date=b", eightB+"&date="+today+"&date="+today),
		"array index param":        answeredAs(http.StatusBadRequest, rollPath+"?class[]=1", rollPath+"?class%5B%5D=1"),
		"period unknown":           answeredAs(http.StatusNotFound, eightB+"&period=999"),
		"date absent":              todayInTheZone,
		"class id of other school": otherSchoolsClass,
		"class id enumeration":     triedOneByOne,
	}
}

// answeredAs asks for each address, plain and by script: no name is told, no call
// is made, and nothing happens.
func answeredAs(status int, addresses ...string) trial {
	return func(t *testing.T, p *program) {
		v := p.as(t, teacher)
		v.get(eightB).want(t, http.StatusOK)
		before := callsOf(p)
		for _, address := range addresses {
			for _, headers := range [][]string{nil, byScript()} {
				got := p.nothing(t, func() answer { return v.get(address, headers...) }).want(t, status)
				if got.page.Find("[data-enrolment]").Length() > 0 {
					t.Errorf("%s lists students", address)
				}
			}
		}
		if after := callsOf(p); after != before {
			t.Errorf("it made %d calls", after-before)
		}
	}
}

// callsOf counts every call that the school systems were made.
func callsOf(p *program) int {
	calls := 0
	for _, paths := range p.sandbox.Calls() {
		for _, n := range paths {
			calls += n
		}
	}
	return calls
}

func todayInTheZone(t *testing.T, _ *program) {
	p := bootAt(t, clockFrom(time.Date(2026, time.November, 19, 23, 30, 0, 0, time.UTC)))
	for email, want := range map[string][2]string{
		teacher:       {eightB, "2026-11-19"},
		frenchTeacher: {"/schools/tilleuls/roll?class=4e+B", "2026-11-20"},
	} {
		page := p.as(t, email).get(want[0]).want(t, http.StatusOK)
		if date := page.form("#roll").Get("date"); date != want[1] {
			t.Errorf("%s is at %s", want[0], date)
		}
	}
}

func otherSchoolsClass(t *testing.T, p *program) {
	v := p.as(t, teacher)
	ask := func(path string) answer { return v.get(path) }
	wantSameAsNonsense(t, ask, rollPath+"?class=4e+B", rollPath+"?class=nonsense")
	wantSameAsNonsense(t, ask, "/schools/tilleuls/roll?class=4e+B", "/schools/nowhere1/roll?class=4e+B")
}

func triedOneByOne(t *testing.T, _ *program) {
	p := boot(t)
	v := p.as(t, teacher)
	v.get(eightB).want(t, http.StatusOK)
	before := callsOf(p)
	refused := 0
	for class := range 70 {
		got := v.get(rollPath+"?class="+strconv.Itoa(class), "X-Forwarded-For", "203.0.113."+strconv.Itoa(class))
		switch got.code {
		case http.StatusTooManyRequests:
			refused++
			if got.header.Get("Retry-After") == "" {
				t.Error("it does not say how long to wait")
			}
		case http.StatusNotFound:
		default:
			t.Fatalf("answers %d", got.code)
		}
		if strings.Contains(string(got.body), "O'Neill") {
			t.Error("it tells a name")
		}
	}
	if refused != 9 || callsOf(p) != before {
		t.Errorf("%d of 70 were refused, %d calls", refused, callsOf(p)-before)
	}
	p.as(t, otherTeacher).get(eightB).want(t, http.StatusOK)
}
