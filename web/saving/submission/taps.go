package submission

import (
	"time"

	"rollbook/web/roll"
)

// judgeTaps turns taps of one minute into a save. The school's rule decides the status, never the tablet.
func (s *Submissions) judgeTaps(school roll.School, press Press, save roll.Save, roster roll.Roster,
	statuses []roll.Status) (roll.Save, error) {
	minute, err := s.minuteOf(school, press)
	if err != nil {
		return save, err
	}
	if save.Rows, err = rowsFor(roster, press.Enrolments, press.Seen); err != nil {
		return save, err
	}
	for i := range save.Rows {
		save.Rows[i].TappedAt = press.Taps[save.Rows[i].Enrolment]
	}
	if save.Status, err = tappedStatus(school, press, minute, statuses); err != nil {
		return save, err
	}
	save.Observed = roll.Observed(minute, school.Zone)
	if school.TimeFormat != roll.TimeNotSent && school.LateCheck != roll.NoCheck {
		save.Check, save.CheckTime = school.LateCheck, school.TimeFormat.Format(minute, school.Zone)
	}
	return save, nil
}

// tappedStatus returns the status for the minute. A repeated press keeps its first status.
func tappedStatus(school roll.School, press Press, minute time.Time, statuses []roll.Status) (roll.Status, error) {
	status := school.StatusAt(minute, statuses)
	if press.Status != 0 {
		first, err := statusOf(statuses, press.Status)
		if err != nil {
			return first, err
		}
		status = &first
	}
	if status == nil || !status.Family.IsIn() {
		return roll.Status{}, roll.Problem(roll.Meaningless, "taps.problem.no_status")
	}
	return *status, nil
}

// minuteOf returns the common minute of all taps. It must be on the press's date and not in the future.
func (s *Submissions) minuteOf(school roll.School, press Press) (time.Time, error) {
	var minute time.Time
	for _, enrolment := range press.Enrolments {
		at := press.Taps[enrolment].Truncate(time.Minute)
		if !minute.IsZero() && !at.Equal(minute) {
			return minute, roll.Problem(roll.Malformed, "roll.problem.unreadable")
		}
		minute = at
	}
	switch {
	case minute.IsZero():
		return minute, roll.Problem(roll.Meaningless, "roll.problem.nobody_ticked")
	case minute.After(s.clock().Add(tolerance)):
		return minute, roll.Problem(roll.Meaningless, "roll.problem.time_ahead")
	case roll.DateOf(minute, school.Zone) != press.Date:
		return minute, roll.Problem(roll.Stale, "roll.problem.other_date", "Date", press.Date)
	}
	return minute, nil
}

// judgeWho refuses taps from a person, and everything but taps from a tablet.
func judgeWho(by roll.Actor, press Press) error {
	if by.Taps() != (press.Taps != nil) || press.Taps != nil && press.OthersStatus != 0 {
		return roll.Problem(roll.Forbidden, "problem.what.denied")
	}
	return nil
}
