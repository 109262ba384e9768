package submission

import (
	"testing"
	"time"

	"rollbook/web/roll"
)

func TestATimeIsKeptAndSentAsTheSchoolSettlesIt(t *testing.T) {
	t.Parallel()
	for says, one := range map[string]struct {
		format   roll.TimeFormat
		press    func(*Press)
		observed string
		check    roll.Check
		sent     string
	}{
		"a school that sends no times": {roll.TimeNotSent, func(p *Press) { p.Status, p.Time = 3, "08:20" }, "08:20+01:00", "", ""},
		"late":                         {roll.TimeMinutes, func(p *Press) { p.Status, p.Time = 3, "08:20" }, "08:20+01:00", roll.CheckIn, "08:20"},
		"left early":                   {roll.TimeSeconds, func(p *Press) { p.Status, p.Time = 4, "08:25" }, "08:25+01:00", roll.CheckOut, "08:25:00"},
		"as an instant":                {roll.TimeInstant, func(p *Press) { p.Status, p.Time = 3, "08:20" }, "08:20+01:00", roll.CheckIn, "2026-11-20T07:20:00Z"},
		"a check that was asked for":   {roll.TimeMinutes, func(p *Press) { p.Status, p.Time, p.Check = 2, "08:20", "out" }, "08:20+01:00", roll.CheckOut, "08:20"},
		"a time that nothing asks for": {roll.TimeMinutes, func(p *Press) { p.Status, p.Time = 2, "08:20" }, "", "", ""},
		"nonsense nothing asks for":    {roll.TimeMinutes, func(p *Press) { p.Status, p.Time = 2, "soon" }, "", "", ""},
		"late without a time":          {roll.TimeMinutes, func(p *Press) { p.Status = 3 }, "", "", ""},
		"clear":                        {roll.TimeMinutes, func(p *Press) { p.Status, p.Check, p.Time = 2, "clear", "08:20" }, "", roll.CheckClear, ""},
		"clear where none is sent":     {roll.TimeNotSent, func(p *Press) { p.Status, p.Check = 2, "clear" }, "", "", ""},
		"five minutes ahead":           {roll.TimeMinutes, func(p *Press) { p.Status, p.Time = 3, "08:35" }, "08:35+01:00", roll.CheckIn, "08:35"},
	} {
		f := newFixture(t)
		f.school.TimeFormat, f.school.LateCheck, f.school.LeftCheck = one.format, roll.CheckIn, roll.CheckOut
		f.accept(t, teacher(), with(one.press))
		if save := f.store.saves[0]; save.Observed != one.observed || save.Check != one.check || save.CheckTime != one.sent {
			t.Errorf("%s: observed %q, check %q, sent %q", says, save.Observed, save.Check, save.CheckTime)
		}
	}
}

func TestATimeOnADayOfTwoOffsetsIsTheOneThatPeopleMean(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		date     roll.Date
		time     string
		observed string
		problem  string
	}{
		{"2026-10-25", "02:30", "02:30+02:00", ""},
		{"2026-10-25", "03:00", "03:00+01:00", ""},
		{"2026-03-29", "02:30", "", "roll.problem.time_gap"},
		{"2026-03-29", "03:00", "03:00+02:00", ""},
	} {
		f := newFixture(t)
		f.school.PastDays = 365
		press := with(func(p *Press) { p.Date, p.Status, p.Time, p.Reason = one.date, 3, one.time, "corrected" })
		if one.problem != "" {
			f.refused(t, string(one.date), office(), press, roll.Meaningless, one.problem)
			continue
		}
		f.accept(t, office(), press)
		if got := f.store.saves[0].Observed; got != one.observed {
			t.Errorf("%s of %s is kept as %s", one.time, one.date, got)
		}
	}
}

func TestATimeIsNeitherTomorrowsNorLaterToday(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.now = time.Date(2026, 11, 20, 23, 58, 0, 0, f.school.Zone)
	f.accept(t, teacher(), with(func(p *Press) { p.Status, p.Time = 3, "23:59" }))
	early := newFixture(t)
	early.now = time.Date(2026, 11, 20, 0, 1, 0, 0, early.school.Zone)
	early.refused(t, "yesterday evening", teacher(), with(func(p *Press) { p.Status, p.Time = 3, "23:59" }), roll.Meaningless, "roll.problem.time_ahead")
}

func TestACheckWithoutAStatusLeavesTheMarkAsItIs(t *testing.T) {
	t.Parallel()
	leaves := with(func(p *Press) { p.Enrolments, p.Status, p.Time, p.Check = []roll.EnrolmentID{1}, 0, "08:20", "out" })
	f := newFixture(t)
	f.school.TimeFormat = roll.TimeMinutes
	f.store.marks = map[roll.EnrolmentID]roll.Mark{1: {Version: 2, Outcome: roll.Saved, Intent: roll.Intent{Status: roll.Status{ID: 3}, Observed: "08:05+01:00"}}}
	f.accept(t, office(), leaves)
	save := f.store.saves[0]
	if save.Status.ID != 3 || save.Observed != "08:05+01:00" || save.Check != roll.CheckOut || save.CheckTime != "08:20" {
		t.Errorf("status %d, observed %q, check %q at %q", save.Status.ID, save.Observed, save.Check, save.CheckTime)
	}
	delete(f.store.marks, 1)
	if again := f.accept(t, office(), leaves); len(again) != 1 || again[0].Save.Status.ID != 3 || again[0].Save.Observed != save.Observed {
		t.Errorf("the same press again is %+v", again)
	}
	f.store.saves = nil
	f.store.marks[1] = roll.Mark{Version: 2, Outcome: roll.Differs, Intent: roll.Intent{Status: roll.Status{ID: 3}}}
	f.refused(t, "a mark that the school system has otherwise", office(), leaves, roll.Meaningless, "roll.problem.no_status")
	delete(f.store.marks, 1)
	f.refused(t, "no mark", office(), leaves, roll.Meaningless, "roll.problem.no_status")
	leaves.Enrolments = []roll.EnrolmentID{1, 2}
	f.refused(t, "two students", office(), leaves, roll.Meaningless, "roll.problem.no_status")
}
