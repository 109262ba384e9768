package sender

import (
	"errors"
	"fmt"
	"time"

	"rollbook/web/roll"
	"rollbook/web/saving/submission"
)

// times are the expected times of a student's coming and going in the school system.
type times map[roll.Check]string

// gate keeps a movement of the first student, or removes the last one. Where the student has a mark, its time is sent
// with the mark, or cleared.
func (r *run) gate(op operation) error {
	d, id := &r.desks[op.school], enrolmentOf(op.school, op.students[0])
	if op.school == moving && !r.pages.now().listed[id] {
		return nil
	}
	now := time.Now()
	m := roll.Movement{
		ID: r.token(op.school, r.pages.now()), School: r.school(op.school), Generation: r.generations[op.school], Enrolment: id,
		Student: r.studentNow(op.school, id), Date: roll.DateOf(now, r.zone), Kind: roll.Moves()[op.status-1],
		Time: roll.TimeOfDay(now.In(r.zone).Format("15:04")), Sealed: []byte("sealed"), MadeBy: personOf(op),
	}
	const removes, kinds = 0, 4
	kept := d.moves[id]
	if int(op.fault)%kinds != removes {
		if err := r.sendCheck(op, m.ID, id, m.Kind.Check(), string(m.Time)); err != nil {
			return err
		}
		d.moves[id] = append(kept, m)
		return r.store.AddMovement(r.ctx, m)
	}
	if len(kept) == 0 {
		return nil
	}
	d.moves[id] = kept[:len(kept)-1]
	if err := r.sendCheck(op, m.ID, id, roll.CheckClear, ""); err != nil {
		return err
	}
	return r.store.EndMovement(r.ctx, m.School, kept[len(kept)-1].ID, personOf(op), true)
}

// sendCheck sends a check of one student, with the status that the student has, if there is one.
func (r *run) sendCheck(op operation, token roll.Token, id roll.EnrolmentID, check roll.Check, at string) error {
	before, err := r.marksOf(op.school)
	stood := before[id]
	if err != nil || !stood.Stands() {
		return err
	}
	press := submission.Press{
		Save: token, Period: "1", Class: "8B", Date: roll.DateOf(time.Now(), r.zone), Enrolments: []roll.EnrolmentID{id}, Check: string(check),
		Time: at, Seen: map[roll.EnrolmentID]int64{id: stood.Version}, Generation: r.generations[op.school],
	}
	// The page asks again about a press that came twice.
	op.fault, op.office = 0, true
	want := wants{id: {stood.Status.ID, stood.Observed}}
	return r.accept(op, press.Generation, want, press.Seen, func(on *submission.Submissions, school roll.School) ([]roll.Acceptance, error) {
		school.TimeFormat = roll.TimeMinutes
		return on.Accept(r.ctx, school, personOf(op), press)
	})
}

// expects notes the checks of accepted saves: a check replaces an earlier one of its kind, clear all of them.
func (r *run) expects(accepted []roll.Acceptance) {
	for _, one := range accepted {
		for _, kept := range one.Kept {
			if r.expected[kept.Enrolment] == nil {
				r.expected[kept.Enrolment] = make(times)
			}
			asked := r.expected[kept.Enrolment]
			switch check := one.Save.Check; check {
			case roll.CheckClear:
				asked[roll.CheckIn], asked[roll.CheckOut] = "", ""
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

// showsMovements checks that nothing but a removal changes the movements of a day.
func (r *run) showsMovements() error {
	var wrong error
	for school := range r.desks {
		on, err := r.store.MovementsOn(r.ctx, 0, r.school(school), r.generations[school], roll.DateOf(time.Now(), r.zone))
		if err != nil {
			return err
		}
		for id, kept := range r.desks[school].moves {
			var held []roll.Token
			for _, one := range on[id] {
				if one.EndedAt.IsZero() {
					held = append(held, one.ID)
				}
			}
			if len(held) != len(kept) {
				wrong = errors.Join(wrong, fmt.Errorf("%d has the movements %v, and kept were %+v", id, held, kept))
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
