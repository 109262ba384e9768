package sender

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// times are the expected times of a student's coming and going in the school system.
type times map[roll.Check]string

// gate keeps a movement of the first student, or removes the last one. Where the student has a mark, the same press
// sends its time with the mark, or clears it.
func (r *run) gate(op operation) error {
	id := enrolmentOf(op.school, op.students[0])
	if op.school == moving && !r.pages.now().listed[id] {
		return nil
	}
	now := time.Now()
	m := roll.Movement{
		ID: r.token(op.school, r.pages.now()), School: r.school(op.school), Generation: r.generations[op.school], Enrolment: id,
		Student: r.studentNow(op.school, id), Date: roll.DateOf(now, r.zone), Kind: roll.Moves()[op.status-1],
		Time: roll.TimeOfDay(now.In(r.zone).Format("15:04")), Sealed: []byte("sealed"), MadeBy: personOf(op), MadeAt: now,
	}
	marks, err := r.marksOf(op.school)
	if err != nil {
		return err
	}
	press := submission.Press{
		Save: m.ID, Period: r.period(op.school), Class: "8B", Date: m.Date, Enrolments: []roll.EnrolmentID{id},
		Seen: map[roll.EnrolmentID]int64{id: marks[id].Version}, Generation: m.Generation,
	}
	const removes, kinds = 0, 4
	if int(op.fault)%kinds != removes {
		return r.keepMovement(op, m, marks[id], press)
	}
	return r.removeLast(op, id, marks[id], press)
}

// keepMovement keeps a movement, with a mark if the student has one. A student who comes in gets another status, on a
// page that may be older than the mark.
func (r *run) keepMovement(op operation, m roll.Movement, stood roll.Mark, press submission.Press) error {
	moves := r.desks[op.school].moves
	if !stood.Stands() {
		moves[m.Enrolment] = append(moves[m.Enrolment], m)
		return r.store.AddMovement(r.ctx, m)
	}
	m.Sent = true
	press.Check, press.Time, press.Movement = string(m.Kind.Check()), string(m.Time), &m
	want := value{stood.Status.ID, stood.Observed}
	if m.Kind == roll.MoveIn {
		press.Status, press.Reason, press.Seen[m.Enrolment] = present, "reason", stood.Version-int64(op.replica)
		want = value{present, roll.Observed(m.MadeAt.Truncate(time.Minute), r.zone)}
	}
	accepted, err := r.sendCheck(op, want, press)
	if len(accepted) > 0 {
		m.Sent = len(accepted[0].Kept) > 0
		moves[m.Enrolment] = append(moves[m.Enrolment], m)
	}
	return err
}

// removeLast removes the last movement of the student, and clears its time if the student has a mark.
func (r *run) removeLast(op operation, id roll.EnrolmentID, stood roll.Mark, press submission.Press) error {
	moves := r.desks[op.school].moves
	kept := moves[id]
	if len(kept) == 0 {
		return nil
	}
	last, left := kept[len(kept)-1], kept[:len(kept)-1]
	if !stood.Stands() {
		moves[id] = left
		return r.store.EndMovement(r.ctx, last.School, last.ID, personOf(op))
	}
	press.Check, press.Removes = string(roll.CheckClear), last.ID
	accepted, err := r.sendCheck(op, value{stood.Status.ID, stood.Observed}, press)
	if len(accepted) > 0 {
		moves[id] = left
	}
	return err
}

// sendCheck sends a check of one student, in the office's name.
func (r *run) sendCheck(op operation, want value, press submission.Press) ([]roll.Acceptance, error) {
	op.office = true
	wants := wants{press.Enrolments[0]: want}
	return r.accept(op, press.Generation, wants, press.Seen, func(on *submission.Submissions, school roll.School) ([]roll.Acceptance, error) {
		school.TimeFormat = roll.TimeMinutes
		return on.Accept(r.ctx, school, personOf(op), press)
	})
}

// expects notes the checks of the school's accepted saves: a check replaces an earlier one of its kind, clear all of
// them. Clear also comes with taking a movement's save back: then the movement stays, and its time is not sent any more.
func (r *run) expects(school int, accepted []roll.Acceptance) {
	for _, one := range accepted {
		for _, kept := range one.Kept {
			if r.expected[kept.Enrolment] == nil {
				r.expected[kept.Enrolment] = make(times)
			}
			asked := r.expected[kept.Enrolment]
			switch check := one.Save.Check; check {
			case roll.CheckClear:
				asked[roll.CheckIn], asked[roll.CheckOut] = "", ""
				for i := range r.desks[school].moves[kept.Enrolment] {
					r.desks[school].moves[kept.Enrolment][i].Sent = false
				}
			case roll.CheckIn, roll.CheckOut:
				asked[check] = one.Save.CheckTime
			case roll.NoCheck:
			}
		}
	}
}

// hasTimes checks that the school system has the times of a student whose mark is shown as saved, whatever was marked
// after them. Nothing is expected of a mark that needed a person, or that the service refused.
func (r *run) hasTimes(k key, mark roll.Mark) error {
	if mark.Outcome != roll.Saved && !mark.Outcome.UnderWay() || r.service.wasBlamed(k) {
		delete(r.expected, mark.Enrolment)
		return nil
	}
	if mark.Outcome != roll.Saved {
		return nil
	}
	for check, want := range r.expected[mark.Enrolment] {
		if there := r.service.timeOf(k, check); there != want {
			return fmt.Errorf("%v is shown as saved, and the service has %s %q instead of %q", k, check, there, want)
		}
	}
	return nil
}

// showsMovements checks that nothing but a removal changes the movements of a day, and that exactly those whose mark
// was kept are said to be sent.
func (r *run) showsMovements() error {
	var wrong error
	for school := range r.desks {
		on, err := r.store.MovementsOn(r.ctx, 0, r.school(school), r.generations[school], roll.DateOf(time.Now(), r.zone))
		if err != nil {
			return err
		}
		for id, kept := range r.desks[school].moves {
			stored := slices.DeleteFunc(slices.Clone(on[id]), func(one roll.Movement) bool { return !one.EndedAt.IsZero() })
			isWrong := func(want roll.Movement) bool {
				return !slices.ContainsFunc(stored, func(one roll.Movement) bool { return one.ID == want.ID && one.Sent == want.Sent })
			}
			if len(stored) != len(kept) || slices.ContainsFunc(kept, isWrong) {
				wrong = errors.Join(wrong, fmt.Errorf("%d has the movements %+v, and kept were %+v", id, stored, kept))
			}
		}
	}
	return wrong
}

// timeOf returns the student's time of the check that the service has.
func (m *serviceModel) timeOf(k key, check roll.Check) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.times[k][check]
}

// wasBlamed reports whether the service ever refused a mark of the student.
func (m *serviceModel) wasBlamed(k key) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for of := range m.blamed {
		if of.key == k {
			return true
		}
	}
	return m.gone[k]
}

// moves applies the check of an attempt to a student.
func (m *serviceModel) moves(k key, attempt roll.Attempt) {
	switch attempt.Check {
	case roll.CheckClear:
		delete(m.times, k)
	case roll.CheckIn, roll.CheckOut:
		if m.times[k] == nil {
			m.times[k] = make(times)
		}
		m.times[k][attempt.Check] = attempt.CheckTime
	case roll.NoCheck:
	}
}
