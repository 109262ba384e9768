package desk

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"rollbook/handlers/visit"
	"rollbook/views/part"
	"rollbook/web/language"
	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

func TestAPressIsTakenIfOneOfItsRowsIsKept(t *testing.T) {
	t.Parallel()
	kept, held := roll.Acceptance{Kept: []roll.Kept{{Enrolment: 1}}}, roll.Acceptance{Held: []roll.Held{{}}}
	for says, one := range map[string]struct {
		accepted []roll.Acceptance
		status   int
		asks     bool
	}{
		"kept": {[]roll.Acceptance{kept}, http.StatusOK, false}, "held": {[]roll.Acceptance{held}, http.StatusConflict, true},
		"held and kept": {[]roll.Acceptance{held, kept}, http.StatusOK, true},
	} {
		taken := Taken{Accepted: one.accepted}
		if taken.Status() != one.status || taken.Asks() != one.asks || len(taken.Tokens()) != len(one.accepted) {
			t.Errorf("%s: %d, asks %t", says, taken.Status(), taken.Asks())
		}
	}
}

func TestTapsAreReadWithTheirTimesOrRefusedWhole(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 8, 30, 0, 0, time.UTC)
	press := submission.Press{Seen: make(map[roll.EnrolmentID]int64), Taps: make(map[roll.EnrolmentID]time.Time)}
	if err := readTaps([]string{"11:0:1", "12:3"}, now, &press); err != nil || !slices.Equal(press.Enrolments, []roll.EnrolmentID{11, 12}) {
		t.Fatalf("%v: %v", press.Enrolments, err)
	}
	if press.Seen[12] != 3 || !press.Taps[11].Equal(time.UnixMilli(1)) || !press.Taps[12].Equal(now) {
		t.Errorf("they are %+v", press)
	}
	for _, texts := range [][]string{{"11"}, {"11:0:1:2"}, {"11:0:0"}, {"11:0:-1"}, {"11:0:x"}, {"x:0"}, {"11:-1"}, {"11:0", "11:0"}, {"11:0", "12:0:"}} {
		press := submission.Press{Seen: make(map[roll.EnrolmentID]int64), Taps: make(map[roll.EnrolmentID]time.Time)}
		if err := readTaps(texts, now, &press); err == nil {
			t.Errorf("%v is read as %v", texts, press.Enrolments)
		}
	}
}

func TestATabletLearnsWhyItsTapsWereRefused(t *testing.T) {
	t.Parallel()
	for message, want := range map[language.Key]roll.TapRefusal{
		"roll.problem.not_on_list": roll.TapNotOnList, "roll.problem.closed_for": roll.TapClosed, "roll.problem.date_too_old": roll.TapOtherTime, "taps.problem.no_status": roll.TapNoStatus,
		"roll.problem.unreadable": roll.TapOther,
	} {
		if got := TapRefusalOf(fmt.Errorf("keep: %w", roll.Problem(roll.Meaningless, message))); got != want {
			t.Errorf("%s: %s", message, got)
		}
	}
	if got := TapRefusalOf(errors.New("the disk is full")); got != roll.TapOther {
		t.Errorf("another error: %s", got)
	}
}

// visitWith is a visit of a tablet at a school, with a form.
func visitWith(t *testing.T, form url.Values) *visit.Visit {
	t.Helper()
	catalogue, err := language.Load()
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest(http.MethodPost, "/", nil)
	request.PostForm = form
	v := &visit.Visit{
		Context: echo.New().NewContext(request, httptest.NewRecorder()), Words: catalogue.English(), School: roll.School{Zone: time.UTC, Generation: 1},
	}
	v.Person.Name = "Door 12"
	return v
}

func TestARefusedPressIsAnsweredByTheKindOfItsCause(t *testing.T) {
	t.Parallel()
	v := visitWith(t, nil)
	first := roll.Save{Intent: roll.Intent{Status: roll.Status{Name: "Late"}}, AcceptedAt: time.Date(2026, 11, 20, 8, 31, 0, 0, time.UTC)}
	for says, one := range map[string]struct {
		cause  error
		status int
		want   part.Problem
		text   string
		closed bool
	}{
		"closed":          {roll.Problem(roll.Meaningless, "roll.problem.closed", "Date", roll.Date("2026-11-20")), 422, "closed", "20 November", true},
		"closed for":      {roll.Problem(roll.Meaningless, "roll.problem.closed_for", "Date", roll.Date("2026-11-20"), "Name", "snow"), 422, "closed_for", "snow", true},
		"not on the list": {roll.Problem(roll.Meaningless, "roll.problem.not_on_list"), 422, part.NotOnList, "", false},
		"not stored":      {roll.Problem(roll.Unkept, "roll.problem.not_kept"), 503, part.NotKept, "", false},
		"sent before":     {&roll.OtherContentError{First: first}, 409, part.AlreadySent, "Late", false},
		"without a PIN":   {&SignatureError{problem: roll.Problem(roll.Forbidden, "pins.ended")}, 403, "", "", false},
		"internal":        {errors.New("the disk is gone"), 500, "", "", false},
	} {
		status, summary := explain(v, one.cause)
		if status != one.status || summary.Problem != one.want || summary.Closed != one.closed || !strings.Contains(summary.ProblemText, one.text) {
			t.Errorf("%s: %d, %+v", says, status, summary)
		}
	}
}

func TestAKeptRollIsReadWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	kept := func() url.Values {
		return url.Values{"save": {"x"}, "date": {"2026-11-20"}, "name": {"8B"}, "at": {"1763627460000"}, "reason": {"closed"}, "mark": {"11:Late", "12:"}}
	}
	marks, err := (&Desk{}).KeptRoll(visitWith(t, kept()))
	want := roll.RefusedMark{
		Press: "x", Enrolment: 11, Generation: 1, Tablet: "Door 12", Class: "8B", Date: "2026-11-20", Status: "Late",
		TappedAt: time.UnixMilli(1763627460000), Reason: roll.TapClosed,
	}
	if err != nil || len(marks) != 2 || marks[0] != want || marks[1].Enrolment != 12 {
		t.Errorf("%+v, %v", marks, err)
	}
	for field, bad := range map[string][]string{"save": nil, "date": {"today"}, "at": {"0x10"}, "mark": nil} {
		form := kept()
		form[field] = bad
		if _, err := (&Desk{}).KeptRoll(visitWith(t, form)); roll.KindOf(err) != roll.Malformed {
			t.Errorf("%s %v: %v", field, bad, err)
		}
	}
	form := kept()
	form["mark"] = []string{"11:Late", "0:Late"}
	if _, err := (&Desk{}).KeptRoll(visitWith(t, form)); roll.KindOf(err) != roll.Malformed {
		t.Errorf("a student without a number: %v", err)
	}
}
