package faults_test

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
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
	"rollbook/web/store/lists"
)

// refusals are the faults that answer something other than that everything was recorded.
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
		"soon":                          around(time.Second),
		"":                              around(time.Second),
	} {
		t.Run(asked, func(t *testing.T) {
			t.Parallel()
			apptest.Play(t, func(t *testing.T, s *apptest.Scene) { asksToWait(t, s, asked, wait) })
		})
	}
}

// asksToWait presses at a service that asks twice for a pause, while another school's service does not.
func asksToWait(t *testing.T, s *apptest.Scene, asked string, wait span) {
	t.Helper()
	v := s.As(t, apptest.Teacher)
	breaks(t, s, sandbox.Fault{Calls: 1, Status: http.StatusTooManyRequests, Headers: map[string]string{"Retry-After": asked}})
	p := presses(t, s, v, "Absent", 0, 1, 2)
	// A person waits for two seconds, in which a short pause ends.
	if wait.To > 2*time.Second {
		p.Shows(t, 2*time.Second, roll.Waiting, saysWaiting)
	}
	later := presses(t, s, v, "Late", 3)
	french := s.As(t, apptest.FrenchTeacher)
	theirs := french.Get("/schools/tilleuls/roll?class=4e+B").Want(t, http.StatusOK)
	french.Post("/schools/tilleuls/roll", theirs.Press(t, "Absent", theirs.Enrolments(t, 1)...)).Want(t, http.StatusSeeOther)
	if calls := s.Sandbox.Arrivals("0754021K"); len(calls) != 1 || time.Since(calls[0].In) > 2*time.Second {
		t.Errorf("the other school's calls are %v", calls)
	}
	p.Settles(t, wait.To+4*time.Second)
	later.ShowsFor(t, later.Enrolments[0], roll.Saved, "Late")
	wantAttempts(t, p, roll.AskedToWait, roll.Answered)
	p.WantSent(t, around(0), wait, span{From: wait.From, To: wait.To + 4*time.Second})
}

// thoseWhomAnAnswerLeavesOutGoAgainOnce, together; a student who is left out again needs a person.
func thoseWhomAnAnswerLeavesOutGoAgainOnce(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		v := s.As(t, apptest.Teacher)
		rows := v.Get(apptest.EightB).Rows(t)
		breaks(t, s,
			sandbox.Fault{Calls: 1, DropStudents: apptest.Numbers(t, rows[1].Student, rows[2].Student)},
			sandbox.Fault{DropStudents: apptest.Numbers(t, rows[1].Student)})
		p := presses(t, s, v, "Absent", 0, 1, 2, 3)
		p.Until(t, 2*time.Second)
		for _, place := range []int{0, 2, 3} {
			p.ShowsFor(t, p.Enrolments[place], roll.Saved, "Absent")
		}
		p.ShowsFor(t, p.Enrolments[1], roll.Refused, saysRefused)
		p.Until(t, 10*time.Minute)
		calls := s.Sandbox.Arrivals(apptest.HarbourCode)
		if len(calls) != 2 || !slices.Equal(calls[1].Enrolments, apptest.Numbers(t, p.Enrolments[1:3]...)) {
			t.Errorf("the calls are %+v", calls)
		}
		wantAttempts(t, p, roll.Answered, roll.Answered)
	})
}

func itemsForOneStudentThatDifferConfirmNothing(t *testing.T) {
	t.Run("exact repeats", func(t *testing.T) {
		t.Parallel()
		apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
			breaks(t, s, sandbox.Fault{Duplicate: true})
			v := s.As(t, apptest.OfficeWorker)
			p := presses(t, s, v, "Absent", 0, 1)
			p.Settles(t, 2*time.Second)
			wantAttempts(t, p, roll.Answered)
			history := v.Get(apptest.HistoryPath+p.Enrolments[0]+"/history?date="+apptest.Today).Want(t, http.StatusOK)
			if entries := history.Page.Find("ol.list > li").Length(); entries != 1 {
				t.Errorf("the history has %d entries", entries)
			}
		})
	})
	t.Run("items that differ", func(t *testing.T) {
		t.Parallel()
		apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
			breaks(t, s, sandbox.Fault{Calls: 1, Conflict: true}, sandbox.Fault{Calls: 1, Conflict: true, DelayBeforeMs: 9_000})
			p := presses(t, s, s.As(t, apptest.Teacher), "Absent", 0, 1)
			p.Shows(t, 8*time.Second, roll.Waiting, saysWaiting)
			p.Shows(t, 12*time.Second, roll.Refused, saysRefused)
			p.Until(t, 10*time.Minute)
			wantAttempts(t, p, roll.Answered, roll.Answered)
		})
	})
}

func anotherStatusIsShownAsItCame(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		breaks(t, s, sandbox.Fault{StatusText: "ZZZ<b>?"})
		v := s.As(t, apptest.Teacher)
		p := presses(t, s, v, "Absent", 0, 1)
		p.Shows(t, 2*time.Second, roll.Differs, "School system recorded ZZZ<b>?. You sent Absent. If that is wrong, tell the office.")
		if bold := v.Get(apptest.EightB).Page.Find("#s" + p.Enrolments[0] + " b"); bold.Length() > 0 {
			t.Error("the status is read as markup")
		}
		p.Until(t, 10*time.Minute)
		wantAttempts(t, p, roll.Answered)
	})
}

// aRefusedKeyStopsNothingForGood: with a new key all waiting marks are saved, and until then the service gets
// at most one call a minute.
func aRefusedKeyStopsNothingForGood(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		v := s.As(t, apptest.Teacher)
		v.Get(apptest.EightB).Want(t, http.StatusOK)
		revokeKeys(t, s)
		var all []*pressed
		for place := range 10 {
			all = append(all, presses(t, s, v, "Absent", place))
			apptest.Pass(time.Millisecond) // Presses of the same instant have no order.
		}
		all[9].Shows(t, 2*time.Second, roll.Waiting, saysWaiting)
		wantKeyBanner(t, s, 10)
		before := refusedCalls(s)
		all[9].Until(t, 10*time.Minute)
		if after := refusedCalls(s); after-before > 10 {
			t.Errorf("%d calls in ten minutes", after-before)
		}
		// Calls that take no time may overtake each other.
		breaks(t, s, sandbox.Fault{DelayBeforeMs: 100})
		renewKey(t, s)
		replaced := time.Now()
		apptest.Pass(time.Minute)
		for _, p := range all {
			p.ShowsFor(t, p.Enrolments[0], roll.Saved, "Absent")
			wantHeld(t, s, "Absent", p.Enrolments...)
		}
		wantInOrder(t, s, replaced, all)
	})
}

// revokeKeys makes the service refuse every key of the first school.
func revokeKeys(t *testing.T, s *apptest.Scene) {
	t.Helper()
	keys, err := s.Sandbox.Keys(apptest.HarbourCode)
	apptest.Must(t, err)
	for _, key := range keys {
		apptest.Must(t, s.Sandbox.RevokeKey(apptest.HarbourCode, key.ID))
	}
}

func useKey(t *testing.T, s *apptest.Scene, key string) {
	t.Helper()
	apptest.Must(t, s.App.Connecting.Keys.ReplaceKey(t.Context(), apptest.Harbour, apiclient.NewKey(key)))
}

// wantKeyBanner expects each role to see its sentence about a refused key.
func wantKeyBanner(t *testing.T, s *apptest.Scene, waiting int) {
	t.Helper()
	for person, says := range map[string]string{
		apptest.Teacher:       "Marks are safe but cannot be sent yet. The office has been told.",
		apptest.Administrator: fmt.Sprintf("Key not accepted since 08:30. %d marks are safe here. Enter a new key", waiting),
	} {
		page := s.As(t, person).Get(apptest.EightB).Want(t, http.StatusOK)
		if light := page.Text("[data-light=key]"); light != says {
			t.Errorf("%s reads %q", person, light)
		}
	}
}

// wantInOrder expects the presses among the calls since the instant, the oldest first; simultaneous calls may
// change places.
func wantInOrder(t *testing.T, s *apptest.Scene, since time.Time, presses []*pressed) {
	t.Helper()
	const together = 4
	place := 0
	for _, call := range s.Sandbox.Arrivals(apptest.HarbourCode) {
		if call.In.Before(since) {
			continue
		}
		at := slices.IndexFunc(presses, func(p *pressed) bool {
			return p.Enrolments[0] == strconv.FormatInt(call.Enrolments[0], 10)
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
			apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
				joinClasses(t, s, 120)
				breaks(t, s, sandbox.Fault{MaxList: 50, MaxListStatus: status})
				v := s.As(t, apptest.Teacher)
				savesAll(t, s, v, "Present")
				if calls := len(s.Sandbox.Arrivals(apptest.HarbourCode)); calls > roll.CallLimit(120) {
					t.Errorf("%d calls were made", calls)
				}
				before := len(s.Sandbox.Arrivals(apptest.HarbourCode))
				savesAll(t, s, v, "Absent")
				for _, call := range s.Sandbox.Arrivals(apptest.HarbourCode)[before:] {
					if call.Code != http.StatusOK || len(call.Enrolments) > 50 {
						t.Errorf("a list of %d was answered %d", len(call.Enrolments), call.Code)
					}
				}
			})
		})
	}
}

// joinClasses puts that many students of the first school into one class.
func joinClasses(t *testing.T, s *apptest.Scene, students int) {
	t.Helper()
	school, err := s.App.Store.School(t.Context(), apptest.Harbour)
	apptest.Must(t, err)
	periods, err := s.App.Connecting.Services.Periods(t.Context(), school)
	apptest.Must(t, err)
	periods, err = roll.PeriodsOf(periods, apptest.Today)
	apptest.Must(t, err)
	read, err := s.App.Connecting.Services.Students(t.Context(), school, periods[0].ID)
	apptest.Must(t, err)
	list := read.Students[:students]
	for i := range list {
		list[i].Class, list[i].ClassName = allClass, allClass
	}
	apptest.Must(t, s.App.Store.PutPeriods(t.Context(), apptest.Harbour, lists.FromFile, periods[:1]))
	apptest.Must(t, s.App.Store.PutStudents(t.Context(), apptest.Harbour, periods[0].ID, lists.FromFile, list))
}

// savesAll marks all students of the joined class, and waits until they are saved.
func savesAll(t *testing.T, s *apptest.Scene, v *apptest.Visitor, status string) {
	t.Helper()
	page := v.Get(apptest.RollPath+"?class="+allClass).Want(t, http.StatusOK)
	var everybody []string
	for _, row := range page.Rows(t) {
		everybody = append(everybody, row.Enrolment)
	}
	v.Post(apptest.RollPath, page.Press(t, status, everybody...)).Want(t, http.StatusSeeOther)
	apptest.Pass(2 * time.Second)
	after := v.Get(apptest.RollPath + "?class=" + allClass).Rows(t)
	if saved := apptest.Count(after, string(roll.Saved), status); saved != len(everybody) {
		t.Errorf("%d of %d are saved: %s", saved, len(everybody), strings.Join(everybody, ","))
	}
	wantHeld(t, s, status, everybody...)
}
