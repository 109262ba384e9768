package submission

import (
	"testing"
	"time"

	"rollbook/web/roll"
)

func tablet() roll.Actor { return roll.Actor{Person: "door", Name: "Door 12", Role: roll.AtDoor} }

// tapped is a press of a tablet on which two students tapped at 8:29, changed.
func tapped(f *fixture, change func(*Press)) Press {
	at := f.now.Add(-time.Minute)
	press := Press{
		Save: "taps", Period: "2026", Class: "8b", Date: today, Enrolments: []roll.EnrolmentID{1, 2},
		Taps: map[roll.EnrolmentID]time.Time{1: at, 2: at.Add(20 * time.Second)},
	}
	change(&press)
	return press
}

func TestTapsOfOneMinuteAreASaveByTheSchoolsRule(t *testing.T) {
	t.Parallel()
	for says, one := range map[string]struct {
		late   roll.TimeOfDay
		change func(*Press)
		want   roll.StatusID
	}{
		"in time":                         {"08:29", func(*Press) {}, 1},
		"late":                            {"08:28", func(*Press) {}, 3},
		"late, first accepted in time":    {"08:28", func(p *Press) { p.Status = 1 }, 1},
		"in time, first accepted as late": {"", func(p *Press) { p.Status = 3 }, 3},
	} {
		f := newFixture(t)
		f.school.LateAfter = one.late
		f.accept(t, tablet(), tapped(f, one.change))
		if saves := f.store.saves; len(saves) != 1 || saves[0].Status.ID != one.want || len(saves[0].Rows) != 2 || !saves[0].Rows[1].TappedAt.Equal(f.now.Add(-40*time.Second)) {
			t.Errorf("%s: kept are %+v", says, saves)
		}
	}
}

func TestTapsThatCannotBeSavedAreRefusedWhole(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	move := func(by time.Duration, ids ...roll.EnrolmentID) func(*Press) {
		return func(p *Press) {
			for _, id := range ids {
				p.Taps[id] = p.Taps[id].Add(by)
			}
		}
	}
	for says, one := range map[string]struct {
		change  func(*Press)
		kind    roll.Kind
		message string
	}{
		"nobody":                 {func(p *Press) { p.Enrolments = nil }, roll.Meaningless, "roll.problem.nobody_ticked"},
		"two minutes":            {move(time.Minute, 2), roll.Malformed, "roll.problem.unreadable"},
		"too early":              {move(10*time.Minute, 1, 2), roll.Meaningless, "roll.problem.time_ahead"},
		"yesterday":              {move(-24*time.Hour, 1, 2), roll.Stale, "roll.problem.other_date"},
		"a status that is away":  {func(p *Press) { p.Status = 2 }, roll.Meaningless, "taps.problem.no_status"},
		"a status of no student": {func(p *Press) { p.OthersStatus = 1 }, roll.Forbidden, "problem.what.denied"},
	} {
		f.refused(t, says, tablet(), tapped(f, one.change), one.kind, one.message)
	}
	f.refused(t, "a person", teacher(), tapped(f, func(*Press) {}), roll.Forbidden, "problem.what.denied")
	f.refused(t, "a tablet without taps", tablet(), ordinary(), roll.Forbidden, "problem.what.denied")
}
