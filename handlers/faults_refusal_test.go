package handlers_test

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rollbook/apiclient"
	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
	"rollbook/web/store"
)

// refusals are the faults in which the service answers, and does not say simply that
// everything was recorded.
func refusals() map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"U06": aServiceThatAsksToWaitIsLeftAlone,
		"U09": thoseWhomAnAnswerLeavesOutGoAgainOnce,
		"U11": itemsForOneStudentThatDifferConfirmNothing,
		"U13": anotherStatusIsShownAsItCame,
		"U17": aRefusedKeyStopsNothingForGood,
		"U23": aServicesLargestListIsLearned,
	}
}

func aServiceThatAsksToWaitIsLeftAlone(t *testing.T) {
	for asked, wait := range map[string]span{
		"30":                            around(30 * time.Second),
		"Thu, 19 Nov 2026 08:30:30 GMT": around(30 * time.Second),
		"1000000000":                    around(5 * time.Minute),
		"soon":                          around(5 * time.Second),
		"":                              around(5 * time.Second),
	} {
		t.Run(asked, func(t *testing.T) {
			t.Parallel()
			play(t, func(t *testing.T, s *scene) { s.asksToWait(t, asked, wait) })
		})
	}
}

// asksToWait is a press at a service that asks twice to be left alone, while another
// school's is not asked for anything.
func (s *scene) asksToWait(t *testing.T, asked string, wait span) {
	t.Helper()
	v := s.as(t, teacher)
	s.breaks(t, sandbox.Fault{Calls: 1, Status: http.StatusTooManyRequests, Headers: map[string]string{"Retry-After": asked}})
	p := s.presses(t, v, "Absent", 0, 1, 2)
	p.shows(t, 2*time.Second, roll.Waiting, saysWaiting)
	later := s.presses(t, v, "Late", 3)
	french := s.as(t, frenchTeacher)
	theirs := french.get("/schools/tilleuls/roll?class=4e+B").want(t, http.StatusOK)
	french.post("/schools/tilleuls/roll", theirs.press(t, "Absent", theirs.enrolments(t, 1)...)).want(t, http.StatusSeeOther)
	if calls := s.sandbox.Arrivals("0754021K"); len(calls) != 1 || time.Since(calls[0].In) > 2*time.Second {
		t.Errorf("the other school's calls are %v", calls)
	}
	p.settles(t, wait.to+4*time.Second)
	later.showsFor(t, later.enrolments[0], roll.Saved, "Late")
	p.wantAttempts(t, roll.AskedToWait, roll.Answered)
	p.wantSent(t, around(0), wait, span{wait.from, wait.to + 4*time.Second})
}

// thoseWhomAnAnswerLeavesOutGoAgainOnce, together; who is left out once more needs a
// person.
func thoseWhomAnAnswerLeavesOutGoAgainOnce(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		v := s.as(t, teacher)
		rows := v.get(eightB).rows(t)
		s.breaks(t,
			sandbox.Fault{Calls: 1, DropStudents: numbers(t, rows[1].student, rows[2].student)},
			sandbox.Fault{DropStudents: numbers(t, rows[1].student)})
		p := s.presses(t, v, "Absent", 0, 1, 2, 3)
		p.until(t, 2*time.Second)
		for _, place := range []int{0, 2, 3} {
			p.showsFor(t, p.enrolments[place], roll.Saved, "Absent")
		}
		p.showsFor(t, p.enrolments[1], roll.Refused, saysRefused)
		p.until(t, 10*time.Minute)
		calls := s.sandbox.Arrivals(harbourCode)
		if len(calls) != 2 || !slices.Equal(calls[1].Enrolments, numbers(t, p.enrolments[1:3]...)) {
			t.Errorf("the calls are %+v", calls)
		}
		p.wantAttempts(t, roll.Answered, roll.Answered)
	})
}

func itemsForOneStudentThatDifferConfirmNothing(t *testing.T) {
	t.Run("exact repeats", func(t *testing.T) {
		t.Parallel()
		play(t, func(t *testing.T, s *scene) {
			s.breaks(t, sandbox.Fault{Duplicate: true})
			v := s.as(t, officeWorker)
			p := s.presses(t, v, "Absent", 0, 1)
			p.settles(t, 2*time.Second)
			p.wantAttempts(t, roll.Answered)
			history := v.get(historyPath+p.enrolments[0]+"/history?date="+today).want(t, http.StatusOK)
			if entries := history.page.Find("ol.list > li").Length(); entries != 1 {
				t.Errorf("the history has %d entries", entries)
			}
		})
	})
	t.Run("items that differ", func(t *testing.T) {
		t.Parallel()
		play(t, func(t *testing.T, s *scene) {
			s.breaks(t, sandbox.Fault{Calls: 1, Conflict: true}, sandbox.Fault{Calls: 1, Conflict: true, DelayBeforeMs: 9_000})
			p := s.presses(t, s.as(t, teacher), "Absent", 0, 1)
			p.shows(t, 8*time.Second, roll.Waiting, saysWaiting)
			p.shows(t, 12*time.Second, roll.Refused, saysRefused)
			p.until(t, 10*time.Minute)
			p.wantAttempts(t, roll.Answered, roll.Answered)
		})
	})
}

func anotherStatusIsShownAsItCame(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.breaks(t, sandbox.Fault{StatusText: "ZZZ<b>?"})
		v := s.as(t, teacher)
		p := s.presses(t, v, "Absent", 0, 1)
		p.shows(t, 2*time.Second, roll.Differs, "School system recorded ZZZ<b>?. You sent Absent. If that is wrong, tell the office.")
		if bold := v.get(eightB).page.Find("#s" + p.enrolments[0] + " b"); bold.Length() > 0 {
			t.Error("the status is read as markup")
		}
		p.until(t, 10*time.Minute)
		p.wantAttempts(t, roll.Answered)
	})
}

// aRefusedKeyStopsNothingForGood: with a new key everything that waited goes through,
// and until then the service is left alone but for a look a minute.
func aRefusedKeyStopsNothingForGood(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		v := s.as(t, teacher)
		v.get(eightB).want(t, http.StatusOK)
		s.revokeKeys(t)
		var all []*pressed
		for place := range 10 {
			all = append(all, s.presses(t, v, "Absent", place))
			pass(time.Millisecond) // Presses of the same instant have no order.
		}
		all[9].shows(t, 2*time.Second, roll.Waiting, saysWaiting)
		s.wantKeyBanner(t, 10)
		before := s.refused()
		all[9].until(t, 10*time.Minute)
		if after := s.refused(); after-before > 10 {
			t.Errorf("%d calls in ten minutes", after-before)
		}
		// Calls that take no time may overtake each other as they like.
		s.breaks(t, sandbox.Fault{DelayBeforeMs: 100})
		s.renewKey(t)
		replaced := time.Now()
		pass(time.Minute)
		for _, p := range all {
			p.showsFor(t, p.enrolments[0], roll.Saved, "Absent")
			s.holds(t, "Absent", p.enrolments...)
		}
		s.wantInOrder(t, replaced, all)
	})
}

// revokeKeys makes the service refuse every key of the first school.
func (s *scene) revokeKeys(t *testing.T) {
	t.Helper()
	keys, err := s.sandbox.Keys(t.Context(), harbourCode)
	must(t, err)
	for _, key := range keys {
		must(t, s.sandbox.RevokeKey(t.Context(), harbourCode, key.ID))
	}
}

func (s *scene) useKey(t *testing.T, key string) {
	t.Helper()
	must(t, s.app.ReplaceKey(t.Context(), harbour, apiclient.NewKey(key)))
}

// wantKeyBanner looks for what each role is told of a refused key.
func (s *scene) wantKeyBanner(t *testing.T, waiting int) {
	t.Helper()
	for person, says := range map[string]string{
		teacher:       "Marks are safe but cannot be sent yet. The office has been told.",
		administrator: fmt.Sprintf("The school system refuses our key since 08:30. %d marks wait. Enter a new key", waiting),
	} {
		page := s.as(t, person).get(eightB).want(t, http.StatusOK)
		if light := page.text("[data-light=key]"); light != says {
			t.Errorf("%s reads %q", person, light)
		}
	}
}

// refused counts the calls that were answered 401.
func (s *scene) refused() int {
	sum := 0
	for _, calls := range s.sandbox.Calls()[""] {
		sum += calls
	}
	return sum
}

// wantInOrder looks for the presses among the calls since the instant, the oldest
// first; those of calls that were under way together may change places.
func (s *scene) wantInOrder(t *testing.T, since time.Time, presses []*pressed) {
	t.Helper()
	const together = 4
	place := 0
	for _, call := range s.sandbox.Arrivals(harbourCode) {
		if call.In.Before(since) {
			continue
		}
		at := slices.IndexFunc(presses, func(p *pressed) bool {
			return p.enrolments[0] == strconv.FormatInt(call.Enrolments[0], 10)
		})
		if math.Abs(float64(at-place)) >= together {
			t.Errorf("call %d was for press %d", place, at)
		}
		place++
	}
	if place != len(presses) {
		t.Errorf("%d calls for %d presses", place, len(presses))
	}
}

func aServicesLargestListIsLearned(t *testing.T) {
	for _, status := range []int{http.StatusRequestEntityTooLarge, http.StatusBadRequest} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			play(t, func(t *testing.T, s *scene) {
				s.joinClasses(t, 120)
				s.breaks(t, sandbox.Fault{MaxList: 50, MaxListStatus: status})
				v := s.as(t, teacher)
				s.savesAll(t, v, "Present")
				if calls := len(s.sandbox.Arrivals(harbourCode)); calls > roll.CallLimit(120) {
					t.Errorf("%d calls were made", calls)
				}
				before := len(s.sandbox.Arrivals(harbourCode))
				s.savesAll(t, v, "Absent")
				for _, call := range s.sandbox.Arrivals(harbourCode)[before:] {
					if call.Code != http.StatusOK || len(call.Enrolments) > 50 {
						t.Errorf("a list of %d was answered %d", len(call.Enrolments), call.Code)
					}
				}
			})
		})
	}
}

// allClass is a class of students from many classes.
const allClass = "All"

// joinClasses puts so many students of the first school into one class.
func (s *scene) joinClasses(t *testing.T, students int) {
	t.Helper()
	school, err := s.app.Store.School(t.Context(), harbour)
	must(t, err)
	periods, err := s.app.Connections.Periods(t.Context(), school)
	must(t, err)
	list, err := s.app.Connections.Students(t.Context(), school, periods[0].ID)
	must(t, err)
	list = list[:students]
	for i := range list {
		list[i].Class, list[i].ClassName = allClass, allClass
	}
	must(t, s.app.Store.PutPeriods(t.Context(), harbour, store.FromFile, periods[:1]))
	must(t, s.app.Store.PutStudents(t.Context(), harbour, periods[0].ID, store.FromFile, list))
}

// savesAll marks everybody of the joined class, and sees them saved.
func (s *scene) savesAll(t *testing.T, v *visitor, status string) {
	t.Helper()
	page := v.get(rollPath+"?class="+allClass).want(t, http.StatusOK)
	var everybody []string
	for _, row := range page.rows(t) {
		everybody = append(everybody, row.enrolment)
	}
	v.post(rollPath, page.press(t, status, everybody...)).want(t, http.StatusSeeOther)
	pass(2 * time.Second)
	after := v.get(rollPath + "?class=" + allClass).rows(t)
	if saved := count(after, string(roll.Saved), status); saved != len(everybody) {
		t.Errorf("%d of %d are saved: %s", saved, len(everybody), strings.Join(everybody, ","))
	}
	s.holds(t, status, everybody...)
}
