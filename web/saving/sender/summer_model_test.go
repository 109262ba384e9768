package sender

import (
	"errors"
	"strconv"
	"time"

	"rollbook/web/roll"
)

// endOfPeriod is the wait of a list that is the first of the next school year.
const endOfPeriod = 21 * time.Second

// lastSummer is the end of each run, with a press at once.
func lastSummer() operation {
	return operation{kind: "list", school: moving, students: []int{1, 2}, status: 2, office: true, wait: endOfPeriod}
}

// period returns the school's present period.
func (r *run) period(school int) roll.PeriodID {
	if school != moving {
		return "1"
	}
	return roll.PeriodID(strconv.Itoa(1 + r.pages.over))
}

// periods returns the present period and those that are over.
func (r *run) periods(school int) []roll.Period {
	present := roll.Period{ID: r.period(school), Name: "Present"}
	if school != moving {
		return []roll.Period{present}
	}
	yesterday := roll.DateOf(time.Now(), r.zone).AddDays(-1)
	all := []roll.Period{present}
	for ended := range r.pages.over {
		all = append(all, roll.Period{ID: roll.PeriodID(strconv.Itoa(1 + ended)), Name: "Over", Starts: yesterday.AddDays(-300), Ends: yesterday})
	}
	return all
}

// summer ends the moving school's year while a mark waits for a slow service and a device shows a roll. All students
// keep their numbers in the next year. The device's Save is pressed at once or in a later step.
func (r *run) summer(op operation) error {
	op.school = moving
	r.service.set(r.school(moving), slow)
	if err := errors.Join(r.open(op), r.save(op)); err != nil {
		return err
	}
	waiting, err := r.store.Pending(r.ctx, r.school(moving), roll.Waiting, roll.Confirming)
	if err != nil {
		return err
	}
	if listed := r.pages.now().listed; listed[enrolmentOf(moving, op.students[0])] && len(waiting) == 0 {
		return errors.New("no mark waits when the school year ends")
	}
	r.pages.over++
	next := op
	next.status, next.office = 0, true
	if err := r.list(next); err != nil || op.replica != 0 {
		return err
	}
	return r.pressSave(op)
}
