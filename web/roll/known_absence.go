package roll

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// KnownID identifies a known absence of a school.
type KnownID string

// KnownAbsence is an absence that the office knows before the roll. It is no mark: its status is saved with
// the roll, or by the office, like any other.
type KnownAbsence struct {
	ID     KnownID
	School SchoolID
	// Generation is that of the school's lists in which Enrolment names the student. Former is true if the number names
	// another student since.
	Generation int64
	Former     bool
	Period     PeriodID
	Enrolment  EnrolmentID
	Student    StudentID
	// From and To are its first and last date.
	From, To Date
	// Weekdays limits it to some days of the week; it is empty for every day.
	Weekdays []time.Weekday
	// After is the time when the student leaves, Until the time when the student is expected, HH:MM; either may be empty.
	// A student who leaves first comes back at Until, and one who is expected first leaves later. Without both it is
	// for the whole day.
	After, Until string
	Status       StatusID
	// StatusName and Family are those of the status.
	StatusName string
	Family     Family
	// Sealed holds the details, as the office's vault sealed them. Only the office reads them.
	Sealed []byte
	// MadeBy kept it at MadeAt. Replaces is the absence that it changed, or empty.
	MadeBy   Actor
	MadeAt   time.Time
	Replaces KnownID
	// EndedBy took it back at EndedAt; the time is zero while it holds.
	EndedBy Actor
	EndedAt time.Time
}

// On reports whether the absence includes the date.
func (k *KnownAbsence) On(date Date) bool {
	day := date.Noon(time.UTC).Weekday()
	return k.EndedAt.IsZero() && !k.Former && k.From <= date && date <= k.To &&
		(len(k.Weekdays) == 0 || slices.Contains(k.Weekdays, day))
}

// WholeDay reports whether the student is away all day.
func (k *KnownAbsence) WholeDay() bool { return k.After == "" && k.Until == "" }

// ComesLater reports whether the student's day begins with the absence and ends it at a time.
func (k *KnownAbsence) ComesLater() bool {
	return k.Until != "" && (k.After == "" || k.Until < k.After)
}

// Contradicts reports whether a mark of the day has another status than the absence, whose status is given. No mark
// contradicts an absence of a part of the day.
func (k *KnownAbsence) Contradicts(mark Mark, status StatusID) bool {
	return mark.Version != 0 && mark.Status.ID != status && k.WholeDay()
}

// StatusIn returns the status of the absence among the school's, or nil. The numbers of statuses mean nothing to
// another connection: there the name counts.
func (k *KnownAbsence) StatusIn(school School, statuses []Status) *Status {
	of := Status{Name: k.StatusName}
	if k.Generation >= school.Connected {
		of.ID = k.Status
	}
	if at := slices.IndexFunc(statuses, of.Is); at >= 0 {
		return &statuses[at]
	}
	return nil
}

// IsOf reports whether the absence is the student's, in the school's list of her period. An absence that was kept for
// another period follows the student's id into this one. The ids of another connection mean nothing.
func (k *KnownAbsence) IsOf(student Enrolment, school School) bool {
	switch {
	case k.Former:
		return false
	case k.Period == student.Period || k.Student == 0 || student.Student == 0:
		return k.Enrolment == student.ID
	}
	return k.Student == student.Student && k.Generation >= school.Connected
}

// StudentIndex finds the rows of a list by number and by student.
type StudentIndex struct {
	rows      []Enrolment
	byNumber  map[EnrolmentID]int
	byStudent map[StudentID]int
}

// IndexStudents indexes the rows of a list.
func IndexStudents(rows []Enrolment) StudentIndex {
	index := StudentIndex{rows, make(map[EnrolmentID]int, len(rows)), make(map[StudentID]int, len(rows))}
	for i := len(rows) - 1; i >= 0; i-- { // The first row of a student stays.
		index.byNumber[rows[i].ID], index.byStudent[rows[i].Student] = i, i
	}
	return index
}

// Of returns the row of the student of the absence (IsOf), or -1.
func (i StudentIndex) Of(known *KnownAbsence, school School) int {
	if at, found := i.byNumber[known.Enrolment]; found && known.IsOf(i.rows[at], school) {
		return at
	}
	if at, found := i.byStudent[known.Student]; found && known.IsOf(i.rows[at], school) {
		return at
	}
	return -1
}

// KnownAmong returns the absences of the students in the school's lists, by their numbers there.
func KnownAmong(students []Enrolment, school School,
	known map[EnrolmentID]KnownAbsence) map[EnrolmentID]KnownAbsence {
	of := make(map[EnrolmentID]KnownAbsence, len(known))
	if len(known) == 0 {
		return of
	}
	var period PeriodID
	var elsewhere []KnownAbsence
	for i, student := range students {
		if i == 0 || student.Period != period {
			period, elsewhere = student.Period, keptElsewhere(known, student.Period)
		}
		one, named := known[student.ID]
		if named && one.IsOf(student, school) {
			of[student.ID] = one
		} else if at := slices.IndexFunc(elsewhere,
			func(one KnownAbsence) bool { return one.IsOf(student, school) }); at >= 0 {
			of[student.ID] = elsewhere[at]
		}
	}
	return of
}

// keptElsewhere returns the absences that were kept for other periods than this.
func keptElsewhere(known map[EnrolmentID]KnownAbsence, period PeriodID) (elsewhere []KnownAbsence) {
	for _, one := range known {
		if one.Period != period {
			elsewhere = append(elsewhere, one)
		}
	}
	return elsewhere
}

// The limits of a known absence: its days, the characters of its reason and of the name of the person who told of it,
// and the number of a school's reasons.
const (
	KnownDays   = 400
	KnownDetail = 200
	MostReasons = 60
)

// KnownReasons are the reasons that a school offers for known absences.
type KnownReasons struct{ Authorised, NotAuthorised []string }

// NewKnownReasons reads reasons from two texts, each with a reason on a line.
func NewKnownReasons(authorised, notAuthorised string) KnownReasons {
	return KnownReasons{reasonLines(authorised), reasonLines(notAuthorised)}
}

func reasonLines(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// All returns the authorised reasons and then the others.
func (r KnownReasons) All() []string { return slices.Concat(r.Authorised, r.NotAuthorised) }

// Validate returns the first problem of the reasons, for people, or nil.
func (r KnownReasons) Validate() error {
	all := r.All()
	for i, reason := range all {
		if slices.Contains(all[:i], reason) {
			return Problem(Meaningless, "known.problem.reason_twice", "Reason", reason)
		}
		if utf8.RuneCountInString(reason) > KnownDetail {
			return Problem(Meaningless, "known.problem.reason_long", "Limit", KnownDetail)
		}
	}
	if len(all) > MostReasons {
		return Problem(Meaningless, "known.problem.reasons", "Limit", MostReasons)
	}
	return nil
}

// Validate returns the first problem of the dates and the times, for people, or nil.
func (k *KnownAbsence) Validate() error {
	switch {
	case k.To < k.From:
		return Problem(Meaningless, "known.problem.reversed")
	case k.From.DaysUntil(k.To) >= KnownDays:
		return Problem(Meaningless, "known.problem.long", "Days", KnownDays)
	case !k.includesDay():
		return Problem(Meaningless, "known.problem.no_day")
	}
	for _, clock := range []string{k.After, k.Until} {
		if _, err := ParseTimeOfDay(clock); clock != "" && err != nil {
			return Problem(Meaningless, "roll.problem.time_malformed").Because(err)
		}
	}
	if k.After != "" && k.After == k.Until {
		return Problem(Meaningless, "known.problem.same_time")
	}
	return nil
}

// includesDay reports whether one of its dates is on one of its days of the week.
func (k *KnownAbsence) includesDay() bool {
	const week = 7
	for date, left := k.From, week; date <= k.To && left > 0; date, left = date.AddDays(1), left-1 {
		if k.On(date) {
			return true
		}
	}
	return false
}

// grace is the delay after which a student who is expected counts as missing.
const grace = 10 * time.Minute

// WithPlans returns the movements of the student's day with those that a known absence plans: a student who leaves, and
// one who is expected. It leaves out a plan that was carried out, and one that stands among the movements. In is true
// for a student with a mark of being there. A plan moves nobody: a person presses Out, In or Back.
func WithPlans(moves []Movement, known KnownAbsence, in bool) []Movement {
	if known.ID == "" || known.WholeDay() {
		return moves
	}
	plans := []Movement{{Kind: MoveOut, Time: TimeOfDay(known.After)}, {Kind: MoveBack, Time: TimeOfDay(known.Until)}}
	if known.ComesLater() {
		plans[0], plans[1] = Movement{Kind: MoveIn, Time: TimeOfDay(known.Until)}, plans[0]
	}
	all := moves[:len(moves):len(moves)]
	for _, plan := range plans {
		if plan.Time == "" || plan.Kind == MoveIn && in || carriedOut(plan, moves) {
			continue
		}
		plan.School, plan.Generation, plan.Enrolment, plan.Student = known.School, known.Generation, known.Enrolment,
			known.Student
		plan.Planned, plan.MadeBy, plan.MadeAt = true, known.MadeBy, known.MadeAt
		all = append(all, plan)
	}
	if len(all) > len(moves) {
		slices.SortStableFunc(all, byTime)
	}
	return all
}

// carriedOut reports whether the movements make the plan needless: one at its time or later, the last of its kind, or
// another plan of its kind.
func carriedOut(plan Movement, moves []Movement) bool {
	last := false
	for _, one := range moves {
		same := (one.Kind == MoveOut) == (plan.Kind == MoveOut)
		switch {
		case !one.EndedAt.IsZero():
		case one.Planned && same, !one.Planned && one.Time >= plan.Time:
			return true
		case !one.Planned:
			last = same
		}
	}
	return last
}

// Overdue returns the plan to come that is overdue at now, or nil: the student is not in ten minutes after its time.
func (d *StudentDay) Overdue(date Date, zone *time.Location, now time.Time) *Movement {
	if d.Place == In {
		return nil
	}
	for i := range d.Moves {
		plan := &d.Moves[i]
		if !plan.Planned || !plan.EndedAt.IsZero() || plan.Kind == MoveOut {
			continue
		}
		if at, err := plan.Time.Instant(date, zone); err == nil && !now.Before(at.Add(grace)) {
			return plan
		}
	}
	return nil
}

// PlaceAt returns the student's place at a time of the day. A student without a mark who has not moved is away while a
// known absence says so.
func (d *StudentDay) PlaceAt(clock TimeOfDay) Place {
	if d.Place != Unaccounted || d.Mark.Version != 0 || d.Known == nil {
		return d.Place
	}
	if d.Known.WholeDay() || d.Known.ComesLater() && clock < TimeOfDay(d.Known.Until) {
		return Away
	}
	return d.Place
}
