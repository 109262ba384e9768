package store

import (
	"slices"
	"sync"
	"testing"
	"time"

	"rollbook/web/roll"
)

func goneSentences() []sentence {
	return []sentence{
		{"one save of a school is searched at a time, in the order in which they were refused", oneSaveIsSearchedAtATime},
		{"processes that suspect at once begin one search", processesBeginOneSearch},
		{"only the answer to a save that was begun after the refusal counts", onlyALaterAnswerCounts},
		{"marks that wait for a search are sent again once a save was answered", marksAreSentAgainOnceAnswered},
		{"a repetition that is not found is searched for", aRepetitionThatIsNotFoundIsSearchedFor},
		{"one student alone waits for no turn", oneStudentAloneWaitsForNoTurn},
		{"a search without an answer is reported when nothing else is under way", aSearchWithoutAnAnswerIsReported},
		{"a search that is given up starts again later, after the others", aSearchThatIsGivenUpStartsAgain},
		{"a search ends when nothing of its save is under way", aSearchEndsWithItsSave},
		{"a school that may not be sent to keeps its searches as they are", aPausedSchoolKeepsItsSearches},
		{"the calls of a search are counted from its turn on", theCallsOfASearchAreCounted},
		{"a student who was found gone is left out of later saves until the list is read again", goneStudentsAreLeftOut},
		{"a page of an earlier connection is not refused for a student gone from the present one", anEarlierPageIsNotRefused},
	}
}

// notFound closes an attempt as refused because a named student or address is missing; its marks then wait
// for the search.
func (f *fixture) notFound(t *testing.T, attempt roll.Attempt) roll.Search {
	t.Helper()
	search, err := f.Suspect(t.Context(), attempt)
	must(t, err)
	f.close(t, attempt, roll.Reply{State: roll.Gone, HTTPStatus: 404, SentAt: f.clock.Now()}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.AwaitSearch(by)
	})
	return search
}

// advance continues the searches, and expects north to be reported as unanswered or not.
func (f *fixture) advance(t *testing.T, unanswered bool) {
	t.Helper()
	schools, err := f.AdvanceSearches(t.Context())
	must(t, err)
	if slices.Contains(schools, north) != unanswered {
		t.Errorf("without an answer are %v", schools)
	}
}

func oneSaveIsSearchedAtATime(f *fixture) {
	t := f.t
	for i, token := range []roll.Token{"first", "second", "third"} {
		f.accept(t, press(token, absent(), unseen(roll.EnrolmentID(10*i+1), roll.EnrolmentID(10*i+2))...))
	}
	for _, token := range []roll.Token{"first", "second", "third"} {
		if search := f.notFound(t, f.claim(t, token)); search.Begun != (token == "first") || search.Students != 2 {
			t.Errorf("%s: %+v", token, search)
		}
		f.clock.advance(time.Second)
	}
	if _, err := f.Database.Exec(t.Context(), `UPDATE marks SET state = 'saved' WHERE save = 'first'`); err != nil {
		t.Fatal(err)
	}
	f.advance(t, false)
	f.nothingToClaim(t, "third")
	if search := f.notFound(t, f.claim(t, "second")); !search.Begun {
		t.Errorf("second: %+v", search)
	}
}

func processesBeginOneSearch(f *fixture) {
	t := f.t
	stores := []*Store{f.Store, f.another(t), f.another(t)}
	var all sync.WaitGroup
	var mu sync.Mutex
	begun := 0
	for i, store := range stores {
		token := roll.Token("save-" + string(rune('a'+i)))
		f.accept(t, press(token, absent(), unseen(roll.EnrolmentID(10*i+1), roll.EnrolmentID(10*i+2))...))
		attempt := f.claim(t, token)
		all.Go(func() {
			search, err := store.Suspect(t.Context(), attempt)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if search.Begun {
				begun++
			}
		})
	}
	all.Wait()
	if begun != 1 {
		t.Errorf("%d searches were begun", begun)
	}
}

func onlyALaterAnswerCounts(f *fixture) {
	t := f.t
	f.addSchool(t, "south")
	for i, token := range []roll.Token{"gone", "before", "after", "failed"} {
		f.accept(t, press(token, absent(), unseen(roll.EnrolmentID(i+1))...))
	}
	before := f.claim(t, "before")
	sentBefore := f.clock.Now()
	f.clock.advance(time.Second)
	f.notFound(t, f.claim(t, "gone"))
	confirm := func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Confirm(by, "Absent", true, timing()) }
	f.close(t, before, roll.Reply{State: roll.Answered, SentAt: sentBefore}, confirm)
	f.clock.advance(time.Second)
	f.close(t, f.claim(t, "failed"), roll.Reply{State: roll.Rejected, HTTPStatus: 400, SentAt: f.clock.Now()}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Refuse(by)
	})
	f.advance(t, false)
	f.nothingToClaim(t, "gone")
	f.close(t, f.claim(t, "after"), roll.Reply{State: roll.Answered, SentAt: f.clock.Now()}, confirm)
	f.advance(t, false)
	attempt := f.claim(t, "gone")
	if search := f.notFound(t, attempt); !search.Proven(attempt) {
		t.Errorf("after the answer: %+v", search)
	}
}

func marksAreSentAgainOnceAnswered(f *fixture) {
	t := f.t
	f.accept(t, press("gone", absent(), unseen(1, 2)...), press("other", absent(), unseen(11)...))
	first := f.claim(t, "gone")
	if search := f.notFound(t, first); search.Proven(first) {
		t.Errorf("proven before any answer: %+v", search)
	}
	f.advance(t, false)
	f.nothingToClaim(t, "gone")
	f.clock.advance(time.Second)
	f.answer(t, f.claim(t, "other"))
	f.advance(t, false)
	attempt := f.claim(t, "gone")
	if search, err := f.Suspect(t.Context(), attempt); err != nil || !search.Proven(attempt) || search.Proven(first) {
		t.Errorf("after the answer: %+v, %v", search, err)
	}
}

func aRepetitionThatIsNotFoundIsSearchedFor(f *fixture) {
	t := f.t
	f.accept(t, press("list", absent(), unseen(1, 2)...))
	f.lose(t, f.claim(t, "list"))
	f.answer(t, f.claim(t, "list"))
	f.clock.advance(time.Minute)
	if search := f.notFound(t, f.claim(t, "list")); !search.Begun {
		t.Errorf("the search is %+v", search)
	}
}

func oneStudentAloneWaitsForNoTurn(f *fixture) {
	t := f.t
	f.accept(t, press("alone", absent(), unseen(1)...), press("list", absent(), unseen(11, 12)...), press("other", absent(), unseen(21)...))
	if search := f.notFound(t, f.claim(t, "alone")); search.Begun {
		t.Errorf("alone: %+v", search)
	}
	if search := f.notFound(t, f.claim(t, "list")); !search.Begun {
		t.Errorf("the list: %+v", search)
	}
	f.clock.advance(time.Millisecond)
	f.answer(t, f.claim(t, "other"))
	f.advance(t, false)
	attempt := f.claim(t, "alone")
	if search := f.notFound(t, attempt); !search.Proven(attempt) {
		t.Errorf("alone, after the answer: %+v", search)
	}
}

func aSearchWithoutAnAnswerIsReported(f *fixture) {
	t := f.t
	f.advance(t, false)
	f.accept(t, press("gone", absent(), unseen(1, 2)...), press("other", absent(), unseen(11)...), press("later", absent(), unseen(21)...))
	f.notFound(t, f.claim(t, "gone"))
	f.advance(t, false)
	other := f.claim(t, "other")
	f.close(t, f.claim(t, "later"), roll.Reply{State: roll.NotSent}, func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Retry(by, time.Minute) })
	f.advance(t, false)
	f.notFound(t, other)
	f.advance(t, true)
	f.advance(t, true)
}

func aSearchThatIsGivenUpStartsAgain(f *fixture) {
	t := f.t
	f.accept(t, press("first", absent(), unseen(1, 2)...), press("second", absent(), unseen(11, 12)...))
	f.close(t, f.suspected(t, "first"), roll.Reply{State: roll.Gone}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Divide(by, 1).AwaitSearch(by)
	})
	f.notFound(t, f.claim(t, "second"))
	f.advance(t, true)
	f.clock.advance(time.Second)
	must(t, f.GiveUpSearch(t.Context(), north))
	first, second := f.claim(t, "first"), f.claim(t, "second")
	if len(first.Marks) != 2 || first.Part != 0 || len(second.Marks) != 2 {
		t.Errorf("claimed were %+v and %+v", first, second)
	}
	if search := f.notFound(t, first); search.Begun {
		t.Errorf("the first: %+v", search)
	}
	if search := f.notFound(t, second); !search.Begun {
		t.Errorf("the second: %+v", search)
	}
}

// suspected claims a save and suspects it.
func (f *fixture) suspected(t *testing.T, token roll.Token) roll.Attempt {
	t.Helper()
	attempt := f.claim(t, token)
	_, err := f.Suspect(t.Context(), attempt)
	must(t, err)
	return attempt
}

func aSearchEndsWithItsSave(f *fixture) {
	t := f.t
	f.accept(t, press("gone", absent(), unseen(1, 2)...), press("next", absent(), unseen(11, 12)...))
	f.notFound(t, f.claim(t, "gone"))
	f.notFound(t, f.claim(t, "next"))
	f.clock.advance(31 * time.Minute)
	_, err := f.StopOverdue(t.Context())
	must(t, err)
	f.advance(t, false)
	if found, err := f.Database.Any(t.Context(), `SELECT 1 FROM searches WHERE since <= $1`); found || err != nil {
		t.Errorf("a search is left: %t, %v", found, err)
	}
}

func aPausedSchoolKeepsItsSearches(f *fixture) {
	t := f.t
	f.accept(t, press("gone", absent(), unseen(1, 2)...))
	f.notFound(t, f.claim(t, "gone"))
	must(t, f.Pause(t.Context(), north, roll.PausedKey, time.Minute))
	f.advance(t, false)
	must(t, f.Resume(t.Context(), north))
	f.advance(t, true)
}

func theCallsOfASearchAreCounted(f *fixture) {
	t := f.t
	f.accept(t, press("gone", absent(), unseen(1, 2, 3, 4)...))
	divide := func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Divide(by, 1+int64(p.Enrolment)/3) }
	f.close(t, f.suspected(t, "gone"), roll.Reply{State: roll.Gone}, divide)
	f.close(t, f.claim(t, "gone"), roll.Reply{State: roll.NotSent}, func(p roll.Progress, by roll.Attempted) roll.Progress { return p.Retry(by, 0) })
	if search, err := f.Suspect(t.Context(), f.claim(t, "gone")); search.Calls != 3 || err != nil {
		t.Errorf("one was made, and two are to come: %+v, %v", search, err)
	}
}

func goneStudentsAreLeftOut(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	f.accept(t, press("found", absent(), unseen(1)...))
	f.close(t, f.claim(t, "found"), roll.Reply{State: roll.Gone, HTTPStatus: 404, SentAt: f.clock.Now()}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Refuse(by)
	})
	f.accept(t, press("next", present(), seen(1, 1), seen(2, 0)))
	if attempt := f.claim(t, "next"); len(attempt.Marks) != 1 || f.mark(t, 1).Outcome != roll.Refused {
		t.Errorf("sent are %+v, the mark of Ann is %+v", attempt.Marks, f.mark(t, 1))
	}
	f.list(t, 5001, "Ann Lee", "Bo Berg")
	f.accept(t, press("later", present(), seen(1, 2)))
	f.claim(t, "later")
}

func anEarlierPageIsNotRefused(f *fixture) {
	t := f.t
	f.list(t, 5001, "Ann Lee")
	old := f.school(t).Generation
	f.moveTo(t, "https://new.example")
	f.list(t, 5001, "Ann Lee")
	found := press("found", absent(), unseen(1)...)
	found.Generation = f.school(t).Generation
	f.accept(t, found)
	f.close(t, f.claim(t, "found"), roll.Reply{State: roll.Gone, HTTPStatus: 404, SentAt: f.clock.Now()}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Refuse(by)
	})
	save := press("old page", present(), seen(1, 1))
	save.Generation = old
	f.accept(t, save)
	f.wantMoved(t, 1, 1)
}
