package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/web/roll"
)

// meetings are the faults in which presses meet each other.
func meetings() map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"C01": twoTeachersMeet,
		"C02": theOfficeOvertakesARetry,
		"C03": aChangeInTheSchoolSystemItself,
		"C04": aDoubleClickIsOnePress,
		"C06": aReloadSendsNothing,
		"C07": anExpiredSessionLosesNothing,
	}
}

// together does all at once.
func together(do ...func()) {
	var all sync.WaitGroup
	for _, one := range do {
		all.Go(one)
	}
	all.Wait()
}

func twoTeachersMeet(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		anna, tom := s.as(t, teacher), s.as(t, otherTeacher)
		first, second := anna.get(eightB), tom.get(eightB)
		ids := first.enrolments(t, 3, 4)
		var annas, toms *pressed
		together(
			func() { annas = s.pressesOf(t, anna, first, "Absent", ids...) },
			func() { toms = s.pressesOf(t, tom, second, "Late", ids...) })
		winner, loser, by := annas, toms, "Anna Lindqvist"
		if annas.answer.code == http.StatusConflict {
			winner, loser, by = toms, annas, "Tom Baker"
		}
		winner.answer.want(t, http.StatusOK)
		loser.answer.want(t, http.StatusConflict)
		pass(2 * time.Second)
		winner.settles(t, time.Since(winner.at))
		words := by + " marked " + winner.status + " at 08:30. You chose " + loser.status + "."
		for _, id := range ids {
			loser.showsFor(t, id, roll.Conflict, words)
		}
		s.decides(t, loser, winner, ids)
	})
}

// decides lets who came second keep the one mark and change the other.
func (s *scene) decides(t *testing.T, loser, winner *pressed, ids []string) {
	t.Helper()
	path := savesPath + string(loser.token) + "/decisions"
	page := loser.v.get(eightB)
	form := page.form("#roll")
	loser.v.post(path, url.Values{"keep": {ids[0]}, "seen": form["seen"]}).want(t, http.StatusSeeOther)
	loser.v.post(path, url.Values{"change": {ids[1]}, "seen": form["seen"]}).want(t, http.StatusSeeOther)
	pass(2 * time.Second)
	loser.showsFor(t, ids[0], roll.Saved, winner.status)
	loser.showsFor(t, ids[1], roll.Saved, loser.status)
	s.holds(t, winner.status, ids[0])
	s.holds(t, loser.status, ids[1])
}

// theOfficeOvertakesARetry: whatever becomes of the teacher's request, the office's
// mark stands, and nothing older is sent after it was accepted.
func theOfficeOvertakesARetry(t *testing.T) {
	for name, fault := range map[string]*sandbox.Fault{
		"never applied":      {Calls: 1, Hang: sandbox.HangBefore},
		"applied, no reply":  {Calls: 1, Hang: sandbox.HangAfter},
		"applied much later": {Calls: 1, LateMs: 74_000, DelayAfterMs: 15_000},
		"answered in time":   {Calls: 1, DelayBeforeMs: 10_000},
		"not reached":        nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play(t, func(t *testing.T, s *scene) { s.overtakes(t, fault) })
		})
	}
}

func (s *scene) overtakes(t *testing.T, fault *sandbox.Fault) {
	t.Helper()
	anna, office := s.as(t, teacher), s.as(t, officeWorker)
	page := anna.get(eightB)
	mended := func() {}
	if fault == nil {
		mended = s.network.slam(serviceHost)
	} else {
		s.breaks(t, *fault)
	}
	teachers := s.pressesOf(t, anna, page, "Absent", page.enrolments(t, 0, 1)...)
	pass(3 * time.Second)
	offices := s.presses(t, office, "Excused", 0, 1)
	mended()
	offices.until(t, 90*time.Second)
	offices.shows(t, 90*time.Second, roll.Saved, "Excused")
	s.holds(t, "Excused", offices.enrolments...)
	s.wantOneAtATime(t)
	excused := numbers(t, page.status(t, "Excused"))[0]
	for _, call := range s.sandbox.Arrivals(harbourCode) {
		if call.In.After(offices.at) && call.StatusID != excused {
			t.Errorf("status %d was sent %v after the office pressed", call.StatusID, call.In.Sub(offices.at))
		}
	}
	anna.get(savesPath+string(teachers.token)).wantTold(t, "Kofi Osei (office) made newer marks for 2 students")
}

func aChangeInTheSchoolSystemItself(t *testing.T) {
	t.Run("that cannot be read", func(t *testing.T) {
		t.Parallel()
		play(t, func(t *testing.T, s *scene) {
			p := s.changedElsewhere(t)
			p.shows(t, 31*time.Minute, roll.Stopped, saysStopped)
			s.network.fail(serviceHost, nil)
			p.until(t, fewer(t, "after the press", 2*time.Hour, 45*time.Minute))
			if calls := p.sent(); len(calls) > 0 {
				t.Errorf("it was sent after %v", calls)
			}
			s.holds(t, "Excused", p.enrolments...)
		})
	})
	t.Run("that can be read", func(t *testing.T) {
		t.Parallel()
		play(t, func(t *testing.T, s *scene) {
			s.makeReadable(t)
			p := s.changedElsewhere(t)
			p.until(t, 10*time.Minute)
			s.network.fail(serviceHost, nil)
			p.until(t, 12*time.Minute)
			p.showsFor(t, p.enrolments[0], roll.Conflict, "Excused")
			p.until(t, fewer(t, "after the press", 2*time.Hour, 45*time.Minute))
			if calls := p.sent(); len(calls) > 0 {
				t.Errorf("it was sent after %v", calls)
			}
			s.holds(t, "Excused", p.enrolments...)
		})
	})
	t.Run("that can be read, and nothing was changed", func(t *testing.T) {
		t.Parallel()
		play(t, func(t *testing.T, s *scene) {
			s.makeReadable(t)
			s.breaks(t, sandbox.Fault{Calls: 1, Reset: sandbox.ResetApplied})
			p := s.presses(t, s.as(t, teacher), "Absent", 0, 1)
			p.shows(t, 59*time.Second, roll.Confirming, saysConfirming)
			p.settles(t, 65*time.Second)
			p.wantAttempts(t, roll.Unknown)
		})
	})
}

// changedElsewhere is a press that does not reach the service, where somebody then
// enters another mark.
func (s *scene) changedElsewhere(t *testing.T) *pressed {
	t.Helper()
	v := s.as(t, teacher)
	page := v.get(eightB)
	s.network.fail(serviceHost, errUnplugged)
	p := s.pressesOf(t, v, page, "Absent", page.enrolments(t, 0, 1)...)
	p.shows(t, 2*time.Second, roll.Waiting, saysWaiting)
	for _, id := range numbers(t, p.enrolments...) {
		must(t, s.sandbox.SetMark(t.Context(), harbourCode, sandbox.Mark{
			EnrolmentID: id, Date: today, StatusID: numbers(t, page.status(t, "Excused"))[0],
		}))
	}
	return p
}

func aDoubleClickIsOnePress(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		s.breaks(t, sandbox.Fault{DelayBeforeMs: 1_000})
		v := s.as(t, teacher)
		page := v.get(eightB)
		ids := page.enrolments(t, 0, 1)
		var first, second *pressed
		together(
			func() { first = s.pressesOf(t, v, page, "Absent", ids...) },
			func() { pass(30 * time.Millisecond); second = s.pressesOf(t, v, page, "Absent", ids...) })
		for _, p := range []*pressed{first, second} {
			if saved := p.answer.want(t, http.StatusOK).page.Find("[data-is=saved]").Length(); saved != 2 {
				t.Errorf("the answer shows %d as saved", saved)
			}
		}
		first.settles(t, 2*time.Second)
		first.wantAttempts(t, roll.Answered)
		if versions := first.story(t).Marks; len(versions) != 2 || versions[0].Version != 1 {
			t.Errorf("the marks are %+v", versions)
		}
	})
}

func aReloadSendsNothing(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		v := s.as(t, teacher)
		page := v.get(eightB)
		posted := v.post(rollPath, page.press(t, "Absent", page.enrolments(t, 0, 1)...)).want(t, http.StatusSeeOther)
		for range 3 {
			shown := v.get(posted.header.Get("Location")).want(t, http.StatusOK)
			if count(shown.rows(t), "saved", "Absent") != 2 || !strings.Contains(shown.text("#result"), "2 saved as Absent") {
				t.Errorf("it says %q", shown.text("#result"))
			}
		}
		if calls := s.sandbox.Arrivals(harbourCode); len(calls) != 1 {
			t.Errorf("%d calls were made", len(calls))
		}
	})
}

// anExpiredSessionLosesNothing: after signing in again the same press is saved, and
// nobody else's sign-in sends it.
func anExpiredSessionLosesNothing(t *testing.T) {
	play(t, func(t *testing.T, s *scene) {
		v := s.as(t, teacher)
		page := v.get(eightB)
		pass(3 * time.Hour)
		expired := s.pressesOf(t, v, page, "Absent", page.enrolments(t, 0, 1)...)
		if to := expired.answer.want(t, http.StatusUnauthorized).header.Get("HX-Redirect"); !strings.HasPrefix(to, "/sign-in") {
			t.Errorf("it leads to %q", to)
		}
		expired.wantNothingStored(t)
		v.signsIn(otherTeacher)
		others := s.pressesOf(t, v, page, "Absent", page.enrolments(t, 0, 1)...)
		if text := others.answer.want(t, http.StatusConflict).text("#summary"); !strings.HasPrefix(text, "Somebody else signed in on this device.") {
			t.Errorf("it says %q", text)
		}
		others.wantNothingStored(t)
		v.signsIn(teacher)
		again := s.pressesOf(t, v, page, "Absent", page.enrolments(t, 0, 1)...)
		again.answer.want(t, http.StatusOK)
		again.settles(t, 2*time.Second)
		if again.token != expired.token {
			t.Error("it is another press")
		}
	})
}
