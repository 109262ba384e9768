package store

import (
	"reflect"
	"time"

	"rollbook/web/roll"
)

// checkSentences are about the times sent with a status. An unanswered check in or out is sent first; every
// request has the newest status.
func checkSentences() []sentence {
	return []sentence{
		{"every part of an intent comes back from the database", everyPartOfAnIntentComesBack},
		{"a check goes with its own status and time", aCheckGoesWithItsOwnStatus},
		{"a plain save carries the check before it that was not answered, with the newest status", aPlainSaveCarriesTheCheckBefore},
		{"a check that was answered is not sent with the next save", aCheckThatWasAnsweredIsNotSent},
		{"a check in that was not answered goes before the check out that follows", aCheckInThatWasNotAnsweredGoes},
		{"a check out that was not answered goes before the check in that follows", aCheckOutThatWasNotAnsweredGoes},
		{"a check is replaced by a newer one of its kind and by clear", aCheckIsReplacedByANewer},
		{"students of one save whose checks differ go in requests of their own", studentsOfOneSaveWhoseChecksDifferGo},
		{"a check that is still unsettled after a lost reply is sent again", aCheckThatIsStillUnsettled},
		{"the repetition after a lost reply carries the check once more", theRepetitionAfterALostReplyCarries},
	}
}

func everyPartOfAnIntentComesBack(f *fixture) {
	t := f.t
	save := checked("whole", roll.CheckIn, "08:45", 0)
	save.Status.CarriesTime = false
	for parts, i := reflect.ValueOf(save.Intent), 0; i < parts.NumField(); i++ {
		if parts.Field(i).IsZero() {
			t.Errorf("this test does not set %s", parts.Type().Field(i).Name)
		}
	}
	f.accept(t, save)
	story, err := f.Story(t.Context(), north, "whole")
	if err != nil || story.Save.Intent != save.Intent {
		t.Errorf("the save has %+v instead of %+v: %v", story.Save.Intent, save.Intent, err)
	}
	if attempt := f.claim(t, "whole"); attempt.Intent != save.Intent {
		t.Errorf("the attempt has %+v instead of %+v", attempt.Intent, save.Intent)
	}
	last, err := f.LastChanges(t.Context(), north, today, today, []roll.EnrolmentID{1})
	if err != nil || len(last) != 1 || last[0].Intent != save.Intent {
		t.Errorf("the last change is %+v: %v", last, err)
	}
}

func aCheckGoesWithItsOwnStatus(f *fixture) {
	t := f.t
	f.accept(t, checked("in", roll.CheckIn, "08:45", 0))
	attempt := f.claim(t, "in")
	if attempt.Check != roll.CheckIn || attempt.CheckTime != "08:45" || attempt.Marks[0].CheckVersion != 1 {
		t.Errorf("the attempt is %+v", attempt)
	}
	f.answer(t, attempt)
	if mark := f.mark(t, 1); mark.Outcome != roll.Saved {
		t.Errorf("the mark is %s", mark.Outcome)
	}
}

func aPlainSaveCarriesTheCheckBefore(f *fixture) {
	t := f.t
	version := int64(0)
	for _, check := range []roll.Check{roll.CheckIn, roll.CheckOut} {
		plain := roll.Token("plain after " + check)
		f.accept(t, checked(roll.Token(check), check, "08:45", version))
		f.accept(t, press(plain, absent(), seen(1, version+1)))
		attempt := f.claim(t, plain)
		want := roll.Claimed{Enrolment: 1, Student: studentOf(1), Version: version + 2, CheckVersion: version + 1}
		if attempt.Status.ID != absent().ID || attempt.Check != check || attempt.CheckTime != "08:45" || attempt.Marks[0] != want {
			t.Errorf("the attempt is %+v", attempt)
		}
		f.answer(t, attempt)
		if mark := f.mark(t, 1); mark.Outcome != roll.Saved {
			t.Errorf("the mark is %s", mark.Outcome)
		}
		version += 2
	}
}

func aCheckThatWasAnsweredIsNotSent(f *fixture) {
	t := f.t
	f.accept(t, checked("in", roll.CheckIn, "08:45", 0))
	f.answer(t, f.claim(t, "in"))
	f.accept(t, press("plain", absent(), seen(1, 1)))
	if attempt := f.claim(t, "plain"); attempt.Check != roll.NoCheck || attempt.CheckTime != "" {
		t.Errorf("the attempt is %+v", attempt)
	}
}

func aCheckInThatWasNotAnsweredGoes(f *fixture) {
	t := f.t
	f.accept(t, checked("in", roll.CheckIn, "08:45", 0))
	f.accept(t, checked("out", roll.CheckOut, "11:30", 1))
	first := f.claim(t, "out")
	if first.Check != roll.CheckIn || first.CheckTime != "08:45" || first.Status.ID != 4 {
		t.Errorf("first goes %+v", first)
	}
	f.answer(t, first)
	if mark := f.mark(t, 1); mark.Outcome != roll.Waiting {
		t.Errorf("between the two the mark is %s", mark.Outcome)
	}
	second := f.claim(t, "out")
	if second.Check != roll.CheckOut || second.CheckTime != "11:30" {
		t.Errorf("then goes %+v", second)
	}
	f.answer(t, second)
	if mark := f.mark(t, 1); mark.Outcome != roll.Saved {
		t.Errorf("after both the mark is %s", mark.Outcome)
	}
}

func aCheckOutThatWasNotAnsweredGoes(f *fixture) {
	t := f.t
	f.accept(t, checked("out", roll.CheckOut, "09:00", 0))
	f.accept(t, checked("in", roll.CheckIn, "10:00", 1))
	for _, want := range []roll.Check{roll.CheckOut, roll.CheckIn} {
		attempt := f.claim(t, "in")
		if attempt.Check != want {
			t.Errorf("%q goes where %q belongs", attempt.Check, want)
		}
		f.answer(t, attempt)
	}
}

func aCheckIsReplacedByANewer(f *fixture) {
	t := f.t
	f.accept(t, checked("in", roll.CheckIn, "08:45", 0))
	f.accept(t, checked("corrected", roll.CheckIn, "08:50", 1))
	f.accept(t, checked("out", roll.CheckOut, "11:30", 2))
	f.accept(t, checked("clear", roll.CheckClear, "", 3))
	attempt := f.claim(t, "clear")
	if attempt.Check != roll.CheckClear || attempt.CheckTime != "" || attempt.Marks[0].CheckVersion != 4 {
		t.Errorf("the attempt is %+v", attempt)
	}
	f.answer(t, attempt)
	if mark := f.mark(t, 1); mark.Outcome != roll.Saved {
		t.Errorf("the mark is %s", mark.Outcome)
	}
	f.nothingToClaim(t, "")
}

func studentsOfOneSaveWhoseChecksDifferGo(f *fixture) {
	t := f.t
	f.accept(t, checked("in", roll.CheckIn, "08:45", 0))
	f.accept(t, press("plain", absent(), seen(1, 1), unseen(2)[0]))
	first, second := f.claim(t, "plain"), f.claim(t, "plain")
	if len(first.Marks) != 1 || len(second.Marks) != 1 || first.Check == second.Check {
		t.Errorf("they go as %+v and %+v", first, second)
	}
}

func aCheckThatIsStillUnsettled(f *fixture) {
	t := f.t
	f.accept(t, checked("in", roll.CheckIn, "08:45", 0))
	f.lose(t, f.claim(t, "in"))
	attempt := f.claim(t, "in")
	if attempt.Check != roll.CheckIn || attempt.CheckTime != "08:45" {
		t.Errorf("it goes again as %+v", attempt)
	}
}

func theRepetitionAfterALostReplyCarries(f *fixture) {
	t := f.t
	f.accept(t, checked("in", roll.CheckIn, "08:45", 0))
	f.lose(t, f.claim(t, "in"))
	f.answer(t, f.claim(t, "in"))
	f.clock.advance(time.Minute)
	attempt := f.claim(t, "in")
	if attempt.Check != roll.CheckIn || attempt.CheckTime != "08:45" {
		t.Errorf("the repetition goes as %+v", attempt)
	}
}

// checked returns a save of student 1 with a time.
func checked(token roll.Token, check roll.Check, at string, version int64) roll.Save {
	save := press(token, roll.Status{ID: 3, Name: "Late", Family: roll.Late, CarriesTime: true}, seen(1, version))
	if check == roll.CheckOut {
		save.Status = roll.Status{ID: 4, Name: "Left early", Family: roll.LeftEarly, CarriesTime: true}
	}
	save.Check, save.CheckTime = check, at
	if at != "" {
		save.Observed = at + "+01:00"
	}
	return save
}
