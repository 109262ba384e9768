package store

import (
	"testing"
	"time"

	"rollbook/web/roll"
)

func closeSentences() []sentence {
	return []sentence{
		{"an answer moves every mark of the attempt and enters the history", anAnswerMovesEveryMarkOfTheAttempt},
		{"each mark of an attempt moves by its own answer", eachMarkOfAnAttemptMoves},
		{"the closing function receives the attempt and its time", closingReceivesTheAttempt},
		{"a progress is stored completely", keepsProgress},
		{"an answer after the lease's end only enters the history", anAnswerAfterTheLeasesEndOnlyEnters},
		{"an answer after the lease's end only enters the history also when nobody has noticed the end", anAnswerAfterTheLeasesEndOnlyEntersTheHistory},
		{"an attempt is closed once", anAttemptIsClosedOnce},
		{"remarks of an answer appear in the history", remarksAreKept},
	}
}

func anAnswerMovesEveryMarkOfTheAttempt(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2)...))
	attempt := f.claim(t, "save")
	f.clock.advance(2 * time.Second)
	f.answer(t, attempt)
	for _, enrolment := range []roll.EnrolmentID{1, 2} {
		if mark := f.mark(t, enrolment); mark.Outcome != roll.Saved || mark.Returned != "Absent" || !mark.AnsweredAt.Equal(f.clock.Now()) {
			t.Errorf("student %d is %+v", enrolment, mark)
		}
	}
	f.nothingToClaim(t, "")
}

func eachMarkOfAnAttemptMoves(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2, 3)...))
	f.close(t, f.claim(t, "save"), roll.Reply{State: roll.Answered}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		switch p.Enrolment {
		case 1:
			return p.Confirm(by, "Absent", true, timing())
		case 2:
			return p.Confirm(by, "Excused", false, timing())
		}
		return p.Refuse(by)
	})
	for enrolment, want := range map[roll.EnrolmentID]roll.Outcome{1: roll.Saved, 2: roll.Differs, 3: roll.Refused} {
		if mark := f.mark(t, enrolment); mark.Outcome != want {
			t.Errorf("student %d is %s", enrolment, mark.Outcome)
		}
	}
	progress, err := f.SaveProgress(t.Context(), "save")
	must(t, err)
	if progress.Refused != 1 || progress.UnderWay != 0 || progress.Students != 3 {
		t.Errorf("the save stands at %+v", progress)
	}
}

func closingReceivesTheAttempt(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	attempt := f.claim(t, "save")
	f.accept(t, press("newer", present(), seen(1, 1)))
	sentAt := f.clock.Now().Add(100 * time.Millisecond)
	f.clock.advance(5 * time.Second)
	var was roll.Progress
	var attempted roll.Attempted
	f.close(t, attempt, roll.Reply{State: roll.Unknown, SentAt: sentAt}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		was, attempted = p, by
		return p.Doubt(by, 0)
	})
	if was.Version != 2 || was.Save != "newer" || attempted.Version != 1 || !attempted.SentAt.Equal(sentAt) || !attempted.ClosedAt.Equal(f.clock.Now()) {
		t.Errorf("closing got %+v by %+v", was, attempted)
	}
}

func anAnswerAfterTheLeasesEndOnlyEnters(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	attempt := f.claim(t, "save")
	f.clock.advance(21 * time.Second)
	expired, err := f.CloseExpired(t.Context(), doubt)
	must(t, err)
	if len(expired) != 1 {
		t.Fatalf("%d attempts expired", len(expired))
	}
	f.lateAnswer(t, attempt)
}

func anAnswerAfterTheLeasesEndOnlyEntersTheHistory(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	attempt := f.claim(t, "save")
	f.clock.advance(21 * time.Second)
	f.lateAnswer(t, attempt)
	expired, err := f.CloseExpired(t.Context(), doubt)
	must(t, err)
	if len(expired) != 1 || f.mark(t, 1).Outcome != roll.Confirming {
		t.Errorf("then %d attempts expired and the mark is %s", len(expired), f.mark(t, 1).Outcome)
	}
}

func anAttemptIsClosedOnce(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	attempt := f.claim(t, "save")
	f.answer(t, attempt)
	moved, err := f.CloseAttempt(t.Context(), attempt, roll.Reply{State: roll.Rejected}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Refuse(by)
	})
	must(t, err)
	if mark := f.mark(t, 1); moved || mark.Outcome != roll.Saved {
		t.Errorf("the second reply moved it: %t, the mark is %s", moved, mark.Outcome)
	}
}

// doubt updates a mark after an attempt with an unknown outcome.
func doubt(p roll.Progress, by roll.Attempted) roll.Progress { return p.Doubt(by, 0) }

// lateAnswer closes the attempt after its lease and expects no mark to change.
func (f *fixture) lateAnswer(t *testing.T, attempt roll.Attempt) {
	t.Helper()
	before := f.mark(t, 1)
	moved, err := f.CloseAttempt(t.Context(), attempt, roll.Reply{State: roll.Answered, Exchange: `{"late":true}`}, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Confirm(by, "Absent", true, timing())
	})
	must(t, err)
	if mark := f.mark(t, 1); moved || mark != before || mark.Outcome == roll.Saved {
		t.Errorf("a late answer moved the mark: %t, it is %s", moved, mark.Outcome)
	}
	story, err := f.Story(t.Context(), north, attempt.Save)
	must(t, err)
	if late := story.Attempts[0]; late.Late != roll.Answered || late.Exchange != `{"late":true}` || late.State == roll.Answered {
		t.Errorf("the history has %+v", late)
	}
}

func keepsProgress(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1)...))
	now := f.clock.Now().UTC()
	want := roll.Progress{
		Enrolment: 1, Student: studentOf(1), Version: 1, Save: "save", Outcome: roll.Confirming, Returned: "Absent?",
		AnsweredAt: now.Add(time.Second), DueAt: now.Add(2 * time.Second), Tries: 3, UnknownAt: now.Add(-time.Second),
		Asserted: true, Again: true, Part: 6, InVersion: 1, OutVersion: 1,
	}
	f.close(t, f.claim(t, "save"), roll.Reply{State: roll.Answered}, func(roll.Progress, roll.Attempted) roll.Progress { return want })
	f.clock.advance(time.Minute)
	var was roll.Progress
	f.close(t, f.claim(t, "save"), roll.Reply{State: roll.Unknown}, func(p roll.Progress, _ roll.Attempted) roll.Progress {
		was = p
		return p
	})
	want.DueAt = time.Time{}
	if was != want {
		t.Errorf("it came back as\n%+v, not as\n%+v", was, want)
	}
}

func remarksAreKept(f *fixture) {
	t := f.t
	f.accept(t, press("save", absent(), unseen(1, 2)...))
	attempt := f.claim(t, "save")
	reply := roll.Reply{State: roll.Answered, HTTPStatus: 200, SentAt: f.clock.Now(), Remarks: map[roll.EnrolmentID]string{1: `{"comments":"ill"}`, 9: `{}`}}
	f.close(t, attempt, reply, func(p roll.Progress, by roll.Attempted) roll.Progress {
		return p.Confirm(by, attempt.Status.Name, true, timing())
	})
	for enrolment, want := range map[roll.EnrolmentID]string{1: `{"comments":"ill"}`, 2: ""} {
		history, err := f.History(t.Context(), north, enrolment, today)
		must(t, err)
		if len(history) != 1 || history[0].Remarks != want {
			t.Errorf("the history of %d says %+v", enrolment, history)
		}
	}
}
