package store

import (
	"fmt"
	"slices"
	"sync"

	"rollbook/web/roll"
	"rollbook/web/store/saves"
)

func concurrencySentences() []sentence {
	return []sentence{
		{"when two people mark the same students at once, one save is kept and the other held", twoAtOnce},
		{"versions are dense and unique however many write at once", versionsAreDense},
		{"a mark that is replaced while its attempt closes is free to be sent", replacedWhileClosing},
		{"parts of a save answered at once are all recorded", partsAnsweredAtOnce},
		{"no mark is claimed twice however many claim at once", claimedOnce},
	}
}

func twoAtOnce(f *fixture) {
	t := f.t
	stores := []*Store{f.Store, f.another(t)}
	for round := range 10 {
		ids := []roll.EnrolmentID{roll.EnrolmentID(10*round + 1), roll.EnrolmentID(10*round + 2), roll.EnrolmentID(10*round + 3)}
		accepted := make([]roll.Acceptance, 2)
		var both sync.WaitGroup
		for i, status := range []roll.Status{absent(), present()} {
			both.Go(func() {
				rows := unseen(ids...)
				if i == 1 {
					slices.Reverse(rows)
				}
				save := press(roll.Token(fmt.Sprintf("save-%d-%d", round, i)), status, rows...)
				save.By.Person = roll.PersonID(fmt.Sprintf("person-%d", i))
				got, err := stores[i].Accept(t.Context(), f.zone, save)
				if err != nil {
					t.Error(err)
					return
				}
				accepted[i] = got[0]
			})
		}
		both.Wait()
		first, second := accepted[0], accepted[1]
		if len(first.Kept) < len(second.Kept) {
			first, second = second, first
		}
		if len(first.Kept) != 3 || len(second.Held) != 3 {
			t.Errorf("round %d: kept %v and %v, held %d and %d", round, first.Kept, second.Kept, len(first.Held), len(second.Held))
		}
	}
}

func partsAnsweredAtOnce(f *fixture) {
	t := f.t
	stores := []*Store{f.Store, f.another(t)}
	const parts = 8
	var students []roll.EnrolmentID
	for i := range parts {
		students = append(students, roll.EnrolmentID(10+i))
	}
	f.accept(t, press("save", absent(), unseen(students...)...))
	var attempts []roll.Attempt
	for range parts {
		attempt, ok, err := f.Claim(t.Context(), north, "save", timing(), saves.Terms{Most: 1})
		must(t, err)
		if !ok {
			t.Fatal("a part is not sent")
		}
		attempts = append(attempts, attempt)
	}
	var all sync.WaitGroup
	for i, attempt := range attempts {
		all.Go(func() {
			moved, err := stores[i%2].CloseAttempt(t.Context(), attempt, roll.Reply{State: roll.Answered, SentAt: f.clock.Now()}, confirm)
			if err != nil || !moved {
				t.Errorf("part %d: %t, %v", i, moved, err)
			}
		})
	}
	all.Wait()
	f.accept(t, press("newer", present(), seen(10, 1)))
	story, err := f.Story(t.Context(), north, "save")
	must(t, err)
	for i, mark := range story.Marks {
		if mark.Enrolment != students[i] || mark.Outcome != roll.Saved {
			t.Errorf("of part %d it tells %+v", i, mark)
		}
	}
	if len(story.Marks) != parts {
		t.Errorf("it tells %d students", len(story.Marks))
	}
}

func versionsAreDense(f *fixture) {
	t := f.t
	stores := []*Store{f.Store, f.another(t)}
	const writers, rounds = 4, 10
	var all sync.WaitGroup
	for writer := range writers {
		all.Go(func() {
			for round := range rounds {
				// An equal status is no conflict, so every save is stored.
				save := press(roll.Token(fmt.Sprintf("save-%d-%d", writer, round)), absent(), unseen(1, 2)...)
				if writer%2 == 0 {
					slices.Reverse(save.Rows)
				}
				if _, err := stores[writer%2].Accept(t.Context(), f.zone, save); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	for _, enrolment := range []roll.EnrolmentID{1, 2} {
		history, err := f.History(t.Context(), north, enrolment, today)
		must(t, err)
		for i, entry := range history {
			if want := int64(writers*rounds - i); entry.Version != want {
				t.Fatalf("entry %d of student %d has version %d instead of %d", i, enrolment, entry.Version, want)
			}
		}
		if len(history) != writers*rounds {
			t.Errorf("student %d has %d entries", enrolment, len(history))
		}
	}
}

func claimedOnce(f *fixture) {
	t := f.t
	const number, perSave = 12, 5
	for i := range number {
		var ids []roll.EnrolmentID
		for j := range perSave {
			ids = append(ids, roll.EnrolmentID(100*(i+1)+j))
		}
		f.accept(t, press(roll.Token(fmt.Sprintf("save-%d", i)), absent(), unseen(ids...)...))
	}
	stores := []*Store{f.Store, f.another(t)}
	claimed := make(chan roll.EnrolmentID, 2*number*perSave)
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for range number {
				attempt, _, err := stores[worker%2].Claim(t.Context(), north, "", timing(), saves.Terms{})
				if err != nil {
					t.Error(err)
					return
				}
				for _, enrolment := range enrolmentsOf(attempt) {
					claimed <- enrolment
				}
			}
		})
	}
	all.Wait()
	close(claimed)
	times := make(map[roll.EnrolmentID]int)
	for enrolment := range claimed {
		times[enrolment]++
	}
	for enrolment, count := range times {
		if count != 1 {
			t.Errorf("student %d was claimed %d times", enrolment, count)
		}
	}
	if len(times) != number*perSave {
		t.Errorf("%d of %d were claimed", len(times), number*perSave)
	}
}

func replacedWhileClosing(f *fixture) {
	t := f.t
	other := f.another(t)
	for round := range 20 {
		enrolment := roll.EnrolmentID(round + 1)
		older, newer := roll.Token(fmt.Sprintf("older-%d", round)), roll.Token(fmt.Sprintf("newer-%d", round))
		f.accept(t, press(older, absent(), unseen(enrolment)...))
		attempt := f.claim(t, older)
		var both sync.WaitGroup
		both.Go(func() {
			if _, err := other.Accept(t.Context(), f.zone, press(newer, present(), seen(enrolment, 1))); err != nil {
				t.Error(err)
			}
		})
		both.Go(func() {
			reply := roll.Reply{State: roll.Answered, SentAt: f.clock.Now()}
			_, err := f.CloseAttempt(t.Context(), attempt, reply, func(p roll.Progress, by roll.Attempted) roll.Progress {
				return p.Confirm(by, "Absent", true, timing())
			})
			if err != nil {
				t.Error(err)
			}
		})
		both.Wait()
		if next := f.claim(t, newer); next.Marks[0].Version != 2 || next.Status.ID != present().ID {
			t.Errorf("round %d: then goes %+v", round, next)
		}
	}
}
