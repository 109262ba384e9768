package badinput_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/handlers/apptest"
)

// badQueries are the trials of bad addresses of the roll page.
func badQueries() map[string]trial {
	return map[string]trial{
		"date far past":            answeredAs(http.StatusNotFound, apptest.EightB+"&date=1999-09-01"),
		"date formats":             answeredAs(http.StatusBadRequest, apptest.EightB+"&date=01/02/2026", apptest.EightB+"&date=2026-2-1", apptest.EightB+"&date=20260201", apptest.EightB+"&date=2026-W05", apptest.EightB+"&date=%D9%A2026-02-01"),
		"date impossible":          answeredAs(http.StatusBadRequest, apptest.EightB+"&date=2026-02-30"),
		"date list":                answeredAs(http.StatusBadRequest, apptest.EightB+"&date=a&date=b", apptest.EightB+"&date="+apptest.Today+"&date="+apptest.Today),
		"array index param":        answeredAs(http.StatusBadRequest, apptest.RollPath+"?class[]=1", apptest.RollPath+"?class%5B%5D=1"),
		"period unknown":           answeredAs(http.StatusNotFound, apptest.EightB+"&period=999"),
		"date absent":              todayInTheZone,
		"class id of other school": otherSchoolsClass,
		"class id enumeration":     triedOneByOne,
	}
}

// answeredAs requests each address, with and without a script: the answer contains no name, and Rollbook
// makes no call and no change.
func answeredAs(status int, addresses ...string) trial {
	return func(t *testing.T, p *apptest.Program) {
		v := p.As(t, apptest.Teacher)
		v.Get(apptest.EightB).Want(t, http.StatusOK)
		before := callsOf(p)
		for _, address := range addresses {
			for _, headers := range [][]string{nil, apptest.ByScript()} {
				got := p.Nothing(t, func() apptest.Answer { return v.Get(address, headers...) }).Want(t, status)
				if got.Page.Find("[data-enrolment]").Length() > 0 {
					t.Errorf("%s lists students", address)
				}
			}
		}
		if after := callsOf(p); after != before {
			t.Errorf("it made %d calls", after-before)
		}
	}
}

// callsOf counts all calls to the school systems.
func callsOf(p *apptest.Program) int {
	calls := 0
	for _, paths := range p.Sandbox.Calls() {
		for _, n := range paths {
			calls += n
		}
	}
	return calls
}

func todayInTheZone(t *testing.T, _ *apptest.Program) {
	p := apptest.BootAt(t, apptest.ClockFrom(time.Date(2026, time.November, 19, 23, 30, 0, 0, time.UTC)))
	for email, want := range map[string][2]string{
		apptest.Teacher:       {apptest.EightB, "2026-11-19"},
		apptest.FrenchTeacher: {"/schools/tilleuls/roll?class=4e+B", "2026-11-20"},
	} {
		page := p.As(t, email).Get(want[0]).Want(t, http.StatusOK)
		if date := page.Form("#roll").Get("date"); date != want[1] {
			t.Errorf("%s is at %s", want[0], date)
		}
	}
}

func otherSchoolsClass(t *testing.T, p *apptest.Program) {
	v := p.As(t, apptest.Teacher)
	ask := func(path string) apptest.Answer { return v.Get(path) }
	apptest.WantSameAsNonsense(t, ask, apptest.RollPath+"?class=4e+B", apptest.RollPath+"?class=nonsense")
	apptest.WantSameAsNonsense(t, ask, "/schools/tilleuls/roll?class=4e+B", "/schools/nowhere1/roll?class=4e+B")
}

func triedOneByOne(t *testing.T, _ *apptest.Program) {
	p := apptest.Boot(t)
	v := p.As(t, apptest.Teacher)
	v.Get(apptest.EightB).Want(t, http.StatusOK)
	before := callsOf(p)
	refused := 0
	for class := range 70 {
		got := v.Get(apptest.RollPath+"?class="+strconv.Itoa(class), "X-Forwarded-For", "203.0.113."+strconv.Itoa(class))
		switch got.Code {
		case http.StatusTooManyRequests:
			refused++
			if got.Header.Get("Retry-After") == "" {
				t.Error("it does not say how long to wait")
			}
		case http.StatusNotFound:
		default:
			t.Fatalf("answers %d", got.Code)
		}
		if strings.Contains(string(got.Body), "O'Neill") {
			t.Error("it tells a name")
		}
	}
	if refused != 10 || callsOf(p) != before {
		t.Errorf("%d of 70 were refused, %d calls", refused, callsOf(p)-before)
	}
	p.As(t, apptest.OtherTeacher).Get(apptest.EightB).Want(t, http.StatusOK)
}
