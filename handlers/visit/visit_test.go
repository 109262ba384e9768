package visit

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/web/language"
	"rollbook/web/roll"
)

// at is a visit of Ada at a school on its third generation, at half past eight.
func at(t *testing.T, method, address string) *Visit {
	t.Helper()
	catalogue, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest(method, address, nil)
	if err := request.ParseForm(); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 20, 8, 30, 0, 0, time.UTC)
	v := &Visit{
		Context: echo.New().NewContext(request, httptest.NewRecorder()), Words: catalogue.English(), Role: roll.Teacher,
		School: roll.School{Zone: time.UTC, Generation: 3}, services: &services{clock: func() time.Time { return now }},
	}
	v.Person = roll.Person{ID: "ada", Name: "Ada"}
	return v
}

func TestAnAddressNamesARollAndTodayIfItNamesNoDate(t *testing.T) {
	t.Parallel()
	for address, one := range map[string]struct {
		want   Query
		status int
	}{
		"/?period=7&class=8B":                                  {Query{"7", "8B", "2026-11-20"}, 0},
		"/?period=7&class=8B&date=2026-11-19":                  {Query{"7", "8B", "2026-11-19"}, 0},
		"/?period=7&class=8B&date=yesterday":                   {Query{"7", "8B", "2026-11-20"}, 400},
		"/?class=8B&class=9A":                                  {Query{}, 400},
		"/?class=" + url.QueryEscape(string(roll.ManyClasses)): {Query{}, 404},
	} {
		got, err := at(t, http.MethodGet, address).Query()
		if got != one.want || (err == nil) != (one.status == 0) || err != nil && StatusOf(err) != one.status {
			t.Errorf("%s is read as %+v, %v", address, got, err)
		}
	}
}

func TestAPageOfAnEarlierGenerationMustBeOpenedAgain(t *testing.T) {
	t.Parallel()
	for address, one := range map[string]struct {
		generation int64
		ok         bool
	}{"/": {1, false}, "/?generation=2": {2, false}, "/?generation=3": {3, true}, "/?generation=4": {3, true}, "/?generation=0": {1, false}, "/?generation=x": {1, false}} {
		v := at(t, http.MethodGet, address)
		if err := v.OfThisGeneration(); v.PageGeneration() != one.generation || (err == nil) != one.ok || !one.ok && roll.KindOf(err) != roll.Stale {
			t.Errorf("%s: %d, %v", address, v.PageGeneration(), err)
		}
	}
}

func TestAPageShowsOnlyItsOwnSentences(t *testing.T) {
	t.Parallel()
	v := at(t, http.MethodGet, "/?said=saved")
	if v.Said("saved", "removed") != "saved" || v.Said("removed") != "" {
		t.Errorf("it says %q and %q", v.Said("saved", "removed"), v.Said("removed"))
	}
}

func TestEnrolmentsOfAFormAreReadAsFarAsPossible(t *testing.T) {
	t.Parallel()
	ids, err := EnrolmentsOf([]string{"11", "x", "12", "0"})
	if err == nil || !slices.Equal(ids, []roll.EnrolmentID{11, 12}) {
		t.Errorf("%v, %v", ids, err)
	}
	for text, want := range map[string]roll.StatusID{"": 0, "2": 2} {
		if id, err := StatusIDOf(text); id != want || err != nil {
			t.Errorf("%q is %d, %v", text, id, err)
		}
	}
}

func TestATimeHasItsDateOnAnotherDayAndADurationItsUnit(t *testing.T) {
	t.Parallel()
	v := at(t, http.MethodGet, "/")
	for instant, want := range map[time.Time]string{{}: "", v.Now(): v.ClockOf(v.Now()), v.Now().AddDate(0, 0, -1): v.Words.ShortDate(v.Now().AddDate(0, 0, -1)) + " " + v.ClockOf(v.Now())} {
		if got := v.DayAndClock(instant, v.Today()); got != want {
			t.Errorf("%s is %q, not %q", instant, got, want)
		}
	}
	if v.SpanOf(time.Second-1) != v.Words.Text("story.moment") || v.SpanOf(time.Second) != v.Words.Span(time.Second) {
		t.Errorf("durations are %q and %q", v.SpanOf(time.Second-1), v.SpanOf(time.Second))
	}
}

// shared is a tablet on which no person is known.
type shared struct{ Bounds }

func (shared) MaySave() bool { return false }

func TestASharedTabletActsForThePersonWhoGaveThePIN(t *testing.T) {
	t.Parallel()
	v := at(t, http.MethodPost, "/")
	v.Person, v.Role, v.Bounds = roll.Person{ID: "door", Name: "Door 12"}, roll.AtDoor, shared{}
	if !v.Own(roll.Actor{Person: "bob", Tablet: "Door 12"}) || v.Own(roll.Actor{Person: "bob", Tablet: "Door 9"}) || v.Own(roll.Actor{Person: "bob"}) {
		t.Error("a press on another device is the tablet's own")
	}
	v.Sign(roll.PINHolder{Person: "bob", Name: "Bob", Role: roll.Office})
	if want := (roll.Actor{Person: "bob", Name: "Bob", Role: roll.Teacher, Tablet: "Door 12"}); v.Actor() != want {
		t.Errorf("it acts for %+v", v.Actor())
	}
}

func TestAPageShowsOnlyErrorsThatAPersonCanCorrectThere(t *testing.T) {
	t.Parallel()
	for says, one := range map[string]struct {
		err  error
		want bool
	}{
		"meaningless": {roll.Problem(roll.Meaningless, "problem.what.422"), true}, "stale": {roll.Problem(roll.Stale, "problem.what.409"), true},
		"not found": {roll.Problem(roll.NotFound, "problem.what.404"), false}, "not found, with a sentence": {roll.Problem(roll.NotFound, "roll.problem.not_on_list"), true},
		"internal": {roll.Problem(roll.Internal, "roll.problem.not_on_list"), false}, "another error": {errors.New("the disk is full"), false}, "none": {nil, false},
	} {
		v := at(t, http.MethodPost, "/")
		if got := v.Refuse(one.err); got != one.want || got != (v.refused != nil) {
			t.Errorf("%s: %t", says, got)
		}
	}
}

func TestAnErrorIsAnsweredByItsKind(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]int{
		roll.Problem(roll.Stale, "problem.what.409"): 409, echo.NewHTTPError(http.StatusTeapot): 418, errors.New("the disk is full"): 500,
	} {
		if got := StatusOf(err); got != want {
			t.Errorf("%v: %d", err, got)
		}
	}
}

func TestASignInLeadsBackToTheRefusedPage(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{"/schools/oak?a=b": "/schools/oak?a=b"} {
		if got := wayBack(at(t, http.MethodGet, address)); got != want {
			t.Errorf("%s: %q", address, got)
		}
	}
	withSecret := at(t, http.MethodGet, "/covers/abc")
	withSecret.SetParamNames("secret")
	withSecret.SetParamValues("abc")
	if got := wayBack(withSecret); got != "" {
		t.Errorf("with a secret: %q", got)
	}
}
