package rosters

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rollbook/web/roll"
	"rollbook/web/store"
	"rollbook/web/store/lists"
)

func TestAListThatWasNeverReadIsReadWhileThePersonWaits(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(ada)
		names, age := f.students()
		if len(names) != 1 || names[0] != "Ada" || !age.ReadAt.Equal(time.Now()) || age.Stale {
			f.Errorf("read %v, %+v", names, age)
		}
		f.students()
		if calls := f.service.called("students"); calls != 1 {
			f.Errorf("the service was called %d times", calls)
		}
	})
}

func TestSimultaneousCallersShareOneReading(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(ada)
		f.service.set(func(s *service) { s.takes = 3 * time.Second })
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				read, _, err := f.rosters.Students(f.Context(), f.school, "2026")
				if err != nil || len(read) != 1 {
					f.Errorf("read %v, %v", read, err)
				}
			})
		}
		all.Wait()
		if calls := f.service.called("students"); calls != 1 {
			f.Errorf("the service was called %d times", calls)
		}
	})
}

func TestACopyThatIsOldIsShownAtOnceAndReadAgainBehindIt(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(ada)
		f.students()
		read := time.Now()
		f.pass(staleAfter)
		f.service.set(bob)
		f.service.set(func(s *service) { s.takes = 5 * time.Second })
		began := time.Now()
		names, age := f.students()
		if names[0] != "Ada" || time.Since(began) != 0 || !age.ReadAt.Equal(read) {
			f.Errorf("after %v there is %v, %+v", time.Since(began), names, age)
		}
		f.pass(6 * time.Second)
		if names, age := f.students(); names[0] != "Bob" || !age.ReadAt.Equal(began.Add(5*time.Second)) {
			f.Errorf("then there is %v, %+v", names, age)
		}
		if calls := f.service.called("students"); calls != 2 {
			f.Errorf("the service was called %d times", calls)
		}
	})
}

func TestACopyThatCannotBeReadAgainStaysAndSaysSo(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(ada)
		f.students()
		read := time.Now()
		f.pass(staleAfter)
		f.service.set(down)
		f.students()
		for range 10 {
			f.pass(5 * time.Second)
			names, age := f.students()
			if len(names) != 1 || names[0] != "Ada" || !age.Stale || age.Problem != errDown.Error() || !age.ReadAt.Equal(read) {
				f.Fatalf("there is %v, %+v", names, age)
			}
		}
		if calls := f.service.called("students"); calls != 2 {
			f.Errorf("within a minute of the failure the service was called %d times", calls-1)
		}
		f.service.set(up)
		f.service.set(bob)
		f.pass(retryAfter)
		f.students()
		if name := f.first(); name != "Bob" {
			f.Errorf("when the service works again there is %q", name)
		}
	})
}

func TestAListThatCannotBeReadTheFirstTimeIsEmptyAndTriedAgain(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(down)
		names, age := f.students()
		if len(names) != 0 || !age.Stale || !age.ReadAt.IsZero() {
			f.Errorf("there is %v, %+v", names, age)
		}
		f.students()
		if calls := f.service.called("students"); calls != 1 {
			f.Errorf("the service was called %d times", calls)
		}
		f.service.set(up)
		f.service.set(ada)
		f.pass(retryAfter)
		if name := f.first(); name != "Ada" {
			f.Errorf("a minute later there is %q", name)
		}
	})
}

func TestNobodyWhoSeemsToHaveLeftBecomesAStudentWhileTheOfficeIsAsked(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		problem := func() string {
			state, err := f.store.ListState(f.Context(), f.school.ID, lists.StudentList("2026"))
			must(f.T, err)
			return state.Problem
		}
		ada(f.service)
		f.students()
		reads := func(leavers ...bool) (names []string, age roll.Age) {
			f.service.set(func(s *service) {
				s.students = nil
				for i, leaves := range leavers {
					s.students = append(s.students, roll.Enrolment{ID: roll.EnrolmentID(i + 1), Student: roll.StudentID(i + 11),
						Given: []string{"Ada", "Bob", "Cleo"}[i], Class: "8b", ClassName: "8B", Left: leaves})
				}
			})
			f.pass(staleAfter)
			f.students()
			return f.students()
		}
		// Ada stays on the list in use, and Cleo is new to the school.
		if names, age := reads(true, true, false); !slices.Equal(names, []string{"Ada", "Cleo"}) || age.Stale || age.Problem != "" ||
			problem() != lists.ListHasLeavers {
			f.Errorf("while the office is asked the list names %v, %+v, with the problem %q", names, age, problem())
		}
		if names, _ := reads(false, false, false); len(names) != 3 || problem() != "" {
			f.Errorf("after it kept them the list names %v, with the problem %q", names, problem())
		}
	})
}

func TestOnlyAListWithTheDocumentsNamesProvesItsNumbers(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		proof := func() roll.Proof {
			school, err := f.store.School(f.Context(), f.school.ID)
			must(f.T, err)
			f.school = school
			return school.Proof
		}
		ada(f.service)
		f.students()
		must(f.T, f.store.PutStudentFile(f.Context(), f.school.ID, "2026", store.StudentFile{Students: []roll.Enrolment{{ID: 1, Student: 99}}}))
		if got := proof(); got != roll.Unproven {
			f.Fatalf("after a file that contradicts the list it is %q", got)
		}
		must(f.T, f.rosters.FromService(f.Context(), f.school, lists.StudentList("2026"), "2026"))
		if got := proof(); got != roll.ProvenByDocument {
			f.Errorf("with the document's names it is %q", got)
		}
		f.school.Mapping = `{"version":1,"students":{"path":"/s?p={period}","list":"$","fields":{"enrolmentId":"$.a","studentId":"$.b"}}}`
		must(f.T, f.store.SetMapping(f.Context(), f.school))
		before := proof()
		must(f.T, f.rosters.Refresh(f.Context(), f.school, "2026"))
		if got := proof(); before != roll.Unproven || got != roll.Unproven {
			f.Errorf("with other names it is %q, then %q", before, got)
		}
	})
}

func TestACallerWhoLeavesDoesNotEndTheReadingForOthers(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(ada)
		f.service.set(func(s *service) { s.takes = 3 * time.Second })
		ctx, leave := context.WithCancel(f.Context())
		var all sync.WaitGroup
		all.Go(func() {
			if _, _, err := f.rosters.Students(ctx, f.school, "2026"); !errors.Is(err, context.Canceled) {
				f.Errorf("who left got %v", err)
			}
		})
		synctest.Wait()
		all.Go(func() {
			read, age, err := f.rosters.Students(f.Context(), f.school, "2026")
			if err != nil || len(read) != 1 || age.Stale {
				f.Errorf("who stayed got %v, %+v, %v", read, age, err)
			}
		})
		f.pass(time.Second)
		leave()
		all.Wait()
		if calls := f.service.called("students"); calls != 1 {
			f.Errorf("the service was called %d times", calls)
		}
	})
}

func TestAListThatTheSchoolGaveItselfIsNeverReadFromTheService(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(bob)
		f.service.set(func(s *service) { s.statuses = []roll.Status{{ID: 9, Name: "Service"}} })
		must(f.T, f.store.PutStudents(f.Context(), "north", "2026", lists.FromFile, []roll.Enrolment{{ID: 7, Given: "File", Class: "8b"}}))
		must(f.T, f.store.PutPeriods(f.Context(), "north", lists.Typed, []roll.Period{{ID: "2026", Name: "Typed"}}))
		must(f.T, f.store.PutStatuses(f.Context(), "north", lists.FromFile, []roll.Status{{ID: 1, Name: "File", Letter: "F"}}))
		for range 3 {
			must(f.T, f.rosters.Refresh(f.Context(), f.school, "2026"))
			periods, _, err := f.rosters.Periods(f.Context(), f.school)
			must(f.T, err)
			statuses, _, err := f.rosters.Statuses(f.Context(), f.school, "2026")
			must(f.T, err)
			if name := f.first(); name != "File" || periods[0].Name != "Typed" || statuses[0].Name != "File" {
				f.Fatalf("there are %q, %v and %v", name, periods, statuses)
			}
			f.pass(24 * time.Hour)
		}
		if len(f.service.calls) != 0 {
			f.Errorf("the service was called: %v", f.service.calls)
		}
	})
}

func TestAFileThatComesWhileTheServiceIsReadStays(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(ada)
		f.students()
		f.pass(staleAfter)
		f.service.set(bob)
		f.service.set(func(s *service) { s.takes = 10 * time.Second })
		f.students()
		f.pass(time.Second)
		must(f.T, f.store.PutStudents(f.Context(), "north", "2026", lists.FromFile, []roll.Enrolment{{ID: 7, Given: "File", Class: "8b"}}))
		f.pass(20 * time.Second)
		f.students()
		if name := f.first(); name != "File" {
			f.Errorf("there is %q", name)
		}
	})
}

func TestAReadingOfAnotherProcessIsSeenWithinSeconds(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(ada)
		f.students()
		f.pass(time.Minute)
		if name := f.first(); name != "Ada" { // From here on it is in memory.
			f.Errorf("there is %q", name)
		}
		f.service.set(bob)
		other := f.another()
		defer other.Close()
		must(f.T, other.Refresh(f.Context(), f.school, "2026"))
		f.pass(lookAgainAfter)
		f.students()
		f.pass(time.Second)
		if name := f.first(); name != "Bob" {
			f.Errorf("there is %q", name)
		}
		if calls := f.service.called("students"); calls != 2 {
			f.Errorf("the service was called %d times", calls)
		}
	})
}

func TestRefreshingReadsEverythingAtOnceAndReturnsTheFailures(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(ada)
		f.students()
		f.service.set(bob)
		must(f.T, f.rosters.Refresh(f.Context(), f.school, "2026"))
		if name := f.first(); name != "Bob" {
			f.Errorf("there is %q", name)
		}
		f.service.set(down)
		if err := f.rosters.Refresh(f.Context(), f.school, "2026"); !errors.Is(err, errDown) {
			f.Errorf("a service that is down: %v", err)
		}
		if name := f.first(); name != "Bob" {
			f.Errorf("after the failure there is %q", name)
		}
	})
}

func TestAReadingThatTakesTooLongIsGivenUp(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(func(s *service) { s.takes = time.Hour })
		began := time.Now()
		_, age := f.students()
		if took := time.Since(began); took != readLimit || !age.Stale {
			f.Errorf("after %v it is %+v", took, age)
		}
	})
}

func TestTheSchoolsDecisionsAboutStatusesOutliveEveryReading(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.service.set(func(s *service) {
			s.statuses = []roll.Status{{ID: 1, Name: "Present"}, {ID: 2, Name: "Absent"}, {ID: 3, Name: "Bus"}}
		})
		must(f.T, f.rosters.Refresh(f.Context(), f.school, "2026"))
		must(f.T, f.store.EditStatuses(f.Context(), "north", false, []roll.Status{
			{ID: 3, Name: "Bus", Letter: "B", Family: roll.Late, CarriesTime: true}, {ID: 1, Name: "Present", Letter: "P", Family: roll.Present},
			{ID: 2, Name: "Absent", Letter: "Z", Family: roll.Absent},
		}, map[string]roll.StatusID{"Z": 2}))
		f.service.set(func(s *service) {
			s.statuses = []roll.Status{{ID: 4, Name: "New"}, {ID: 1, Name: "Here"}, {ID: 2, Name: "Absent"}, {ID: 3, Name: "Bus"}}
		})
		f.pass(staleAfter)
		must(f.T, f.rosters.Refresh(f.Context(), f.school, "2026"))
		statuses, _, err := f.rosters.Statuses(f.Context(), f.school, "2026")
		must(f.T, err)
		if len(statuses) != 4 || statuses[0].ID != 4 || statuses[1] != (roll.Status{ID: 3, Name: "Bus", Letter: "B", Family: roll.Late, CarriesTime: true}) ||
			statuses[2].Name != "Here" || statuses[3].Letter != "Z" {
			f.Errorf("they are %+v", statuses)
		}
	})
}

func TestStatusesHaveTheLettersOfTheSchoolsLanguage(t *testing.T) {
	t.Parallel()
	for tag, letters := range map[string]string{"": "PLRX", "fr": "PRDS", "ar": "حتبن", "tlh": "PLRX"} {
		inBubble(t, func(f *fixture) {
			f.service.set(func(s *service) {
				s.statuses = []roll.Status{{ID: 1, Name: "Présent"}, {ID: 2, Name: "Retard"}, {ID: 3, Name: "À distance"}, {ID: 4, Name: "Sortie anticipée"}}
			})
			f.school.Language = tag
			must(f.T, f.rosters.Refresh(f.Context(), f.school, "2026"))
			statuses, _, err := f.rosters.Statuses(f.Context(), f.school, "2026")
			must(f.T, err)
			var got strings.Builder
			for _, status := range statuses {
				got.WriteString(status.Letter)
			}
			if got.String() != letters {
				f.Errorf("in %q they are %s, not %s", tag, got.String(), letters)
			}
		})
	}
}

// TestAProgramThatEndsWhileItReadsLeavesNoProblemBehind expects the next program to read at once.
func TestAProgramThatEndsWhileItReadsLeavesNoProblemBehind(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		ada(f.service)
		f.service.takes = 10 * time.Second
		go func() {
			_, _, err := f.rosters.Students(f.Context(), f.school, "2026")
			must(f.T, err)
		}()
		f.pass(time.Second)
		f.rosters.Close()
		f.rosters = f.another()
		f.service.set(func(s *service) { s.takes = 0 })
		if f.first() != "Ada" {
			f.Errorf("the list names %q", f.first())
		}
	})
}
