package faults_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"rollbook/apiclient/sandbox"
	"rollbook/handlers/apptest"
	"rollbook/web/roll"
)

// meetings are the faults of simultaneous presses.
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

// together runs all functions at once.
func together(do ...func()) {
	var all sync.WaitGroup
	for _, one := range do {
		all.Go(one)
	}
	all.Wait()
}

func twoTeachersMeet(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		anna, tom := s.As(t, apptest.Teacher), s.As(t, apptest.OtherTeacher)
		first, second := anna.Get(apptest.EightB), tom.Get(apptest.EightB)
		ids := first.Enrolments(t, 3, 4)
		var annas, toms *pressed
		together(
			func() { annas = pressesOf(t, s, anna, first, "Absent", ids...) },
			func() { toms = pressesOf(t, s, tom, second, "Late", ids...) })
		winner, loser, by := annas, toms, "Anna Lindqvist"
		if annas.Answer.Code == http.StatusConflict {
			winner, loser, by = toms, annas, "Tom Baker"
		}
		winner.Answer.Want(t, http.StatusOK)
		loser.Answer.Want(t, http.StatusConflict)
		apptest.Pass(2 * time.Second)
		winner.Settles(t, time.Since(winner.At))
		words := by + " marked " + winner.Status + " at 08:30. You chose " + loser.Status + "."
		for _, id := range ids {
			loser.ShowsFor(t, id, roll.Conflict, words)
		}
		decides(t, s, loser, winner, ids)
	})
}

// decides makes the person who was second keep one mark and change the other.
func decides(t *testing.T, s *apptest.Scene, loser, winner *pressed, ids []string) {
	t.Helper()
	path := apptest.SavesPath + string(loser.Token) + "/decisions"
	page := loser.V.Get(apptest.EightB)
	form := page.Form("#roll")
	loser.V.Post(path, url.Values{"keep": {ids[0]}, "seen": form["seen"]}).Want(t, http.StatusSeeOther)
	loser.V.Post(path, url.Values{"change": {ids[1]}, "seen": form["seen"]}).Want(t, http.StatusSeeOther)
	apptest.Pass(2 * time.Second)
	loser.ShowsFor(t, ids[0], roll.Saved, winner.Status)
	loser.ShowsFor(t, ids[1], roll.Saved, loser.Status)
	wantHeld(t, s, winner.Status, ids[0])
	wantHeld(t, s, loser.Status, ids[1])
}

// theOfficeOvertakesARetry: whatever the result of the teacher's request, the office's mark remains, and
// nothing older is sent after it was accepted.
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
			apptest.Play(t, func(t *testing.T, s *apptest.Scene) { overtakes(t, s, fault) })
		})
	}
}

func overtakes(t *testing.T, s *apptest.Scene, fault *sandbox.Fault) {
	t.Helper()
	anna, office := s.As(t, apptest.Teacher), s.As(t, apptest.OfficeWorker)
	page := anna.Get(apptest.EightB)
	mended := func() {}
	if fault == nil {
		mended = slam(s.Network, apptest.ServiceHost)
	} else {
		breaks(t, s, *fault)
	}
	teachers := pressesOf(t, s, anna, page, "Absent", page.Enrolments(t, 0, 1)...)
	apptest.Pass(3 * time.Second)
	offices := presses(t, s, office, "Excused", 0, 1)
	mended()
	offices.Until(t, 90*time.Second)
	offices.Shows(t, 90*time.Second, roll.Saved, "Excused")
	wantHeld(t, s, "Excused", offices.Enrolments...)
	wantOneAtATime(t, s)
	excused := apptest.Numbers(t, page.Status(t, "Excused"))[0]
	for _, call := range s.Sandbox.Arrivals(apptest.HarbourCode) {
		if call.In.After(offices.At) && call.StatusID != excused {
			t.Errorf("status %d was sent %v after the office pressed", call.StatusID, call.In.Sub(offices.At))
		}
	}
	anna.Get(apptest.SavesPath+string(teachers.Token)).WantEvents(t, "Kofi Osei (office) marked 2 again")
}

func aChangeInTheSchoolSystemItself(t *testing.T) {
	t.Run("that cannot be read", func(t *testing.T) {
		t.Parallel()
		apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
			p := changedElsewhere(t, s)
			p.Shows(t, 31*time.Minute, roll.Stopped, saysStopped)
			s.Network.Lay(apptest.ServiceHost, nil)
			p.Until(t, apptest.Fewer(t, "after the press", 2*time.Hour, 45*time.Minute))
			if calls := p.Sent(); len(calls) > 0 {
				t.Errorf("it was sent after %v", calls)
			}
			wantHeld(t, s, "Excused", p.Enrolments...)
		})
	})
	t.Run("that can be read", func(t *testing.T) {
		t.Parallel()
		apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
			s.MakeReadable(t)
			p := changedElsewhere(t, s)
			p.Until(t, 10*time.Minute)
			s.Network.Lay(apptest.ServiceHost, nil)
			p.Until(t, 12*time.Minute)
			p.ShowsFor(t, p.Enrolments[0], roll.Conflict, "Excused")
			p.Until(t, apptest.Fewer(t, "after the press", 2*time.Hour, 45*time.Minute))
			if calls := p.Sent(); len(calls) > 0 {
				t.Errorf("it was sent after %v", calls)
			}
			wantHeld(t, s, "Excused", p.Enrolments...)
		})
	})
	t.Run("that can be read, and nothing was changed", func(t *testing.T) {
		t.Parallel()
		apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
			s.MakeReadable(t)
			breaks(t, s, sandbox.Fault{Calls: 1, Reset: sandbox.ResetApplied})
			p := presses(t, s, s.As(t, apptest.Teacher), "Absent", 0, 1)
			p.Shows(t, 59*time.Second, roll.Confirming, saysConfirming)
			p.Settles(t, 65*time.Second)
			wantAttempts(t, p, roll.Unknown)
		})
	})
}

func aDoubleClickIsOnePress(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		breaks(t, s, sandbox.Fault{DelayBeforeMs: 1_000})
		v := s.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		ids := page.Enrolments(t, 0, 1)
		var first, second *pressed
		together(
			func() { first = pressesOf(t, s, v, page, "Absent", ids...) },
			func() { apptest.Pass(30 * time.Millisecond); second = pressesOf(t, s, v, page, "Absent", ids...) })
		for _, p := range []*pressed{first, second} {
			if saved := p.Answer.Want(t, http.StatusOK).Page.Find("[data-is=saved]").Length(); saved != 2 {
				t.Errorf("the answer shows %d as saved", saved)
			}
		}
		first.Settles(t, 2*time.Second)
		wantAttempts(t, first, roll.Answered)
		if versions := first.Story(t).Marks; len(versions) != 2 || versions[0].Version != 1 {
			t.Errorf("the marks are %+v", versions)
		}
	})
}

func aReloadSendsNothing(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		v := s.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		posted := v.Post(apptest.RollPath, page.Press(t, "Absent", page.Enrolments(t, 0, 1)...)).Want(t, http.StatusSeeOther)
		for range 3 {
			shown := v.Get(posted.Header.Get("Location")).Want(t, http.StatusOK)
			if apptest.Count(shown.Rows(t), "saved", "Absent") != 2 || !strings.Contains(shown.Text("#result"), "2 Absent. Saved") {
				t.Errorf("it says %q", shown.Text("#result"))
			}
		}
		if calls := s.Sandbox.Arrivals(apptest.HarbourCode); len(calls) != 1 {
			t.Errorf("%d calls were made", len(calls))
		}
	})
}

// anExpiredSessionLosesNothing: after a new sign-in the same press is saved, and another person's sign-in
// does not send it.
func anExpiredSessionLosesNothing(t *testing.T) {
	apptest.Play(t, func(t *testing.T, s *apptest.Scene) {
		v := s.As(t, apptest.Teacher)
		page := v.Get(apptest.EightB)
		apptest.Pass(3 * time.Hour)
		expired := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 0, 1)...)
		if to := expired.Answer.Want(t, http.StatusUnauthorized).Header.Get("HX-Redirect"); !strings.HasPrefix(to, "/sign-in") {
			t.Errorf("it leads to %q", to)
		}
		wantNothingStored(t, expired)
		signsIn(v, apptest.OtherTeacher)
		others := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 0, 1)...)
		if text := others.Answer.Want(t, http.StatusConflict).Text("#summary"); !strings.HasPrefix(text, "Another person signed in on this device.") {
			t.Errorf("it says %q", text)
		}
		wantNothingStored(t, others)
		signsIn(v, apptest.Teacher)
		again := pressesOf(t, s, v, page, "Absent", page.Enrolments(t, 0, 1)...)
		again.Answer.Want(t, http.StatusOK)
		again.Settles(t, 2*time.Second)
		if again.Token != expired.Token {
			t.Error("it is another press")
		}
	})
}
