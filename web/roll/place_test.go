package roll_test

import (
	"testing"
	"time"

	"rollbook/web/roll"
)

func TestAMarkSaysWhereItsStudentIs(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		mark roll.Mark
		want roll.Place
	}{
		"no mark":                        {roll.Mark{}, roll.Unaccounted},
		"no mark with a family":          {roll.Mark{Intent: roll.Intent{Status: roll.Status{Family: roll.Present}}}, roll.Unaccounted},
		"present":                        {roll.Mark{Version: 1, Outcome: roll.Saved, Intent: roll.Intent{Status: roll.Status{Family: roll.Present}}}, roll.In},
		"late":                           {roll.Mark{Version: 1, Outcome: roll.Saved, Intent: roll.Intent{Status: roll.Status{Family: roll.Late}}}, roll.In},
		"absent":                         {roll.Mark{Version: 1, Outcome: roll.Saved, Intent: roll.Intent{Status: roll.Status{Family: roll.Absent}}}, roll.Away},
		"excused":                        {roll.Mark{Version: 1, Outcome: roll.Saved, Intent: roll.Intent{Status: roll.Status{Family: roll.Excused}}}, roll.Away},
		"left early":                     {roll.Mark{Version: 1, Outcome: roll.Saved, Intent: roll.Intent{Status: roll.Status{Family: roll.LeftEarly}}}, roll.Away},
		"at home before a screen":        {roll.Mark{Version: 1, Outcome: roll.Saved, Intent: roll.Intent{Status: roll.Status{Family: roll.Remote}}}, roll.Away},
		"something nobody could guess":   {roll.Mark{Version: 1, Outcome: roll.Saved, Intent: roll.Intent{Status: roll.Status{Family: roll.Other}}}, roll.Unaccounted},
		"seen, and not yet sent":         {roll.Mark{Version: 1, Outcome: roll.Waiting, Intent: roll.Intent{Status: roll.Status{Family: roll.Present}}}, roll.In},
		"seen, and never sent":           {roll.Mark{Version: 1, Outcome: roll.Stopped, Intent: roll.Intent{Status: roll.Status{Family: roll.Present}}}, roll.In},
		"recorded as something alike":    {roll.Mark{Version: 1, Outcome: roll.Differs, Intent: roll.Intent{Status: roll.Status{Family: roll.Present}}, Returned: "Late"}, roll.In},
		"recorded as the opposite":       {roll.Mark{Version: 1, Outcome: roll.Differs, Intent: roll.Intent{Status: roll.Status{Family: roll.Present}}, Returned: "Absent"}, roll.Unaccounted},
		"changed elsewhere to something": {roll.Mark{Version: 1, Outcome: roll.Conflict, Intent: roll.Intent{Status: roll.Status{Family: roll.Absent}}, Returned: "Present"}, roll.Unaccounted},
	} {
		if got := one.mark.Place(); got != one.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestOfAStudentInSeveralClassesTheNewestMarkCounts(t *testing.T) {
	t.Parallel()
	at := func(minute int, family roll.Family) roll.Mark {
		return roll.Mark{Version: 1, Outcome: roll.Saved, Intent: roll.Intent{Status: roll.Status{Family: family}}, MarkedAt: time.Date(2026, time.November, 19, 8, minute, 0, 0, time.UTC)}
	}
	for name, one := range map[string]struct {
		marks []roll.Mark
		want  roll.Place
	}{
		"nothing":           {nil, roll.Unaccounted},
		"one class of two":  {[]roll.Mark{{}, at(30, roll.Present)}, roll.In},
		"came later":        {[]roll.Mark{at(50, roll.Late), at(30, roll.Absent)}, roll.In},
		"went":              {[]roll.Mark{at(30, roll.Present), at(50, roll.LeftEarly)}, roll.Away},
		"both at once":      {[]roll.Mark{at(30, roll.Present), at(30, roll.Absent)}, roll.Unaccounted},
		"both at once, in":  {[]roll.Mark{at(30, roll.Present), at(30, roll.Late)}, roll.In},
		"in two at a time":  {[]roll.Mark{at(30, roll.Absent), at(30, roll.Present), at(40, roll.Present)}, roll.In},
		"newest is unknown": {[]roll.Mark{at(30, roll.Present), at(31, roll.Other)}, roll.Unaccounted},
	} {
		students, marks := []roll.Enrolment{{ID: 1, Student: 7}}, make(map[roll.EnrolmentID]roll.Mark)
		for i, mark := range one.marks {
			number := roll.EnrolmentID(i + 1)
			students, marks[number] = append(students, roll.Enrolment{ID: number, Student: 7}), mark
		}
		if days := roll.NewBoard(students, roll.Marks{Of: marks}).Students; len(days) != 1 || days[0].Place != one.want {
			t.Errorf("%s: %+v", name, days)
		}
	}
}

func TestALaterMarkDoesNotBringBackAStudentWhoLeft(t *testing.T) {
	t.Parallel()
	at := func(hour int) time.Time { return time.Date(2026, time.November, 19, hour, 0, 0, 0, time.UTC) }
	move := func(kind roll.Move, hour int) roll.Movement {
		return roll.Movement{Kind: kind, Time: roll.TimeOfDay(at(hour).Format("15:04")), MadeAt: at(hour)}
	}
	planned, removed := move(roll.MoveOut, 11), move(roll.MoveOut, 11)
	planned.Planned, removed.EndedAt = true, at(11)
	for name, one := range map[string]struct {
		family roll.Family
		marked int
		moves  []roll.Movement
		want   roll.Place
	}{
		"left after the mark":             {roll.Present, 8, []roll.Movement{move(roll.MoveOut, 11)}, roll.Away},
		"left, and marked present later":  {roll.Present, 12, []roll.Movement{move(roll.MoveOut, 11)}, roll.Unaccounted},
		"left, and marked absent later":   {roll.Absent, 12, []roll.Movement{move(roll.MoveOut, 11)}, roll.Away},
		"came back":                       {roll.Present, 8, []roll.Movement{move(roll.MoveOut, 11), move(roll.MoveBack, 13)}, roll.In},
		"came in after marked absent":     {roll.Absent, 8, []roll.Movement{move(roll.MoveIn, 9)}, roll.In},
		"came back, and left early later": {roll.LeftEarly, 14, []roll.Movement{move(roll.MoveBack, 13)}, roll.Away},
		"will leave":                      {roll.Present, 8, []roll.Movement{planned}, roll.In},
		"did not leave after all":         {roll.Present, 8, []roll.Movement{removed}, roll.In},
	} {
		marks := roll.Marks{
			Of:        map[roll.EnrolmentID]roll.Mark{1: {Version: 1, Outcome: roll.Saved, Intent: roll.Intent{Status: roll.Status{Family: one.family}}, MarkedAt: at(one.marked)}},
			Movements: map[roll.EnrolmentID][]roll.Movement{1: one.moves},
		}
		if got := roll.NewBoard([]roll.Enrolment{{ID: 1}}, marks).Students[0].Place; got != one.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestOnlyLeavingIsSentAsACheckOut(t *testing.T) {
	t.Parallel()
	for move, want := range map[roll.Move]roll.Check{roll.MoveIn: roll.CheckIn, roll.MoveOut: roll.CheckOut, roll.MoveBack: roll.CheckIn} {
		if got := move.Check(); got != want {
			t.Errorf("%s is sent as %q", move, got)
		}
	}
}
