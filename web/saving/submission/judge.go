package submission

import (
	"context"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"rollbook/web/roll"
)

// tolerance is how far a person's clock may be ahead.
const tolerance = 5 * time.Minute

// judge turns a press into its saves, or returns the problem of the press.
func (s *Submissions) judge(ctx context.Context, school roll.School, by roll.Actor, press Press) ([]roll.Save, error) {
	if len(press.Tokens()) == 2 && press.Save == press.OthersSave {
		return nil, roll.Problem(roll.Malformed, "roll.problem.unreadable")
	}
	if err := judgeWho(by, press); err != nil {
		return nil, err
	}
	if err := s.judgeDate(school, by, press); err != nil {
		return nil, err
	}
	if err := s.judgeGuided(ctx, school, by, press); err != nil {
		return nil, err
	}
	roster, statuses, err := s.lists(ctx, school, press)
	if err != nil {
		return nil, err
	}
	if roster.Rows, err = s.withOldNumbers(ctx, school, press, roster.Rows); err != nil {
		return nil, err
	}
	if !roster.Class.VisibleTo(by.Person) {
		return nil, roll.Problem(roll.NotFound, "problem.what.404")
	}
	first := roll.Save{
		Token: press.Save, School: school.ID, Period: press.Period, Class: press.Class,
		ClassName: nameForAll(roster.Class, by), Date: press.Date, Reason: press.Reason, By: by, Guided: press.Guided,
		Generation: press.Generation,
	}
	if press.Taps != nil {
		save, err := s.judgeTaps(school, press, first, roster, statuses)
		return []roll.Save{save}, err
	}
	return s.judgePress(ctx, school, press, first, roster, statuses)
}

// lists returns the roster and the statuses behind the page of the press. For an older page these are those
// of an earlier connection.
func (s *Submissions) lists(ctx context.Context, school roll.School,
	press Press) (roster roll.Roster, statuses []roll.Status, err error) {
	if press.Generation < school.Connected {
		var lists roll.Lists
		lists, roster, err = s.rosters.Former(ctx, school, press.Generation, press.Period, press.Class)
		return roster, lists.Statuses, err
	}
	if err := s.judgePeriod(ctx, school, press); err != nil {
		return roster, nil, err
	}
	if roster, err = s.rosterOn(ctx, school, press); err != nil {
		return roster, nil, err
	}
	statuses, _, err = s.rosters.Statuses(ctx, school, press.Period)
	return roster, statuses, err
}

// rosterOn returns the roster of the press's date, and for a past date also the students of today's class.
func (s *Submissions) rosterOn(ctx context.Context, school roll.School, press Press) (roll.Roster, error) {
	roster, err := s.rosters.Roster(ctx, school, press.Period, press.Class, press.Date)
	if err != nil || press.Date >= school.Today(s.clock()) {
		return roster, err
	}
	then, err := s.rosters.RosterOn(ctx, school, press.Period, press.Class, press.Date)
	listed := roll.Listed(roster.Rows)
	roster.Rows = slices.Clone(roster.Rows)
	for _, student := range then.Rows {
		// A number that names another student now cannot be sent for this one.
		if !listed[student.ID] && student.Past == 0 {
			roster.Rows = append(roster.Rows, student)
		}
	}
	return roster, err
}

// judgePress turns a person's press into its saves: of the ticked students, of the others, and one for each status of
// known absences.
func (s *Submissions) judgePress(ctx context.Context, school roll.School, press Press, first roll.Save,
	roster roll.Roster, statuses []roll.Status) ([]roll.Save, error) {
	var saves []roll.Save
	if len(press.Enrolments) > 0 || len(press.others()) == 0 && len(press.Known) == 0 {
		save, err := s.judgeFirst(ctx, school, press, first, roster, statuses)
		if err != nil {
			return nil, err
		}
		saves = append(saves, save)
	}
	parts, err := s.stillSo(ctx, school, press, roster, statuses)
	if err == nil && len(saves) == 0 && len(parts) == 0 {
		err = roll.Problem(roll.Stale, "known.problem.changed")
	}
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		save, err := judgePart(part, first, roster, statuses)
		if err != nil {
			return nil, err
		}
		saves = append(saves, save)
	}
	return saves, nil
}

// stillSo returns the parts of the press that still hold: the others, then the known absences. It leaves out known
// absences that the office ended or changed after the page was made, and those of the others who have a known absence
// now, for the whole day or until a time. A part that was stored before stays whole.
func (s *Submissions) stillSo(ctx context.Context, school roll.School, press Press, roster roll.Roster,
	statuses []roll.Status) (parts []Part, err error) {
	if len(press.others()) == 0 && len(press.Known) == 0 {
		return nil, nil
	}
	all, err := s.store.KnownOn(ctx, 0, school.ID, school.Generation, press.Date)
	if err != nil {
		return nil, err
	}
	known := roll.KnownAmong(roster.Rows, school, all)
	others := Part{Save: press.OthersSave, Status: press.OthersStatus, Enrolments: press.others()}
	for i, part := range append([]Part{others}, press.Known...) {
		told, ofOthers := part, i == 0
		told.Enrolments = nil
		for _, student := range part.Enrolments {
			one := known[student]
			status := one.StatusIn(school, statuses)
			away := one.ID != "" && one.WholeDay() && status != nil
			if ofOthers && !away && !one.ComesLater() || !ofOthers && away && status.ID == part.Status {
				told.Enrolments = append(told.Enrolments, student)
			} else {
				told.left = append(told.left, student)
			}
		}
		if len(told.Enrolments) < len(part.Enrolments) {
			_, err := s.store.Save(ctx, school.ID, part.Save)
			if err == nil {
				told = part
			} else if roll.KindOf(err) != roll.NotFound {
				return nil, err
			}
		}
		if len(told.Enrolments) > 0 {
			parts = append(parts, told)
		}
	}
	return parts, nil
}

// nameForAll returns the class's name for other readers. The name of a personal group is private: others see
// its owner's name.
func nameForAll(class roll.Class, by roll.Actor) string {
	if class.Owner != "" {
		return by.Name
	}
	return class.Name
}

// judgeDate checks who may mark the date: a teacher today; the office also earlier dates within the school's
// limit and with a reason; no future dates. A tablet may bring taps of earlier dates.
func (s *Submissions) judgeDate(school roll.School, by roll.Actor, press Press) error {
	today := school.Today(s.clock())
	// A tap that arrives on another day is kept for the office and not sent automatically.
	tapped := by.Taps()
	switch {
	case press.Date > today:
		return roll.Problem(roll.Meaningless, "roll.problem.date_future")
	case press.Date < today && !by.Role.Corrects() && !tapped:
		return roll.Problem(roll.Stale, "roll.problem.other_date", "Date", press.Date)
	case press.Date.DaysUntil(today) > school.PastDays:
		return roll.Problem(roll.Meaningless, "roll.problem.date_too_old", "Days", school.PastDays)
	case press.Date < today && press.Reason == "" && !tapped:
		return roll.Problem(roll.Meaningless, "roll.problem.reason_missing")
	case utf8.RuneCountInString(press.Reason) > ReasonLimit:
		return roll.Problem(roll.Meaningless, "roll.problem.reason_too_long", "Limit", ReasonLimit)
	}
	return nil
}

// judgePeriod refuses a press of a page of another school year or term than the date's, such as one that stayed open
// over the summer.
func (s *Submissions) judgePeriod(ctx context.Context, school roll.School, press Press) error {
	periods, _, err := s.rosters.Periods(ctx, school)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(periods, func(known roll.Period) bool { return known.ID == press.Period })
	if at < 0 {
		return roll.Problem(roll.NotFound, "problem.what.404")
	}
	on, err := roll.PeriodOn(periods, press.Date, press.Period)
	isOn := err == nil && on.ID == press.Period
	if isOn {
		if isOn, err = s.rosters.IsOn(ctx, school, press.Period, press.Date); err != nil {
			return err
		}
	}
	if !isOn {
		return roll.Problem(roll.Stale, "roll.problem.other_period", "Name", periods[at].Name, "Date", press.Date)
	}
	return nil
}

func (s *Submissions) judgeFirst(ctx context.Context, school roll.School, press Press, save roll.Save,
	roster roll.Roster, statuses []roll.Status) (roll.Save, error) {
	if len(roster.Rows) == 0 {
		return save, roll.Problem(roll.Meaningless, "roll.problem.nobody_on_roll")
	}
	if len(press.Enrolments) == 0 {
		return save, roll.Problem(roll.Meaningless, "roll.problem.nobody_ticked")
	}
	rows, err := rowsFor(roster, press.Enrolments, press.Seen)
	if err != nil {
		return save, err
	}
	save.Rows, save.Movement, save.Removes, save.Absences = rows, press.Movement, press.Removes, press.Absences
	var stays roll.Mark
	if press.Status == 0 {
		if stays, err = s.staying(ctx, school, press); err != nil {
			return save, err
		}
		press.Status = stays.Status.ID
	}
	if save.Status, err = statusOf(statuses, press.Status); err != nil {
		return save, err
	}
	save, err = s.judgeTime(school, press, save)
	if stays.Version > 0 {
		save.Observed = stays.Observed
	}
	return save, err
}

// staying returns the mark of the one student of a press without a status: a check is sent with the status and the time
// that the mark has.
func (s *Submissions) staying(ctx context.Context, school roll.School, press Press) (roll.Mark, error) {
	problem := roll.Problem(roll.Meaningless, "roll.problem.no_status")
	if press.Check == "" || len(press.Enrolments) != 1 {
		return roll.Mark{}, problem
	}
	// A press that came before is the same press again, whatever became of the mark.
	if before, err := s.store.Save(ctx, school.ID, press.Save); err == nil {
		return roll.Mark{Version: 1, Intent: before.Intent}, nil
	} else if roll.KindOf(err) != roll.NotFound {
		return roll.Mark{}, err
	}
	marks, err := s.store.MarksBetween(ctx, school.ID, press.Enrolments[0], press.Date, press.Date)
	if mark := marks[press.Date]; err != nil || mark.Stands() {
		return mark, err
	}
	return roll.Mark{}, problem
}

// judgePart returns the save of students who were shown without a mark.
func judgePart(part Part, save roll.Save, roster roll.Roster, statuses []roll.Status) (roll.Save, error) {
	rows, err := rowsFor(roster, part.Enrolments, nil)
	if err != nil {
		return save, err
	}
	save.Rows, save.Left, save.Token = rows, part.left, part.Save
	save.Status, err = statusOf(statuses, part.Status)
	return save, err
}

// rowsFor finds the enrolments in the roster, each once, in the roster's order.
func rowsFor(roster roll.Roster, enrolments []roll.EnrolmentID,
	seen map[roll.EnrolmentID]int64) ([]roll.SaveRow, error) {
	wanted := make(map[roll.EnrolmentID]bool, len(enrolments))
	for _, id := range enrolments {
		wanted[id] = true
	}
	rows := make([]roll.SaveRow, 0, len(wanted))
	for _, student := range roster.Rows {
		if wanted[student.ID] {
			rows = append(rows, roll.SaveRow{Enrolment: student.ID, Student: student.Student, Seen: seen[student.ID]})
			delete(wanted, student.ID)
		}
	}
	if len(wanted) > 0 {
		return nil, roll.Problem(roll.Meaningless, "roll.problem.not_on_list")
	}
	return rows, nil
}

func statusOf(statuses []roll.Status, id roll.StatusID) (roll.Status, error) {
	for _, status := range statuses {
		if status.ID == id {
			return status, nil
		}
	}
	return roll.Status{}, roll.Problem(roll.Meaningless, "roll.problem.status_gone")
}

// judgeTime reads the time for the status or for a check in or out, and sets how it is sent. It drops a time
// that neither needs.
func (s *Submissions) judgeTime(school roll.School, press Press, save roll.Save) (roll.Save, error) {
	check, ok := roll.ParseCheck(press.Check)
	if !ok {
		return save, roll.Problem(roll.Meaningless, "roll.problem.check_unknown")
	}
	if check == roll.CheckClear && school.TimeFormat != roll.TimeNotSent {
		save.Check = check
		return save, nil
	}
	if press.Time == "" || check == roll.NoCheck && !save.Status.CarriesTime {
		return save, nil
	}
	instant, err := s.instantOf(school, press)
	if err != nil {
		return save, err
	}
	save.Observed = roll.Observed(instant, school.Zone)
	if school.TimeFormat == roll.TimeNotSent {
		return save, nil
	}
	if save.Check = check; check == roll.NoCheck {
		save.Check = school.CheckOf(save.Status)
	}
	if save.Check != roll.NoCheck {
		save.CheckTime = school.TimeFormat.Format(instant, school.Zone)
	}
	return save, nil
}

func (s *Submissions) instantOf(school roll.School, press Press) (time.Time, error) {
	clock, err := roll.ParseTimeOfDay(press.Time)
	if err != nil {
		return time.Time{}, roll.Problem(roll.Meaningless, "roll.problem.time_malformed")
	}
	instant, err := clock.Instant(press.Date, school.Zone)
	if errors.Is(err, roll.ErrTimeGap) {
		return time.Time{}, roll.Problem(roll.Meaningless, "roll.problem.time_gap")
	}
	if err != nil {
		return time.Time{}, roll.Problem(roll.Meaningless, "roll.problem.time_malformed").Because(err)
	}
	if instant.After(s.clock().Add(tolerance)) {
		return time.Time{}, roll.Problem(roll.Meaningless, "roll.problem.time_ahead")
	}
	return instant, nil
}
