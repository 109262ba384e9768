package store

import (
	"time"

	"rollbook/web/roll"
)

func clockSentences() []sentence {
	return []sentence{
		{"a wait does not last longer because the clock was set back", func(f *fixture) {
			t := f.t
			f.accept(t, press("save", absent(), unseen(1)...))
			f.close(t, f.claim(t, "save"), roll.Reply{State: roll.NotSent}, retryAfter(30*time.Second))
			must(t, f.NoteWait(t.Context(), north, time.Minute))
			f.clock.advance(-time.Hour)
			f.nothingToClaim(t, "save")
			must(t, f.FollowClock(t.Context()))
			f.claim(t, "save")
		}},
		{"a school whose key is refused is probed although the clock was set back", func(f *fixture) {
			t := f.t
			must(t, f.Pause(t.Context(), north, roll.PausedKey, time.Minute))
			f.clock.advance(-time.Hour)
			must(t, f.FollowClock(t.Context()))
			f.probes(t, 1)
		}},
		{"what may have been applied is reckoned from now after the clock was set back", func(f *fixture) {
			t := f.t
			f.accept(t, press("save", absent(), unseen(1)...))
			f.close(t, f.claim(t, "save"), roll.Reply{State: roll.Unknown}, doubt)
			f.clock.advance(-time.Hour)
			must(t, f.FollowClock(t.Context()))
			var since time.Time
			f.close(t, f.claim(t, "save"), roll.Reply{State: roll.Answered}, func(p roll.Progress, _ roll.Attempted) roll.Progress {
				since = p.UnknownAt
				return p
			})
			if now := f.clock.Now(); !since.Equal(now) {
				t.Errorf("unknown since %v, want %v", since, now)
			}
		}},
		{"an ordinary wait is left alone", func(f *fixture) {
			t := f.t
			f.accept(t, press("save", absent(), unseen(1)...))
			f.close(t, f.claim(t, "save"), roll.Reply{State: roll.AskedToWait}, retryAfter(5*time.Minute))
			must(t, f.FollowClock(t.Context()))
			f.nothingToClaim(t, "save")
		}},
		{"an answer is not later than its attempt's end, although the clock was set back", func(f *fixture) {
			t := f.t
			f.accept(t, press("save", absent(), unseen(1)...))
			attempt := f.claim(t, "save")
			f.clock.advance(-time.Minute)
			f.close(t, attempt, roll.Reply{State: roll.Answered, SentAt: attempt.ClaimedAt}, func(p roll.Progress, by roll.Attempted) roll.Progress {
				if by.SentAt.After(by.ClosedAt) {
					t.Errorf("sent at %v and closed at %v", by.SentAt, by.ClosedAt)
				}
				return p
			})
		}},
	}
}
